//! Pages that stand in for the page: bot checks, consent and login pages, errors, shells.
//!
//! The model does not see words, so a bot check looks like a short article to it. This rule reads
//! them, but only if few words are kept. A page is a wall if most of the words kept are in sentences
//! with phrases of walls (`wording/walls.txt`), or fewer of them, if its title or markup says so too.

mod layout;
mod menu;
mod phrases;
mod signs;
mod text;

use super::features::TextBlock;
use crate::page::Page;
use signs::Signs;
use text::WallText;

/// The kinds of walls; those with phrases first, in the order of `KINDS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wall {
    BotCheck,
    Consent,
    Login,
    Error,
    JavaScript,
    NotStarted,
    Menu,
}

/// Each kind with phrases, and its section in the file of phrases.
const KINDS: [(Wall, &str); 6] = [
    (Wall::BotCheck, "bot check"),
    (Wall::Consent, "consent"),
    (Wall::Login, "login"),
    (Wall::Error, "error"),
    (Wall::JavaScript, "javascript"),
    (Wall::NotStarted, "not started"),
];

impl Wall {
    pub const ALL: [Wall; 7] = [
        Wall::BotCheck,
        Wall::Consent,
        Wall::Login,
        Wall::Error,
        Wall::JavaScript,
        Wall::NotStarted,
        Wall::Menu,
    ];

    pub fn reason(self) -> &'static str {
        match self {
            Wall::BotCheck => "a bot check, not the page",
            Wall::Consent => "a consent page, not the page",
            Wall::Login => "a login page",
            Wall::Error => "an error page",
            Wall::JavaScript => "the page needs JavaScript",
            Wall::NotStarted => "a parked or unfinished page",
            Wall::Menu => "only a menu, no content",
        }
    }
}

/// A page with more kept words is not a wall.
const MAX_KEPT_WORDS: u32 = 250;
/// If at most this many words are kept, all of the page's text counts, unless it has more words
/// than `MAX_SHOWN_WORDS`.
const FEW_KEPT_WORDS: u32 = 60;
const MAX_SHOWN_WORDS: u32 = 300;
/// Blocks with this share of links are part of a frame.
const LINK_SHARE: f32 = 0.5;

/// The wall that a page is, given which of its text blocks are kept.
pub fn find_wall(
    page: &Page,
    blocks: &[TextBlock],
    is_kept: impl Fn(usize) -> bool,
) -> Option<Wall> {
    let kept = || (0..blocks.len()).filter(|&i| is_kept(i)).map(|i| &blocks[i]);
    let kept_words: u32 = kept().map(|block| block.text.words).sum();
    if kept_words > MAX_KEPT_WORDS {
        return None;
    }
    if menu::is_menu(page, kept()) {
        return Some(Wall::Menu);
    }
    let text = WallText::of(page, kept());
    let mut signs = Signs::of_title(page);
    if text.is_page() || kept_words > FEW_KEPT_WORDS && !text.has_phrases() && !signs.is_any() {
        return None;
    }
    signs.read_markup(page);
    if text.has_other_text(&signs) {
        return None;
    }
    let by_kept =
        text.wall(&signs).or_else(|| layout::find(page, &kept().collect::<Vec<&TextBlock>>()));
    if by_kept.is_some() || kept_words > FEW_KEPT_WORDS {
        return by_kept;
    }
    let shown =
        || blocks.iter().filter(|block| block.hiding == 0 && block.link_share() < LINK_SHARE);
    let shown_words: u32 = shown().map(|block| block.text.words).sum();
    let by_shown = (shown_words <= MAX_SHOWN_WORDS)
        .then(|| WallText::of(page, shown()))
        .filter(|text| !text.has_other_text(&signs))
        .and_then(|text| text.wall(&signs));
    by_shown.or_else(|| if kept_words == 0 { signs.alone(shown_words) } else { None })
}

#[cfg(test)]
mod tests {
    use super::super::features::text_blocks;
    use super::super::tests::page;
    use super::*;

    /// The wall of a page of which everything is kept.
    fn wall(html: &str) -> Option<Wall> {
        let page = page(html);
        find_wall(&page, &text_blocks(&page), |_| true)
    }

    #[test]
    fn walls_are_recognised_by_their_words() {
        for (html, kind) in [
            (
                "<p>Checking your browser before accessing x.example. This process is automatic. Your \
              browser will redirect shortly.",
                Wall::BotCheck,
            ),
            ("<p>Wir verwenden Cookies. <button>Alle akzeptieren</button>", Wall::Consent),
            ("<h1>Page not found</h1>", Wall::Error),
            ("<h1>Страница не найдена</h1><p>Вернуться на главную", Wall::Error),
            ("<p>お探しのページは見つかりませんでした。", Wall::Error),
            ("<p>请启用JavaScript。您的浏览器不支持JavaScript。", Wall::JavaScript),
            ("<p>Coming soon", Wall::NotStarted),
        ] {
            assert_eq!(wall(html), Some(kind), "{html}");
        }
    }

