//! Texts of a layout: collapses white space and fills the runs.

use super::Layout;
use crate::html::character_data::decode_text;
use crate::html::tokenizer::{Form, Span};
use crate::html::whitespace::{WORD, class, is_blank, is_regular, skip_space, space_width};
use crate::page::flags;

impl Layout<'_> {
    pub(super) fn add_text(&mut self, span: Span, form: Form) {
        let raw = span.of(self.source);
        self.text_start = span.start as i32;
        let inherited = self.node_flags();
        if inherited & flags::CODE != 0 {
            self.add_code(raw, 0);
            return;
        }
        if inherited & flags::PRE != 0 {
            let text = decode_text(raw, form);
            self.add_preformatted(&text.replace('\0', ""), inherited);
        } else if is_blank(raw.as_bytes()) {
            self.space = true;
        } else if form == Form::Plain {
            // Carriage returns and NULs collapse like white space.
            self.add_flowing(raw, inherited);
        } else {
            self.add_flowing(&decode_text(raw, form), inherited);
        }
    }

    pub(super) fn add_code(&mut self, raw: &str, own: u32) {
        let start = self.page.text.len();
        self.page.text.push_str(raw);
        let runs = &mut self.page.runs;
        runs.node.push(self.path.last().copied().unwrap_or(0));
        runs.start.push(start as i32);
        runs.end.push(self.page.text.len() as i32);
        runs.block.push(-1);
        runs.opened.push(self.page.nodes.tag.len() as i32);
        runs.source_start.push(self.text_start);
        let inherited = self.node_flags();
        self.page.runs.flags.push(inherited | own);
    }

    fn add_flowing(&mut self, text: &str, inherited: u32) {
        let bytes = text.as_bytes();
        let whole = bytes.len();
        let mut from = skip_space(bytes, 0);
        self.space |= from > 0;
        if from == bytes.len() {
            return;
        }
        self.begin_run(inherited);
        // Indentation before the next tag is the most common white space at the end.
        let bytes = bytes.trim_ascii_end();
        let text = &text[..bytes.len()];
        let space_after = bytes.len() < whole;
        if is_regular(&bytes[from..]) {
            self.page.text.push_str(&text[from..]);
            self.end_run();
            self.space = space_after;
            return;
        }
        let mut at = from;
        while at < bytes.len() {
            if class(bytes[at]) == WORD {
                at += 1;
                continue;
            }
            let width = space_width(bytes, at);
            let is_single =
                bytes[at] == b' ' && bytes.get(at + 1).is_some_and(|b| class(*b) == WORD);
            if width == 0 || is_single {
                at += 1;
                continue;
            }
            self.page.text.push_str(&text[from..at]);
            from = skip_space(bytes, at + width);
            at = from;
            if from < bytes.len() {
                self.page.text.push(' ');
            } else {
                self.space = true;
            }
        }
        self.page.text.push_str(&text[from..]);
        self.space |= space_after;
        self.end_run();
    }

    fn add_preformatted(&mut self, text: &str, inherited: u32) {
        if skip_space(text.as_bytes(), 0) == text.len() {
            self.waiting.push_str(text);
            return;
        }
        for _ in 0..std::mem::take(&mut self.breaks) {
            self.waiting.push('\n');
        }
        self.begin_run(inherited);
        self.page.text.push_str(text);
        self.end_run();
    }

    /// Starts a run, or continues the last one if no tag separates them.
    fn begin_run(&mut self, inherited: u32) {
        let node = self.node();
        let opened = self.page.nodes.tag.len() as i32;
        let last = self.page.runs.node.len().wrapping_sub(1);
        let goes_on = self.block_start.is_some()
            && self.page.runs.block.get(last) != Some(&-1)
            && self.page.runs.node.get(last) == Some(&node)
            && self.page.runs.opened.get(last) == Some(&opened);
        if goes_on {
            if self.space {
                self.page.text.push(' ');
            }
        } else {
            let mut own = inherited;
            if self.block_start.is_some() {
                if self.space {
                    own |= flags::SPACE;
                }
                if self.breaks > 0 {
                    own |= flags::BREAK;
                }
            }
            let start = self.page.text.len();
            self.block_start.get_or_insert(self.page.runs.node.len());
            let runs = &mut self.page.runs;
            runs.node.push(node);
            runs.start.push(start as i32);
            runs.end.push(start as i32);
            runs.block.push(self.page.blocks.first.len() as i32);
            runs.flags.push(own);
            runs.opened.push(opened);
            runs.source_start.push(self.text_start);
        }
        self.page.text.push_str(&self.waiting);
        self.waiting.clear();
        self.space = false;
        self.breaks = 0;
    }

    fn end_run(&mut self) {
        if let Some(end) = self.page.runs.end.last_mut() {
            *end = self.page.text.len() as i32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{blocks, runs};

    #[test]
    fn unicode_spaces_collapse_like_ascii_spaces() {
        assert_eq!(runs("<p> a\n\t b&nbsp;\u{3000}c \u{2003}"), ["a b c"]);
        assert_eq!(runs("<p>&nbsp;</p> \n <p>\u{200B}"), ["\u{200B}"]);
    }

    #[test]
    fn curly_quotes_are_not_white_space() {
        assert_eq!(
            runs("<p>it\u{2019}s \u{201C}so\u{201D} \u{3042}\u{3044}"),
            ["it\u{2019}s \u{201C}so\u{201D} \u{3042}\u{3044}"]
        );
    }

    #[test]
    fn space_between_inline_runs_is_preserved() {
        assert_eq!(blocks("<p>a<b>b</b> <i>c</i>d <br>e"), ["ab cd e"]);
    }

    #[test]
    fn images_and_controls_separate_words() {
        let html = "<p>a<img>b<input>c<object>d</object>e<svg></svg>f<wbr>g<span></span>h";
        assert_eq!(blocks(html), ["a b c d e fgh"]);
    }

    #[test]
    fn ruby_annotations_keep_their_brackets() {
        assert_eq!(blocks("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字"), ["漢(かん)字"]);
    }

    #[test]
    fn preformatted_text_keeps_its_white_space() {
        assert_eq!(
            runs("<pre>\n  if x:\n<b>    y</b> <i>z</i>\n</pre>"),
            ["  if x:\n", "    y", " z"]
        );
    }

    #[test]
    fn code_does_not_split_a_block() {
        assert_eq!(blocks("<p>a <script>b</script>c<!-- d -->e</p>"), ["a ce"]);
        assert_eq!(runs("<p>a <script>b</script>c<!-- d -->e</p>"), ["a", "b", "c", " d ", "e"]);
    }
}
