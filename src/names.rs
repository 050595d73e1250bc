//! Tag and attribute names as small numbers, found by one hash of the bytes.

/// Lower-cases an ASCII letter and leaves every other byte alone.
pub const fn lower(byte: u8) -> u8 {
    if byte.is_ascii_uppercase() { byte | 0x20 } else { byte }
}

/// The first eight bytes of a name, lower-cased, packed into one integer.
pub const fn key_of(name: &[u8]) -> u64 {
    let mut key = 0;
    let mut i = 0;
    while i < name.len() && i < 8 {
        key |= (lower(name[i]) as u64) << (8 * i);
        i += 1;
    }
    key
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = ONES * 0x80;

/// Bit 7 of each byte of `word` that equals `byte`. Only the lowest bit set is to be trusted.
#[inline]
fn equal(word: u64, byte: u8) -> u64 {
    let difference = word ^ (ONES * byte as u64);
    difference.wrapping_sub(ONES) & !difference & HIGHS
}

/// `key_of` for eight bytes at once.
#[inline]
fn lower_word(word: u64) -> u64 {
    // Bit 7 of `letter + gap` tells which side of a bound a 7-bit value lies on.
    let low = word & (ONES * 0x7F);
    let above_z = low + ONES * (0x7F - b'Z' as u64);
    let from_a = low + ONES * (0x80 - b'A' as u64);
    let upper = !word & (from_a ^ above_z) & HIGHS;
    word | (upper >> 2)
}

/// Length and key of the name at the start of `bytes`, which ends at white space, a control
/// character, `/`, `>` or `=`; `None` close to the end of the source. Finding the end of a short
/// name without a loop spares the processor a wrong guess for each.
#[inline]
pub fn name_at(bytes: &[u8]) -> Option<(usize, u64)> {
    let first = u64::from_le_bytes(*bytes.first_chunk::<8>()?);
    let ends = name_ends(first);
    if ends != 0 {
        let bits = ends.trailing_zeros() - 7;
        return Some((bits as usize / 8, lower_word(first) & ((1 << bits) - 1)));
    }
    let mut length = 8;
    loop {
        let word = u64::from_le_bytes(*bytes.get(length..)?.first_chunk::<8>()?);
        let ends = name_ends(word);
        if ends != 0 {
            return Some((length + ends.trailing_zeros() as usize / 8, lower_word(first)));
        }
        length += 8;
    }
}

#[inline]
fn name_ends(word: u64) -> u64 {
    let controls = word.wrapping_sub(ONES * 0x21) & !word & HIGHS;
    controls | equal(word, b'/') | equal(word, b'>') | equal(word, b'=')
}

/// A hash table without collisions over a fixed list of names, built by the compiler and small
/// enough to stay in the processor's nearest cache.
pub struct Lookup<const N: usize, const SLOTS: usize> {
    names: &'static [&'static str; N],
    keys: [u64; N],
    lengths: [u8; N],
    seed: u64,
    slots: [u8; SLOTS],
}

