//! What a page's language and URL tell about its dates.

/// The order of day and month in `04/05/2024`. With dots the day always comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    DayFirst,
    MonthFirst,
}

/// Languages whose dates with slashes begin with the month.
const MONTH_FIRST: &[&str] = &["en", "en-us", "es-us", "en-ph", "fil", "tl"];

/// Domains of countries where English dates begin with the day.
const DAY_FIRST_DOMAINS: &str = "ae au bd bw gh hk ie in jm ke lk mt mw my na ng nz pk sg sz tt tz \
    ug uk za zm zw eu";

/// The conventions of a page.
#[derive(Clone, Debug)]
pub struct Locale {
    order: Order,
    /// Without its region; empty if unknown.
    language: String,
}

impl Locale {
    /// `language` is a tag such as `en` or `pt-BR`.
    pub fn new(language: Option<&str>, url: Option<&str>) -> Locale {
        let tag = language.unwrap_or("").to_ascii_lowercase();
        let english = tag.is_empty() || MONTH_FIRST.contains(&tag.as_str());
        // A page in English without a region may be from anywhere.
        let elsewhere = matches!(tag.as_str(), "" | "en") && url.is_some_and(is_day_first_domain);
        let order = if english && !elsewhere { Order::MonthFirst } else { Order::DayFirst };
        let language = tag.split('-').next().unwrap_or("").to_owned();
        Locale { order, language }
    }

    pub fn order(&self) -> Order {
        self.order
    }

    pub fn language(&self) -> &str {
        &self.language
    }
}

fn is_day_first_domain(url: &str) -> bool {
    let host = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = host.split(['/', '?', '#', ':']).next().unwrap_or("");
    let domain = host.rsplit('.').next().unwrap_or("");
    DAY_FIRST_DOMAINS.split_ascii_whitespace().any(|known| known.eq_ignore_ascii_case(domain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_american_dates_begin_with_the_month() {
        let order = |language, url| Locale::new(language, url).order();
        for language in [None, Some("en"), Some("en-US"), Some("en-PH")] {
            assert_eq!(order(language, None), Order::MonthFirst, "{language:?}");
        }
        for language in [Some("en-GB"), Some("fr"), Some("es-MX")] {
            assert_eq!(order(language, None), Order::DayFirst, "{language:?}");
        }
    }

    #[test]
    fn domains_decide_if_the_language_has_no_region() {
        let order = |language, url| Locale::new(language, Some(url)).order();
        assert_eq!(order(Some("en"), "https://www.a.co.uk/x"), Order::DayFirst);
        assert_eq!(order(None, "https://a.co.za:80"), Order::DayFirst);
        assert_eq!(order(Some("en-US"), "https://a.co.uk"), Order::MonthFirst);
        assert_eq!(order(Some("en"), "https://a.com"), Order::MonthFirst);
    }

    #[test]
    fn languages_have_no_region() {
        assert_eq!(Locale::new(Some("pt-BR"), None).language(), "pt");
        assert_eq!(Locale::new(None, None).language(), "");
    }
}
