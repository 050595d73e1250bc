//! Signs of a wall in the title and the markup of a page.

use super::phrases::{hits, searchable};
use super::{KINDS, Wall};
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::class_words::ClassWords;
use crate::page::flags;
use memchr::memmem;

/// Classes and ids that only bot checks have.
const CHALLENGES: &[&str] = &[
    "challenge-form", "challenge-error", "challenge-running", "challenge-stage", "challenge-body",
    "cf-browser-verification", "cf-challenge", "cf-error", "px-captcha", "captcha-delivery",
    "captcha-container", "captcha-page", "distil", "sec-if-cpt",
];
/// Text in the scripts of bot checks.
const CHALLENGE_SCRIPTS: &[&str] = &["_cf_chl_opt", "challenge-platform", "_Incapsula_Resource"];
/// Elements with captchas. Comment forms have them too.
const CAPTCHAS: &[&str] = &["g-recaptcha", "h-captcha", "cf-turnstile", "geetest", "captcha"];
/// Classes and ids of error pages.
static ERRORS: ClassWords = ClassWords::new(&[
    "error404", "error-404", "page-404", "not-found", "notfound", "page-not-found", "http-error",
    "error-page", "error-code", "error403", "error500",
]);
/// Ids of the element that scripts fill.
const ROOTS: &[&str] =
    &["root", "app", "__next", "__nuxt", "app-root", "main-app", "gatsby-focus-wrapper"];
const ROOT_TAGS: &[&str] = &["app-root"];
/// Status codes that titles of error pages have.
const CODES: &[&str] = &["400", "401", "403", "404", "410", "429", "500", "502", "503", "504"];
/// Titles of error pages have at most this many words.
const MAX_TITLE_WORDS: usize = 8;
/// A part of the title says what the page is if this share of its letters is in a phrase.
const TITLE_SHARE: f32 = 0.6;
/// A page with more elements is not an empty shell.
const MAX_SHELL: usize = 400;

/// By kind, whether the title or the markup has a sign of it.
#[derive(Debug, Default)]
pub struct Signs {
    title: [bool; KINDS.len()],
    markup: [bool; KINDS.len()],
    has_root: bool,
    has_scripts: bool,
    elements: usize,
}

impl Signs {
    pub fn of(page: &Page) -> Signs {
        let mut signs = Signs { elements: page.nodes.tag.len(), ..Signs::default() };
        let mut has_captcha = false;
        for node in 0..page.nodes.tag.len() {
            signs.has_root |= ROOT_TAGS.contains(&page.tag_name(node));
            signs.has_scripts |= page.tag(node) == Tag::SCRIPT;
            for (name, value) in page.node_attributes(node) {
                signs.read_attribute(page.tag(node), name, value);
                has_captcha |= matches!(name, Attribute::CLASS | Attribute::ID)
                    && CAPTCHAS.iter().any(|word| value.contains(word));
            }
        }
        signs.read_runs(page);
        // A captcha beside a title or words of a bot check is its own.
        signs.markup[Wall::BotCheck as usize] |=
            has_captcha && signs.title[Wall::BotCheck as usize];
        signs
    }

    fn read_attribute(&mut self, tag: Tag, name: Attribute, value: &str) {
        let is_name = matches!(name, Attribute::CLASS | Attribute::ID);
        if is_name && CHALLENGES.iter().any(|word| value.contains(word)) {
            self.markup[Wall::BotCheck as usize] = true;
        }
        if is_name && ERRORS.find(value).is_some() {
            self.markup[Wall::Error as usize] = true;
        }
        if tag == Tag::INPUT && name == Attribute::TYPE && value.eq_ignore_ascii_case("password") {
            self.markup[Wall::Login as usize] = true;
        }
        self.has_root |= name == Attribute::ID && ROOTS.contains(&value);
    }

    fn read_runs(&mut self, page: &Page) {
        let mut title_seen = false;
        let mut visible = (0..page.run_count()).filter(|&run| page.is_visible(run)).peekable();
        self.markup[Wall::JavaScript as usize] = visible.peek().is_some()
            && visible.all(|run| page.runs.flags[run] & flags::NOSCRIPT != 0);
        for run in 0..page.run_count() {
            let text = page.run_text(run);
            let run_flags = page.runs.flags[run];
            if run_flags & flags::SCRIPT != 0 {
                let finds = |word: &&str| memmem::find(text.as_bytes(), word.as_bytes()).is_some();
                self.markup[Wall::BotCheck as usize] |= CHALLENGE_SCRIPTS.iter().any(finds);
            } else if run_flags & flags::HEAD != 0
                && !title_seen
                && page.tag(page.runs.node[run] as usize) == Tag::TITLE
            {
                title_seen = true;
                self.read_title(text);
            }
        }
    }

    fn read_title(&mut self, title: &str) {
        let is_short = title.split_whitespace().count() <= MAX_TITLE_WORDS;
        let is_code = |word: &str| CODES.contains(&word);
        if is_short && title.split(|c: char| !c.is_alphanumeric()).any(is_code) {
            self.title[Wall::Error as usize] = true;
        }
        for part in title.split(['|', '–', '—', '·', '»', '-', ':']) {
            let part = searchable(part);
            for hit in hits(&part) {
                // Many pages are about consent; their titles say so.
                let is_sign = hit.phrase.len() as f32 >= TITLE_SHARE * part.len() as f32;
                self.title[hit.kind] |= is_sign && hit.kind != Wall::Consent as usize;
            }
        }
    }

    pub fn has(&self, kind: usize) -> bool {
        self.title[kind] || self.markup[kind]
    }

    /// Whether there is a sign that other pages do not have. Many have a form to log in.
    pub fn is_sure(&self, kind: usize) -> bool {
        self.title[kind] || self.markup[kind] && kind != Wall::Login as usize
    }

    pub fn is_any(&self) -> bool {
        (0..KINDS.len()).any(|kind| self.is_sure(kind))
    }

    /// The wall of a page without kept text, which has this many words in all.
    pub fn alone(&self, shown_words: u32) -> Option<Wall> {
        let sign = (0..KINDS.len()).find(|&kind| self.is_sure(kind)).map(|kind| KINDS[kind].0);
        let is_shell = shown_words == 0 && self.has_scripts && self.elements <= MAX_SHELL;
        sign.or_else(|| (is_shell && self.has_root).then_some(Wall::JavaScript))
    }
}
