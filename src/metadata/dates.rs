//! Parses dates as people and machines write them, in the world's languages.

use super::calendars::{BUDDHIST_YEARS, Calendar, JALALI_YEARS};
use super::calendars::{from_jalali, month_days, thai_year};
use super::locales::{Locale, Order};
use super::months::{Month, month};
use super::numerals::{is_counter, with_ascii_digits};
use super::text::is_listed;
use std::fmt;

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// No web page is older.
const FIRST_YEAR: u16 = 1990;

/// Longer texts are prose that happens to contain a date; in bytes.
const MAX_TEXT: usize = 480;

const MAX_PARTS: usize = 32;

impl Date {
    /// `None` if the calendar has no such day.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let days = 1..=month_days(year.into(), month.into());
        let fits = (1..=12).contains(&month) && days.contains(&day.into());
        fits.then_some(Date { year, month, day })
    }

    /// Whether a page can have this date: not before the web began and not in the future. Time
    /// zones ahead of `today` are ignored.
    pub fn is_plausible(self, today: Date) -> bool {
        self.year >= FIRST_YEAR && self <= today
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// Finds the first date in a short text.
pub fn parse_date(text: &str, locale: &Locale) -> Option<Date> {
    let text = text.trim();
    if text.len() > MAX_TEXT {
        return None;
    }
    let plain = with_ascii_digits(text);
    if !plain.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let parts = parts_of(&plain);
    let parser = Parser { locale, calendar: calendar_of(text, locale) };
    (0..parts.len())
        .find_map(|at| parser.compact(parts[at]).or_else(|| parser.date_at(&parts[at..])))
}

/// The calendar of dates without the name of a month.
fn calendar_of(text: &str, locale: &Locale) -> Calendar {
    let has = |first: char, last: char| text.contains(|c: char| (first..=last).contains(&c));
    match locale.language() {
        "fa" | "ps" => Calendar::Jalali,
        "th" => Calendar::Thai,
        // Digits of Iran, which Urdu shares, and letters or digits of Thai.
        _ if text.is_ascii() => Calendar::Gregorian,
        _ if has('۰', '۹') => Calendar::Jalali,
        _ if has('ก', '๙') => Calendar::Thai,
        _ => Calendar::Gregorian,
    }
}

/// The separator before a part, which distinguishes `2024/05/14` from `2024 05 14`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Space,
    Dash,
    Slash,
    Dot,
    /// 年, 月, 日, and words such as the Vietnamese *tháng*.
    Counter,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind<'t> {
    Number(u32),
    Word(&'t str),
}

#[derive(Clone, Copy, Debug)]
struct Part<'t> {
    kind: Kind<'t>,
    length: usize,
    mark: Mark,
}

/// Words inside a date: `3rd of May`, `3 de mayo del 2024`, `2024 m. gegužės 3 d.`
const FILLERS: &str = "st nd rd th of the de del di d er ER m gada ko ng ika من พ.ศ. พ.ศ ค.ศ. ค.ศ";

/// Words between the numbers of a date: Vietnamese and Mongolian.
const COUNTERS: &str = "tháng năm Tháng Năm THÁNG NĂM оны сарын";

fn parts_of(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut mark = Mark::Space;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if parts.len() == MAX_PARTS {
            break;
        }
        let length = same_kind(rest, first);
        let (piece, after) = rest.split_at(length);
        rest = after;
        match part_kind(piece, first) {
            Some((kind, length)) => {
                parts.push(Part { kind, length, mark });
                mark = Mark::Space;
            }
            None => mark = mark_of(piece, mark),
        }
    }
    parts
}

/// Length in bytes of the digits, the word or the single mark at the start of the text.
fn same_kind(text: &str, first: char) -> usize {
    let end = |inside: fn(char) -> bool| text.find(|c| !inside(c)).unwrap_or(text.len());
    if first.is_ascii_digit() {
        end(|c| c.is_ascii_digit())
    } else if is_thai(first) {
        // Thai abbreviates months with dots inside: พ.ค.
        end(|c| is_thai(c) || c == '.')
    } else if is_letter(first) {
        end(|c| is_letter(c) && !is_thai(c))
    } else {
        first.len_utf8()
    }
}

