import gzip
import time
from importlib import resources

import numpy as np
import pytest

from tests.support import ROOT
from webwinnow.errors import UnknownSetting
from webwinnow.methods.stopwords import (
    FILES,
    TYPICAL,
    StopList,
    best_list,
    detect,
    find_list,
    languages,
    languages_by_word,
    list_code,
    read_lists,
    split_words,
)

# Language, a sentence, and a row of names and labels such as a menu has.
SAMPLES = {
    "en": (
        "It was one of the things that he had not thought of when he went to see them at home.",
        "Checkout Basket Trousers Jackets Sneakers Voucher Newsletter Imprint Berlin Vienna",
    ),
    "de": (
        "Es war eine der Sachen, an die er nicht gedacht hatte, als er zu ihnen nach Hause ging.",
        "Warenkorb Hosen Jacken Turnschuhe Gutschein Rundbrief Impressum Regensburg Tübingen",
    ),
    "fr": (
        "C'est une des choses auxquelles il n'avait pas pensé quand il est allé les voir.",
        "Panier Pantalons Vestes Baskets Chaussures Abonnement Lyon Marseille Nantes Rennes",
    ),
    "ru": (
        "Это была одна из тех вещей, о которых он не думал, когда он шёл к ним в гости.",
        "Корзина Брюки Куртки Кроссовки Рассылка Москва Казань Самара Омск Уфа",
    ),
    "et": (
        "See oli üks neist asjadest, mille peale ta ei olnud mõelnud, kui ta nende juurde läks.",
        "Ostukorv Püksid Jakid Tossud Kinkekaart Sokid Kindad Sallid Vööd",
    ),
    "ar": (
        "كان هذا واحدا من الأشياء التي لم يفكر فيها عندما ذهب إلى بيتهم في ذلك اليوم.",
        "الرئيسية أخبار رياضة اقتصاد ثقافة فيديو طقس سيارات صحة سياحة القاهرة بيروت",
    ),
    "he": (
        "זה היה אחד הדברים שהוא לא חשב עליהם כאשר הוא הלך אל הבית שלהם באותו יום.",
        "חדשות ספורט כלכלה תרבות בידור וידאו תמונות רכב בריאות תיירות חיפה אשדוד",
    ),
    "el": (
        "Ήταν ένα από τα πράγματα που δεν είχε σκεφτεί όταν πήγε να τους δει στο σπίτι τους.",
        "Ειδήσεις Αθλητισμός Οικονομία Πολιτισμός Βίντεο Καιρός Τεχνολογία Υγεία Ταξίδια Αθήνα",
    ),
    "fi": (
        "Se oli yksi niistä asioista, joita hän ei ollut ajatellut, kun hän meni heidän luokseen.",
        "Uutiset Urheilu Talous Kulttuuri Viihde Videot Sää Autot Terveys Matkailu Tampere Turku",
    ),
    "tr": (
        "Bu, onları görmek için eve gittiği zaman hiç düşünmediği şeylerden biriydi ve o da bunu "
        "daha sonra çok iyi anladı.",
        "Haber Spor Ekonomi Kültür Magazin Video Otomobil Teknoloji Sağlık Turizm Bursa İzmir",
    ),
    "vi": (
        "Đó là một trong những điều mà anh ấy đã không nghĩ đến khi anh đi thăm họ ở nhà.",
        "Tin tức Thể thao Kinh tế Văn hóa Giải trí Video Ảnh Thời tiết Xe Sức khỏe Du lịch Huế",
    ),
    "hu": (
        "Ez is egyike volt azoknak a dolgoknak, amelyekre nem gondolt, amikor elment hozzájuk.",
        "Hírek Sport Gazdaság Kultúra Videók Képek Időjárás Autó Egészség Utazás Budapest Szeged",
    ),
    "cs": (
        "Byla to jedna z věcí, na které nemyslel, když k nim šel, a co mu o tom ještě řekli.",
        "Zprávy Sport Ekonomika Kultura Zábava Videa Počasí Auto Zdraví Cestování Praha Brno",
    ),
    "uk": (
        "Це була одна з тих речей, про які він не думав, коли він ішов до них, бо вже було пізно.",
        "Новини Спорт Економіка Культура Розваги Відео Фото Погода Авто Туризм Київ Львів",
    ),
    "fa": (
        "این یکی از چیزهایی بود که او وقتی برای دیدن آنها به خانه رفت به آن فکر نکرده بود.",
        "اخبار ورزش اقتصاد فرهنگ سرگرمی ویدیو عکس خودرو سلامت گردشگری تهران شیراز",
    ),
    "sr": (
        "То је била једна од ствари на које није мислио када је отишао да их види код куће.",
        "Вести Спорт Економија Култура Забава Видео Слике Аутомобили Здравље Путовања Ниш",
    ),
    "zh": (
        "这是他去看他们的时候没有想到的事情之一,他在那里住了一年,也不知道他们是不是还会来。",
        "北京 上海 广州 深圳 杭州 南京 武汉 成都 重庆 西安 登录 注册 购物车 客户服务",
    ),
    "ja": (
        "彼はその日のことを今でもよく覚えているが、それは誰にも話していないことであった。",
        "北海道 青森県 岩手県 宮城県 秋田県 山形県 福島県 会員登録 カート スポーツ",
    ),
    "ko": (
        "그는 그날의 일을 지금도 잘 기억하고 있지만 누구에게도 그것을 말하지 않았다.",
        "서울특별시 부산광역시 대구광역시 인천광역시 로그인 회원가입 장바구니 고객센터",
    ),
    "th": (
        "รัฐบาลได้ประกาศว่าจะลดภาษีสำหรับผู้ที่มีรายได้น้อย เพื่อช่วยให้ประชาชนใช้จ่ายได้มากขึ้นในช่วงที่ผ่านมา",
        "หน้าแรก ข่าว กีฬา บันเทิง รถยนต์ โทรศัพท์มือถือ คอมพิวเตอร์ เสื้อผ้าแฟชั่น เครื่องสำอาง ติดต่อเรา",
    ),
}

