//! Names of the attributes that pages store.

use super::Lookup;

/// An attribute that the page tables store; others are only counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attribute(pub u8);

// At most 64, so that one integer can hold the set of attributes of a tag.
numbered! { Attribute(u8), ATTRIBUTE_NAMES, ATTRIBUTE_LOOKUP(512, 0x18b8_a008_f9f5_9771),
    ALIGN "align" ALT "alt" ALTTEXT "alttext" ARIA_HIDDEN "aria-hidden"
    ARIA_LABEL "aria-label" BGCOLOR "bgcolor" BORDER "border" CHARSET "charset"
    CHECKED "checked" CITE "cite" CLASS "class" CLASSID "classid" COLOR "color" COLSPAN "colspan"
    CONTENT "content" DATA "data" DATA_LANG "data-lang" DATA_LANGUAGE "data-language"
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
