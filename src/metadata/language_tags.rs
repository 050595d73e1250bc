//! Parses language declarations into tags such as `en`, `pt-BR` and `zh-Hans-CN`.

use super::text::is_listed;

/// ISO 639-1, then the three-letter codes of languages on web pages; not `und`, `mul` and `zxx`.
const LANGUAGES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch \
    co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha \
    he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks \
    ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no \
    nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so \
    sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh \
    yi yo za zh zu \
    ace als ang arz ary ast awa azb bal ban bar bcl ber bho bik bjn bug ceb chr chv ckb cop crh \
    csb diq doi dsb ext fil frp frr fur gag gan gom got grc gsw hak haw hif hil hmn hsb ilo jam \
    jbo kab kbd kbp kha kmr kok krc krl ksh lad lez lij lmo ltg lus lzh mag mai mdf mhr min mni \
    mnw mrj mwl myv mzn nah nan nap nds new nqo nso pag pam pap pcd pdc pfl pms pnb prs quc rom \
    rue rup sah sat scn sco sdh sgs shi shn skr sma smj smn sms srn stq syr szl tcy tet tok tpi \
    tum tyv tzm udm vec vep vls vro war wuu xal xmf yue zea zgh";

/// Obsolete and three-letter codes, each followed by the current code.
const RENAMED: &str = "ara ar baq eu ben bn bul bg cat ca ces cs chi zh cmn zh cym cy cze cs \
    dan da deu de dut nl ell el eng en est et eus eu fas fa fin fi fra fr fre fr ger de gle ga \
    glg gl gre el heb he hin hi hrv hr hun hu ice is in id ind id isl is ita it iw he ji yi jpn \
    ja jw jv kor ko lat la lav lv lit lt may ms mo ro msa ms nld nl nno nn nob nb nor no per fa \
    pol pl por pt ron ro rum ro rus ru slk sk slo sk slv sl spa es srp sr swe sv tam ta tel te \
    tha th tur tr ukr uk urd ur vie vi wel cy zho zh";

/// ISO 3166-1, and Kosovo.
const REGIONS: &str = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI \
    BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY \
    CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN \
    GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH \
    KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO \
    MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL \
    PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV \
    SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN \
    VU WF WS XK YE YT ZA ZM ZW";

/// The scripts of ISO 15924 that language tags use.
const SCRIPTS: &str = "Adlm Arab Armn Beng Cans Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hans \
    Hant Hebr Hira Jpan Kana Khmr Knda Kore Laoo Latn Mlym Mong Mtei Mymr Nkoo Olck Orya Sinh Syrc \
    Taml Telu Tfng Thaa Thai Tibt Vaii Yiii";

/// A class of pages without scripts, which is not Norwegian.
const NO_SCRIPTS: &str = "no-js";

/// Parses a tag into its usual case; `None` if it has no language. Unknown scripts and regions and
/// everything after them are dropped.
pub fn tag_of(text: &str) -> Option<String> {
    // `Content-Language` may list several; the first is the main one.
    let text = text.split([',', ';', ' ']).find(|part| !part.is_empty())?.trim();
    if text.eq_ignore_ascii_case(NO_SCRIPTS) {
        return None;
    }
    let mut subtags = text.split(['-', '_', '.', '@']).peekable();
    let mut tag = language(subtags.next()?)?;
    // `zh-cmn-Hans`.
    subtags.next_if(|subtag| is_alphabetic(subtag, 3));
    for read in [script, region] {
        if let Some(known) = subtags.peek().and_then(|subtag| read(subtag)) {
            tag.push('-');
            tag.push_str(&known);
            subtags.next();
        }
    }
    Some(tag)
}

fn is_alphabetic(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn language(subtag: &str) -> Option<String> {
    let code = subtag.to_ascii_lowercase();
    if !is_alphabetic(&code, 2) && !is_alphabetic(&code, 3) {
        return None;
    }
    let mut renamed = RENAMED.split_ascii_whitespace();
    while let (Some(old), Some(new)) = (renamed.next(), renamed.next()) {
        if old == code {
            return Some(new.to_owned());
        }
    }
    is_listed(&code, LANGUAGES).then_some(code)
}

/// `hant` → `Hant`.
fn script(subtag: &str) -> Option<String> {
    if !is_alphabetic(subtag, 4) {
        return None;
    }
    let (first, rest) = subtag.split_at(1);
    let script = first.to_ascii_uppercase() + &rest.to_ascii_lowercase();
    is_listed(&script, SCRIPTS).then_some(script)
}

/// `br` → `BR`, and numbers such as `419` for Latin America.
fn region(subtag: &str) -> Option<String> {
    if subtag.len() == 3 && subtag.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(subtag.to_owned());
    }
    let region = subtag.to_ascii_uppercase();
    match region.as_str() {
        // Reserved, and in wide use.
        "UK" => Some("GB".to_owned()),
        _ => (region.len() == 2 && is_listed(&region, REGIONS)).then_some(region),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_their_usual_case() {
        for (text, tag) in [
            ("EN", "en"),
            ("en_us", "en-US"),
            ("zh-hant-tw", "zh-Hant-TW"),
            ("zh_hans_cn", "zh-Hans-CN"),
            ("zh-cmn-Hans-CN", "zh-Hans-CN"),
            ("sr-latn", "sr-Latn"),
            ("es-419", "es-419"),
            ("de, en", "de"),
            ("pt_BR.UTF-8", "pt-BR"),
            ("ca_ES@euro", "ca-ES"),
            ("de-DE-1996", "de-DE"),
            ("FIL-ph", "fil-PH"),
            ("hsb", "hsb"),
        ] {
            assert_eq!(tag_of(text).as_deref(), Some(tag), "{text}");
        }
    }

    #[test]
    fn obsolete_codes_are_replaced() {
        for (text, tag) in [("eng", "en"), ("ger", "de"), ("iw-IL", "he-IL"), ("en-UK", "en-GB")] {
            assert_eq!(tag_of(text).as_deref(), Some(tag), "{text}");
        }
    }

    #[test]
    fn unknown_regions_and_scripts_are_dropped() {
        for text in ["en-EN", "en-XX", "en-Abcd", "en-x-pirate", "en-{{region}}", "en-"] {
            assert_eq!(tag_of(text).as_deref(), Some("en"), "{text}");
        }
    }

    #[test]
    fn names_and_noise_are_not_tags() {
        for text in [
            "", "English", "x", "12", "{{lang}}", "é", "ltr", "rtl", "no-JS", "no-js", "xx", "und",
            "mul", "zxx", "qaa", "C.UTF-8", "-en", "e n",
        ] {
            assert_eq!(tag_of(text), None, "{text}");
        }
    }
}
