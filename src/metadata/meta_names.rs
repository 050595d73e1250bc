//! Maps `<meta>` names and `itemprop` values to fields.

use super::candidates::Field;
use super::candidates::*;

/// Names in lower case, with colons for dots, sorted.
const META: &[(&str, Field, u8)] = &[
    ("apple-mobile-web-app-title", Field::SiteName, REMOTE),
    ("application-name", Field::SiteName, REMOTE),
    ("article:author", Field::Author, OPEN_GRAPH),
    ("article:author_name", Field::Author, OPEN_GRAPH),
    ("article:modified", Field::Modified, OPEN_GRAPH),
    ("article:modified_time", Field::Modified, OPEN_GRAPH),
    ("article:published", Field::Published, OPEN_GRAPH),
    ("article:published_at", Field::Published, OPEN_GRAPH),
    ("article:published_date", Field::Published, OPEN_GRAPH),
    ("article:published_time", Field::Published, OPEN_GRAPH),
    ("article:tag", Field::Tags, OPEN_GRAPH),
    ("author", Field::Author, PLAIN_META),
    ("authors", Field::Author, PLAIN_META),
    ("book:author", Field::Author, OPEN_GRAPH),
    ("byl", Field::Author, PUBLISHER),
    ("bytedance:published_time", Field::Published, PUBLISHER),
    ("bytedance:updated_time", Field::Modified, PUBLISHER),
    ("citation_author", Field::Author, CITATION),
    ("citation_date", Field::Published, CITATION + 1),
    ("citation_journal_title", Field::SiteName, CITATION),
    ("citation_keywords", Field::Tags, CITATION),
    ("citation_language", Field::Language, CITATION),
    ("citation_online_date", Field::Published, CITATION + 1),
    ("citation_publication_date", Field::Published, CITATION),
    ("citation_title", Field::Title, CITATION),
    ("content-language", Field::Language, PLAIN_META),
    ("creator", Field::Author, DUBLIN_CORE),
    ("cxenseparse:author", Field::Author, PUBLISHER),
    ("cxenseparse:recs:publishtime", Field::Published, PUBLISHER),
    ("dable:author", Field::Author, PUBLISHER),
    ("date", Field::Published, PLAIN_META),
    ("datecreated", Field::Published, PLAIN_META),
    ("datemodified", Field::Modified, PLAIN_META),
    ("datepublished", Field::Published, OPEN_GRAPH),
    ("dc:creator", Field::Author, DUBLIN_CORE),
    ("dc:date", Field::Published, DUBLIN_CORE),
    ("dc:date:created", Field::Published, DUBLIN_CORE),
    ("dc:date:issued", Field::Published, DUBLIN_CORE),
    ("dc:date:modified", Field::Modified, DUBLIN_CORE),
    ("dc:description", Field::Description, DUBLIN_CORE),
    ("dc:language", Field::Language, DUBLIN_CORE),
    ("dc:publisher", Field::SiteName, DUBLIN_CORE),
    ("dc:subject", Field::Tags, DUBLIN_CORE),
    ("dc:title", Field::Title, DUBLIN_CORE),
    ("dcterms:created", Field::Published, DUBLIN_CORE),
    ("dcterms:creator", Field::Author, DUBLIN_CORE),
    ("dcterms:date", Field::Published, DUBLIN_CORE),
    ("dcterms:description", Field::Description, DUBLIN_CORE),
    ("dcterms:issued", Field::Published, DUBLIN_CORE),
    ("dcterms:language", Field::Language, DUBLIN_CORE),
    ("dcterms:modified", Field::Modified, DUBLIN_CORE),
    ("dcterms:publisher", Field::SiteName, DUBLIN_CORE),
    ("dcterms:title", Field::Title, DUBLIN_CORE),
    ("dd:author", Field::Author, PUBLISHER),
    ("dd:published_time", Field::Published, PUBLISHER),
    ("description", Field::Description, PLAIN_META),
    ("headline", Field::Title, PLAIN_META),
    ("keywords", Field::Tags, PLAIN_META),
    ("language", Field::Language, PLAIN_META),
    ("last-modified", Field::Modified, PLAIN_META),
    ("lastmod", Field::Modified, PLAIN_META),
    ("modified", Field::Modified, PLAIN_META),
    ("modified-date", Field::Modified, PLAIN_META),
    ("mrf:authors", Field::Author, PUBLISHER),
    ("news_keywords", Field::Tags, PUBLISHER),
    ("og:article:author", Field::Author, OPEN_GRAPH),
    ("og:article:published_time", Field::Published, OPEN_GRAPH),
    ("og:author", Field::Author, OPEN_GRAPH),
    ("og:description", Field::Description, OPEN_GRAPH),
    ("og:image", Field::Image, OPEN_GRAPH),
    ("og:image:secure_url", Field::Image, OPEN_GRAPH),
    ("og:image:url", Field::Image, OPEN_GRAPH),
    ("og:locale", Field::Language, REMOTE),
    ("og:published_time", Field::Published, OPEN_GRAPH),
    ("og:release_date", Field::Published, OPEN_GRAPH),
    ("og:site_name", Field::SiteName, OPEN_GRAPH),
    ("og:title", Field::Title, OPEN_GRAPH),
    ("og:updated_time", Field::Modified, OPEN_GRAPH + 1),
    ("og:url", Field::Url, OPEN_GRAPH),
    ("parsely-author", Field::Author, PUBLISHER),
    ("parsely-image-url", Field::Image, PUBLISHER),
    ("parsely-pub-date", Field::Published, PUBLISHER),
    ("parsely-tags", Field::Tags, PUBLISHER),
    ("parsely-title", Field::Title, PUBLISHER),
    ("pubdate", Field::Published, PLAIN_META),
    ("publication_date", Field::Published, PLAIN_META),
    ("publish-date", Field::Published, PLAIN_META),
    ("publish_date", Field::Published, PLAIN_META),
    ("publishdate", Field::Published, PLAIN_META),
    ("published", Field::Published, PLAIN_META),
    ("published-date", Field::Published, PLAIN_META),
    ("published_time", Field::Published, PLAIN_META),
    ("revised", Field::Modified, PLAIN_META),
    ("sailthru:author", Field::Author, PUBLISHER),
    ("sailthru:date", Field::Published, PUBLISHER),
    ("sailthru:description", Field::Description, PUBLISHER),
    ("sailthru:image:full", Field::Image, PUBLISHER),
    ("sailthru:tags", Field::Tags, PUBLISHER),
    ("sailthru:title", Field::Title, PUBLISHER),
    ("shareaholic:article_author_name", Field::Author, PUBLISHER),
    ("shareaholic:article_published_time", Field::Published, PUBLISHER),
    ("thumbnail", Field::Image, REMOTE),
    ("title", Field::Title, PLAIN_META),
    ("twitter:description", Field::Description, REMOTE),
    ("twitter:image", Field::Image, REMOTE),
    ("twitter:image:src", Field::Image, REMOTE),
    ("twitter:title", Field::Title, REMOTE),
    ("weibo:article:create_at", Field::Published, PUBLISHER),
];

