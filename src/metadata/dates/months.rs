//! Month names of many languages, with the cases and abbreviations that dates use.

use super::calendars::Calendar;
use crate::metadata::text::fold_accents;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A month of a calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Month {
    /// 1 to 12.
    pub number: u8,
    pub calendar: Calendar,
}

/// Language, and the forms of its months from the first to the twelfth. A form that two languages
/// use for different months counts for the first, except on pages in the other language.
#[rustfmt::skip]
const GREGORIAN: &[(&str, [&str; 12])] = &[
    ("en", ["january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
        "august aug", "september sep sept", "october oct", "november nov", "december dec"]),
    ("de", ["januar jänner", "februar feber", "märz maerz mär mrz", "april", "mai", "juni",
        "juli", "august", "september", "oktober okt", "november", "dezember dez"]),
    ("fr", ["janvier janv", "février févr fév", "mars", "avril avr", "mai", "juin", "juillet juil",
        "août", "septembre", "octobre", "novembre", "décembre déc"]),
    ("es", ["enero ene", "febrero", "marzo", "abril abr", "mayo", "junio", "julio", "agosto ago",
        "septiembre setiembre", "octubre", "noviembre", "diciembre dic"]),
    ("pt", ["janeiro", "fevereiro fev", "março", "abril", "maio", "junho", "julho", "agosto",
        "setembro set", "outubro out", "novembro", "dezembro"]),
    ("it", ["gennaio gen", "febbraio", "marzo", "aprile", "maggio mag", "giugno giu", "luglio lug",
        "agosto", "settembre", "ottobre ott", "novembre", "dicembre"]),
    ("ca", ["gener", "febrer", "març", "abril", "maig", "juny", "juliol", "agost", "setembre",
        "octubre", "novembre", "desembre"]),
    ("gl", ["xaneiro", "febreiro", "marzo", "abril", "maio", "xuño", "xullo", "agosto", "setembro",
        "outubro", "novembro", "decembro"]),
    ("ro", ["ianuarie ian", "februarie", "martie", "aprilie", "mai", "iunie iun", "iulie iul",
        "august", "septembrie", "octombrie", "noiembrie", "decembrie"]),
    ("nl", ["januari", "februari", "maart mrt", "april", "mei", "juni", "juli", "augustus",
        "september", "oktober", "november", "december"]),
    ("af", ["januarie", "februarie", "maart", "april", "mei", "junie", "julie", "augustus",
        "september", "oktober", "november", "desember"]),
    ("sv", ["januari", "februari", "mars", "april", "maj", "juni", "juli", "augusti", "september",
        "oktober", "november", "december"]),
    ("da", ["januar", "februar", "marts", "april", "maj", "juni", "juli", "august", "september",
        "oktober", "november", "december"]),
    ("nb", ["januar", "februar", "mars", "april", "mai", "juni", "juli", "august", "september",
        "oktober", "november", "desember des"]),
    ("is", ["janúar", "febrúar", "mars", "apríl", "maí", "júní", "júlí", "ágúst", "september",
        "október", "nóvember", "desember"]),
    ("fi", ["tammikuuta tammikuu", "helmikuuta helmikuu", "maaliskuuta maaliskuu",
        "huhtikuuta huhtikuu", "toukokuuta toukokuu", "kesäkuuta kesäkuu", "heinäkuuta heinäkuu",
        "elokuuta elokuu", "syyskuuta syyskuu", "lokakuuta lokakuu", "marraskuuta marraskuu",
        "joulukuuta joulukuu"]),
    ("et", ["jaanuar", "veebruar", "märts", "aprill", "mai", "juuni", "juuli", "august",
        "september", "oktoober", "november", "detsember"]),
    ("lv", ["janvāris janvārī", "februāris februārī", "marts martā", "aprīlis aprīlī", "maijs maijā",
        "jūnijs jūnijā", "jūlijs jūlijā", "augusts augustā", "septembris septembrī",
        "oktobris oktobrī", "novembris novembrī", "decembris decembrī"]),
    ("lt", ["sausio sausis", "vasario vasaris", "kovo kovas", "balandžio balandis",
        "gegužės gegužė", "birželio birželis", "liepos liepa", "rugpjūčio rugpjūtis",
        "rugsėjo rugsėjis", "spalio spalis", "lapkričio lapkritis", "gruodžio gruodis"]),
    ("pl", ["stycznia styczeń sty", "lutego luty lut", "marca marzec", "kwietnia kwiecień kwi",
        "maja maj", "czerwca czerwiec cze", "lipca lipiec lip", "sierpnia sierpień sie",
        "września wrzesień wrz", "października październik paź", "listopada listopad lis",
        "grudnia grudzień gru"]),
    ("cs", ["ledna leden led", "února únor úno", "března březen bře", "dubna duben dub",
        "května květen kvě", "června červen čvn", "července červenec čvc", "srpna srpen srp",
        "září zář", "října říjen říj", "listopadu listopad", "prosince prosinec pro"]),
    ("sk", ["januára január", "februára február", "marca marec", "apríla apríl", "mája máj",
        "júna jún", "júla júl", "augusta august", "septembra september", "októbra október",
        "novembra november", "decembra december"]),
    ("sl", ["januarja januar", "februarja februar", "marca marec", "aprila april", "maja maj",
        "junija junij", "julija julij", "avgusta avgust avg", "septembra september",
        "oktobra oktober", "novembra november", "decembra december"]),
    ("hr", ["siječnja siječanj", "veljače veljača", "ožujka ožujak", "travnja travanj",
        "svibnja svibanj", "lipnja lipanj", "srpnja srpanj", "kolovoza kolovoz", "rujna rujan",
        "listopada listopad", "studenoga studenog studeni", "prosinca prosinac"]),
    ("sr", ["januara januar", "februara februar", "marta mart", "aprila april", "maja maj",
        "juna jun", "jula jul", "avgusta avgust", "septembra septembar", "oktobra oktobar",
        "novembra novembar", "decembra decembar"]),
    ("hu", ["január", "február febr", "március márc", "április ápr", "május máj", "június jún",
        "július júl", "augusztus", "szeptember szept", "október", "november", "december"]),
    ("sq", ["janar", "shkurt", "mars", "prill", "maj", "qershor", "korrik", "gusht", "shtator",
        "tetor", "nëntor", "dhjetor"]),
    ("eu", ["urtarrilaren urtarrila", "otsailaren otsaila", "martxoaren martxoa",
        "apirilaren apirila", "maiatzaren maiatza", "ekainaren ekaina", "uztailaren uztaila",
        "abuztuaren abuztua", "irailaren iraila", "urriaren urria", "azaroaren azaroa",
        "abenduaren abendua"]),
    ("cy", ["ionawr", "chwefror", "mawrth", "ebrill", "mai", "mehefin", "gorffennaf", "awst",
        "medi", "hydref", "tachwedd", "rhagfyr"]),
    ("tr", ["ocak", "şubat", "mart", "nisan", "mayıs", "haziran", "temmuz", "ağustos", "eylül",
        "ekim", "kasım", "aralık"]),
    ("az", ["yanvar", "fevral", "mart", "aprel", "may", "iyun", "iyul", "avqust", "sentyabr",
        "oktyabr", "noyabr", "dekabr"]),
    ("uz", ["yanvar", "fevral", "mart", "aprel", "may", "iyun", "iyul", "avgust", "sentabr",
        "oktabr", "noyabr", "dekabr"]),
    ("id", ["januari", "februari peb", "maret", "april", "mei", "juni", "juli", "agustus agt ags",
        "september", "oktober", "november nopember", "desember"]),
    ("ms", ["januari", "februari", "mac", "april", "mei", "jun", "julai", "ogos", "september",
        "oktober", "november", "disember dis"]),
    ("tl", ["enero", "pebrero", "marso", "abril", "mayo", "hunyo", "hulyo", "agosto", "setyembre",
        "oktubre", "nobyembre", "disyembre"]),
    ("sw", ["januari", "februari", "machi", "aprili", "mei", "juni", "julai", "agosti", "septemba",
        "oktoba", "novemba", "desemba"]),
    ("zu", ["januwari", "februwari", "mashi", "ephreli", "meyi", "juni", "julayi", "agasti",
        "septhemba", "okthoba", "novemba", "disemba"]),
    ("ru", ["января январь янв", "февраля февраль фев февр", "марта март мар", "апреля апрель апр",
        "мая май", "июня июнь июн", "июля июль июл", "августа август авг",
        "сентября сентябрь сен сент", "октября октябрь окт", "ноября ноябрь ноя нояб",
        "декабря декабрь дек"]),
    ("uk", ["січня січень січ", "лютого лютий лют", "березня березень бер", "квітня квітень кві",
        "травня травень тра", "червня червень чер", "липня липень лип", "серпня серпень сер",
        "вересня вересень вер", "жовтня жовтень жов", "листопада листопад лис",
        "грудня грудень гру"]),
    ("be", ["студзеня", "лютага", "сакавіка", "красавіка", "мая", "чэрвеня", "ліпеня", "жніўня",
        "верасня", "кастрычніка", "лістапада", "снежня"]),
    ("bg", ["януари яну", "февруари", "март", "април", "май", "юни", "юли", "август", "септември",
        "октомври", "ноември", "декември"]),
    ("mk", ["јануари", "февруари", "март", "април", "мај", "јуни", "јули", "август", "септември",
        "октомври", "ноември", "декември"]),
    ("sr", ["јануара јануар", "фебруара фебруар", "марта март", "априла април", "маја мај",
        "јуна јун", "јула јул", "августа август", "септембра септембар", "октобра октобар",
        "новембра новембар", "децембра децембар"]),
    ("kk", ["қаңтар", "ақпан", "наурыз", "сәуір", "мамыр", "маусым", "шілде", "тамыз", "қыркүйек",
        "қазан", "қараша", "желтоқсан"]),
    ("el", ["ιανουαρίου ιανουάριος ιαν", "φεβρουαρίου φεβρουάριος φεβ φεβρ",
        "μαρτίου μάρτιος μαρ μαρτ", "απριλίου απρίλιος απρ", "μαΐου μάιος μαΐ μάι",
        "ιουνίου ιούνιος ιουν", "ιουλίου ιούλιος ιουλ", "αυγούστου αύγουστος αυγ",
        "σεπτεμβρίου σεπτέμβριος σεπ σεπτ", "οκτωβρίου οκτώβριος οκτ", "νοεμβρίου νοέμβριος νοε",
        "δεκεμβρίου δεκέμβριος δεκ"]),
    ("ka", ["იანვარი იანვარს", "თებერვალი თებერვალს", "მარტი მარტს", "აპრილი აპრილს", "მაისი მაისს",
        "ივნისი ივნისს", "ივლისი ივლისს", "აგვისტო აგვისტოს", "სექტემბერი სექტემბერს",
        "ოქტომბერი ოქტომბერს", "ნოემბერი ნოემბერს", "დეკემბერი დეკემბერს"]),
    ("hy", ["հունվարի հունվար", "փետրվարի փետրվար", "մարտի մարտ", "ապրիլի ապրիլ", "մայիսի մայիս",
        "հունիսի հունիս", "հուլիսի հուլիս", "օգոստոսի օգոստոս", "սեպտեմբերի սեպտեմբեր",
        "հոկտեմբերի հոկտեմբեր", "նոյեմբերի նոյեմբեր", "դեկտեմբերի դեկտեմբեր"]),
    ("he", ["ינואר בינואר", "פברואר בפברואר", "מרץ במרץ מרס במרס", "אפריל באפריל", "מאי במאי",
        "יוני ביוני", "יולי ביולי", "אוגוסט באוגוסט", "ספטמבר בספטמבר", "אוקטובר באוקטובר",
        "נובמבר בנובמבר", "דצמבר בדצמבר"]),
    ("ar", ["يناير كانون_الثاني جانفي", "فبراير شباط فيفري", "مارس آذار", "أبريل نيسان أفريل",
        "مايو أيار ماي", "يونيو يونيه حزيران جوان", "يوليو يوليه تموز جويلية", "أغسطس آب أوت غشت",
        "سبتمبر أيلول شتنبر", "أكتوبر تشرين_الأول", "نوفمبر تشرين_الثاني نونبر",
        "ديسمبر كانون_الأول دجنبر"]),
    ("fa", ["ژانویه", "فوریه", "مارس", "آوریل", "مه", "ژوئن", "ژوئیه جولای", "اوت آگوست",
        "سپتامبر", "اکتبر", "نوامبر", "دسامبر"]),
    ("ur", ["جنوری", "فروری", "مارچ", "اپریل", "مئی", "جون", "جولائی", "اگست", "ستمبر", "اکتوبر",
        "نومبر", "دسمبر"]),
    ("hi", ["जनवरी जन", "फरवरी फ़रवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर सितम्बर",
        "अक्टूबर अक्तूबर", "नवंबर नवम्बर", "दिसंबर दिसम्बर"]),
    ("mr", ["जानेवारी", "फेब्रुवारी", "मार्च", "एप्रिल", "मे", "जून", "जुलै", "ऑगस्ट", "सप्टेंबर", "ऑक्टोबर",
        "नोव्हेंबर", "डिसेंबर"]),
    ("ne", ["जनवरी", "फेब्रुअरी", "मार्च", "अप्रिल", "मे", "जुन", "जुलाई", "अगस्ट", "सेप्टेम्बर",
        "अक्टोबर", "नोभेम्बर", "डिसेम्बर"]),
    ("bn", ["জানুয়ারি জানুয়ারী", "ফেব্রুয়ারি ফেব্রুয়ারী", "মার্চ", "এপ্রিল", "মে", "জুন", "জুলাই",
        "আগস্ট অগস্ট", "সেপ্টেম্বর", "অক্টোবর", "নভেম্বর", "ডিসেম্বর"]),
    ("pa", ["ਜਨਵਰੀ", "ਫਰਵਰੀ", "ਮਾਰਚ", "ਅਪ੍ਰੈਲ", "ਮਈ", "ਜੂਨ", "ਜੁਲਾਈ", "ਅਗਸਤ", "ਸਤੰਬਰ", "ਅਕਤੂਬਰ",
        "ਨਵੰਬਰ", "ਦਸੰਬਰ"]),
    ("gu", ["જાન્યુઆરી", "ફેબ્રુઆરી", "માર્ચ", "એપ્રિલ", "મે", "જૂન", "જુલાઈ", "ઑગસ્ટ ઓગસ્ટ", "સપ્ટેમ્બર",
        "ઑક્ટોબર ઓક્ટોબર", "નવેમ્બર", "ડિસેમ્બર"]),
    ("ta", ["ஜனவரி", "பிப்ரவரி", "மார்ச்", "ஏப்ரல்", "மே", "ஜூன்", "ஜூலை", "ஆகஸ்ட்", "செப்டம்பர்",
        "அக்டோபர்", "நவம்பர்", "டிசம்பர்"]),
    ("te", ["జనవరి", "ఫిబ్రవరి", "మార్చి", "ఏప్రిల్", "మే", "జూన్", "జూలై జులై", "ఆగస్టు ఆగస్ట్",
        "సెప్టెంబర్ సెప్టెంబరు", "అక్టోబర్ అక్టోబరు", "నవంబర్ నవంబరు", "డిసెంబర్ డిసెంబరు"]),
    ("kn", ["ಜನವರಿ", "ಫೆಬ್ರವರಿ", "ಮಾರ್ಚ್", "ಏಪ್ರಿಲ್", "ಮೇ", "ಜೂನ್", "ಜುಲೈ", "ಆಗಸ್ಟ್", "ಸೆಪ್ಟೆಂಬರ್",
        "ಅಕ್ಟೋಬರ್", "ನವೆಂಬರ್", "ಡಿಸೆಂಬರ್"]),
    ("ml", ["ജനുവരി", "ഫെബ്രുവരി", "മാർച്ച്", "ഏപ്രിൽ", "മേയ് മെയ്", "ജൂൺ", "ജൂലൈ", "ഓഗസ്റ്റ് ആഗസ്റ്റ്",
        "സെപ്റ്റംബർ", "ഒക്ടോബർ", "നവംബർ", "ഡിസംബർ"]),
    ("th", ["มกราคม มค", "กุมภาพันธ์ กพ", "มีนาคม มีค", "เมษายน เมย", "พฤษภาคม พค", "มิถุนายน มิย",
        "กรกฎาคม กค", "สิงหาคม สค", "กันยายน กย", "ตุลาคม ตค", "พฤศจิกายน พย", "ธันวาคม ธค"]),
    ("lo", ["ມັງກອນ", "ກຸມພາ", "ມີນາ", "ເມສາ", "ພຶດສະພາ", "ມິຖຸນາ", "ກໍລະກົດ", "ສິງຫາ", "ກັນຍາ", "ຕຸລາ",
        "ພະຈິກ", "ທັນວາ"]),
    ("km", ["មករា", "កុម្ភៈ", "មីនា", "មេសា", "ឧសភា", "មិថុនា", "កក្កដា", "សីហា", "កញ្ញា", "តុលា",
        "វិច្ឆិកា", "ធ្នូ"]),
];

