//! Parses dates as people and machines write them.

use super::months::month_number;
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

/// Longer texts are prose that happens to contain a date.
const MAX_TEXT: usize = 240;

const MAX_PARTS: usize = 32;

impl Date {
    /// `None` if the calendar has no such day.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let fits = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
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

fn days_in(year: u16, month: u8) -> u8 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The order of day and month in `04/05/2024`. With dots the day always comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    DayFirst,
    MonthFirst,
}

impl Order {
    /// Only Americans put the month first; English without a region counts as American.
    pub fn of_language(language: Option<&str>) -> Order {
        match language.map(str::to_ascii_lowercase).as_deref() {
            None | Some("en" | "en-us" | "es-us" | "en-ph") => Order::MonthFirst,
            Some(_) => Order::DayFirst,
        }
    }
}

/// Finds the first date in a short text.
pub fn parse_date(text: &str, order: Order) -> Option<Date> {
    let text = text.trim();
    if text.len() > MAX_TEXT || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let parts = parts_of(text);
    (0..parts.len()).find_map(|at| compact(parts[at]).or_else(|| date_at(&parts[at..], order)))
}

/// Whether a short text contains a date, in any order of its numbers.
pub fn has_date(text: &str) -> bool {
    parse_date(text, Order::DayFirst).is_some()
}

/// The separator before a part, which distinguishes `2024/05/14` from `2024 05 14`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Space,
    Dash,
    Slash,
    Dot,
    /// 年, 月, 日 and the Korean 년, 월, 일.
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

/// Words inside a date: `3rd of May`, `3 de mayo del 2024`.
const FILLERS: &[&str] = &["st", "nd", "rd", "th", "of", "the", "de", "del", "di", "er", "ER"];

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
            Some(kind) => {
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
    } else if is_letter(first) {
        end(is_letter)
    } else {
        first.len_utf8()
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() && !is_counter(c)
}

fn is_counter(c: char) -> bool {
    matches!(c, '年' | '月' | '日' | '년' | '월' | '일')
}

fn part_kind(piece: &str, first: char) -> Option<Kind<'_>> {
    if first.is_ascii_digit() {
        // A number that does not fit is not a year, but it separates its neighbours.
        return Some(piece.parse().map_or(Kind::Word(piece), Kind::Number));
    }
    if !is_letter(first) || FILLERS.contains(&piece) {
        return None;
    }
    Some(Kind::Word(piece))
}

fn mark_of(piece: &str, before: Mark) -> Mark {
    match piece.chars().next() {
        Some('-' | '–' | '‑') => Mark::Dash,
        Some('/') => Mark::Slash,
        Some('.') => Mark::Dot,
        Some(c) if is_counter(c) => Mark::Counter,
        // The Hungarian `2008. 10. 17.` counts as dotted, with or without spaces.
        Some(c) if c.is_whitespace() || c == ',' || c.is_alphabetic() => before,
        _ => Mark::Other,
    }
}

/// `20240514`.
fn compact(part: Part<'_>) -> Option<Date> {
    match part.kind {
        Kind::Number(n) if part.length == 8 => day(n / 10_000, n / 100 % 100, n % 100),
        _ => None,
    }
}

fn day(year: u32, month: u32, day: u32) -> Option<Date> {
    let date = Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?)?;
    (date.year >= FIRST_YEAR).then_some(date)
}

fn date_at(parts: &[Part<'_>], order: Order) -> Option<Date> {
    let [a, b, c, ..] = parts else {
        return None;
    };
    let joined = |part: &Part<'_>| part.mark != Mark::Other;
    if !joined(b) || !joined(c) {
        return None;
    }
    match (a.kind, b.kind, c.kind) {
        (Kind::Number(d), Kind::Word(m), Kind::Number(y)) if c.length == 4 => named(y, m, d),
        (Kind::Word(m), Kind::Number(d), Kind::Number(y)) if c.length == 4 => named(y, m, d),
        (Kind::Number(y), Kind::Word(m), Kind::Number(d)) if a.length == 4 => named(y, m, d),
        (Kind::Number(first), Kind::Number(second), Kind::Number(third)) => {
            let same = b.mark == c.mark && b.mark != Mark::Space;
            same.then(|| numeric([first, second, third], [a.length, c.length], b.mark, order))?
        }
        _ => None,
    }
}

fn named(year: u32, month: &str, number: u32) -> Option<Date> {
    day(year, month_number(&month.to_lowercase())?.into(), number)
}

fn numeric(numbers: [u32; 3], lengths: [usize; 2], mark: Mark, order: Order) -> Option<Date> {
    let [a, b, c] = numbers;
    let year = match (lengths, mark) {
        ([4, _], _) => return day(a, b, c),
        ([_, 4], _) => c,
        // `14.05.24` may also be a version or a time.
        ([_, 2], Mark::Slash) => 2000 + c,
        _ => return None,
    };
    if mark == Mark::Dot || order == Order::DayFirst {
        day(year, b, a).or_else(|| day(year, a, b))
    } else {
        day(year, a, b).or_else(|| day(year, b, a))
    }
}

/// Finds the date in a URL such as `/2021/03/04/title` or `/news/2021-03-04-title`.
pub fn date_in_url(url: &str) -> Option<Date> {
    let path = url.split_once("://").map_or(url, |(_, rest)| rest);
    let path = path.split(['?', '#']).next().unwrap_or("");
    let pieces: Vec<&str> = path.split(['/', '-', '_']).take(MAX_PARTS).collect();
    let number = |piece: &str, length: usize| {
        let digits = piece.len() <= length && piece.bytes().all(|byte| byte.is_ascii_digit());
        if digits { piece.parse::<u32>().ok() } else { None }
    };
    pieces.windows(3).find_map(|window| {
        (window[0].len() == 4).then_some(())?;
        day(number(window[0], 4)?, number(window[1], 2)?, number(window[2], 2)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        parse_date(text, Order::MonthFirst).map(|date| date.to_string())
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
        let read = |language| parse_date("04/05/2024", Order::of_language(language));
        assert_eq!(read(Some("en-US")), Date::new(2024, 4, 5));
        assert_eq!(read(Some("en-GB")), Date::new(2024, 5, 4));
        assert_eq!(read(Some("fr")), Date::new(2024, 5, 4));
    }

    #[test]
    fn today_is_plausible_and_tomorrow_is_not() {
        let date = |y, m, d| Date::new(y, m, d).unwrap();
        let today = date(2024, 12, 31);
        assert!(today.is_plausible(today));
        assert!(!date(2025, 1, 1).is_plausible(today));
        assert!(!date(1989, 12, 31).is_plausible(today));
    }

    #[test]
    fn urls_give_only_complete_dates() {
        let read = |url| date_in_url(url).map(|date| date.to_string());
        assert_eq!(read("https://a.example/2021/03/04/title").as_deref(), Some("2021-03-04"));
        assert_eq!(read("https://a.example/2021-03-04-title/").as_deref(), Some("2021-03-04"));
        assert_eq!(read("https://a.example/2021/03/title"), None);
        assert_eq!(read("https://a.example/t?d=2021/03/04"), None);
    }
}
