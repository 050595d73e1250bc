//! References → absolute addresses, after RFC 3986, section 5.2.

/// Longer addresses are not made out of others.
const MAX_BYTES: usize = 8192;

/// A web address, whole: `https://a.example/b`.
pub fn is_web(address: &str) -> bool {
    let Some((scheme, rest)) = address.split_once("://") else {
        return false;
    };
    let known = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    known && !rest.starts_with(['/', '?', '#', ':', '.']) && !rest.is_empty() && !is_broken(rest)
}

fn is_broken(address: &str) -> bool {
    address.contains(|c: char| c.is_whitespace() || c.is_control() || "<>\"\\".contains(c))
}

/// Where a reference leads from a page at `base`, itself a web address. Other schemes lead nowhere.
/// What is absolute already stays as it is.
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
            let address = format!("{}:{reference}", &base[..scheme]);
            return is_web(&address).then_some(address);
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

/// A path that begins with a slash, and what follows it, with `.` and `..` followed.
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
    // `b/..` is a folder still.
    let folder = path.ends_with("/.") || path.ends_with("/..");
    let end = if folder && !steps.is_empty() { "/" } else { "" };
    format!("/{}{end}{rest}", steps.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_base_may_lack_a_path() {
        for base in ["https://a.example", "https://a.example?q=/x/", "https://a.example#/x/"] {
            assert_eq!(resolve("g", base).as_deref(), Some("https://a.example/g"), "{base}");
        }
    }

    #[test]
    fn other_schemes_lead_nowhere() {
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
