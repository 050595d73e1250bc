//! Language declarations → tags such as `en` and `pt-BR`.

/// The tag in its usual case, or `None` for what is no language tag.
pub fn tag_of(text: &str) -> Option<String> {
    // `Content-Language` may list several; the first is the main one.
    let text = text.split([',', ';', ' ']).find(|part| !part.is_empty())?;
    let mut subtags = text.trim().split(['-', '_', '.']);
    let language = subtags.next().filter(|tag| is_alphabetic(tag, 2..=3))?.to_ascii_lowercase();
    let mut tag = language;
    for subtag in subtags {
        match subtag.len() {
            2 if is_alphabetic(subtag, 2..=2) => {
                tag.push_str(&format!("-{}", subtag.to_ascii_uppercase()))
            }
            4 if is_alphabetic(subtag, 4..=4) => tag.push_str(&script(subtag)),
            _ => break,
        }
    }
    Some(tag)
}

fn is_alphabetic(text: &str, lengths: std::ops::RangeInclusive<usize>) -> bool {
    lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// `hant` → `-Hant`.
fn script(subtag: &str) -> String {
    let (first, rest) = subtag.split_at(1);
    format!("-{}{}", first.to_ascii_uppercase(), rest.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_take_their_usual_case() {
        for (text, tag) in [
            ("EN", "en"),
            ("en_us", "en-US"),
            ("zh-hant-tw", "zh-Hant-TW"),
            ("de, en", "de"),
            ("pt_BR.UTF-8", "pt-BR"),
        ] {
            assert_eq!(tag_of(text).as_deref(), Some(tag), "{text}");
        }
    }

    #[test]
    fn names_and_noise_are_no_tags() {
        for text in ["", "English", "x", "12", "{{lang}}", "é"] {
            assert_eq!(tag_of(text), None, "{text}");
        }
    }
}