const fn slot(key: u64, length: usize, seed: u64, slots: usize) -> usize {
    let mixed = (key ^ (length as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(seed);
    (mixed >> (64 - slots.ilog2())) as usize
}

impl<const N: usize, const SLOTS: usize> Lookup<N, SLOTS> {
    /// Looks for a seed without collisions from `seed` on: a good first guess only saves time.
    const fn new(names: &'static [&'static str; N], seed: u64) -> Self {
        let mut keys = [0; N];
        let mut lengths = [0; N];
        let mut i = 0;
        while i < N {
            keys[i] = key_of(names[i].as_bytes());
            lengths[i] = names[i].len() as u8;
            i += 1;
        }
        let mut seed = seed;
        loop {
            // An empty slot points at the first name, which then does not compare equal.
            let mut slots = [0u8; SLOTS];
            let mut i = 0;
            while i < N {
                let at = slot(keys[i], lengths[i] as usize, seed, SLOTS);
                if slots[at] != 0 {
                    break;
                }
                slots[at] = i as u8 + 1;
                i += 1;
            }
            if i == N {
                let mut at = 0;
                while at < SLOTS {
                    slots[at] = slots[at].saturating_sub(1);
                    at += 1;
                }
                return Lookup { names, keys, lengths, seed, slots };
            }
            seed = seed.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(2);
        }
    }

    /// The name's number, compared without regard to ASCII case. `key` is `key_of(name)`.
    #[inline]
    pub fn find(&self, key: u64, name: &[u8]) -> Option<u8> {
        let number = self.slots[slot(key, name.len(), self.seed, SLOTS)];
        let index = number as usize;
        let same = self.keys[index] == key && self.lengths[index] as usize == name.len();
        // The key holds all of a short name; only long ones have more to compare.
        let same =
            same && (name.len() <= 8 || self.names[index].as_bytes().eq_ignore_ascii_case(name));
        same.then_some(number)
    }
}

macro_rules! numbered {
    ($type:ident($repr:ty), $names:ident, $lookup:ident($slots:literal, $seed:literal), $($constant:ident $text:literal)*) => {
        impl $type {
            $(pub const $constant: $type = $type(numbers::$constant as $repr);)*
        }
        mod numbers {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Order { $($constant),* }
            $(pub const $constant: u8 = Order::$constant as u8;)*
        }
        pub const $names: &[&str; [$($text),*].len()] = &[$($text),*];
        pub static $lookup: Lookup<{ $names.len() }, $slots> = Lookup::new($names, $seed);
    };
}

pub mod tags {
    use super::Lookup;

    /// An element's name. Numbers from `TAG_NAMES.len()` on are names first met on the page.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub struct Tag(pub u16);

    numbered! { Tag(u16), TAG_NAMES, TAG_LOOKUP(2048, 0xf8ec_ae24_b89b_02f9),
        A "a" ABBR "abbr" ACRONYM "acronym" ADDRESS "address" APPLET "applet" AREA "area"
        ARTICLE "article" ASIDE "aside" AUDIO "audio" B "b" BASE "base" BASEFONT "basefont"
        BDI "bdi" BDO "bdo" BGSOUND "bgsound" BIG "big" BLOCKQUOTE "blockquote" BODY "body"
        BR "br" BUTTON "button" CANVAS "canvas" CAPTION "caption" CENTER "center" CITE "cite"
        CODE "code" COL "col" COLGROUP "colgroup" DATA "data" DATALIST "datalist" DD "dd"
        DEL "del" DETAILS "details" DFN "dfn" DIALOG "dialog" DIR "dir" DIV "div" DL "dl" DT "dt"
        EM "em" EMBED "embed" FIELDSET "fieldset" FIGCAPTION "figcaption" FIGURE "figure"
        FONT "font" FOOTER "footer" FORM "form" FRAME "frame" FRAMESET "frameset"
        H1 "h1" H2 "h2" H3 "h3" H4 "h4" H5 "h5" H6 "h6" HEAD "head" HEADER "header"
        HGROUP "hgroup" HR "hr" HTML "html" I "i" IFRAME "iframe" IMAGE "image" IMG "img"
        INPUT "input" INS "ins" KBD "kbd" KEYGEN "keygen" LABEL "label" LEGEND "legend" LI "li"
        LINK "link" LISTING "listing" MAIN "main" MAP "map" MARK "mark" MARQUEE "marquee"
        MENU "menu" META "meta" METER "meter" NAV "nav" NOBR "nobr" NOEMBED "noembed"
        NOFRAMES "noframes" NOSCRIPT "noscript" OBJECT "object" OL "ol" OPTGROUP "optgroup"
        OPTION "option" OUTPUT "output" P "p" PARAM "param" PICTURE "picture"
        PLAINTEXT "plaintext" PRE "pre" PROGRESS "progress" Q "q" RB "rb" RP "rp" RT "rt"
        RTC "rtc" RUBY "ruby" S "s" SAMP "samp" SCRIPT "script" SEARCH "search"
        SECTION "section" SELECT "select" SELECTEDCONTENT "selectedcontent" SLOT "slot"
        SMALL "small" SOURCE "source" SPAN "span" STRIKE "strike" STRONG "strong" STYLE "style"
        SUB "sub" SUMMARY "summary" SUP "sup" TABLE "table" TBODY "tbody" TD "td"
        TEMPLATE "template" TEXTAREA "textarea" TFOOT "tfoot" TH "th" THEAD "thead" TIME "time"
        TITLE "title" TR "tr" TRACK "track" TT "tt" U "u" UL "ul" VAR "var" VIDEO "video"
        WBR "wbr" XMP "xmp"
        SVG "svg" G "g" PATH "path" TEXT "text" TSPAN "tspan" DESC "desc" METADATA "metadata"
        FOREIGNOBJECT "foreignobject" USE "use" CIRCLE "circle" RECT "rect"
        MATH "math" MI "mi" MO "mo" MN "mn" MS "ms" MTEXT "mtext" MROW "mrow"
        ANNOTATION "annotation" ANNOTATION_XML "annotation-xml" SEMANTICS "semantics"
        MGLYPH "mglyph" MALIGNMARK "malignmark"
    }

    impl Tag {
        /// The name of a tag that webwinnow knows; `None` for one first met on a page.
        pub fn known_name(self) -> Option<&'static str> {
            TAG_NAMES.get(self.0 as usize).copied()
        }

        /// 1 to 6 for `h1` to `h6`.
        pub fn heading_level(self) -> Option<u8> {
            (Tag::H1.0..=Tag::H6.0).contains(&self.0).then(|| (self.0 - Tag::H1.0) as u8 + 1)
        }

        /// Elements that never have content or an end tag.
        #[inline]
        pub fn is_void(self) -> bool {
            self.has(VOID)
        }

        /// Elements that a browser starts a new line for, and form controls, whose text never
        /// continues the sentence around them.
        #[inline]
        pub fn is_block(self) -> bool {
            self.has(BLOCK)
        }

        /// The standard's "special" category.
        #[inline]
        pub fn is_special(self) -> bool {
            self.has(SPECIAL)
        }

        /// The standard's "formatting" category.
        #[inline]
        pub fn is_formatting(self) -> bool {
            self.has(FORMATTING)
        }

        #[inline]
        fn has(self, property: u8) -> bool {
            PROPERTIES.get(self.0 as usize).is_some_and(|p| p & property != 0)
        }
    }

    const VOID: u8 = 1;
    const BLOCK: u8 = 2;
    const SPECIAL: u8 = 4;
    const FORMATTING: u8 = 8;

    static PROPERTIES: [u8; TAG_NAMES.len()] = properties();

    const fn properties() -> [u8; TAG_NAMES.len()] {
        let mut table = [0; TAG_NAMES.len()];
        let sets: [(u8, &[Tag]); 4] = [
            (VOID, VOID_TAGS),
            (BLOCK, BLOCK_TAGS),
            (SPECIAL, SPECIAL_TAGS),
            (FORMATTING, FORMATTING_TAGS),
        ];
        let mut s = 0;
        while s < sets.len() {
            let mut i = 0;
            while i < sets[s].1.len() {
                table[sets[s].1[i].0 as usize] |= sets[s].0;
                i += 1;
            }
            s += 1;
        }
        table
    }

    const VOID_TAGS: &[Tag] = &[
        Tag::AREA,
        Tag::BASE,
        Tag::BASEFONT,
        Tag::BGSOUND,
        Tag::BR,
        Tag::COL,
        Tag::EMBED,
        Tag::FRAME,
        Tag::HR,
        Tag::IMG,
        Tag::INPUT,
        Tag::KEYGEN,
        Tag::LINK,
        Tag::META,
        Tag::PARAM,
        Tag::SOURCE,
        Tag::TRACK,
        Tag::WBR,
    ];

    const BLOCK_TAGS: &[Tag] = &[
        Tag::ADDRESS,
        Tag::ARTICLE,
        Tag::ASIDE,
        Tag::BLOCKQUOTE,
        Tag::BODY,
        Tag::BUTTON,
        Tag::CAPTION,
        Tag::CENTER,
        Tag::COL,
        Tag::COLGROUP,
        Tag::DATALIST,
        Tag::DD,
        Tag::DETAILS,
        Tag::DIALOG,
        Tag::DIR,
        Tag::DIV,
        Tag::DL,
        Tag::DT,
        Tag::FIELDSET,
        Tag::FIGCAPTION,
        Tag::FIGURE,
        Tag::FOOTER,
        Tag::FORM,
        Tag::FRAME,
        Tag::FRAMESET,
        Tag::H1,
        Tag::H2,
        Tag::H3,
        Tag::H4,
        Tag::H5,
        Tag::H6,
        Tag::HEAD,
        Tag::HEADER,
        Tag::HGROUP,
        Tag::HR,
        Tag::HTML,
        Tag::IFRAME,
        Tag::LABEL,
        Tag::LEGEND,
        Tag::LI,
        Tag::LISTING,
        Tag::MAIN,
        Tag::MARQUEE,
        Tag::MENU,
        Tag::NAV,
        Tag::NOFRAMES,
        Tag::NOSCRIPT,
        Tag::OL,
        Tag::OPTGROUP,
        Tag::OPTION,
        Tag::P,
        Tag::PLAINTEXT,
        Tag::PRE,
        Tag::SEARCH,
        Tag::SECTION,
        Tag::SELECT,
        Tag::SUMMARY,
        Tag::TABLE,
        Tag::TBODY,
        Tag::TD,
        Tag::TEMPLATE,
        Tag::TEXTAREA,
        Tag::TFOOT,
        Tag::TH,
        Tag::THEAD,
        Tag::TITLE,
        Tag::TR,
        Tag::UL,
        Tag::XMP,
    ];

    const SPECIAL_TAGS: &[Tag] = &[
        Tag::ADDRESS,
        Tag::APPLET,
        Tag::AREA,
        Tag::ARTICLE,
        Tag::ASIDE,
        Tag::BASE,
        Tag::BASEFONT,
        Tag::BGSOUND,
        Tag::BLOCKQUOTE,
        Tag::BODY,
        Tag::BR,
        Tag::BUTTON,
        Tag::CAPTION,
        Tag::CENTER,
        Tag::COL,
        Tag::COLGROUP,
        Tag::DD,
        Tag::DETAILS,
        Tag::DIR,
        Tag::DIV,
        Tag::DL,
        Tag::DT,
        Tag::EMBED,
        Tag::FIELDSET,
        Tag::FIGCAPTION,
        Tag::FIGURE,
        Tag::FOOTER,
        Tag::FORM,
        Tag::FRAME,
        Tag::FRAMESET,
        Tag::H1,
        Tag::H2,
        Tag::H3,
        Tag::H4,
        Tag::H5,
        Tag::H6,
        Tag::HEAD,
        Tag::HEADER,
        Tag::HGROUP,
        Tag::HR,
        Tag::HTML,
        Tag::IFRAME,
        Tag::IMG,
        Tag::INPUT,
        Tag::KEYGEN,
        Tag::LI,
        Tag::LINK,
        Tag::LISTING,
        Tag::MAIN,
        Tag::MARQUEE,
        Tag::MENU,
        Tag::META,
        Tag::NAV,
        Tag::NOEMBED,
        Tag::NOFRAMES,
        Tag::NOSCRIPT,
        Tag::OBJECT,
        Tag::OL,
        Tag::P,
        Tag::PARAM,
        Tag::PLAINTEXT,
        Tag::PRE,
        Tag::SCRIPT,
        Tag::SEARCH,
        Tag::SECTION,
        Tag::SELECT,
        Tag::SOURCE,
        Tag::STYLE,
        Tag::SUMMARY,
        Tag::TABLE,
        Tag::TBODY,
        Tag::TD,
        Tag::TEMPLATE,
        Tag::TEXTAREA,
        Tag::TFOOT,
        Tag::TH,
        Tag::THEAD,
        Tag::TITLE,
        Tag::TR,
        Tag::TRACK,
        Tag::UL,
        Tag::WBR,
        Tag::XMP,
    ];

    const FORMATTING_TAGS: &[Tag] = &[
        Tag::A,
        Tag::B,
        Tag::BIG,
        Tag::CODE,
        Tag::EM,
        Tag::FONT,
        Tag::I,
        Tag::NOBR,
        Tag::S,
        Tag::SMALL,
        Tag::STRIKE,
        Tag::STRONG,
        Tag::TT,
        Tag::U,
    ];
}

