//! Parts of a page that their markup names: breadcrumbs, newsletter forms, cookie notices, details
//! and signatures of forum members.

use super::Leftover;
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::class_words::ClassWords;

static BREADCRUMBS: ClassWords = ClassWords::new(&["breadcrumb", "breadcrumbs", "crumbs"]);
static NEWSLETTERS: ClassWords = ClassWords::new(&["newsletter", "newsletters", "mailchimp"]);
static COOKIES: ClassWords = ClassWords::new(&[
    "cookie", "cookies", "cookiebar", "cookieconsent", "cookienotice", "cookiebanner", "consent",
    "gdpr", "onetrust", "didomi", "usercentrics", "cookiebot", "cookielaw", "klaro", "iubenda",
    "truste", "cmpbox",
]);
/// A class that names cookies names a notice if it also has one of these. A policy is a text.
static NOTICES: ClassWords = ClassWords::new(&[
    "banner", "notice", "bar", "popup", "dialog", "modal", "overlay", "wall", "alert", "message",
    "layer", "cookiebar", "cookieconsent", "cookienotice", "cookiebanner", "consent", "onetrust",
    "didomi", "usercentrics", "cmpbox", "wrapper",
]);
static MEMBERS: ClassWords = ClassWords::new(&[
    "signature", "postprofile", "userinfo", "userdetails", "userextras", "usertitle", "posterinfo",
    "authorinfo",
]);

/// All words above but those of notices. Few classes have one, so most are read only once.
static ANY: ClassWords = ClassWords::new(&[
    "breadcrumb", "breadcrumbs", "crumbs", "newsletter", "newsletters", "mailchimp", "cookie",
    "cookies", "cookiebar", "cookieconsent", "cookienotice", "cookiebanner", "consent", "gdpr",
    "onetrust", "didomi", "usercentrics", "cookiebot", "cookielaw", "klaro", "iubenda", "truste",
    "cmpbox", "signature", "postprofile", "userinfo", "userdetails", "userextras", "usertitle",
    "posterinfo", "authorinfo",
]);

/// Characters of the longest part. Longer ones are containers of the page, or texts.
const MAX_BREADCRUMB: usize = 200;
const MAX_NEWSLETTER: usize = 300;
const MAX_NOTICE: usize = 2000;
const MAX_MEMBER: usize = 500;

/// Finds the part that a node is in. Each element is checked at most once.
pub struct Parts<'a> {
    page: &'a Page,
    is_forum: bool,
    /// By node; `None` if not yet checked.
    known: Vec<Option<Option<Leftover>>>,
    path: Vec<usize>,
}

impl Parts<'_> {
    pub fn of(page: &Page, is_forum: bool) -> Parts<'_> {
        Parts { page, is_forum, known: vec![None; page.nodes.tag.len()], path: Vec::new() }
    }

    pub fn kind(&mut self, node: usize) -> Option<Leftover> {
        let page = self.page;
        self.path.extend(page.ancestors(node).take_while(|&node| self.known[node].is_none()));
        while let Some(node) = self.path.pop() {
            let inherited = page.parent(node).and_then(|parent| self.known[parent]).flatten();
            self.known[node] = Some(inherited.or_else(|| self.part_at(node)));
        }
        self.known[node].flatten()
    }

    fn part_at(&self, node: usize) -> Option<Leftover> {
        let page = self.page;
        if matches!(page.tag(node), Tag::HTML | Tag::BODY | Tag::MAIN | Tag::ARTICLE) {
            return None;
        }
        let mut attributes = page.node_attributes(node);
        let kind = attributes.find_map(|(name, value)| self.named_kind(name, value))?;
        let is_part = match kind {
            Leftover::Breadcrumb => is_shorter(page, node, MAX_BREADCRUMB),
            Leftover::Newsletter => is_shorter(page, node, MAX_NEWSLETTER) && has_form(page, node),
            Leftover::CookieNotice => {
                is_shorter(page, node, MAX_NOTICE) && names_cookies(&page.text_of(node))
            }
            _ => is_shorter(page, node, MAX_MEMBER),
        };
        is_part.then_some(kind)
    }

    fn named_kind(&self, name: Attribute, value: &str) -> Option<Leftover> {
        match name {
            Attribute::CLASS | Attribute::ID => self.kind_of_class(value),
            Attribute::ARIA_LABEL if BREADCRUMBS.find(value).is_some() => {
                Some(Leftover::Breadcrumb)
            }
            Attribute::ITEMTYPE if value.ends_with("BreadcrumbList") => Some(Leftover::Breadcrumb),
            _ => None,
        }
    }

    fn kind_of_class(&self, value: &str) -> Option<Leftover> {
        ANY.find(value)?;
        if BREADCRUMBS.find(value).is_some() {
            Some(Leftover::Breadcrumb)
        } else if NEWSLETTERS.find(value).is_some() {
            Some(Leftover::Newsletter)
        } else if COOKIES.find(value).is_some() && NOTICES.find(value).is_some() {
            Some(Leftover::CookieNotice)
        } else if self.is_forum && MEMBERS.find(value).is_some() {
            Some(Leftover::Member)
        } else {
            None
        }
    }
}

/// Whether the visible text inside a node has fewer bytes than this.
fn is_shorter(page: &Page, node: usize, limit: usize) -> bool {
    let inside = node as i32..page.subtree_end(node) as i32;
    let first = page.runs.opened.partition_point(|&opened| opened <= inside.start);
    let mut bytes = 0;
    for run in first..page.run_count() {
        if !inside.contains(&page.runs.node[run]) {
            break;
        }
        bytes += if page.is_visible(run) { page.run_text(run).len() } else { 0 };
        if bytes >= limit {
            return false;
        }
    }
    true
}

/// The word for cookies in languages that do not use the English one.
const COOKIE_WORDS: &[&str] = &[
    "cookie", "куки", "кукі", "бисквит", "колачић", "çerez", "süti", "eväste", "kapsler", "kakor",
    "kolačić", "galet", "কুকি", "piškot", "slapuk", "küpsis", "sīkdat", "vafrakök", "galleta",
    "ciasteczk", "עוגיות", "קוקי", "ارتباط", "کوکی", "कुकी", "คุกกี้", "クッキー", "쿠키",
];

/// Whether a text names cookies.
pub fn names_cookies(text: &str) -> bool {
    let text = text.to_lowercase();
    COOKIE_WORDS.iter().any(|word| text.contains(word))
}

/// Elements of the largest form that is searched.
const MAX_FORM: usize = 100;

fn has_form(page: &Page, node: usize) -> bool {
    let end = page.subtree_end(node).min(node + MAX_FORM);
    (node..end).any(|node| matches!(page.tag(node), Tag::FORM | Tag::INPUT | Tag::IFRAME))
}
