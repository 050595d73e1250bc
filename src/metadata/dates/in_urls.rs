//! Finds dates in the paths of URLs.

use super::Date;

const MAX_PIECES: usize = 32;

/// The date in a URL such as `/2021/03/04/title`, `/2021-03-04-title`, `/2021/0304/` or
/// `/20210304/`.
pub fn date_in_url(url: &str) -> Option<Date> {
    let path = url.split_once("://").map_or(url, |(_, rest)| rest);
    let path = path.split(['?', '#']).next().unwrap_or("");
    let pieces: Vec<&str> = path.split(['/', '-', '_']).skip(1).take(MAX_PIECES).collect();
    (0..pieces.len()).find_map(|at| date_at(&pieces[at..]))
}

fn date_at(pieces: &[&str]) -> Option<Date> {
    let number = |at: usize, longest: usize| {
        let piece = pieces.get(at).filter(|piece| piece.len() <= longest && is_digits(piece))?;
        piece.parse::<u32>().ok()
    };
    let first = pieces.first()?;
    match first.len() {
        4 => {
            let year = number(0, 4)?;
            if pieces.get(1).is_some_and(|piece| piece.len() == 4) {
                let both = number(1, 4)?;
                return day(year, both / 100, both % 100);
            }
            day(year, number(1, 2)?, number(2, 2)?)
        }
        8 => number(0, 8).and_then(|all| day(all / 10_000, all / 100 % 100, all % 100)),
        _ => None,
    }
}

fn is_digits(piece: &str) -> bool {
    piece.bytes().all(|byte| byte.is_ascii_digit())
}

/// A day since the web began.
fn day(year: u32, month: u32, day: u32) -> Option<Date> {
    let year = year.try_into().ok().filter(|year| *year >= 1990)?;
    Date::new(year, month.try_into().ok()?, day.try_into().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_give_only_complete_dates() {
        let read = |url: &str| date_in_url(url).map(|date| date.to_string());
        for path in [
            "2021/03/04/title",
            "2021-03-04-title/",
            "n1/2021/0304/c1-2.html",
            "a/20210304/x",
            "content/2021-03/04/content_1.html",
            "world/20210304-OYT1/",
        ] {
            let url = format!("https://a.example/{path}");
            assert_eq!(read(&url).as_deref(), Some("2021-03-04"), "{path}");
        }
        for path in ["2021/03/title", "t?d=2021/03/04", "20211304", "99999999", "1234/5678"] {
            assert_eq!(read(&format!("https://a.example/{path}")), None, "{path}");
        }
    }
}