/// Iran's months.
const JALALI: [&str; 12] = [
    "فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور", "مهر", "آبان", "آذر", "دی", "بهمن",
    "اسفند",
];

type Named = (&'static str, Month);

/// The months by name; a few names have several.
static FORMS: LazyLock<HashMap<String, Vec<Named>>> = LazyLock::new(|| {
    let mut forms: HashMap<String, Vec<Named>> = HashMap::new();
    let gregorian = GREGORIAN.iter().map(|(language, months)| {
        let calendar = if *language == "th" { Calendar::Thai } else { Calendar::Gregorian };
        (*language, months, calendar)
    });
    for (language, months, calendar) in gregorian.chain([("fa", &JALALI, Calendar::Jalali)]) {
        for (names, number) in months.iter().zip(1..) {
            for name in names.split_ascii_whitespace() {
                let key = fold_accents(&name.replace('_', " "));
                forms.entry(key).or_default().push((language, Month { number, calendar }));
            }
        }
    }
    forms
});

/// Longer words are not names of months; in bytes.
const MAX_NAME: usize = 48;

/// The month that a word, or two words with a space between, names in a language such as `hr`.
pub fn month(name: &str, language: &str) -> Option<Month> {
    // The shortest names are two letters of two bytes each: `دی`.
    if !(3..=MAX_NAME).contains(&name.len()) {
        return None;
    }
    let named = FORMS.get(&fold_accents(name))?;
    let own = named.iter().find(|(known, _)| *known == language);
    own.or(named.first()).map(|(_, month)| *month)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(name: &str, language: &str) -> Option<u8> {
        month(name, language).map(|month| month.number)
    }

    #[test]
    fn months_are_known_in_many_languages() {
        for (word, expected) in [
            ("May", 5),
            ("märz", 3),
            ("PAŹDZIERNIKA", 10),
            ("сентября", 9),
            ("červenec", 7),
            ("MAYIS", 5),
            ("ΜΑΪΟΥ", 5),
            ("toukokuuta", 5),
            ("gegužės", 5),
            ("במאי", 5),
            ("كانون الثاني", 1),
            ("أيار", 5),
            ("พ.ค.", 5),
            ("अक्टूबर", 10),
            ("KASIM", 11),
            ("İyun", 6),
            ("fevrier", 2),
        ] {
            assert_eq!(number(word, ""), Some(expected), "{word}");
        }
        for word in ["monday", "ma", "", "x"] {
            assert_eq!(number(word, ""), None, "{word}");
        }
    }

    #[test]
    fn a_form_of_two_months_depends_on_the_language() {
        assert_eq!(number("listopada", "pl"), Some(11));
        assert_eq!(number("listopada", "hr"), Some(10));
        assert_eq!(number("listopada", ""), Some(11));
    }

    #[test]
    fn few_forms_name_two_months() {
        let two = |named: &&Vec<Named>| named.iter().any(|(_, month)| *month != named[0].1);
        let mut found: Vec<&str> =
            FORMS.iter().filter(|(_, named)| two(named)).map(|(form, _)| form.as_str()).collect();
        found.sort_unstable();
        assert_eq!(found, ["listopad", "listopada"]);
    }

    #[test]
    fn every_form_is_found() {
        for (language, months) in GREGORIAN {
            for (names, expected) in months.iter().zip(1..) {
                for name in names.split_ascii_whitespace() {
                    let name = name.replace('_', " ");
                    assert_eq!(number(&name, language), Some(expected), "{name}");
                }
            }
        }
    }

    #[test]
    fn months_of_iran_are_of_its_calendar() {
        let found = month("اردیبهشت", "fa");
        assert_eq!(found, Some(Month { number: 2, calendar: Calendar::Jalali }));
    }
}