every_sample = pytest.mark.parametrize("language", SAMPLES)


@every_sample
def test_sentences_have_more_stop_words_than_menus(language: str) -> None:
    sentence, menu = find_list(language).shares(list(SAMPLES[language]))
    assert sentence >= 0.4
    assert menu < 0.3


@every_sample
def test_language_of_a_sentence_is_detected(language: str) -> None:
    assert detect([SAMPLES[language][0]]) == language


def test_there_are_at_least_sixty_languages() -> None:
    assert len(read_lists()) >= 60
    assert set(read_lists()) <= set(languages())


@pytest.mark.parametrize("language", read_lists())
def test_every_list_has_words_and_a_plausible_coverage(language: str) -> None:
    stops = find_list(language)
    assert len(stops.words) >= 20
    assert 0.2 <= stops.coverage <= TYPICAL + 0.01


def test_lists_are_small() -> None:
    home = resources.files("webwinnow") / "models" / "stopwords"
    assert sum(len((home / name).read_bytes()) for name in FILES) < 100_000


def test_words_of_the_lists_are_as_texts_are_split() -> None:
    for line in read_lists().values():
        coverage, *words = line.split()
        assert [word.decode() for word in split_words(" ".join(words))] == words
        assert 0 < float(coverage) < 1


def test_files_carry_no_time_stamp() -> None:
    home = resources.files("webwinnow") / "models" / "stopwords"
    for name in FILES:
        compressed = (home / name).read_bytes()
        assert compressed[4:8] == b"\0\0\0\0"
        assert gzip.decompress(compressed).endswith(b"\n")


def test_package_names_the_licences_of_the_lists() -> None:
    home = ROOT
    declared = (home / "pyproject.toml").read_text("utf-8")
    assert '"Apache-2.0 AND CC-BY-4.0 AND CC-BY-SA-4.0 AND BSD-2-Clause AND CC0-1.0"' in declared
    assert '"python/webwinnow/models/stopwords/CARD.md"' in declared
    card = (home / "python/webwinnow/models/stopwords/CARD.md").read_text("utf-8")
    for file, licence in zip(FILES, ["CC BY-SA 4.0", "BSD 2-clause", "CC0 1.0"], strict=True):
        (row,) = [line for line in card.splitlines() if line.startswith(f"| `{file}`")]
        assert licence in row


def test_punctuation_divides_words() -> None:
    words = [word.decode() for word in split_words("“Ça, c’est l'ÉTÉ” – (dit-il)… 7.5")]
    assert words == ["ça", "c", "est", "l", "été", "dit", "il", "7", "5"]


def test_combining_vowels_do_not_divide_words() -> None:
    assert [word.decode() for word in split_words("में है।")] == ["में", "है"]


