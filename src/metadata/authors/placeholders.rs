//! Placeholders in author fields that are not names of people.

use crate::metadata::text::{VALUES, fold, is_listed};
use crate::metadata::word_list::WordList;

/// Accounts and placeholders, folded.
const PLACEHOLDERS: &[&str] = &[
    "admin", "administrator", "array", "author", "authors", "buyer", "by", "contributor",
    "default", "editor", "guest", "guest author", "n a", "name", "object object", "root",
    "site admin", "super user", "superuser", "unknown", "user", "webmaster", "website", "wpadmin",
];

/// Software that generates pages, folded. Hugo is missing, since it is also a given name.
const GENERATORS: &[&str] = &[
    "adobe dreamweaver", "adobe indesign", "blogger", "blogspot", "contentful", "docusaurus",
    "dreamweaver", "drupal", "elementor", "frontpage", "ghost", "hubspot", "jimdo", "joomla",
    "magento", "mediawiki", "microsoft frontpage", "microsoft word", "moodle", "prestashop",
    "shopify", "sitecore", "squarespace", "typo3", "umbraco", "webflow", "weebly", "wix",
    "wix com", "wordpress", "wordpress com", "wordpress org", "wp",
];

/// A text of only these words is a menu.
static NAVIGATION: WordList = WordList::new(
    "about accueil archive archives back blog blogs buscar categories category \
    comment comments community contact contacto contato contatti domů edit etusivu faq follow \
    forside főoldal get hem help hjem home homepage impressum inicio insights início kezdőlap \
    kontakt login logout menu menü more newsletter news next previous profile register reply search \
    share shop startseite subscribe suche twitter facebook instagram linkedin whatsapp youtube главная контакты новости ホーム 首页 首頁 홈",
);

/// Link texts that are not names, folded.
const LINKS: &[&str] = &[
    "about us", "all posts", "ana sayfa", "chi siamo", "free trial", "get in touch", "get started",
    "iniciar sesión", "join today", "learn more", "leave a comment", "leer más", "lire la suite",
    "log in", "my account", "o nas", "privacy policy", "página inicial", "página principal",
    "read more", "se connecter", "see all", "sign in", "sign up", "skip to content",
    "sobre nosotros", "sobre nós", "strona główna", "view all posts", "à propos", "über uns",
    "о нас",
];

/// Openings of lines that name people other than the author, folded.
const OTHERS: &[&str] = &[
    "advertisement", "advertorial", "anzeige", "brought to you by", "edited by", "fact checked",
    "gesponsert", "illustrated by", "in partnership with", "medically reviewed", "paid content",
    "paid for by", "paid post", "partner content", "patrocinado", "photo by", "photography by",
    "photos by", "presented by", "promoted by", "reviewed by", "sponsored", "sponsorisé",
    "translated by",
];

/// Labels of lines about other people and sources; a colon follows.
const OTHER_LABELS: &str = "bild bilder bron editor edytor foto fotos fotó fonte fuente grafik \
    illustration image kilde källa kuva photo photos photographer quelle redakcja redigering source \
    sumber zdroj źródło джерело источник фото редактор 来源 來源 出典 图 图源 摄影 编辑 責編 责编 责任编辑 \
    編集 写真 撮影 출처 사진 그래픽 편집";

/// Shorter strings of hexadecimal digits may be user names.
const MIN_ID: usize = 12;

pub fn is_placeholder(name: &str) -> bool {
    let folded = fold(name);
    is_listed(&folded, VALUES)
        || [PLACEHOLDERS, LINKS].iter().any(|list| list.contains(&folded.as_str()))
        || folded.split(' ').all(|word| NAVIGATION.contains(word))
        || is_generator(&folded)
        || is_id(name)
}

/// `WordPress`, and `WordPress 6.4`.
fn is_generator(folded: &str) -> bool {
    let is_version = |c: char| c.is_ascii_digit() || c == ' ';
    let name = folded.find(' ').map_or(folded, |_| folded.trim_end_matches(is_version));
    GENERATORS.contains(&name)
}

/// Whether a name is an id such as `3d23d65f-ddc6-4ce5-9a3c-1f2e3d4c5b6a`, possibly truncated.
fn is_id(name: &str) -> bool {
    let digits = name.bytes().filter(u8::is_ascii_hexdigit).count();
    digits >= MIN_ID
        && name.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
        && name.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a text names sponsors, reviewers or other people than the author.
pub fn names_others(text: &str) -> bool {
    let folded = fold(text);
    let ends_word = |rest: &str| rest.is_empty() || rest.starts_with(' ');
    let labelled = text
        .split_once([':', '：'])
        .is_some_and(|(label, _)| is_listed(&label.trim().to_lowercase(), OTHER_LABELS));
    labelled || OTHERS.iter().any(|start| folded.strip_prefix(start).is_some_and(ends_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_ids_are_placeholders() {
        for text in [
            "[object Object]",
            "False",
            "undefined",
            "3d23d65-ddc6-4ce5",
            "3D23D65F-DDC6-4CE5-9A3C-1F2E3D4C5B6A",
        ] {
            assert!(is_placeholder(text), "{text}");
        }
    }

    #[test]
    fn generators_are_placeholders() {
        for text in ["WordPress", "WordPress.com", "wordpress 6.4.1", "TYPO3", "Ghost"] {
            assert!(is_placeholder(text), "{text}");
        }
    }

    #[test]
    fn menus_are_placeholders() {
        for text in ["Home", "Startseite", "Home / Blog", "Über uns", "Главная", "首页"] {
            assert!(is_placeholder(text), "{text}");
        }
    }

    #[test]
    fn names_of_people_are_not_placeholders() {
        for text in ["Ann Home", "Ada-Bea", "Hugo", "dad80", "Trueman", "Ghost Writer", "苏念安"]
        {
            assert!(!is_placeholder(text), "{text}");
        }
    }

    #[test]
    fn sponsors_and_reviewers_are_others() {
        for text in [
            "Sponsored by X Corp", "SPONSORED", "Edited by Ann", "Fact-checked by Ann",
            "Foto: Ann Lee", "Quelle: dpa", "责任编辑：李四", "Фото: Анна",
        ] {
            assert!(names_others(text), "{text}");
        }
        assert!(!names_others("Ann Lee"));
        assert!(!names_others("Sponsoredson"));
    }
}
