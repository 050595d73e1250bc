//! Element names and their properties in the standard and in browsers.

use super::Lookup;

/// An element name. Numbers from `TAG_NAMES.len()` on are names that only the page has.
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
    /// The name of a tag in `TAG_NAMES`; `None` for names that only the page has.
    pub fn known_name(self) -> Option<&'static str> {
        TAG_NAMES.get(self.0 as usize).copied()
    }

    /// 1 to 6 for `h1` to `h6`.
    pub fn heading_level(self) -> Option<u8> {
        (Tag::H1.0..=Tag::H6.0).contains(&self.0).then(|| (self.0 - Tag::H1.0) as u8 + 1)
    }

    /// Whether the element has no content and no end tag.
    #[inline]
    pub fn is_void(self) -> bool {
        self.has(VOID)
    }

    /// Whether a browser starts a new line for the element, or the element is a form control. The
    /// text of controls never continues the sentence around them.
    #[inline]
    pub fn is_block(self) -> bool {
        self.has(BLOCK)
    }

    /// Whether the element is in the standard's "special" category.
    #[inline]
    pub fn is_special(self) -> bool {
        self.has(SPECIAL)
    }

    /// Whether the element is in the standard's "formatting" category.
    #[inline]
    pub fn is_formatting(self) -> bool {
        self.has(FORMATTING)
    }

    /// Whether the element displays something of its own, such as an image, which separates words.
    #[inline]
    pub fn is_replaced(self) -> bool {
        self.has(REPLACED)
    }

    #[inline]
    fn has(self, property: u8) -> bool {
        PROPERTIES.get(self.0 as usize).is_some_and(|p| p & property != 0)
    }
}

/// Names of the elements without content and end tag.
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

/// A list of tags by name.
macro_rules! tags {
    ($($name:ident)*) => {
        &[$(Tag::$name),*]
    };
}

const VOID_TAGS: &[Tag] = tags! {
    AREA BASE BASEFONT BGSOUND BR COL EMBED FRAME HR IMG INPUT KEYGEN LINK META PARAM SOURCE
    TRACK WBR
};

const BLOCK_TAGS: &[Tag] = tags! {
    ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY BUTTON CAPTION CENTER COL COLGROUP DATALIST DD DETAILS
    DIALOG DIR DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM FRAME FRAMESET H1 H2 H3 H4 H5 H6
    HEAD HEADER HGROUP HR HTML IFRAME LABEL LEGEND LI LISTING MAIN MARQUEE MENU NAV NOFRAMES
    NOSCRIPT OL OPTGROUP OPTION P PLAINTEXT PRE SEARCH SECTION SELECT SUMMARY TABLE TBODY TD
    TEMPLATE TEXTAREA TFOOT TH THEAD TITLE TR UL XMP
};

const SPECIAL_TAGS: &[Tag] = tags! {
    ADDRESS APPLET AREA ARTICLE ASIDE BASE BASEFONT BGSOUND BLOCKQUOTE BODY BR BUTTON CAPTION
    CENTER COL COLGROUP DD DETAILS DIR DIV DL DT EMBED FIELDSET FIGCAPTION FIGURE FOOTER FORM
    FRAME FRAMESET H1 H2 H3 H4 H5 H6 HEAD HEADER HGROUP HR HTML IFRAME IMG INPUT KEYGEN LI LINK
    LISTING MAIN MARQUEE MENU META NAV NOEMBED NOFRAMES NOSCRIPT OBJECT OL P PARAM PLAINTEXT PRE
    SCRIPT SEARCH SECTION SELECT SOURCE STYLE SUMMARY TABLE TBODY TD TEMPLATE TEXTAREA TFOOT TH
    THEAD TITLE TR TRACK UL WBR XMP
};

const FORMATTING_TAGS: &[Tag] = tags! {
    A B BIG CODE EM FONT I NOBR S SMALL STRIKE STRONG TT U
};

const REPLACED_TAGS: &[Tag] = tags! {
    APPLET AUDIO CANVAS EMBED IMG INPUT METER OBJECT PROGRESS SVG VIDEO
};