fn is_thai(c: char) -> bool {
    ('\u{E01}'..='\u{E4E}').contains(&c)
}

/// Letters, and the marks that words of Arabic, Indic and Khmer scripts contain.
fn is_letter(c: char) -> bool {
    let is_sign = || {
        let indic = ('\u{900}'..='\u{DFF}').contains(&c) && !matches!(c, '।' | '॥');
        indic
            || matches!(c, '\u{64B}'..='\u{652}' | '\u{EB0}'..='\u{ECE}' | '\u{17B4}'..='\u{17D3}')
            || matches!(c, '\u{200C}' | '\u{200D}')
    };
    (c.is_alphabetic() && !is_counter(c)) || (!c.is_ascii() && is_sign())
}

/// The kind of a piece and its length in digits or bytes; `None` for marks and fillers.
fn part_kind(piece: &str, first: char) -> Option<(Kind<'_>, usize)> {
    if first.is_ascii_digit() {
        // `20240514101500` has a time at its end.
        let day = if matches!(piece.len(), 12 | 14) { &piece[..8] } else { piece };
        // A number that does not fit is not a year, but it separates its neighbours.
        return Some((day.parse().map_or(Kind::Word(piece), Kind::Number), day.len()));
    }
    let is_word = is_letter(first) && !is_listed(piece, FILLERS) && !is_listed(piece, COUNTERS);
    is_word.then_some((Kind::Word(piece), piece.len()))
}

fn mark_of(piece: &str, before: Mark) -> Mark {
    match piece.chars().next() {
        Some('-' | '–' | '‑') => Mark::Dash,
        Some('/') => Mark::Slash,
        Some('.') => Mark::Dot,
        Some(c) if is_counter(c) => Mark::Counter,
        Some(_) if is_listed(piece, COUNTERS) => Mark::Counter,
        // The Hungarian `2008. 10. 17.` counts as dotted, with or without spaces.
        Some(c) if c.is_whitespace() || ",،'’".contains(c) || is_letter(c) => before,
        // Marks of direction in Arabic and Hebrew texts.
        Some('\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}') => before,
        _ => Mark::Other,
    }
}

fn day(year: u32, month: u32, day: u32) -> Option<Date> {
    let date = Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?)?;
    (date.year >= FIRST_YEAR).then_some(date)
}

fn jalali(year: u32, month: u32, number: u32) -> Option<Date> {
    let (year, month, number) = from_jalali(year, month, number)?;
    day(year, month, number)
}

struct Parser<'l> {
    locale: &'l Locale,
    calendar: Calendar,
}

