//! Words that name comments and reviews, in classes, ids, labels and headings.

use crate::page::class_words::ClassWords;

/// Words of classes, ids and labels that name comments in many languages, or a comment service.
#[rustfmt::skip]
const COMMENT_WORDS: &[&str] = &[
    "comment", "comments", "commentlist", "commentslist", "commentform", "commentbox",
    "commentsbox", "commentarea", "commentsarea", "commentsection", "commentthread", "commentblock",
    "commentsblock", "commenttext", "commentbody", "commentcontent", "commentcontainer",
    "commentwrapper", "commentaire", "commentaires", "commenti", "commento", "comentario",
    "comentarios", "comentaris", "comentarii", "kommentar", "kommentare", "kommentaren",
    "kommentarer", "kommentarliste", "kommentit", "kommentarii", "komentar", "komentari",
    "komentare", "komentarz", "komentarze", "komentarzy", "hozzaszolas", "hozzaszolasok",
    "reacties", "yorum", "yorumlar", "pinglun", "liuyan", "binhluan", "talkback", "talkbacks",
    "addcomment", "addcomments", "commentitem", "commentpolicy", "commentwrap", "newcomment",
    "postcomment", "usercomment", "usercomments", "writecomment", "readercomments", "blogcomments", "postcomments", "articlecomments",
    "newscomments", "fbcomments", "leserkommentare", "nutzerkommentare", "disqus", "livefyre",
    "viafoura", "vuukle", "giscus", "utterances", "hyvor", "intensedebate", "respond",
    "комментарии", "комментариев", "评论", "評論", "コメント", "댓글",
];
/// Words that name comments only if the part has a text field: a paper has a discussion as well.
#[rustfmt::skip]
const PERHAPS_WORDS: &[&str] = &[
    "discussion", "discussions", "replies", "reply", "responses", "reactions", "feedback",
    "opinions", "opinie",
];
const REVIEW_WORDS: &[&str] = &["review", "reviews", "testimonial", "testimonials"];

static COMMENTS: ClassWords = ClassWords::new(COMMENT_WORDS);
static PERHAPS_COMMENTS: ClassWords = ClassWords::new(PERHAPS_WORDS);
static REVIEWS: ClassWords = ClassWords::new(REVIEW_WORDS);
/// All of them, so that most names are searched once.
static ANY: ClassWords = ClassWords::new(&ANY_WORDS);
static ANY_WORDS: [&str; ANY_COUNT] = any_words();
const ANY_COUNT: usize = COMMENT_WORDS.len() + PERHAPS_WORDS.len() + REVIEW_WORDS.len();

const fn any_words() -> [&'static str; ANY_COUNT] {
    let (mut words, mut count) = ([""; ANY_COUNT], 0);
    let lists = [COMMENT_WORDS, PERHAPS_WORDS, REVIEW_WORDS];
    let mut list = 0;
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            words[count] = lists[list][i];
            (i, count) = (i + 1, count + 1);
        }
        list += 1;
    }
    words
}

/// A name such as `comments-open` or `tone-comment` describes an article.
#[rustfmt::skip]
static STATES: ClassWords = ClassWords::new(&[
    "allowed", "category", "closed", "count", "disabled", "enabled", "has", "link", "links", "no",
    "number", "off", "on", "open", "status", "tag", "tonal", "tone", "type", "with", "without",
]);

