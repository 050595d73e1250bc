//! Detects files that are not HTML by their magic bytes.

/// Signatures that no text begins with: each has a control byte or is too long for a coincidence.
const MAGIC: &[(&[u8], &str)] = &[
    (b"%PDF-1.", "a PDF file"),
    (b"%PDF-2.", "a PDF file"),
    (b"\xFF\xD8\xFF", "a JPEG image"),
    (b"\x89PNG\r\n\x1A\n", "a PNG image"),
    (b"PK\x03\x04", "a ZIP archive or Office document"),
    (b"\x1F\x8B", "gzip data"),
    (b"\x28\xB5\x2F\xFD", "Zstandard data"),
    (b"\xFD7zXZ\x00", "xz data"),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an old Office document"),
    (b"\x7FELF", "a program"),
    (b"ID3\x02", "an MP3 file"),
    (b"ID3\x03", "an MP3 file"),
    (b"ID3\x04", "an MP3 file"),
    (b"OggS\x00", "an Ogg file"),
    (b"wOFF\x00\x01", "a web font"),
    (b"wOFFOTTO", "a web font"),
    (b"wOF2\x00\x01", "a web font"),
    (b"wOF2OTTO", "a web font"),
];

/// The type of the bytes if they are certainly not HTML.
pub fn not_html(bytes: &[u8]) -> Option<&'static str> {
    let at = |range: std::ops::Range<usize>| bytes.get(range).unwrap_or(&[]);
    if bytes.starts_with(b"RIFF") && at(8..12) == b"WEBP" {
        return Some("a WebP image");
    }
    // The first box of such a file is small.
    if at(0..2) == b"\0\0" && at(4..8) == b"ftyp" {
        return Some("an MP4 or HEIF file");
    }
    // No image is so large that the high byte of its width is a letter.
    let is_gif = bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a");
    if is_gif && bytes.get(7).is_some_and(|high| *high < b' ') {
        return Some("a GIF image");
    }
    if bytes.starts_with(b"BZh") && at(4..10) == b"1AY&SY" {
        return Some("bzip2 data");
    }
    MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, what)| *what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_and_documents_are_detected() {
        assert_eq!(not_html(b"%PDF-1.7 ..."), Some("a PDF file"));
        assert_eq!(not_html(b"\xFF\xD8\xFF\xE0"), Some("a JPEG image"));
        assert_eq!(not_html(b"RIFF\0\0\0\0WEBPVP8 "), Some("a WebP image"));
        assert_eq!(not_html(b"GIF89a\x10\0\x10\0"), Some("a GIF image"));
        assert_eq!(not_html(b"\0\0\0\x18ftypmp42"), Some("an MP4 or HEIF file"));
        assert_eq!(not_html(b"BZh91AY&SY"), Some("bzip2 data"));
    }

    #[test]
    fn texts_about_such_files_are_html() {
        for text in [
            &b"<h1>ftyp box</h1><p>text"[..],
            b"ID3 tags explained",
            b"BZh is a magic number",
            b"GIF89a is an old format",
            b"wOFF and wOF2",
            b"%PDF-A is for archives",
            b"OggS begins a page",
        ] {
            assert_eq!(not_html(text), None);
        }
    }

    #[test]
    fn pages_are_html() {
        assert_eq!(not_html(b"<!doctype html>"), None);
        assert_eq!(not_html(b"\xEF\xBB\xBF<html>"), None);
        assert_eq!(not_html(b""), None);
    }
}
