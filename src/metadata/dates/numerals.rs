//! Digits of every script, Chinese numerals and the years of eras, rewritten in ASCII digits.

use super::calendars::ERAS;
use std::borrow::Cow;

/// The zeros of the scripts that have digits of their own.
const ZEROS: &[char] = &[
    '\u{660}', '\u{6F0}', '\u{966}', '\u{9E6}', '\u{A66}', '\u{AE6}', '\u{B66}', '\u{BE6}',
    '\u{C66}', '\u{CE6}', '\u{D66}', '\u{E50}', '\u{ED0}', '\u{F20}', '\u{1040}', '\u{17E0}',
    '\u{FF10}',
];

/// Chinese numerals from 0 to 10.
const IDEOGRAPHS: [char; 11] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

/// 年, 月, 日 and the Korean 년, 월, 일, which follow the numbers of a date.
pub fn is_counter(c: char) -> bool {
    matches!(c, '年' | '月' | '日' | '년' | '월' | '일' | '號' | '号')
}

/// The value of a digit of any script.
pub fn digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    let value =
        |zero: &char| u32::from(c).checked_sub(u32::from(*zero)).filter(|value| *value < 10);
    ZEROS.iter().find_map(value)
}

/// Rewrites the numbers of a text: `１４` and `十四日` as 14, `令和6年` as 2024.
pub fn with_ascii_digits(text: &str) -> Cow<'_, str> {
    // Scripts before the Arabic have no digits of their own.
    if !text.contains(|c: char| c >= '\u{660}') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some((year, after)) = year_of_era(rest) {
            plain.push_str(&year.to_string());
            rest = after;
        } else if let Some((number, after)) = ideographic_number(rest) {
            plain.push_str(&number.to_string());
            rest = after;
        } else {
            plain.push(digit(c).and_then(|value| char::from_digit(value, 10)).unwrap_or(c));
            rest = &rest[c.len_utf8()..];
        }
    }
    Cow::Owned(plain)
}

/// The Gregorian year at the start of a text that begins with an era, and the text after it.
fn year_of_era(text: &str) -> Option<(u32, &str)> {
    let (after, before_first) = ERAS
        .iter()
        .find_map(|(era, year)| text.strip_prefix(era).map(|after| (after.trim_start(), *year)))?;
    // The first year of an era has a name of its own.
    if let Some(after) = after.strip_prefix('元') {
        return Some((before_first + 1, after));
    }
    let (number, after) = ideographic_number(after).or_else(|| digits(after))?;
    (1..200).contains(&number).then_some((before_first + number, after))
}

/// Up to four digits at the start of a text, and the text after them.
fn digits(text: &str) -> Option<(u32, &str)> {
    let mut number = 0;
    let mut rest = text;
    while let Some((value, length)) =
        rest.chars().next().and_then(|c| Some((digit(c)?, c.len_utf8())))
    {
        number = number * 10 + value;
        rest = &rest[length..];
        if number > 9999 {
            return None;
        }
    }
    (rest.len() < text.len()).then_some((number, rest))
}

/// A Chinese number before a counter: 二〇二四年 or 十四日.
fn ideographic_number(text: &str) -> Option<(u32, &str)> {
    let value = |c: char| {
        let c = if c == '零' || c == '○' { '〇' } else { c };
        IDEOGRAPHS.iter().position(|known| *known == c).map(|value| value as u32)
    };
    let mut number = 0;
    for (at, c) in text.char_indices().take(6) {
        match value(c) {
            Some(10) => number = number.max(1) * 10,
            // 二十四 adds, 二〇二四 appends.
            Some(value) if number > 0 && number % 10 == 0 && text[..at].ends_with('十') => {
                number += value;
            }
            Some(value) => number = number * 10 + value,
            None if at > 0 && is_counter(c) => return Some((number, &text[at..])),
            None => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_every_script_become_ascii() {
        for text in ["٢٠٢٤", "۲۰۲۴", "२०२४", "২০২৪", "๒๐๒๔", "２０２４", "២០២៤"]
        {
            assert_eq!(with_ascii_digits(text), "2024", "{text}");
        }
        assert_eq!(with_ascii_digits("plain 5"), "plain 5");
    }

    #[test]
    fn chinese_numerals_before_counters_become_numbers() {
        assert_eq!(with_ascii_digits("二〇二四年五月十四日"), "2024年5月14日");
        assert_eq!(with_ascii_digits("二十日、三十一日"), "20日、31日");
        assert_eq!(with_ascii_digits("一起十分"), "一起十分");
    }

    #[test]
    fn years_of_eras_become_gregorian() {
        assert_eq!(with_ascii_digits("令和6年5月14日"), "2024年5月14日");
        assert_eq!(with_ascii_digits("令和元年5月14日"), "2019年5月14日");
        assert_eq!(with_ascii_digits("平成三十年"), "2018年");
        assert_eq!(with_ascii_digits("民國113年"), "2024年");
        assert_eq!(with_ascii_digits("令和の時代"), "令和の時代");
    }
}
