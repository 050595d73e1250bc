//! Words of bylines in the world's languages.

use crate::metadata::word_list::WordList;

/// Words before a name.
pub static LABELS: WordList = WordList::new(
    "author authors autor autora autori autoři autorius autors autorzy autorin \
    autoren autore auteur auteurs autrice auteure автор автори авторы аутор avtor szerző szerzők \
    írta napsal napsala yazar yazan muhabir kirjoittaja skribent skribenten höfundur συντάκτης \
    penulis pengarang jurnalis reporter wartawan mwandishi egilea piše пише пишува \
    الكاتب كاتب نویسنده लेखक লেখক ผู้เขียน",
);

/// Words before a name if a colon follows: they also have other uses.
pub const COLON_LABELS: &str = "text texte texto testo tekst teksti текст haber words bài";

/// Words before a name in scripts without spaces; a mark or a space may follow.
pub const GLUED_LABELS: &[&str] = &[
    "作者", "撰文", "本报记者", "本報記者", "记者", "記者", "執筆", "著者", "ライター", "取材・文",
    "작성자", "글쓴이", "เขียนโดย", "โดย", "ผู้เขียน", "文",
];

/// Roles after a name in scripts without spaces, with or without a space before.
pub const GLUED_ROLES: &[&str] = &[
    "특파원", "선임기자", "인턴기자", "객원기자", "논설위원", "기자", "編集委員", "特派員", "记者",
    "記者", "報導", "报道",
];

/// Words that mean *by* in one language and nothing in others.
pub const BY: &str = "by par por door oleh bởi przez מאת بقلم توسط द्वारा";

/// Words that mean *by* but may be parts of names, and their languages. In lower case they count on
/// any page, with a capital only in their language, and only in bylines.
pub const PARTICLES: &[(&str, &str)] = &[
    ("af", "da is fo"),
    ("av", "sv nb nn no"),
    ("da", "it pt"),
    ("de", "es fr pt ro gl ca"),
    ("del", "es it ca"),
    ("di", "it"),
    ("gan", "cy"),
    ("na", "sw"),
    ("nga", "sq"),
    ("ni", "tl fil"),
    ("od", "cs sk hr sr bs sl"),
    ("per", "ca it"),
    ("von", "de"),
    ("від", "uk"),
    ("от", "ru bg"),
    ("од", "sr mk"),
    ("كتب", "ar"),
    ("كتبت", "ar"),
    ("نوشته", "fa"),
];

/// What an author does. Reviewing, editing and photographing are other people's work.
pub static WRITTEN: WordList = WordList::new(
    "written posted published submitted authored reported created contributed \
    started article story words text post opinion analysis commentary interview column essay \
    geschrieben verfasst veröffentlicht kommentar analyse interview bericht reportage gastbeitrag \
    kolumne glosse porträt escrito escrita publicado publicada redactado opinión entrevista \
    écrit écrite publié publiée rédigé rédigée recueillis entretien chronique tribune scritto \
    scritta pubblicato pubblicata intervista geschreven gepubliceerd skrevet skriven skriver \
    publisert publicerad udgivet ditulis dilaporkan scris publicat γράφει",
);

/// Words that end the names of a byline.
pub static CLOSINGS: WordList = WordList::new(
    "published updated posted last on at for about edited reviewed \
    fact-checked medically contributor contributing read view see follow bio minute minutes min \
    said says wrote written photo photos from with in sponsored twitter facebook instagram \
    linkedin whatsapp telegram email e-mail veröffentlicht aktualisiert erschienen lesezeit folgen \
    publié publiée mis mise publicado publicada actualizado actualizada atualizado pubblicato \
    pubblicata aggiornato aggiornata bijgewerkt gepubliceerd publicerad uppdaterad publisert \
    oppdatert opdateret udgivet julkaistu päivitetty opublikowano aktualizacja publikováno \
    aktualizováno опубликовано обновлено опубліковано оновлено δημοσιεύθηκε ενημερώθηκε yayınlanma \
    güncelleme diterbitkan 入力 입력 수정 更新 发布 發布 발행",
);

/// Prepositions that remain after the last name when a date was cut.
pub const TRAILING: &str = "am um vom le el il em op den on at kl à в на dne";