impl Parser<'_> {
    /// `20240514`.
    fn compact(&self, part: Part<'_>) -> Option<Date> {
        match part.kind {
            Kind::Number(n) if part.length == 8 => day(n / 10_000, n / 100 % 100, n % 100),
            _ => None,
        }
    }

    /// The date at the start of the parts.
    fn date_at(&self, parts: &[Part<'_>]) -> Option<Date> {
        match *parts {
            [Part { kind: Kind::Word(_), .. }, ..] => {
                let (month, used) = self.month_at(parts)?;
                let (d, _) = number_at(parts, used)?;
                let (y, digits) = number_at(parts, used + 1)?;
                named((y, digits), month, d)
            }
            [Part { kind: Kind::Number(first), length, .. }, ref others @ ..] => {
                match self.month_at(others) {
                    Some((month, used)) if joined(others.first()?) => {
                        let (second, digits) = number_at(others, used)?;
                        named((second, digits), month, first)
                            .or_else(|| named((first, length), month, second))
                    }
                    _ => self.three_numbers((first, length), others),
                }
            }
            [] => None,
        }
    }

    /// `14.05.2024`, or the Latvian order `2024. gada 14. maijs`.
    fn three_numbers(&self, first: (u32, usize), others: &[Part<'_>]) -> Option<Date> {
        let (second, _) = number_at(others, 0)?;
        if let (4, Some((month, _))) = (first.1, self.month_at(others.get(1..)?)) {
            return named(first, month, second);
        }
        let (third, digits) = number_at(others, 1)?;
        let (b, c) = (others[0].mark, others[1].mark);
        let same = (b == c && b != Mark::Space) || (b == Mark::Counter && digits == 4);
        same.then(|| self.numeric([first.0, second, third], [first.1, digits], b))?
    }

    /// The month that the parts begin with, and how many of them name it: `May`, كانون الثاني, or
    /// two names of one month as in مايو/ أيار.
    fn month_at(&self, parts: &[Part<'_>]) -> Option<(Month, usize)> {
        let word = |at: usize| match parts.get(at)?.kind {
            Kind::Word(word) => Some(word),
            Kind::Number(_) => None,
        };
        let language = self.locale.language();
        let first = word(0)?;
        let second = word(1).filter(|_| joined(&parts[1]));
        let both = second.and_then(|second| month(&format!("{first} {second}"), language));
        if let Some(month) = both {
            return Some((month, 2));
        }
        let found = month(first, language)?;
        let again = second.and_then(|second| month(second, language)) == Some(found);
        Some((found, if again { 2 } else { 1 }))
    }

    fn numeric(&self, numbers: [u32; 3], lengths: [usize; 2], mark: Mark) -> Option<Date> {
        let [a, b, c] = numbers;
        let year = match (lengths, mark) {
            ([4, _], _) => return self.numbered(a, b, c),
            ([_, 4], _) => c,
            // `14.05.24` may also be a version or a time.
            ([_, 2], Mark::Slash) => 2000 + c,
            _ => return None,
        };
        let day_first =
            matches!(mark, Mark::Dot | Mark::Counter) || self.locale.order() == Order::DayFirst;
        let (first, second) = if day_first { ((b, a), (a, b)) } else { ((a, b), (b, a)) };
        let numbered = |(month, day)| self.numbered(year, month, day);
        numbered(first).or_else(|| numbered(second))
    }

    /// The day for three numbers, in the calendar of the text.
    fn numbered(&self, year: u32, month: u32, number: u32) -> Option<Date> {
        match self.calendar {
            Calendar::Jalali if JALALI_YEARS.contains(&year) => jalali(year, month, number),
            Calendar::Thai if BUDDHIST_YEARS.contains(&year) => {
                day(thai_year(year, 4), month, number)
            }
            _ => day(year, month, number),
        }
    }
}

fn joined(part: &Part<'_>) -> bool {
    part.mark != Mark::Other
}

/// The number at a place and its digits, if only spaces and marks of dates precede it.
fn number_at(parts: &[Part<'_>], at: usize) -> Option<(u32, usize)> {
    match parts.get(at)? {
        part @ Part { kind: Kind::Number(number), length, .. } if joined(part) => {
            Some((*number, *length))
        }
        _ => None,
    }
}

/// The date with the name of a month. The year needs four digits, in Thai two.
fn named((year, digits): (u32, usize), month: Month, number: u32) -> Option<Date> {
    match (month.calendar, digits) {
        (Calendar::Thai, 2 | 4) => day(thai_year(year, digits), month.number.into(), number),
        (Calendar::Jalali, 4) => jalali(year, month.number.into(), number),
        (Calendar::Gregorian, 4) => day(year, month.number.into(), number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_in(language: &str, text: &str) -> Option<String> {
        parse_date(text, &Locale::new(Some(language), None)).map(|date| date.to_string())
    }

    fn read(text: &str) -> Option<String> {
        read_in("en", text)
    }

    #[test]
    fn common_forms_are_parsed() {
        for text in [
            "2024-05-14",
            "2024-05-14T23:59:00+02:00",
            "2024-05-14 10:00",
            "20240514",
            "20240514T101500Z",
            "Tue, 14 May 2024 10:00:00 GMT",
            "14 May 2024",
            "May 14, 2024",
            "May 14th 2024",
            "the 14th of May, 2024",
            "14.05.2024",
            "14. 5. 2024",
            "2024/05/14",
            "05/14/2024",
            "14/05/2024",
            "5/14/24",
            "2024年5月14日",
            "2024년 5월 14일",
            "14-May-2024",
            "Posted on May 14, 2024 by Ann",
            "14 de mayo de 2024",
            "14. Mai 2024",
            "14 mai 2024",
            "14 maggio 2024",
            "14 mei 2024",
            "14 maja 2024",
            "14. května 2024",
            "2024. május 14.",
            "2024. 05. 14.",
            "14 мая 2024 г.",
        ] {
            assert_eq!(read(text).as_deref(), Some("2024-05-14"), "{text}");
        }
    }

    #[test]
    fn invalid_days_are_not_dates() {
        for text in ["2023-02-29", "2024-13-01", "31 April 2024", "2024-00-10", "0000-00-00"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read("29 February 2024").as_deref(), Some("2024-02-29"));
    }

    #[test]
    fn other_numbers_are_not_dates() {
        for text in
            ["", "12:30:45", "1.2.3", "May 2024", "3 comments", "99999999999", "192.168.1.1"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn the_order_with_slashes_depends_on_the_language() {
        assert_eq!(read_in("en-US", "04/05/2024").as_deref(), Some("2024-04-05"));
        assert_eq!(read_in("en-GB", "04/05/2024").as_deref(), Some("2024-05-04"));
        assert_eq!(read_in("fr", "04/05/2024").as_deref(), Some("2024-05-04"));
    }

    #[test]
    fn dates_of_many_languages_are_parsed() {
        for text in [
            "14 Μαΐου 2024",
            "14 Mayıs 2024 Salı",
            "14. toukokuuta 2024",
            "2024 m. gegužės 14 d.",
            "2024. gada 14. maijs",
            "14 d’abril de 2024, 14 de maig de 2024",
            "2024ko maiatzaren 14a",
            "14. svibnja 2024.",
            "14 травня 2024 р.",
            "Thứ Ba, ngày 14 tháng 5 năm 2024",
            "14 Tháng 5, 2024",
            "Mei 14, 2024",
            "ika-14 ng Mayo, 2024",
            "14 במאי 2024",
            "الثلاثاء ١٤ مايو/ أيار ٢٠٢٤",
            "14 أيار 2024",
            "14 मई 2024",
            "১৪ মে ২০২৪",
            "14 மே 2024",
            "１４日 2024年5月14日（火）",
            "二〇二四年五月十四日",
            "2024 оны 5 сарын 14",
            "입력 2024.05.14 10:30",
            "14 მაისი, 2024",
            "14 մայիսի, 2024",
        ] {
            let expected = if text.contains("abril") { "2024-04-14" } else { "2024-05-14" };
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(read("14 كانون الثاني 2024").as_deref(), Some("2024-01-14"));
        assert_eq!(read_in("hr", "14. listopada 2024.").as_deref(), Some("2024-10-14"));
        assert_eq!(read_in("pl", "14 listopada 2024").as_deref(), Some("2024-11-14"));
    }

    #[test]
    fn dates_of_other_calendars_become_gregorian() {
        for (language, text) in [
            ("fa", "۱۴۰۳/۰۲/۲۵"),
            ("fa", "1403-02-25"),
            ("fa", "سه‌شنبه ۲۵ اردیبهشت ۱۴۰۳"),
            ("fa", "۱۴ مه ۲۰۲۴"),
            ("th", "14 พฤษภาคม พ.ศ. 2567"),
            ("th", "14 พ.ค. 67 เวลา 10:30 น."),
            ("th", "๑๔ พฤษภาคม ๒๕๖๗"),
            ("th", "14/05/2567"),
            ("th", "14 พฤษภาคม 2024"),
            ("ja", "令和6年5月14日"),
            ("zh-TW", "民國113年5月14日"),
        ] {
            assert_eq!(read_in(language, text).as_deref(), Some("2024-05-14"), "{text}");
        }
    }

    #[test]
    fn years_of_the_hijra_are_not_dates_of_today() {
        assert_eq!(read_in("ar", "١٤٤٥/١١/٠٦"), None);
        assert_eq!(read_in("en", "1403-02-25"), None);
        assert_eq!(read_in("en", "14/05/2567").as_deref(), Some("2567-05-14"));
    }

    #[test]
    fn times_after_the_day_are_ignored() {
        assert_eq!(read("20240514101500").as_deref(), Some("2024-05-14"));
    }

    #[test]
    fn today_is_plausible_and_tomorrow_is_not() {
        let date = |y, m, d| Date::new(y, m, d).unwrap();
        let today = date(2024, 12, 31);
        assert!(today.is_plausible(today));
        assert!(!date(2025, 1, 1).is_plausible(today));
        assert!(!date(1989, 12, 31).is_plausible(today));
    }
}
