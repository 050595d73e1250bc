//! Element names, and what the standard and browsers say of each.

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

    /// Elements that show something of their own, such as a picture, which keeps words apart.
    #[inline]
    pub fn is_replaced(self) -> bool {
        self.has(REPLACED)
    }

    #[inline]
    fn has(self, property: u8) -> bool {
        PROPERTIES.get(self.0 as usize).is_some_and(|p| p & property != 0)
    }
}

/// Names of the elements that never have content or an end tag.
pub fn void_tag_names() -> impl Iterator<Item = &'static str> {
    VOID_TAGS.iter().filter_map(|tag| tag.known_name())
}

const VOID: u8 = 1;
const BLOCK: u8 = 2;
const SPECIAL: u8 = 4;
const FORMATTING: u8 = 8;
const REPLACED: u8 = 16;

static PROPERTIES: [u8; TAG_NAMES.len()] = properties();

const fn properties() -> [u8; TAG_NAMES.len()] {
    let mut table = [0; TAG_NAMES.len()];
    let sets: [(u8, &[Tag]); 5] = [
        (VOID, VOID_TAGS),
        (BLOCK, BLOCK_TAGS),
        (SPECIAL, SPECIAL_TAGS),
        (FORMATTING, FORMATTING_TAGS),
        (REPLACED, REPLACED_TAGS),
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

const REPLACED_TAGS: &[Tag] = &[
    Tag::APPLET,
    Tag::AUDIO,
    Tag::CANVAS,
    Tag::EMBED,
    Tag::IMG,
    Tag::INPUT,
    Tag::METER,
    Tag::OBJECT,
    Tag::PROGRESS,
    Tag::SVG,
    Tag::VIDEO,
];
