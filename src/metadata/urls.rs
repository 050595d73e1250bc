//! Addresses: made absolute, and read for the site's name.

use super::references::{is_web, resolve};
use super::words::{VALUES, is_listed};

/// The first usable address, absolute where `base` allows.
pub fn first_address<'t>(
    texts: impl Iterator<Item = &'t str>,
    base: Option<&str>,
) -> Option<String> {
    texts.filter_map(|text| absolute(text.trim(), base)).next()
}

fn absolute(link: &str, base: Option<&str>) -> Option<String> {
    if is_web(link) {
        return Some(link.to_owned());
    }
    // A page's own address is no image, and `www.` begins a host whose scheme was forgotten.
    let nothing = link.is_empty() || link.starts_with(['#', '{', '[']) || link.starts_with("www.");
    if nothing || is_listed(&link.to_ascii_lowercase(), VALUES) {
        return None;
    }
    resolve(link, base?)
}

/// What relative addresses start from: `<base href>`, or else the page's own address.
pub fn base_of(href: Option<&str>, url: Option<&str>) -> Option<String> {
    let declared = href.and_then(|href| absolute(href.trim(), url));
    declared.or_else(|| url.map(str::to_owned))
}

/// The address that a page is said to come from, if it is one.
pub fn web_address(url: &str) -> Option<&str> {
    Some(url.trim()).filter(|url| is_web(url))
}

fn origin(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    Some((scheme, rest.split(['/', '?', '#']).next().unwrap_or("")))
}

/// The name in a host: `www.the-times.co.uk` → `the-times`.
pub fn site_of(url: &str) -> Option<String> {
    /// Second levels that stand for a country's registry, not for a site.
    const REGISTRIES: &[&str] = &["ac", "co", "com", "edu", "gov", "net", "org"];
    let (_, host) = origin(url)?;
    let host = host.rsplit('@').next()?.split(':').next()?;
    let mut labels = host.rsplit('.').skip(1);
    let site = labels.next()?;
    let site = if REGISTRIES.contains(&site) { labels.next().unwrap_or(site) } else { site };
    (!site.is_empty()).then(|| site.to_owned())
}

/// The whole host, less `www.`: some sites are called by it.
pub fn host_of(url: &str) -> Option<String> {
    let (_, host) = origin(url)?;
    (!host.is_empty()).then(|| host.strip_prefix("www.").unwrap_or(host).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_absolute() {
        let base = Some("https://a.example/b/c?d");
        for (link, full) in [
            ("https://b.example/x", "https://b.example/x"),
            ("//b.example/x", "https://b.example/x"),
            ("/x", "https://a.example/x"),
            ("x.png", "https://a.example/b/x.png"),
            ("../x.png", "https://a.example/x.png"),
            ("?x", "https://a.example/b/c?x"),
        ] {
            assert_eq!(absolute(link, base).as_deref(), Some(full), "{link}");
        }
        assert_eq!(absolute("/x", None), None);
    }

    #[test]
    fn what_is_no_address_is_passed_over() {
        for link in [
            "",
            "#",
            "data:image/png;base64,x",
            "javascript:x",
            "https:// a",
            "https://",
            "null",
            "{{image}}",
            "[object Object]",
            "www.b.example/x.png",
        ] {
            assert_eq!(absolute(link, Some("https://a.example")), None, "{link}");
        }
    }

    #[test]
    fn a_declared_base_starts_from_the_page() {
        let url = Some("https://a.example/b/c");
        for (href, base) in [
            (Some("https://b.example/d/"), "https://b.example/d/"),
            (Some("/d/"), "https://a.example/d/"),
            (Some("../d/"), "https://a.example/d/"),
            (Some("data:x"), "https://a.example/b/c"),
            (None, "https://a.example/b/c"),
        ] {
            assert_eq!(base_of(href, url).as_deref(), Some(base), "{href:?}");
        }
        assert_eq!(base_of(Some("/d/"), None), None);
    }

    #[test]
    fn hosts_name_sites() {
        assert_eq!(site_of("https://www.the-times.co.uk/x").as_deref(), Some("the-times"));
        assert_eq!(site_of("http://blog.example.com:80").as_deref(), Some("example"));
        assert_eq!(site_of("nonsense"), None);
    }
}
