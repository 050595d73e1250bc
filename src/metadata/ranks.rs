//! How far each source is trusted: the lower, the further.

/// Made for catalogues of scholarly work, by hand.
pub const CITATION: u8 = 10;
pub const JSON_LD: u8 = 20;
/// Read by analytics that publishers pay for: parse.ly, Sailthru and their like.
pub const PUBLISHER: u8 = 30;
pub const OPEN_GRAPH: u8 = 40;
pub const MICRODATA: u8 = 50;
pub const DUBLIN_CORE: u8 = 60;
pub const PLAIN_META: u8 = 70;
/// `rel=author`, `<time>` and classes: meant for readers, and found by likeness.
pub const VISIBLE: u8 = 80;
/// Sources that were made for something else.
pub const REMOTE: u8 = 90;
