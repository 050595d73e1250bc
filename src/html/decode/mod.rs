//! Decodes bytes to text: finds the encoding by the HTML standard, or detects it.

mod guess;
mod prescan;
mod utf8;

use std::borrow::Cow;

use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};
use memchr::{memchr, memchr_iter};

use guess::guess_encoding;
use prescan::{content_encoding, prescan};
use utf8::{Sequences, is_multibyte_utf8, valid_utf8};

/// Bytes that the standard advises browsers to search for a `<meta>`.
const PRESCAN_BYTES: usize = 1024;
/// UTF-16 code units that are checked for NUL bytes.
const UTF16_UNITS: usize = 16;

#[derive(Debug)]
pub struct Decoded<'a> {
    /// Borrowed from the input if that is valid UTF-8; without the byte order mark.
    pub text: Cow<'a, str>,
    pub encoding: &'static Encoding,
    pub source: Source,
}

/// How the encoding was determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Bom,
    Declared,
    Meta,
    Detected,
}

impl Source {
    pub fn name(self) -> &'static str {
        match self {
            Self::Bom => "bom",
            Self::Declared => "declared",
            Self::Meta => "meta",
            Self::Detected => "detected",
        }
    }
}

/// Decodes a page. `declared` is a charset label or a whole `Content-Type` value; unknown labels
/// are ignored.
pub fn decode<'a>(bytes: &'a [u8], declared: Option<&str>) -> Decoded<'a> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return decoded(&bytes[mark..], encoding, Source::Bom);
    }
    let declared = declared.and_then(declared_encoding);
    let head = &bytes[..bytes.len().min(PRESCAN_BYTES)];
    if let Some(encoding) = utf16_by_nuls(head) {
        let agrees = declared.is_some_and(is_utf16);
        let source = if agrees { Source::Declared } else { Source::Detected };
        return decoded(bytes, encoding, source);
    }
    declared
        .and_then(|encoding| decode_as_labelled(bytes, encoding, Source::Declared))
        .or_else(|| decode_as_labelled(bytes, prescan(head)?, Source::Meta))
        .unwrap_or_else(|| detect_encoding(bytes, head))
}

fn decoded<'a>(bytes: &'a [u8], encoding: &'static Encoding, source: Source) -> Decoded<'a> {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    Decoded { text, encoding, source }
}

fn declared_encoding(declared: &str) -> Option<&'static Encoding> {
    // Proxies join two headers to `text/html; charset=utf-8, text/html`.
    let first = declared.split(',').next()?;
    let label = first.trim_matches(|c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\''));
    Encoding::for_label(label.as_bytes()).or_else(|| content_encoding(first.as_bytes()))
}

/// Detects UTF-16 without a byte order mark: markup is ASCII, so every other byte is NUL. This
/// outranks any label, since no other encoding has such bytes and servers often label such pages
/// with their default charset.
fn utf16_by_nuls(head: &[u8]) -> Option<&'static Encoding> {
    let units = || head.chunks_exact(2).take(UTF16_UNITS);
    let little = units().filter(|unit| matches!(unit, [1..=0x7F, 0])).count();
    let big = units().filter(|unit| matches!(unit, [0, 1..=0x7F])).count();
    // A `<p>` before Cyrillic text is a quarter ASCII. U+3000 in the other byte order looks like
    // `0`.
    let enough = (units().count() / 4).max(2);
    if little.max(big) < enough || little == big {
        return None;
    }
    Some(if little > big { UTF_16LE } else { UTF_16BE })
}

fn is_utf16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// Decodes the bytes with the labelled encoding; `None` if they contradict the label. Browsers
/// follow the label even then, because their users can complain to the author.
fn decode_as_labelled<'a>(
    bytes: &'a [u8],
    encoding: &'static Encoding,
    source: Source,
) -> Option<Decoded<'a>> {
    if encoding == UTF_8
        && let Some(text) = valid_utf8(bytes)
    {
        return Some(Decoded { text, encoding, source });
    }
    (!contradicts(bytes, encoding)).then(|| decoded(bytes, encoding, source))
}

