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
/// Words of all names below and above. Few classes have one.
static NAMES: ClassWords = ClassWords::new(&[
    "challenge", "captcha", "cf", "px", "distil", "sec", "recaptcha", "geetest", "error404",
    "error403", "error500", "error", "page", "not", "notfound", "http",
]);
/// A page with more elements has more than a wall.
const MAX_ELEMENTS: usize = 3000;
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
    /// The signs of the title.
    pub fn of_title(page: &Page) -> Signs {
        let mut signs = Signs { elements: page.nodes.tag.len(), ..Signs::default() };
        let in_head = |&run: &usize| page.runs.flags[run] & flags::HEAD != 0;
        let mut head = (0..page.run_count()).filter(in_head);
        if let Some(run) = head.find(|&run| page.tag(page.runs.node[run] as usize) == Tag::TITLE) {
            signs.read_title(page.run_text(run));
        }
        signs
    }

    /// Adds the signs of the markup, which take longer.
    pub fn read_markup(&mut self, page: &Page) {
        if self.elements > MAX_ELEMENTS {
            return;
        }
        let mut has_captcha = false;
        for node in 0..page.nodes.tag.len() {
            self.has_root |= ROOT_TAGS.contains(&page.tag_name(node));
            self.has_scripts |= page.tag(node) == Tag::SCRIPT;
            for (name, value) in page.node_attributes(node) {
                let is_name = matches!(name, Attribute::CLASS | Attribute::ID);
                if is_name && NAMES.find(value).is_some() {
                    self.read_name(value);
                    has_captcha |= CAPTCHAS.iter().any(|word| value.contains(word));
                }
                self.has_root |= name == Attribute::ID && ROOTS.contains(&value);
                self.markup[Wall::Login as usize] |= page.tag(node) == Tag::INPUT
                    && name == Attribute::TYPE
                    && value.eq_ignore_ascii_case("password");
            }
        }
        self.read_runs(page);
        // Comment forms have captchas too.
        let is_bot_check = self.title[Wall::BotCheck as usize];
        self.markup[Wall::BotCheck as usize] |= has_captcha && is_bot_check;
    }

    fn read_name(&mut self, value: &str) {
        self.markup[Wall::BotCheck as usize] |= CHALLENGES.iter().any(|word| value.contains(word));
        self.markup[Wall::Error as usize] |= ERRORS.find(value).is_some();
    }

    fn read_runs(&mut self, page: &Page) {
        let mut visible = (0..page.run_count()).filter(|&run| page.is_visible(run)).peekable();
        self.markup[Wall::JavaScript as usize] = visible.peek().is_some()
            && visible.all(|run| page.runs.flags[run] & flags::NOSCRIPT != 0);
        let is_script = |&run: &usize| page.runs.flags[run] & flags::SCRIPT != 0;
        self.markup[Wall::BotCheck as usize] |=
            (0..page.run_count()).filter(is_script).any(|run| {
                let text = page.run_text(run).as_bytes();
                CHALLENGE_SCRIPTS.iter().any(|word| memmem::find(text, word.as_bytes()).is_some())
            });
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