    #[test]
    fn the_title_and_the_markup_add_to_the_words() {
        let html = "<form><h1>Sign in</h1>Remember me <input type=password></form>";
        assert_eq!(wall(html), Some(Wall::Login));
        let html = "<title>Sign in</title><h1>Welcome back</h1><form><input type=password></form>";
        assert_eq!(wall(html), Some(Wall::Login));
        let html = "<title>404</title><p>There is no such fruit here, sorry.";
        assert_eq!(wall(html), Some(Wall::Error));
        let html = "<div id=challenge-form><p>Molimo pričekajte.</div>";
        assert_eq!(wall(html), Some(Wall::BotCheck));
    }

    #[test]
    fn a_menu_alone_has_no_content() {
        let links = "<li><a href=/w>Women</a><li><a href=/m>Men</a><li><a href=/c>Children</a>";
        assert_eq!(wall(&format!("<nav><ul>{links}</ul></nav>")), Some(Wall::Menu));
        assert_eq!(wall(&format!("<ul class=main-menu>{links}</ul>")), Some(Wall::Menu));
        assert_eq!(wall(&format!("<ul>{links}</ul>")), None);
        assert_eq!(wall(&format!("<nav><ul>{links}</ul></nav><p>Shoes.")), None);
    }

    #[test]
    fn a_call_for_javascript_is_the_only_text() {
        let noscript = "<div id=app></div><noscript>This app runs on JavaScript.</noscript>";
        assert_eq!(wall(noscript), Some(Wall::JavaScript));
        assert_eq!(wall(&format!("<p>A ferry sank.{noscript}")), None);
    }

    #[test]
    fn walls_in_other_languages_are_recognised_by_their_place() {
        for (html, kind) in [
            ("<h1>Greška 404</h1><p>Stranica koju tražite ne postoji.", Wall::Error),
            ("<h1>Prijava</h1><form>Lozinka <input type=password> Zapamti me</form>", Wall::Login),
            ("<div role=dialog><p>Koristimo kolačiće.<button>U redu</button></div>", Wall::Consent),
            ("<nav><a href=/>Pod</a></nav><noscript>Omogućite JavaScript.</noscript>", {
                Wall::JavaScript
            }),
        ] {
            let page = page(html);
            let blocks = text_blocks(&page);
            assert_eq!(find_wall(&page, &blocks, |i| blocks[i].links == 0), Some(kind), "{html}");
        }
        assert_eq!(wall("<h1>Peugeot</h1><p>The 404 was built until 1975."), None);
        assert_eq!(wall("<p>Koristimo kolačiće."), None);
    }

    #[test]
    fn short_texts_stay() {
        for html in [
            "<p>The ferry was cancelled this morning because of the storm.",
            "<p>The council said a new website is coming soon, and that it would cost nothing.",
            "<h1>Page not found: a history</h1><p>The error is as old as the web itself, and nobody \
              has counted how often a reader has met it on the way to something else entirely.",
            "<p>The ferry was late again.<form><input type=password></form>",
            "<p>A password should be long. Nobody remembers it, and so nobody can steal it.",
            "<p>We use cookies, says the baker, and we also use milk, and the children of the whole \
              street come by every Friday to eat what is left of them.",
        ] {
            assert_eq!(wall(html), None, "{html}");
        }
    }

    #[test]
    fn a_teaser_stays() {
        let teaser = "The harbour master has counted the ships again, and there are two more than last \
            year, which surprised everybody but him, for he had seen them come in at night.";
        let html = format!("<p>{teaser}<p>Please log in. Forgot your password? Create an account.");
        assert_eq!(wall(&html), None);
    }

    #[test]
    fn a_long_page_is_not_read() {
        let html = format!("<h1>Page not found</h1><p>{}", "page not found ".repeat(100));
        assert_eq!(wall(&html), None);
    }

    #[test]
    fn an_empty_page_with_scripts_needs_javascript() {
        let empty = |html: &str| {
            let page = page(html);
            find_wall(&page, &text_blocks(&page), |_| false)
        };
        assert_eq!(empty("<div id=root></div><script src=a.js></script>"), Some(Wall::JavaScript));
        assert_eq!(empty("<nav><a href=/>Home</a></nav>"), None);
        assert_eq!(empty(""), None);
    }
}
