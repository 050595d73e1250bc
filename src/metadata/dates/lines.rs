//! Lines with dates, and whether they tell when a page was changed.

use super::locales::Locale;
use super::numerals::digit;
use super::parse_date;
use crate::metadata::text::{fold, fold_accents};
use crate::metadata::word_list::WordList;

/// Words before the date of a modification, without accents.
static CHANGES: WordList = WordList::new(
    "actualise actualisee actualizacao actualizacion actualizada actualizado \
    actualizat actualitzat aggiornamento aggiornata aggiornato aktualisiert aktualisierung \
    aktualizace aktualizacja aktualizovane aktualizovano atnaujinta atjaunots atualizacao \
    atualizada atualizado azurirano bijgewerkt diperbarui dikemaskini edited endret frissites \
    frissitve geandert gewijzigd guncellendi guncelleme guncellenme jour modificado modified \
    modifie muokattu oppdatert opdateret paivitetty posodobljeno reviewed revised sidst \
    uuendatud uppdaterad updated zaktualizowano изменен изменено обновлен обновлена обновлено \
    обновление оновлено променено ажурирано ενημερωθηκε ενημερωση τροποποιηθηκε עודכן עדכון \
    تحديث محدث التحديث بروزرسانی بروزرساني अपडेट अद्यतन",
);

/// The same in scripts without spaces, where they are parts of words.
const GLUED_CHANGES: &[&str] =
    &["更新", "修改", "修订", "수정", "업데이트", "อัปเดต", "อัพเดท", "แก้ไข", "cập nhật"];

/// Whether a short text contains a date.
pub fn has_date(text: &str, locale: &Locale) -> bool {
    parse_date(text, locale).is_some()
}

/// Whether the text before the first date of a line tells of a change: `Updated May 14, 2024`,
/// but not `May 14, 2024, updated at noon`.
pub fn tells_change(line: &str) -> bool {
    let start = line.find(|c: char| digit(c).is_some()).unwrap_or(line.len());
    let before = &line[..start];
    GLUED_CHANGES.iter().any(|change| before.to_lowercase().contains(change))
        || fold(&fold_accents(before)).split(' ').any(|word| CHANGES.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_told_in_many_languages() {
        for line in [
            "Updated May 14, 2024",
            "Aktualisiert am 14.05.2024",
            "Mis à jour le 14 mai 2024",
            "Обновлено: 14.05.2024",
            "最終更新 2024年5月14日",
            "Güncellenme: 14.05.2024",
            "수정 2024.05.14",
            "Cập nhật: 14/05/2024",
            "תאריך עדכון: 14.05.2024",
        ] {
            assert!(tells_change(line), "{line}");
        }
    }

    #[test]
    fn a_change_after_the_date_does_not_count() {
        for line in ["May 14, 2024, updated at noon", "Publié le 14 mai 2024, mis à jour", "2024"]
        {
            assert!(!tells_change(line), "{line}");
        }
    }
}
