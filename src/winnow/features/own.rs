//! What a block's own text is like.

use super::shown::ratio;

inputs! {
    (all, i) {
        let own = &all.shown[i];
        let text = &own.text;
    }
    "words" "words" = text.words;
    "chars" "characters other than white space" = text.chars;
    "sentences" "ends of sentences" = text.sentences;
    "link share" "share of characters in links" = own.link_share();
    "links" "links" = own.links;
    "links per word" "links per word" = ratio(own.links, text.words);
    "chars per link" "characters per link; all of them where there is none" =
        ratio(text.chars, own.links);
    "words per sentence" "words per sentence, at least one sentence" =
        ratio(text.words, text.sentences);
    "chars per word" "letters and digits per word" = ratio(text.letters + text.digits, text.words);
    "short words" "share of words with three letters or fewer" =
        ratio(text.short_words, text.words);
    "capitals" "share of letters that are capitals" = ratio(text.capitals, text.letters);
    "digits" "share of characters that are digits" = ratio(text.digits, text.chars);
    "marks" "share of characters that are neither letters nor digits" =
        ratio(text.marks, text.chars);
    "commas" "commas" = text.commas;
    "years" "numbers that read as years" = text.years;
    "currencies" "signs of currencies" = text.currencies;
    "separators" "bars, bullets, slashes and arrows" = text.separators;
    "copyright" "whether it has a copyright sign" = text.copyrights > 0;
    "ends sentence" "whether it ends like a sentence" = text.ends_sentence;
    "running text" "whether it is running text" = own.is_para;
    "recurs" "how many blocks of the page have this text" = all.groups.texts.group(i).sums.blocks;
    "copies before" "how many blocks before it have this text" = all.groups.copies_before[i];
}
