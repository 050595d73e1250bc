//! Labels: blocks whose whole text, or whose beginning, is a known phrase.

use super::{Leftover, is_button, is_clickable, is_code};
use crate::html::names::Tag;
use crate::page::{Page, flags};
use crate::winnow::features::TextBlock;
use crate::winnow::wording::{
    ADVERTISEMENT, CONTROL, LINK_LIST, MEMBER_FIELD, NEWSLETTER, WEAK_CONTROL, WEATHER,
    YOU_ARE_HERE, label_kinds, normalise,
};

/// Words of the longest label, and of the longest text that starts with one.
const MAX_LABEL_WORDS: u32 = 16;
const MAX_TEXT_WORDS: u32 = 30;
/// Words of the longest list of links in one block.
const MAX_LIST_WORDS: u32 = 80;
/// Words of the longest value in the details of a forum member.
const MAX_FIELD_WORDS: u32 = 9;
/// Share of a text's characters in links from which on it points to other pages.
const POINTS_ELSEWHERE: f32 = 0.4;

const SEPARATORS: [char; 13] = ['|', '•', '·', '–', '—', ':', '：', '»', '›', '>', '→', '/', '…'];
const COLONS: [char; 2] = [':', '：'];

/// The label that a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    Alone(Leftover),
    /// The blocks after it belong to it.
    ListOf(Leftover),
}

pub fn find_label(page: &Page, block: &TextBlock, is_forum: bool) -> Option<Label> {
    let is_list = block.links >= 2 && block.text.words <= MAX_LIST_WORDS;
    if block.text.words == 0 || block.text.words > MAX_TEXT_WORDS && !is_list {
        return None;
    }
    if is_code(page, block) && !is_button(page, block) {
        return None;
    }
    let text = text_of(page, block);
    let whole = if block.text.words <= MAX_LABEL_WORDS { kinds_of(&text) } else { 0 };
    as_label(page, block, &text, whole, is_forum)
        .or_else(|| by_first_line(block, &text).map(Label::Alone))
        .or_else(|| by_beginning(block, &text, is_forum).map(Label::Alone))
}

/// The text of a block; lines end where the page breaks them.
fn text_of(page: &Page, block: &TextBlock) -> String {
    let mut text = String::new();
    for run in block.runs(page) {
        let is_new_line = page.runs.flags[run] & flags::BREAK != 0;
        text.push(if is_new_line { '\n' } else { ' ' });
        text.push_str(page.run_text(run));
    }
    text
}

/// The kinds of a text that is a label, or several labels with separators between them. Then they
/// are those of the first.
fn kinds_of(text: &str) -> u32 {
    let kinds = label_kinds(&normalise(text));
    if kinds != 0 || !text.contains(SEPARATORS) && !text.contains(" - ") {
        return kinds;
    }
    let mut parts = text.split(SEPARATORS).flat_map(|part| part.split(" - ")).map(normalise);
    let mut parts = parts.by_ref().filter(|part| !part.is_empty()).map(|part| label_kinds(&part));
    match parts.next() {
        Some(first) if first != 0 && parts.all(|kinds| kinds != 0) => first,
        _ => 0,
    }
}

fn is_one_word(text: &str) -> bool {
    !normalise(text).contains(' ')
}

fn as_label(
    page: &Page,
    block: &TextBlock,
    text: &str,
    kinds: u32,
    is_forum: bool,
) -> Option<Label> {
    if kinds == 0 {
        return None;
    }
    let is_safe = !is_one_word(text) || !may_be_an_entry(page, block, is_forum);
    match kinds {
        _ if kinds & ADVERTISEMENT != 0 && is_safe => Some(Label::Alone(Leftover::Advertisement)),
        _ if kinds & NEWSLETTER != 0 => Some(Label::Alone(Leftover::Newsletter)),
        _ if kinds & CONTROL != 0 && (is_safe || is_clickable(page, block)) => {
            Some(Label::Alone(Leftover::Control))
        }
        _ if kinds & WEAK_CONTROL != 0 && is_control(page, block) => {
            Some(Label::Alone(Leftover::Control))
        }
        _ if kinds & LINK_LIST != 0 => Some(Label::ListOf(Leftover::OtherPages)),
        _ if kinds & WEATHER != 0 => Some(Label::ListOf(Leftover::Weather)),
        _ => None,
    }
}

/// Whether a single word may be a heading, an entry of a list, or a post.
fn may_be_an_entry(page: &Page, block: &TextBlock, is_forum: bool) -> bool {
    let tag = page.tag(block.node);
    is_forum || tag.heading_level().is_some() || is_list_entry(page, block)
}

fn is_list_entry(page: &Page, block: &TextBlock) -> bool {
    let mut around = page.ancestors(block.node).take(2);
    around.any(|node| matches!(page.tag(node), Tag::LI | Tag::DT | Tag::DD))
}

/// Whether a word that may be text is a control: a button, or a link outside of lists. Words with a
/// number ("Save 20 %") are an offer.
fn is_control(page: &Page, block: &TextBlock) -> bool {
    let is_control =
        is_button(page, block) || is_clickable(page, block) && !is_list_entry(page, block);
    is_control && block.text.digits == 0
}

/// The kind of a list in one block, whose first line is its label.
fn by_first_line(block: &TextBlock, text: &str) -> Option<Leftover> {
    let (label, rest) = text.trim_start().split_once('\n')?;
    match label_kinds(&normalise(label)) {
        kinds if kinds & LINK_LIST != 0 && block.link_share() >= POINTS_ELSEWHERE => {
            Some(Leftover::OtherPages)
        }
        kinds if kinds & WEATHER != 0 && rest.contains('°') => Some(Leftover::Weather),
        _ => None,
    }
}

/// The kind of a text that starts with a label and a colon.
fn by_beginning(block: &TextBlock, text: &str, is_forum: bool) -> Option<Leftover> {
    let (start, _) = text.split_once(COLONS)?;
    if block.text.words > MAX_TEXT_WORDS {
        return None;
    }
    let kinds = label_kinds(&normalise(start));
    let is_pointer = kinds & (LINK_LIST | CONTROL) != 0 && block.link_share() >= POINTS_ELSEWHERE;
    let is_field = is_forum && kinds & MEMBER_FIELD != 0 && block.text.words <= MAX_FIELD_WORDS;
    match kinds {
        0 => None,
        _ if kinds & ADVERTISEMENT != 0 => Some(Leftover::Advertisement),
        _ if kinds & YOU_ARE_HERE != 0 => Some(Leftover::Breadcrumb),
        _ if is_pointer => Some(Leftover::OtherPages),
        _ if is_field => Some(Leftover::Member),
        _ => None,
    }
}