def test_shares_are_scaled_by_what_a_list_covers() -> None:
    half = StopList("xx", frozenset({b"a"}), TYPICAL / 2)
    assert half.shares(["a b c d", "a a", "", "…"]).tolist() == [0.5, 1, 0, 0]


def test_custom_list_is_not_scaled() -> None:
    assert StopList.of(["The", "it's"]).shares(["the cat", "It's s"]).tolist() == [0.5, 1]


def test_no_texts_have_no_shares() -> None:
    assert find_list("en").shares([]).tolist() == []
    assert find_list("zh").shares([]).tolist() == []


@pytest.mark.parametrize(
    ("given", "code"), [("en-GB", "en"), (" EN_us", "en"), ("no", "nb"), ("hr", "sh"), ("", "")]
)
def test_code_of_a_language(given: str, code: str) -> None:
    assert list_code(given) == code


def test_all_spellings_of_a_language_share_one_list() -> None:
    assert len({id(find_list(f"en-{number}")) for number in range(50)}) == 1


def test_former_codes_are_known_and_not_offered() -> None:
    assert find_list("iw") is find_list("he")
    assert find_list("in") is find_list("id")
    assert {"he", "id", "hr", "no"} <= set(languages())
    assert {"iw", "in"}.isdisjoint(languages())


def test_unknown_language_error_lists_the_known_ones() -> None:
    with pytest.raises(UnknownSetting, match=r"no stop words for language 'tlh'; .*\ben\b"):
        find_list("tlh")


def sentences(language: str, count: int = 1) -> list[str]:
    return [SAMPLES[language][0]] * count


def menus(language: str, count: int = 1) -> list[str]:
    return [SAMPLES[language][1]] * count


@pytest.mark.parametrize(
    ("texts", "declared", "found"),
    [
        pytest.param(menus("de"), "de", "de", id="declared, without evidence"),
        pytest.param(sentences("de", 3), "en-US", "de", id="wrongly declared"),
        pytest.param(sentences("fr"), "xx", "fr", id="unknown declared"),
        pytest.param(sentences("en") + sentences("de", 20), None, "de", id="a foreign banner"),
        pytest.param(menus("en", 2) + sentences("en", 2), "fi", "en", id="half of the texts"),
        pytest.param(menus("zh", 5), None, "zh", id="a menu in its own script"),
        pytest.param(sentences("en", 8) + sentences("de", 40), None, "de", id="the entire page"),
    ],
)
def test_list_is_that_of_the_language(texts: list[str], declared: str | None, found: str) -> None:
    stops = best_list(texts, declared)
    assert stops is not None
    assert stops.language == found


def test_another_script_than_the_declared_languages_has_no_list() -> None:
    cyrillic = "Ҳукумат вакили янги лойиҳа бўйича ишлар келгуси ойда бошланишини айтди."
    assert best_list([cyrillic] * 3, "uz") is None


@pytest.mark.parametrize("text", ["To je bila jedna od stvari na koje nije mislio kada je otišao.",
                                  SAMPLES["sr"][0]])  # fmt: skip
def test_serbian_has_a_list_in_either_script(text: str) -> None:
    assert find_list("sr-Latn").shares([text])[0] >= 0.4


def test_first_in_the_alphabet_of_equally_likely_languages_is_detected() -> None:
    own = {codes: word.decode() for word, codes in languages_by_word().items()}
    assert detect([f"{own['pl',]} {own['en',]}"]) == "en"
    assert detect([f"{own['en',]} {own['pl',]}"]) == "en"


@pytest.mark.parametrize("text", ["", "zzxq wvvk qqrz pplx", "ພາສາລາວ ພາສາລາວ"])
def test_text_of_no_known_language_has_no_list(text: str) -> None:
    assert best_list([text]) is None


def test_traditional_characters_count_like_simplified_ones() -> None:
    simple, traditional = find_list("zh").shares(["这是为了你们说的", "這是為了你們說的"])
    assert simple == traditional > 0


def test_english_is_no_other_language() -> None:
    sentence = SAMPLES["en"][0]
    shares = {language: find_list(language).shares([sentence])[0] for language in read_lists()}
    assert [language for language, share in shares.items() if share >= 0.3] == ["en"]


def test_cost_of_thai_stays_small() -> None:
    text = SAMPLES["th"][0] * 100
    stops = find_list("th")
    stops.shares([text])
    start = time.thread_time()
    shares = stops.shares([text])
    assert time.thread_time() - start < 0.05
    assert np.all(shares > 0.4)
