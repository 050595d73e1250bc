//! What stands where a name should, and names nobody.

use super::text::{VALUES, fold, is_listed};

/// Accounts and placeholders, folded.
const PLACEHOLDERS: &[&str] = &[
    "admin", "administrator", "array", "author", "authors", "buyer", "by", "contributor",
    "default", "editor", "guest", "guest author", "n a", "name", "object object", "root",
    "site admin", "super user", "superuser", "unknown", "user", "webmaster", "website", "wpadmin",
];

/// What pages were made with, folded. Hugo is left out: people are called so.
const GENERATORS: &[&str] = &[
    "adobe dreamweaver", "adobe indesign", "blogger", "blogspot", "contentful", "docusaurus",
    "dreamweaver", "drupal", "elementor", "frontpage", "ghost", "hubspot", "jimdo", "joomla",
    "magento", "mediawiki", "microsoft frontpage", "microsoft word", "moodle", "prestashop",
    "shopify", "sitecore", "squarespace", "typo3", "umbraco", "webflow", "weebly", "wix",
    "wix com", "wordpress", "wordpress com", "wordpress org", "wp",
];

/// A text of these words alone is a menu.
const NAVIGATION: &str = "about accueil archive archives back blog blogs buscar categories category \
    comment comments community contact contacto contato contatti domů edit etusivu faq follow \
    forside főoldal get hem help hjem home homepage impressum inicio insights início kezdőlap \
    kontakt login logout menu menü more newsletter news next previous profile register reply search \
    share shop startseite subscribe suche главная контакты новости ホーム 首页 首頁 홈";

/// Links that are no names either, folded.
const LINKS: &[&str] = &[
    "about us", "all posts", "ana sayfa", "chi siamo", "free trial", "get in touch", "get started",
    "iniciar sesión", "join today", "learn more", "leave a comment", "leer más", "lire la suite",
    "log in", "my account", "o nas", "privacy policy", "página inicial", "página principal",
    "read more", "se connecter", "see all", "sign in", "sign up", "skip to content",
    "sobre nosotros", "sobre nós", "strona główna", "view all posts", "à propos", "über uns",
    "о нас",
];

/// How lines begin that name others than the author, folded.
const OTHERS: &[&str] = &[
    "advertisement", "advertorial", "anzeige", "brought to you by", "edited by", "fact checked",
    "gesponsert", "illustrated by", "in partnership with", "medically reviewed", "paid content",
    "paid for by", "paid post", "partner content", "patrocinado", "photo by", "photography by",
    "photos by", "presented by", "promoted by", "reviewed by", "sponsored", "sponsorisé",
    "translated by",
];

/// Shorter strings of hexadecimal digits may be somebody's handle.
const MIN_CODE: usize = 12;

pub fn is_nobody(name: &str) -> bool {
    let folded = fold(name);
    is_listed(&folded, VALUES)
        || [PLACEHOLDERS, LINKS].iter().any(|list| list.contains(&folded.as_str()))
        || folded.split(' ').all(|word| is_listed(word, NAVIGATION))
        || is_generator(&folded)
        || is_code(name)
}

/// `WordPress`, and `WordPress 6.4`.
fn is_generator(folded: &str) -> bool {
    let is_version = |c: char| c.is_ascii_digit() || c == ' ';
    let name = folded.find(' ').map_or(folded, |_| folded.trim_end_matches(is_version));
    GENERATORS.contains(&name)
}

/// A machine's name for somebody: `3d23d65f-ddc6-4ce5-9a3c-1f2e3d4c5b6a`, whole or cut short.
fn is_code(name: &str) -> bool {
    let digits = name.bytes().filter(u8::is_ascii_hexdigit).count();
    digits >= MIN_CODE
        && name.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
        && name.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a text names those who paid for a page or looked it over.
pub fn names_others(text: &str) -> bool {
    let folded = fold(text);
    let ends_word = |rest: &str| rest.is_empty() || rest.starts_with(' ');
    OTHERS.iter().any(|start| folded.strip_prefix(start).is_some_and(ends_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_codes_are_nobody() {
        for text in [
            "[object Object]",
            "False",
            "undefined",
            "3d23d65-ddc6-4ce5",
            "3D23D65F-DDC6-4CE5-9A3C-1F2E3D4C5B6A",
        ] {
            assert!(is_nobody(text), "{text}");
        }
    }

    #[test]
    fn generators_are_nobody() {
        for text in ["WordPress", "WordPress.com", "wordpress 6.4.1", "TYPO3", "Ghost"] {
            assert!(is_nobody(text), "{text}");
        }
    }

    #[test]
    fn menus_are_nobody() {
        for text in ["Home", "Startseite", "Home / Blog", "Über uns", "Главная", "首页"] {
            assert!(is_nobody(text), "{text}");
        }
    }

    #[test]
    fn people_are_somebody() {
        for text in ["Ann Home", "Ada-Bea", "Hugo", "dad80", "Trueman", "Ghost Writer", "苏念安"]
        {
            assert!(!is_nobody(text), "{text}");
        }
    }

    #[test]
    fn sponsors_and_reviewers_are_others() {
        for text in ["Sponsored by X Corp", "SPONSORED", "Edited by Ann", "Fact-checked by Ann"] {
            assert!(names_others(text), "{text}");
        }
        assert!(!names_others("Ann Lee"));
        assert!(!names_others("Sponsoredson"));
    }
}