pub mod attributes {
    use super::Lookup;

    /// An attribute that the page tables keep; all others are only counted.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Attribute(pub u8);

    // At most 64, so that one integer can say which a tag has already given.
    numbered! { Attribute(u8), ATTRIBUTE_NAMES, ATTRIBUTE_LOOKUP(512, 0x18b8_a008_f9f5_9771),
        ALIGN "align" ALT "alt" ALTTEXT "alttext" ARIA_HIDDEN "aria-hidden"
        ARIA_LABEL "aria-label" BGCOLOR "bgcolor" BORDER "border" CHARSET "charset"
        CHECKED "checked" CITE "cite" CLASS "class" COLOR "color" COLSPAN "colspan"
        CONTENT "content" DATA_LANG "data-lang" DATA_LANGUAGE "data-language"
        DATA_SRC "data-src" DATETIME "datetime" DIR "dir" DISPLAY "display" ENCODING "encoding"
        FACE "face" FOR "for" HEIGHT "height" HIDDEN "hidden" HREF "href"
        HREFLANG "hreflang" HTTP_EQUIV "http-equiv" ID "id" ITEMID "itemid" ITEMPROP "itemprop"
        ITEMSCOPE "itemscope" ITEMTYPE "itemtype" LANG "lang" NAME "name" OPEN "open"
        PROPERTY "property" REL "rel" ROLE "role" ROWSPAN "rowspan"
        SHADOWROOTMODE "shadowrootmode" SIZE "size" SRC "src" START "start" STYLE "style"
        TITLE "title" TYPE "type" TYPEOF "typeof" VALIGN "valign" VALUE "value" WIDTH "width"
        XML_LANG "xml:lang"
    }

