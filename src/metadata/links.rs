//! Addresses: made absolute, and read for the site's name.

/// The first usable address, absolute where `base` allows.
pub fn first_address<'t>(
    texts: impl Iterator<Item = &'t str>,
    base: Option<&str>,
) -> Option<String> {
    texts.filter_map(|text| absolute(text.trim(), base)).next()
}

fn absolute(link: &str, base: Option<&str>) -> Option<String> {
    if link.is_empty() || link.contains(char::is_whitespace) {
        return None;
    }
    if is_web(link) {
        return Some(link.to_owned());
    }
    let (scheme, host) = origin(base?)?;
    if let Some(rest) = link.strip_prefix("//") {
        return Some(format!("{scheme}://{rest}"));
    }
    link.starts_with('/').then(|| format!("{scheme}://{host}{link}"))
}

fn is_web(link: &str) -> bool {
    origin(link).is_some_and(|(scheme, host)| {
        ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) && !host.is_empty()
    })
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
        ] {
            assert_eq!(absolute(link, base).as_deref(), Some(full), "{link}");
        }
        assert_eq!(absolute("/x", None), None);
    }

    #[test]
    fn what_is_no_address_is_passed_over() {
        for link in ["", "data:image/png;base64,x", "javascript:x", "https:// a", "https://"] {
            assert_eq!(absolute(link, Some("https://a.example")), None, "{link}");
        }
    }

    #[test]
    fn hosts_name_sites() {
        assert_eq!(site_of("https://www.the-times.co.uk/x").as_deref(), Some("the-times"));
        assert_eq!(site_of("http://blog.example.com:80").as_deref(), Some("example"));
        assert_eq!(site_of("nonsense"), None);
    }
}
