//! Files that are not HTML at all, told by their first bytes.

const MAGIC: &[(&[u8], &str)] = &[
    (b"%PDF-", "a PDF file"),
    (b"\xFF\xD8\xFF", "a JPEG image"),
    (b"\x89PNG\r\n\x1A\n", "a PNG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"PK\x03\x04", "a ZIP archive or Office document"),
    (b"\x1F\x8B", "gzip data"),
    (b"\x28\xB5\x2F\xFD", "Zstandard data"),
    (b"\xFD7zXZ\x00", "xz data"),
    (b"BZh", "bzip2 data"),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an old Office document"),
    (b"\x7FELF", "a program"),
    (b"ID3", "an MP3 file"),
    (b"OggS", "an Ogg file"),
    (b"wOF", "a web font"),
];

/// What the bytes are, where they are known not to be a page.
pub fn not_html(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return Some("a WebP image");
    }
    if bytes.get(4..8) == Some(b"ftyp") {
        return Some("an MP4 or HEIF file");
    }
    MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, what)| *what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_and_documents_are_told_from_pages() {
        assert_eq!(not_html(b"%PDF-1.7 ..."), Some("a PDF file"));
        assert_eq!(not_html(b"\xFF\xD8\xFF\xE0"), Some("a JPEG image"));
        assert_eq!(not_html(b"RIFF\0\0\0\0WEBPVP8 "), Some("a WebP image"));
    }

    #[test]
    fn pages_pass() {
        assert_eq!(not_html(b"<!doctype html>"), None);
        assert_eq!(not_html(b"\xEF\xBB\xBF<html>"), None);
        assert_eq!(not_html(b""), None);
    }
}
