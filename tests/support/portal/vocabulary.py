"""Vocabulary of the portal. Nouns and verbs are regular; places have accents."""


def past(verb: str) -> str:
    return verb + ("d" if verb.endswith("e") else "ed")


NOUNS = """account actor airport album alarm ambulance anchor answer apartment apple archive
argument arrow artist audience author autumn ballot bank barrel basket bell bicycle bird blanket
boat border bottle bowl brick bridge broom bucket budget building bullet button cabin cable camera
camp candidate candle canteen captain carpet castle cellar chair chart cinema circle clock coat
collection college committee concert contract corner council court cousin cradle crane critic crown
curtain dancer deal decade desk detail diagram doctor document door drawer driver drum editor
election elevator engine envelope estate exhibit expert factor farm farmer festival field film
finger flag flat floor flower forest fountain friend garage garden gate ghost glacier glove goal
grape guard guest guitar hammer harbour harvest hat helmet hill horse hospital hotel insect
island jacket journal journey judge kettle kitchen ladder lake lamp lantern lawyer leader lecture
legend lesson letter lighthouse lion machine magnet manager map market mayor meadow meal mechanic
medal meeting member message minister mirror monument motor mountain museum musician narrator
neighbour network novel number ocean office orchard oven owner painter palace parcel parent park
partner passenger path pattern pension pharmacist phone pilot pipe plan planet plate platform player
pocket poem poet pond poster prison prize project queen question rabbit raft railway ranger record
referee refugee region rehearsal report restaurant ribbon ring river road roof room rope sailor
school scientist season secret senator shadow ship shop shoulder signal singer sister soldier song
spoon square stadium stamp station statue storm stranger stream street student suitcase summer
surgeon symbol tailor teacher team temple tenant theatre ticket tool tower town trader trail trainer
treasure tree trial tribune truck tunnel uncle valley vehicle vendor verdict village violin
visitor volcano voter wagon waiter wall warden warehouse weaver wedding wheel window winner winter
wizard worker workshop yard zone"""

VERBS = """abandon accept admire adopt alter announce appoint arrange assemble attack attend avoid
award balance block borrow call cancel capture celebrate challenge change charge check claim clean
close collect colour compare complete conceal consider contain convince cover create cross damage
decide declare decorate defend delay deliver demand describe destroy detect develop discover discuss
divide double doubt earn employ enjoy enlarge enter examine exchange excuse expand expect explain
explore extend face fasten fear finance finish fix follow force gather guard guide heat help hire
ignore imagine improve include increase inform inspect install interview invade invent invite
isolate join judge kick label launch lock manage mark measure mention move name need notice observe
offer open oppose order organise owe own pack paint pardon perform photograph place poison postpone
prepare present preserve print produce protect prove publish punish push question raise reach
receive recognise recommend record reduce refuse reject remember remove rename repair repeat replace
report request rescue resemble restore reveal review reward ruin save search select separate share
shelter sign silence smash snatch solve spoil start store stretch suggest support surprise surround
suspect switch taste test threaten time touch trace train transform treat trust turn uncover unite
use value visit warn wash watch weaken welcome witness """

ADJECTIVES = """abandoned absent ancient annual anxious awkward bare bitter blind blue bold brave
brief bright brilliant broad broken bronze busy calm careful cautious cheap cheerful clever cold
common costly crowded cruel curious damp dark deep delicate distant double dry dusty eager early
eastern elderly elegant empty enormous expensive faded faithful false famous fancy federal fierce
final fragile frozen gentle giant golden grand grateful green grey guilty handsome harsh heavy
hidden hollow humble idle illegal immense inner invisible iron joint lazy legal little local
lonely long loud lucky massive mature medical mild minor modern modest muddy mysterious narrow
natural nervous noble noisy northern odd official orange ordinary outer pale patient peculiar
permanent plain polite popular precious previous private proud public purple quiet rapid rare raw
reckless recent red regional remote rough round royal rural rusty sacred scarce secret senior severe
shallow sharp shiny silent silver simple sleepy slender slow small smooth solar solid southern spare
steep stiff strange strict stubborn sudden sunny temporary tender thick thin tiny tired tough tragic
upper urban vacant valid vast violent visible warm weak wealthy western wet white wicked wide
wild wooden yellow"""

PLACES = """Aberdeen Antwerp Basel Bergen Bilbao Bologna Bratislava Brno Bruges Cádiz Cork Debrecen
Dresden Esztergom Galway Geneva Ghent Graz Győr Innsbruck Kecskemét Kiel Košice Kraków Leeds Leipzig
Liberec Linz Łódź Lübeck Lyon Malmö Maribor Miskolc Nitra Olomouc Opava Oradea Ostrava Padua Pécs
Plzeň Poznań Rotterdam Salzburg Split Sopron Szeged Trento Trieste Tübingen Turin Utrecht Verona
Veszprém Wrocław York Zadar Zagreb Zürich"""

FIRST = """Adam Agnes Albert Amelia Anna Arthur Barbara Béla Clara Daniel Dora Edith Emil Eszter
Felix Flora George Grace Hanna Hugo Ida Irene Jakub Jan Julia Karel Kinga Laura Leon Lucie Marta Max
Mónika Nora Oscar Paula Peter Rosa Samuel Sofia Thomas Vera Victor Zoltán"""

LAST = """Adler Balogh Barta Becker Bell Carter Černý Dudek Ellis Farkas Fischer Fleming Gallo Gray
Hájek Harper Horváth Jensen Kaiser Keller Kovács Lange Lewis Marek Mason Molnár Moretti Novák Nowak
Parker Pokorny Reed Rossi Sárközy Schmidt Sharp Simon Szőke Tóth Turner Vogel Walsh Weber Zeman"""

MANNERS = """again angrily badly bravely briefly calmly carefully cheaply clumsily coldly cruelly
eagerly easily firmly fondly gently gladly gravely happily hastily hardly honestly kindly lazily
loudly merely mildly nearly neatly never nobly oddly often openly plainly politely proudly quickly
quietly rarely roughly sadly secretly seldom silently simply slowly softly sternly suddenly swiftly
tenderly twice vainly warmly wisely"""

#: Symbol of the grammar -> words.
WORDS: dict[str, list[str]] = {
    "noun": NOUNS.split(),
    "do": VERBS.split(),
    "done": [past(verb) for verb in VERBS.split()],
    "adjective": ADJECTIVES.split(),
    "place": PLACES.split(),
    "first": FIRST.split(),
    "last": LAST.split(),
    "manner": MANNERS.split(),
    "month": [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "October",
        "December",
    ],
    "weekday": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    "number": [
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "twenty",
        "fifty",
    ],
}