/// Headings of comments, in lower case, without numbers and marks. They need a number or a text
/// field: a text may have a section with such a heading.
#[rustfmt::skip]
const HEADINGS: &[&str] = &[
    "comment", "comments", "reader comments", "user comments", "response", "responses", "reply",
    "replies", "kommentar", "kommentare", "kommentarer", "leserkommentare", "commentaire",
    "commentaires", "réactions", "comentario", "comentarios", "comentário", "comentários",
    "commento", "commenti", "reactie", "reacties", "komentarz", "komentarze", "komentarzy",
    "komentář", "komentáře", "komentářů", "hozzászólás", "hozzászólások", "kommentti", "kommentit",
    "yorum", "yorumlar", "комментарий", "комментарии", "комментария", "комментариев", "коментарі",
    "σχόλια", "σχόλιο", "评论", "条评论", "则评论", "评论列表", "网友评论", "最新评论", "評論",
    "留言", "コメント", "件のコメント", "댓글", "bình luận", "תגובות", "تعليقات", "التعليقات",
];
/// Beginnings of headings that only comments have, with a number.
const COUNTED_STARTS: &[&str] = &[
    "comments on ", "responses to ", "response to ", "thoughts on ", "thought on ", "replies to ",
];
/// Headings of the form for a comment.
#[rustfmt::skip]
const FORM_HEADINGS: &[&str] = &[
    "leave a reply", "leave a comment", "leave your comment", "leave a response", "post a comment",
    "post your comment", "post new comment", "add a comment", "add comment", "add your comment",
    "add new comment", "write a comment", "join the discussion", "have your say",
    "schreibe einen kommentar", "kommentar schreiben", "kommentar hinterlassen",
    "hinterlasse eine antwort", "schreiben sie einen kommentar", "laisser un commentaire",
    "ajouter un commentaire", "laisser une réponse", "deja un comentario", "deja una respuesta",
    "escribe un comentario", "deixe um comentário", "deixe uma resposta", "lascia un commento",
    "lascia una risposta", "geef een reactie", "laat een reactie achter", "plaats een reactie",
    "dodaj komentarz", "zostaw komentarz", "napisz komentarz", "přidat komentář",
    "lämna ett svar", "skriv en kommentar", "legg igjen en kommentar", "skriv et svar",
    "vastaa", "bir yanıt yazın", "yorum yap", "hozzászólás írása", "добавить комментарий",
    "оставить комментарий", "залишити коментар", "发表评论", "我要评论", "我来说两句", "發表迴響",
    "コメントを残す", "コメントを投稿する", "댓글 남기기", "để lại bình luận",
];
/// Headings of comments are not longer, in words; a Han character is a word.
const MAX_HEADING_WORDS: u32 = 12;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heading {
    /// A number of comments, or the heading of a form.
    Sure,
    /// A word for comments, which may also be the heading of a text.
    Perhaps,
}

/// What a heading of this many words says about the text below it.
pub fn comment_heading(words: u32, text: impl FnOnce() -> String) -> Option<Heading> {
    if words > MAX_HEADING_WORDS {
        return None;
    }
    let text = text().to_lowercase();
    let has_number = text.contains(|c: char| c.is_ascii_digit());
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let words = words.join(" ");
    let is_counted = has_number && COUNTED_STARTS.iter().any(|start| words.starts_with(start));
    if FORM_HEADINGS.contains(&words.as_str()) || is_counted {
        return Some(Heading::Sure);
    }
    let sure = if has_number { Heading::Sure } else { Heading::Perhaps };
    HEADINGS.contains(&words.as_str()).then_some(sure)
}

/// Whether a class or id has any word for comments or reviews.
pub fn may_name_part(value: &str) -> bool {
    ANY.find(value).is_some()
}

/// Whether a class or id names comments.
pub fn names_comments(value: &str) -> bool {
    has_name(value, &COMMENTS)
}

/// Whether a class or id names comments, if the part has a text field.
pub fn perhaps_names_comments(value: &str) -> bool {
    has_name(value, &PERHAPS_COMMENTS)
}

/// Whether a class or id names reviews.
pub fn names_reviews(value: &str) -> bool {
    REVIEWS.find(value).is_some()
}

/// Whether a label names comments.
pub fn names_comments_in_label(value: &str) -> bool {
    COMMENTS.find(value).is_some()
}

/// Whether a class or id has a name with one of the words that is not the name of a state.
fn has_name(value: &str, words: &ClassWords) -> bool {
    words.find(value).is_some()
        && value
            .split_ascii_whitespace()
            .any(|name| words.find(name).is_some() && STATES.find(name).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading(text: &str) -> Option<Heading> {
        comment_heading(1, || text.to_owned())
    }

    #[test]
    fn a_number_or_a_form_makes_a_heading_sure() {
        for text in ["12 Comments", "Kommentare (3)", "3 thoughts on “Rain”", "Leave a Reply"] {
            assert_eq!(heading(text), Some(Heading::Sure), "{text}");
        }
        for text in ["Comments", "Reacties:", "网友评论"] {
            assert_eq!(heading(text), Some(Heading::Perhaps), "{text}");
        }
        for text in ["Comments of the minister", "12 Rules", "", "Thoughts on rain"] {
            assert_eq!(heading(text), None, "{text}");
        }
    }

    #[test]
    fn headings_are_short() {
        assert_eq!(comment_heading(MAX_HEADING_WORDS + 1, || "2 comments".to_owned()), None);
    }

    #[test]
    fn every_word_may_name_a_part() {
        for word in ANY_WORDS {
            assert!(may_name_part(word), "{word}");
        }
        assert!(!may_name_part("entry-content commentary"));
    }
}