fn contradicts(bytes: &[u8], encoding: &'static Encoding) -> bool {
    if encoding == REPLACEMENT {
        // Browsers show one U+FFFD for HZ and ISO-2022-KR pages. The ASCII in them is more useful.
        true
    } else if encoding == UTF_8 {
        // A few invalid bytes become U+FFFD. A majority of invalid sequences means another
        // encoding.
        let Sequences { good, bad } = Sequences::of(bytes);
        bad > good
    } else if is_utf16(encoding) {
        // All HTML has some ASCII, which contains NULs in UTF-16.
        memchr(0, bytes).is_none() && valid_utf8(bytes).is_some()
    } else if encoding.is_single_byte() {
        // In a legacy encoding it is very unlikely that all bytes above ASCII form valid UTF-8.
        is_multibyte_utf8(bytes)
    } else {
        // Two hanzi in GBK may be valid UTF-8 by chance, so the labelled encoding must fail as
        // well.
        is_multibyte_utf8(bytes)
            && encoding.decode_without_bom_handling_and_without_replacement(bytes).is_none()
    }
}

/// Detects the encoding if there is no label or the bytes contradict it.
fn detect_encoding<'a>(bytes: &'a [u8], head: &[u8]) -> Decoded<'a> {
    // ISO-2022-JP consists of ASCII bytes and escapes; its pages have an escape in the title.
    if memchr(0x1B, head).is_none()
        && let Some(text) = valid_utf8(bytes)
    {
        return Decoded { text, encoding: UTF_8, source: Source::Detected };
    }
    // Like browsers, accept a late `<meta>` inside the head.
    let late = prescan(&bytes[..head_end(bytes)]);
    if let Some(page) = late.and_then(|encoding| decode_as_labelled(bytes, encoding, Source::Meta))
    {
        return page;
    }
    decoded(bytes, guess_encoding(bytes), Source::Detected)
}

