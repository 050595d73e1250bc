//! Doctypes, and the quirks mode that some of them select.

use super::Builder;
use crate::html::character_data::decode_text;
use crate::html::tokenizer::{Form, Span};

const QUIRKY_PUBLIC: &[&str] = &[
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html ",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 ",
    "-//microsoft//dtd internet explorer 3.0 ",
    "-//netscape comm. corp.//dtd ",
    "-//o'reilly and associates//dtd html ",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava ",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];

const QUIRKY_PUBLIC_WHOLE: &[&str] =
    &["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];

/// Quirky only where no system identifier follows.
const QUIRKY_WITHOUT_SYSTEM: &[&str] =
    &["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];

const QUIRKY_SYSTEM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

impl Builder<'_> {
    pub(super) fn read_doctype(&mut self) {
        let source = self.tokens.source;
        let read = |span: Option<Span>| {
            span.map(|span| decode_text(span.of(source), Form::Raw).to_ascii_lowercase())
        };
        let doctype = &self.tokens.doctype;
        let name = read(doctype.name).unwrap_or_default();
        let public = read(doctype.public);
        let system = read(doctype.system);
        self.quirks = doctype.force_quirks
            || name != "html"
            || public.as_deref().is_some_and(|id| is_quirky(id, system.is_some()))
            || system.as_deref() == Some(QUIRKY_SYSTEM);
        let parts = [Some(name), public, system];
        self.tree.doctype = Some(parts.into_iter().flatten().collect::<Vec<_>>().join(" "));
    }
}

fn is_quirky(public: &str, has_system: bool) -> bool {
    QUIRKY_PUBLIC_WHOLE.contains(&public)
        || QUIRKY_PUBLIC.iter().any(|prefix| public.starts_with(prefix))
        || (!has_system && QUIRKY_WITHOUT_SYSTEM.iter().any(|prefix| public.starts_with(prefix)))
}
