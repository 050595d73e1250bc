//! Parses dates as people and machines write them, in the world's languages.

mod calendars;
mod in_urls;
mod lines;
mod locales;
mod months;
mod numerals;
mod parts;

pub use in_urls::date_in_url;
pub use lines::{has_date, tells_change};
pub use locales::Locale;
pub use months::month;

use calendars::{BUDDHIST_YEARS, Calendar, JALALI_YEARS};
use calendars::{from_jalali, month_days, thai_year};
use locales::Order;
use months::Month;
use numerals::with_ascii_digits;
use parts::{Kind, Mark, Part, joined, number_at, parts_of};
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
            [Part { kind: Kind::Word(_), .. }, ref others @ ..] if has_number(others) => {
                let (month, used) = self.month_at(parts)?;
                let (d, _) = number_at(parts, used)?;
                let (y, digits) = number_at(parts, used + 1)?;
                named((y, digits), month, d)
            }
            [Part { kind: Kind::Number(first), length, .. }, ref others @ ..] => {
                let month = others.get(1..).filter(|next| has_number(next));
                match month.and_then(|_| self.month_at(others)) {
                    Some((month, used)) if joined(others.first()?) => {
                        let (second, digits) = number_at(others, used)?;
                        named((second, digits), month, first)
                            .or_else(|| named((first, length), month, second))
                    }
                    _ => self.three_numbers((first, length), others),
                }
            }
            _ => None,
        }
    }

    /// `14.05.2024`, or the Latvian order `2024. gada 14. maijs`.
    fn three_numbers(&self, first: (u32, usize), others: &[Part<'_>]) -> Option<Date> {
        let (second, _) = number_at(others, 0)?;
        if first.1 == 4
            && let Some((month, _)) = self.month_at(others.get(1..)?)
        {
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
        // Only Arabic has months of two words.
        let second = word(1).filter(|_| joined(&parts[1]) && !first.is_ascii());
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

/// Whether a number is the first or second part, as beside a month of one or two names.
fn has_number(parts: &[Part<'_>]) -> bool {
    parts.iter().take(2).any(|part| matches!(part.kind, Kind::Number(_)))
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