fn head_end(bytes: &[u8]) -> usize {
    let starts = |at: usize, tag: &[u8]| {
        bytes[at..].get(..tag.len()).is_some_and(|found| found.eq_ignore_ascii_case(tag))
    };
    memchr_iter(b'<', bytes)
        .find(|&at| starts(at, b"</head") || starts(at, b"<body"))
        .unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{
        BIG5, EUC_JP, EUC_KR, GB18030, GBK, ISO_2022_JP, ISO_8859_2, KOI8_R, KOI8_U, SHIFT_JIS,
        WINDOWS_1251, WINDOWS_1252,
    };

    const JAPANESE: &str = "<title>日本語の文章</title><p>吾輩は猫である。名前はまだ無い。\
        どこで生れたかとんと見当がつかぬ。カタカナのテキストもあります。";
    const CHINESE: &str = "<title>中文网页</title><p>人人生而自由，在尊严和权利上一律平等。\
        他们赋有理性和良心，并应以兄弟关系的精神相对待。";
    const TAIWANESE: &str = "<title>中文網頁</title><p>人人生而自由，在尊嚴和權利上一律平等。\
        他們賦有理性和良心，並應以兄弟關係的精神相對待。";
    const KOREAN: &str = "<title>한국어 문서</title><p>모든 인간은 태어날 때부터 자유로우며 \
        그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았다.";
    const RUSSIAN: &str = "<title>Русский текст</title><p>Все люди рождаются свободными и \
        равными в своём достоинстве и правах. Они наделены разумом и совестью.";
    const POLISH: &str = "<title>Tekst po polsku</title><p>Wszyscy ludzie rodzą się wolni i równi \
        pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem; źle, że nie.";
    const ENGLISH: &[u8] = b"<p>She said: \x93It\x92s \x80 5 a caf\xE9\x94 \x97 and left.";
    const ENGLISH_TEXT: &str = "<p>She said: “It’s € 5 a café” — and left.";

    fn bytes(text: &str, encoding: &'static Encoding) -> Vec<u8> {
        let (bytes, _, unmappable) = encoding.encode(text);
        assert!(!unmappable, "{text}");
        bytes.into_owned()
    }

    fn utf16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    }

    fn check(bytes: &[u8], declared: Option<&str>, want: (&str, &'static Encoding, Source)) {
        let page = decode(bytes, declared);
        assert_eq!((&*page.text, page.encoding, page.source), want);
    }

    #[test]
    fn undeclared_legacy_text_is_detected() {
        for (text, written, read) in [
            (JAPANESE, SHIFT_JIS, SHIFT_JIS),
            (JAPANESE, EUC_JP, EUC_JP),
            (JAPANESE, ISO_2022_JP, ISO_2022_JP),
            (CHINESE, GBK, GBK),
            (TAIWANESE, BIG5, BIG5),
            (KOREAN, EUC_KR, EUC_KR),
            (RUSSIAN, WINDOWS_1251, WINDOWS_1251),
            // chardetng reports the superset KOI8-U.
            (RUSSIAN, KOI8_R, KOI8_U),
            (POLISH, ISO_8859_2, ISO_8859_2),
        ] {
            check(&bytes(text, written), None, (text, read, Source::Detected));
        }
        check(ENGLISH, None, (ENGLISH_TEXT, WINDOWS_1252, Source::Detected));
    }

    #[test]
    fn declared_and_meta_labels_are_used() {
        for (text, encoding) in [
            (JAPANESE, SHIFT_JIS),
            (JAPANESE, EUC_JP),
            (JAPANESE, ISO_2022_JP),
            ("<p>生僻字𠀀𪛖，四字节", GB18030),
            (TAIWANESE, BIG5),
            (KOREAN, EUC_KR),
            (RUSSIAN, KOI8_R),
            (POLISH, ISO_8859_2),
        ] {
            let name = encoding.name();
            let page = bytes(text, encoding);
            check(&page, Some(name), (text, encoding, Source::Declared));
            let content_type = format!("text/html; Charset=\"{name}\"");
            check(&page, Some(&content_type), (text, encoding, Source::Declared));
            let with_meta = format!("<meta charset={name}>{text}");
            let page = bytes(&with_meta, encoding);
            check(&page, None, (&with_meta, encoding, Source::Meta));
        }
    }

    #[test]
    fn latin1_means_windows_1252() {
        let want = (ENGLISH_TEXT, WINDOWS_1252, Source::Declared);
        check(ENGLISH, Some("ISO-8859-1"), want);
        check(ENGLISH, Some("text/html;charset=latin1, text/html"), want);
    }

    #[test]
    fn symbols_alone_are_not_polish_or_czech() {
        let page = b"<p>Only \xA35 or \xA310,000. </p><b>\xBB</b> More. <p>\xA91999, \xAE";
        let text = "<p>Only £5 or £10,000. </p><b>»</b> More. <p>©1999, ®";
        check(page, None, (text, WINDOWS_1252, Source::Detected));
    }

    #[test]
    fn byte_order_mark_outranks_labels_and_is_stripped() {
        let text = "<meta charset=koi8-r><p>naïve";
        let utf8 = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
        check(&utf8, Some("shift_jis"), (text, UTF_8, Source::Bom));
        assert!(matches!(decode(&utf8, None).text, Cow::Borrowed(_)));
        let little = [vec![0xFF, 0xFE], utf16(text, u16::to_le_bytes)].concat();
        check(&little, Some("utf-8"), (text, UTF_16LE, Source::Bom));
        let big = [vec![0xFE, 0xFF], utf16(text, u16::to_be_bytes)].concat();
        check(&big, None, (text, UTF_16BE, Source::Bom));
    }

    #[test]
    fn utf16_without_mark_is_detected_by_its_nuls() {
        let (little, big) = (utf16(RUSSIAN, u16::to_le_bytes), utf16(RUSSIAN, u16::to_be_bytes));
        check(&little, None, (RUSSIAN, UTF_16LE, Source::Detected));
        check(&big, None, (RUSSIAN, UTF_16BE, Source::Detected));
        check(&little, Some("utf-8"), (RUSSIAN, UTF_16LE, Source::Detected));
        // `utf-16` means little-endian in the standard, but these bytes are big-endian.
        check(&big, Some("utf-16"), (RUSSIAN, UTF_16BE, Source::Declared));
        let plain = utf16("日本語", u16::to_le_bytes);
        check(&plain, Some("utf-16le"), ("日本語", UTF_16LE, Source::Declared));
    }

    #[test]
    fn utf16_label_on_utf8_is_ignored() {
        check(RUSSIAN.as_bytes(), Some("utf-16"), (RUSSIAN, UTF_8, Source::Detected));
    }

    #[test]
    fn utf8_under_a_legacy_label_is_utf8() {
        for label in ["iso-8859-1", "windows-1251", "koi8-r"] {
            check(RUSSIAN.as_bytes(), Some(label), (RUSSIAN, UTF_8, Source::Detected));
        }
        for label in ["gb2312", "shift_jis", "big5", "euc-kr", "iso-2022-jp"] {
            check(JAPANESE.as_bytes(), Some(label), (JAPANESE, UTF_8, Source::Detected));
        }
        let with_meta = format!("<meta charset=iso-8859-1>{RUSSIAN}");
        check(with_meta.as_bytes(), None, (&with_meta, UTF_8, Source::Detected));
    }

    #[test]
    fn ascii_keeps_its_label_and_is_borrowed() {
        let page = decode(b"<p>plain", Some("windows-1251"));
        assert_eq!((page.encoding, page.source), (WINDOWS_1251, Source::Declared));
        assert!(matches!(page.text, Cow::Borrowed("<p>plain")));
    }

    #[test]
    fn gbk_that_is_also_valid_utf8_stays_gbk() {
        check(b"\xC4\xA3\xCA\xBD", Some("gbk"), ("模式", GBK, Source::Declared));
    }

    #[test]
    fn legacy_under_a_utf8_label_is_detected() {
        let page = bytes(RUSSIAN, WINDOWS_1251);
        check(&page, Some("utf-8"), (RUSSIAN, WINDOWS_1251, Source::Detected));
        check(ENGLISH, Some("utf-8"), (ENGLISH_TEXT, WINDOWS_1252, Source::Detected));
        let with_meta = format!("<meta charset=koi8-r>{RUSSIAN}");
        let page = bytes(&with_meta, KOI8_R);
        check(&page, Some("utf-8"), (&with_meta, KOI8_R, Source::Meta));
    }

    #[test]
    fn an_invalid_byte_in_utf8_is_one_replacement_character() {
        let page = [RUSSIAN.as_bytes(), b"\xFF!"].concat();
        let text = format!("{RUSSIAN}\u{FFFD}!");
        check(&page, Some("utf-8"), (&text, UTF_8, Source::Declared));
        check(&page, None, (&text, UTF_8, Source::Detected));
    }

    #[test]
    fn utf8_truncated_within_a_character_is_still_utf8() {
        let page = "<p>naïve café".as_bytes();
        let cut = &page[..page.len() - 1];
        let text = "<p>naïve caf\u{FFFD}";
        check(cut, Some("utf-8"), (text, UTF_8, Source::Declared));
        check(cut, Some("iso-8859-1"), (text, UTF_8, Source::Detected));
        check(cut, None, (text, UTF_8, Source::Detected));
    }

    #[test]
    fn late_meta_counts_within_the_head_only() {
        let filler = "x".repeat(2 * PRESCAN_BYTES);
        let head = format!("<script>{filler}</script><meta charset=koi8-r><p>{RUSSIAN}");
        check(&bytes(&head, KOI8_R), None, (&head, KOI8_R, Source::Meta));
        let body = format!("<BODY>{filler}<meta charset=greek><p>{RUSSIAN}");
        check(&bytes(&body, WINDOWS_1251), None, (&body, WINDOWS_1251, Source::Detected));
    }

    #[test]
    fn unknown_and_replacement_labels_count_as_none() {
        for label in ["", "klingon", "text/html", "text/html; charset=", "hz-gb-2312", "\u{FFFD}"] {
            check(b"<p>ok", Some(label), ("<p>ok", UTF_8, Source::Detected));
        }
    }

    #[test]
    fn escape_codes_in_ascii_are_not_japanese() {
        check(b"<p>\x1B[31mred", None, ("<p>\u{1B}[31mred", UTF_8, Source::Detected));
    }

    #[test]
    fn tiny_input_is_decoded() {
        check(b"", None, ("", UTF_8, Source::Detected));
        check(b"", Some("shift_jis"), ("", SHIFT_JIS, Source::Declared));
        check(b"\0", None, ("\0", UTF_8, Source::Detected));
        check(b"\xE9", None, ("é", WINDOWS_1252, Source::Detected));
    }

    #[test]
    fn valid_utf8_is_borrowed() {
        for declared in [None, Some("utf-8"), Some("iso-8859-1")] {
            assert!(matches!(decode(JAPANESE.as_bytes(), declared).text, Cow::Borrowed(_)));
        }
    }
}
