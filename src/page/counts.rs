//! Character, word and sentence counts of each run.

use crate::page::Page;

/// One value for each run; 0 for scripts, styles and comments.
#[derive(Debug, Default)]
pub struct Counts {
    /// Characters other than white space.
    pub chars: Vec<i32>,
    /// Words between white space that contain a letter or digit. In scripts without spaces, each
    /// Han or kana character and every fourth letter of Thai, Lao, Khmer and Burmese counts as a
    /// word.
    pub words: Vec<i32>,
    /// Sentence ends: `.`, `?`, `!` and the like before white space, a closing quote or the end.
    pub sentences: Vec<i32>,
}

impl Counts {
    pub fn of(page: &Page) -> Counts {
        let runs = page.run_count();
        let mut counts = Counts {
            chars: Vec::with_capacity(runs),
            words: Vec::with_capacity(runs),
            sentences: Vec::with_capacity(runs),
        };
        for run in 0..runs {
            // Code has no words.
            let (chars, words, sentences) =
                if page.is_code(run) { (0, 0, 0) } else { count(page.run_text(run)) };
            counts.chars.push(chars);
            counts.words.push(words);
            counts.sentences.push(sentences);
        }
        counts
    }
}

fn count(text: &str) -> (i32, i32, i32) {
    let (mut chars, mut words, mut sentences) = (0, 0, 0);
    let mut in_word = false;
    let mut unspaced = 0;
    let mut ended = false;
    for c in text.chars() {
        if c.is_whitespace() {
            in_word = false;
            sentences += i32::from(std::mem::take(&mut ended));
            continue;
        }
        chars += 1;
        match c {
            '.' | '?' | '!' | '…' => ended = true,
            // Full-width marks always end a sentence.
            '。' | '？' | '！' | '।' | '؟' => {
                sentences += 1;
                ended = false;
            }
            '"' | '\'' | ')' | ']' | '”' | '’' | '»' | '」' | '』' => {}
            _ => ended = false,
        }
        if c.is_ascii() {
            if c.is_ascii_alphanumeric() && !in_word {
                in_word = true;
                words += 1;
            }
        } else if is_single_char_word(c) {
            words += 1;
            in_word = false;
        } else if is_unspaced(c) {
            words += i32::from(unspaced % 4 == 0);
            unspaced += 1;
            in_word = false;
        } else if c.is_alphanumeric() && !in_word {
            in_word = true;
            words += 1;
        }
    }
    (chars, words, sentences + i32::from(ended))
}

/// Whether each character counts as a word: Han characters and kana.
pub(crate) fn is_single_char_word(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Whether the script has no spaces between words: Thai, Lao, Burmese and Khmer.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_separated_by_spaces() {
        assert_eq!(count("It's 3 o’clock – now."), (17, 4, 1));
    }

    #[test]
    fn sentences_end_before_spaces_and_quotes() {
        assert_eq!(count("Version 2.5 is out. “Really?” Yes!").2, 3);
        assert_eq!(count("no end").2, 0);
    }

    #[test]
    fn each_chinese_character_is_a_word() {
        assert_eq!(count("你好世界。"), (5, 4, 1));
    }

    #[test]
    fn every_fourth_thai_letter_is_a_word() {
        assert_eq!(count("สวัสดีครับ").1, 3);
    }
}
