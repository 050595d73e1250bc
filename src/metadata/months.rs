//! Month names and their abbreviations, in the languages of the date parser.

/// One line for each month: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
/// Czech, Hungarian, Russian, Ukrainian and the Nordic languages, with the cases that dates use.
const MONTHS: [&str; 12] = [
    "january jan januar jänner janvier janv enero ene gennaio gen janeiro januari styczeń stycznia \
     sty leden ledna led január янв января январь січня",
    "february feb februar feber février févr fév fevrier febrero febbraio fevereiro fev februari \
     luty lutego lut únor února úno február febr фев февр февраля февраль лютого",
    "march mar märz maerz mär mrz mars marzo março marco maart mrt marzec marca březen března bře \
     március márc мар марта март березня",
    "april apr avril avr abril abr aprile kwiecień kwietnia kwi duben dubna dub április ápr апр \
     апреля апрель квітня",
    "may mai mayo maggio mag maio mei maj maja květen května kvě május máj мая май травня",
    "june jun juni juin junio giugno giu junho czerwiec czerwca cze červen června čvn június jún \
     июн июня июнь червня",
    "july jul juli juillet juil julio luglio lug julho lipiec lipca lip červenec července čvc \
     július júl июл июля июль липня",
    "august aug août aout agosto ago augustus augusti sierpień sierpnia sie srpen srpna srp \
     augusztus авг августа август серпня",
    "september sep sept septembre septiembre settembre set setembro wrzesień września wrz září zář \
     szeptember szept сен сент сентября сентябрь вересня",
    "october oct oktober okt octobre octubre ottobre ott outubro out październik października paź \
     říjen října říj október окт октября октябрь жовтня",
    "november nov novembre noviembre novembro listopad listopada lis ноя нояб ноября ноябрь \
     листопада",
    "december dec dezember dez décembre déc decembre diciembre dic dicembre dezembro desember \
     grudzień grudnia gru prosinec prosince pro дек декабря декабрь грудня",
];

/// The number of a month, 1 to 12, for a lower-case word.
pub fn month_number(word: &str) -> Option<u8> {
    // The shortest forms have three letters; the longest is Polish October.
    if !(3..=24).contains(&word.len()) {
        return None;
    }
    let named = |forms: &str| forms.split_ascii_whitespace().any(|form| form == word);
    MONTHS.iter().position(|forms| named(forms)).map(|month| month as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_known_in_many_languages() {
        for (word, month) in
            [("may", 5), ("märz", 3), ("października", 10), ("сентября", 9), ("červenec", 7)]
        {
            assert_eq!(month_number(word), Some(month), "{word}");
        }
        assert_eq!(month_number("monday"), None);
        assert_eq!(month_number("ma"), None);
    }

    #[test]
    fn no_form_is_ambiguous() {
        for (month, forms) in MONTHS.iter().enumerate() {
            for form in forms.split_ascii_whitespace() {
                assert_eq!(month_number(form), Some(month as u8 + 1), "{form}");
            }
        }
    }
}
