//! How far each source is trusted: the lower, the further.

/// Made for catalogues of scholarly work, by hand.
pub const CITATION: u8 = 10;
pub const JSON_LD: u8 = 20;
/// Read by analytics that publishers pay for: parse.ly, Sailthru and their like.
pub const PUBLISHER: u8 = 30;
pub const OPEN_GRAPH: u8 = 40;
pub const MICRODATA: u8 = 50;
/// An author that JSON-LD calls an organisation: often the site itself.
pub const ORGANISATION: u8 = 55;
pub const DUBLIN_CORE: u8 = 60;
pub const PLAIN_META: u8 = 70;
/// From here on: meant for readers, and found by likeness.
pub const VISIBLE: u8 = 80;
/// Lines that follow the heading.
pub const AFTER_HEADING: u8 = 81;
/// `<time>`.
pub const TIME: u8 = 82;
/// Class names.
pub const CLASS: u8 = 83;
/// Lines before the heading.
pub const BEFORE_HEADING: u8 = 84;
/// The day of a change, where readers are told no other.
pub const CHANGED: u8 = 85;
/// Sources that were made for something else.
pub const REMOTE: u8 = 90;
