//! URLs: resolved against a base, and read for the name of the site.

use super::text::{VALUES, is_listed};

/// The first usable URL, resolved against `base`.
pub fn first_url<'t>(texts: impl Iterator<Item = &'t str>, base: Option<&str>) -> Option<String> {
    texts.filter_map(|text| absolute(text.trim(), base)).next()
}

fn absolute(link: &str, base: Option<&str>) -> Option<String> {
    if is_web(link) {
        return Some(link.to_owned());
    }
    // A fragment is not another resource, and `www.` begins a host without a scheme.
    let nothing = link.is_empty() || link.starts_with(['#', '{', '[']) || link.starts_with("www.");
    if nothing || is_listed(&link.to_ascii_lowercase(), VALUES) {
        return None;
    }
    resolve(link, base?)
}

/// The base of relative URLs: `<base href>`, else the page's own URL.
pub fn base_of(href: Option<&str>, url: Option<&str>) -> Option<String> {
    let declared = href.and_then(|href| absolute(href.trim(), url));
    declared.or_else(|| url.map(str::to_owned))
}

/// The trimmed URL, if it is a web URL.
pub fn web_url(url: &str) -> Option<&str> {
    Some(url.trim()).filter(|url| is_web(url))
}

fn origin(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    Some((scheme, rest.split(['/', '?', '#']).next().unwrap_or("")))
}

/// The site name in a host: `www.the-times.co.uk` → `the-times`.
pub fn site_of(url: &str) -> Option<String> {
    /// Second-level labels of registries, such as `co` in `co.uk`.
    const REGISTRIES: &[&str] = &["ac", "co", "com", "edu", "gov", "net", "org"];
    let (_, host) = origin(url)?;
    let host = host.rsplit('@').next()?.split(':').next()?;
    let mut labels = host.rsplit('.').skip(1);
    let site = labels.next()?;
    let site = if REGISTRIES.contains(&site) { labels.next().unwrap_or(site) } else { site };
    (!site.is_empty()).then(|| site.to_owned())
}

/// The host without `www.`, which is the name of some sites.
pub fn host_of(url: &str) -> Option<String> {
    let (_, host) = origin(url)?;
    (!host.is_empty()).then(|| host.strip_prefix("www.").unwrap_or(host).to_owned())
}

/// Longer bases are not resolved against.
const MAX_BYTES: usize = 8192;

/// Whether a URL is an absolute web URL such as `https://a.example/b`.
pub fn is_web(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once("://") else {
        return false;
    };
    let known = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    known && !rest.starts_with(['/', '?', '#', ':', '.']) && !rest.is_empty() && !is_broken(rest)
}

fn is_broken(url: &str) -> bool {
    url.contains(|c: char| c.is_whitespace() || c.is_control() || "<>\"\\".contains(c))
}

/// Resolves a reference against `base` (RFC 3986, section 5.2). Absolute web URLs stay; other
/// schemes give `None`.
pub fn resolve(reference: &str, base: &str) -> Option<String> {
    if is_web(reference) {
        return Some(reference.to_owned());
    }
    let fits = base.len() <= MAX_BYTES && is_web(base);
    if !fits || is_broken(reference) || has_scheme(reference) {
        return None;
    }
    let base = base.split('#').next().unwrap_or(base);
    let scheme = base.find("://")?;
    let host_end = base[scheme + 3..].find(['/', '?']).map_or(base.len(), |at| scheme + 3 + at);
    let path_end = base.find('?').unwrap_or(base.len());
    let (origin, path) = (&base[..host_end], &base[host_end..path_end]);
    Some(match reference.as_bytes() {
        [] => base.to_owned(),
        [b'/', b'/', ..] => {
            let url = format!("{}:{reference}", &base[..scheme]);
            return is_web(&url).then_some(url);
        }
        [b'#', ..] => format!("{base}{reference}"),
        [b'?', ..] => format!("{origin}{path}{reference}"),
        [b'/', ..] => origin.to_owned() + &without_dots(reference),
        _ => {
            let folder = path.rfind('/').map_or("/", |last| &path[..=last]);
            origin.to_owned() + &without_dots(&format!("{folder}{reference}"))
        }
    })
}

/// `mailto:x`, but not `a/b:c`.
fn has_scheme(reference: &str) -> bool {
    let end = reference.find([':', '/', '?', '#']);
    end.is_some_and(|end| reference[end..].starts_with(':'))
}

/// Resolves `.` and `..` in a path that begins with a slash; a query or fragment stays.
fn without_dots(path: &str) -> String {
    let (path, rest) = path.split_at(path.find(['?', '#']).unwrap_or(path.len()));
    let mut steps: Vec<&str> = Vec::new();
    for step in path.split('/').skip(1) {
        match step {
            "." => {}
            ".." => drop(steps.pop()),
            _ => steps.push(step),
        }
    }
    // `b/..` is a directory.
    let folder = path.ends_with("/.") || path.ends_with("/..");
    let end = if folder && !steps.is_empty() { "/" } else { "" };
    format!("/{}{end}{rest}", steps.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_become_absolute() {
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
    fn invalid_urls_are_skipped() {
        for link in [
            "", "#", "data:image/png;base64,x", "javascript:x", "https:// a", "https://", "null",
            "{{image}}", "[object Object]", "www.b.example/x.png",
        ] {
            assert_eq!(absolute(link, Some("https://a.example")), None, "{link}");
        }
    }

    #[test]
    fn a_declared_base_is_resolved_against_the_page() {
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
    fn site_names_come_from_hosts() {
        assert_eq!(site_of("https://www.the-times.co.uk/x").as_deref(), Some("the-times"));
        assert_eq!(site_of("http://blog.example.com:80").as_deref(), Some("example"));
        assert_eq!(site_of("nonsense"), None);
    }

    #[test]
    fn the_examples_of_the_rfc_hold() {
        for (reference, full) in [
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("g..", "http://a/b/c/g.."),
            ("./g/.", "http://a/b/c/g/"),
            ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
        ] {
            assert_eq!(resolve(reference, "http://a/b/c/d;p?q").as_deref(), Some(full));
        }
    }

    #[test]
    fn a_base_may_have_no_path() {
        for base in ["https://a.example", "https://a.example?q=/x/", "https://a.example#/x/"] {
            assert_eq!(resolve("g", base).as_deref(), Some("https://a.example/g"), "{base}");
        }
    }

    #[test]
    fn other_schemes_are_not_resolved() {
        for reference in
            ["data:image/png;base64,x", "javascript:x", "mailto:x", "a b", "//", "a:", "\\a"]
        {
            assert_eq!(resolve(reference, "https://a.example/"), None, "{reference}");
        }
        for base in ["", "not a url", "file:///x", "a.example/b", "https://"] {
            assert_eq!(resolve("g", base), None, "{base}");
        }
    }
}