const ITEMPROPS: &[(&str, Field)] = &[
    ("author", Field::Author),
    ("creator", Field::Author),
    ("datecreated", Field::Published),
    ("datemodified", Field::Modified),
    ("datepublished", Field::Published),
    ("headline", Field::Title),
    ("inlanguage", Field::Language),
    ("keywords", Field::Tags),
    ("uploaddate", Field::Published),
];

/// Longer names are not in the list.
const MAX_NAME: usize = 40;

/// The field and rank of a `name`, `property` or `http-equiv`.
pub fn meta_field(name: &str) -> Option<(Field, u8)> {
    let key = key_of(name)?;
    let found = META.binary_search_by(|(name, ..)| (*name).cmp(&key)).ok()?;
    let (_, field, rank) = META[found];
    Some((field, rank))
}

pub fn itemprop_field(name: &str) -> Option<Field> {
    let found = |(prop, _): &&(&str, Field)| prop.eq_ignore_ascii_case(name);
    ITEMPROPS.iter().find(found).map(|(_, field)| *field)
}

fn key_of(name: &str) -> Option<String> {
    (name.len() <= MAX_NAME).then(|| name.to_ascii_lowercase().replace('.', ":"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(META.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn case_is_ignored_and_dots_are_colons() {
        assert_eq!(meta_field("DC.Title"), Some((Field::Title, DUBLIN_CORE)));
        assert_eq!(meta_field("OG:TITLE"), meta_field("og:title"));
        assert_eq!(meta_field("viewport"), None);
        assert_eq!(itemprop_field("datePublished"), Some(Field::Published));
    }
}
