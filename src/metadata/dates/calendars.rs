//! Calendars other than the Gregorian: Iran's solar years, Thailand's Buddhist years, and eras.

/// How the years and months of a date are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calendar {
    Gregorian,
    /// Solar years of Iran and Afghanistan: 1403 began on 20 March 2024.
    Jalali,
    /// Gregorian days, but years since 543 BC in most texts: 2567 is 2024.
    Thai,
}

/// Years of the Jalali calendar that a page can have: 1990 to 2071.
pub const JALALI_YEARS: std::ops::RangeInclusive<u32> = 1369..=1450;

/// Years that can only be Buddhist: 1990 to 2156.
pub const BUDDHIST_YEARS: std::ops::RangeInclusive<u32> = 2533..=2699;

const BUDDHIST_OFFSET: u32 = 543;

/// Names of eras before a year, and the Gregorian year before their first.
pub const ERAS: &[(&str, u32)] =
    &[("令和", 2018), ("平成", 1988), ("昭和", 1925), ("民國", 1911), ("民国", 1911)];

/// The Gregorian year of a year in a Thai text: `2567`, `67` and `2024` are the same.
pub fn thai_year(year: u32, digits: usize) -> u32 {
    match year {
        _ if digits == 2 => (2500 + year).saturating_sub(BUDDHIST_OFFSET),
        year if BUDDHIST_YEARS.contains(&year) => year - BUDDHIST_OFFSET,
        year => year,
    }
}

/// Year, month and day of the Gregorian calendar for a Jalali day; `None` if there is none.
///
/// Leap years follow the 33-year cycle, which agrees with the astronomical rule until 2124.
pub fn from_jalali(year: u32, month: u32, day: u32) -> Option<(u32, u32, u32)> {
    let longest = if month <= 6 { 31 } else { 30 };
    let fits = JALALI_YEARS.contains(&year) && (1..=12).contains(&month);
    if !fits || !(1..=longest).contains(&day) || (month == 12 && day == 30 && !is_leap(year)) {
        return None;
    }
    let before = if month <= 6 { (month - 1) * 31 } else { 186 + (month - 7) * 30 };
    let leaps = (1369..year).filter(|&year| is_leap(year)).count() as u32;
    // 1 Farvardin 1369 was 21 March 1990.
    let mut days = (year - 1369) * 365 + leaps + before + day - 1 + days_to_march_21(1990);
    let mut gregorian = 1990;
    while days >= year_days(gregorian) {
        days -= year_days(gregorian);
        gregorian += 1;
    }
    let mut month = 1;
    while days >= month_days(gregorian, month) {
        days -= month_days(gregorian, month);
        month += 1;
    }
    Some((gregorian, month, days + 1))
}

fn is_leap(jalali: u32) -> bool {
    matches!(jalali % 33, 1 | 5 | 9 | 13 | 17 | 22 | 26 | 30)
}

fn days_to_march_21(year: u32) -> u32 {
    month_days(year, 1) + month_days(year, 2) + 20
}

fn year_days(year: u32) -> u32 {
    if month_days(year, 2) == 29 { 366 } else { 365 }
}

/// Days of a Gregorian month.
pub fn month_days(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_days_of_iran_are_converted() {
        for (jalali, gregorian) in [
            ((1369, 1, 1), (1990, 3, 21)),
            ((1375, 12, 30), (1997, 3, 20)),
            ((1399, 12, 30), (2021, 3, 20)),
            ((1400, 1, 1), (2021, 3, 21)),
            ((1403, 1, 1), (2024, 3, 20)),
            ((1403, 2, 25), (2024, 5, 14)),
            ((1403, 12, 30), (2025, 3, 20)),
            ((1404, 1, 1), (2025, 3, 21)),
        ] {
            let (year, month, day) = jalali;
            assert_eq!(from_jalali(year, month, day), Some(gregorian), "{jalali:?}");
        }
    }

    #[test]
    fn days_that_iran_does_not_have_are_none() {
        for (year, month, day) in
            [(1404, 12, 30), (1403, 7, 31), (1403, 13, 1), (1403, 1, 0), (1300, 1, 1)]
        {
            assert_eq!(from_jalali(year, month, day), None, "{year}-{month}-{day}");
        }
    }

    #[test]
    fn every_jalali_day_follows_the_day_before() {
        let number = |(year, month, day): (u32, u32, u32)| {
            (1990..year).map(year_days).sum::<u32>()
                + (1..month).map(|month| month_days(year, month)).sum::<u32>()
                + day
        };
        let days = JALALI_YEARS.flat_map(|year| {
            (1..=12).flat_map(move |month| {
                (1..=31).filter_map(move |day| from_jalali(year, month, day))
            })
        });
        let numbers: Vec<u32> = days.map(number).collect();
        assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1));
    }

    #[test]
    fn thai_years_are_buddhist_or_gregorian() {
        assert_eq!(thai_year(2567, 4), 2024);
        assert_eq!(thai_year(67, 2), 2024);
        assert_eq!(thai_year(2024, 4), 2024);
    }
}