    const _: () = assert!(ATTRIBUTE_NAMES.len() <= 64);

    impl Attribute {
        pub fn name(self) -> &'static str {
            ATTRIBUTE_NAMES[self.0 as usize]
        }
    }
}

pub use attributes::{ATTRIBUTE_LOOKUP, ATTRIBUTE_NAMES, Attribute};
pub use tags::{TAG_LOOKUP, TAG_NAMES, Tag};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_is_found_in_any_case() {
        for (number, name) in TAG_NAMES.iter().enumerate() {
            let upper = name.to_ascii_uppercase();
            let found = TAG_LOOKUP.find(key_of(upper.as_bytes()), upper.as_bytes());
            assert_eq!(found, Some(number as u8), "{name}");
        }
    }

    #[test]
    fn every_attribute_is_found() {
        for (number, name) in ATTRIBUTE_NAMES.iter().enumerate() {
            let found = ATTRIBUTE_LOOKUP.find(key_of(name.as_bytes()), name.as_bytes());
            assert_eq!(found, Some(number as u8), "{name}");
        }
    }

    #[test]
    fn names_in_a_text_have_the_key_of_the_name_alone() {
        for name in [
            "",
            "a",
            "DIV",
            "P\u{e9}",
            "[@Z`az{",
            "h1",
            "itemprop",
            "blockQUOTE",
            "data-long-name-xy",
        ] {
            for end in [" ", ">", "/", "=", "\n", "\0"] {
                let text = format!("{name}{end}=filler filler");
                let found = name_at(text.as_bytes());
                assert_eq!(found, Some((name.len(), key_of(name.as_bytes()))), "{text:?}");
            }
        }
        assert_eq!(name_at(b"p>"), None);
        assert_eq!(name_at(b"blockquote>"), None);
    }

    #[test]
    fn unknown_names_are_not_found() {
        for name in ["", "x-card", "blockquotes", "p\0", "h7"] {
            assert_eq!(TAG_LOOKUP.find(key_of(name.as_bytes()), name.as_bytes()), None);
        }
    }

    #[test]
    fn heading_levels_are_one_to_six() {
        assert_eq!(Tag::H1.heading_level(), Some(1));
        assert_eq!(Tag::H6.heading_level(), Some(6));
        assert_eq!(Tag::HEAD.heading_level(), None);
    }
}
