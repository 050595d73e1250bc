"""winnow on whole pages: structure, titles, comments, forums, empty pages, hidden parts."""

import pytest

from webwinnow import METHODS, clean, extract, load

pytestmark = pytest.mark.skipif("winnow" not in METHODS, reason="winnow is not installed")

HEAD = """<!DOCTYPE html><html lang=en><head><title>Keeping bees on a roof</title></head><body>
<header class=site-header><a class=logo href=/>Rooftop Garden</a><nav class=main-nav><ul>
<li><a href=/plants>Plants</a><li><a href=/animals>Animals</a><li><a href=/tools>Tools</a>
<li><a href=/calendar>Calendar</a><li><a href=/shop>Shop</a></ul></nav></header>
<main><article class=post><h1 class=entry-title>Keeping bees on a roof</h1>
<div class=entry-content>
<p>Four years ago we carried two hives up six flights of stairs and put them behind the chimney,
where the wind is weakest. The neighbours were worried at first, and so were we.</p>
<p>Since then the bees have given us forty kilos of honey, a handful of stings and a great many
questions from visitors. Here is what we have learned, in the order in which we learned it.</p>"""
TAIL = """<p>In autumn the entrance is made smaller, so that wasps and mice stay out. Whoever feeds
the bees in time will find them alive and well when the first willows flower in March.</p>
<p>If you want to begin, begin with a course and with somebody who has kept bees for longer than
you have. Bees forgive a lot, but they do not forgive haste.</p>
</div></article></main>"""
RELATED = """<aside class=sidebar><h3>Read also</h3><ul>
<li><a href=/a1>Herbs for a windy balcony</a><li><a href=/a2>A pond in half a barrel</a>
<li><a href=/a3>How to sharpen a spade</a></ul></aside>"""
FOOTER = """<footer class=site-footer><ul><li><a href=/imprint>Imprint</a>
<li><a href=/privacy>Privacy</a><li><a href=/contact>Contact</a></ul>
<p>© 2024 Rooftop Garden</p></footer></body></html>"""


def article(inner: str = "", after: str = "", before: str = "") -> str:
    """An article with optional content inside it, after it, and at the start of the page."""
    return HEAD.replace("<body>", f"<body>{before}") + inner + TAIL + after + RELATED + FOOTER


#: (part of an article, its Markdown)
STRUCTURE = {
    "headings": (
        "<h2>The right place</h2><p>Bees like the morning sun, and shade at noon.</p>"
        "<h3>Weight on the roof</h3><p>A full hive weighs as much as a grown man does.</p>",
        "## The right place\n\nBees like the morning sun, and shade at noon.\n\n"
        "### Weight on the roof\n\nA full hive weighs as much as a grown man does.",
    ),
    "nested lists": (
        "<p>You will need these things before the bees arrive:</p>"
        "<ul><li>a hive made of pine wood<ol><li>a floor with a metal grid</li><li>two boxes with "
        "ten frames each</li></ol></li><li>a smoker and a steel chisel</li></ul>",
        "- a hive made of pine wood\n  1. a floor with a metal grid\n"
        "  2. two boxes with ten frames each\n- a smoker and a steel chisel",
    ),
    "a table": (
        "<p>This is how much honey each of the hives has given us so far:</p>"
        "<table><thead><tr><th>Year</th><th>First hive</th><th>Second hive</th></tr></thead><tbody>"
        "<tr><td>2021</td><td>4 kg</td><td>none</td></tr>"
        "<tr><td>2022</td><td>11 kg</td><td>6 kg</td></tr></tbody></table>",
        "| Year | First hive | Second hive |\n| --- | --- | --- |\n"
        "| 2021 | 4 kg | none |\n| 2022 | 11 kg | 6 kg |",
    ),
    "a code block": (
        "<p>A small program reads the scale under the hive every hour and writes to a file:</p>"
        "<pre><code class=language-python>while True:\n    log(scale.read())\n"
        "    sleep(3600)</code></pre>",
        "```python\nwhile True:\n    log(scale.read())\n    sleep(3600)\n```",
    ),
    "a formula": (
        "<p>The weight of the honey follows from that of the hive and of the empty boxes:</p>"
        "<math display=block alttext='h = w - n b'><mi>h</mi><mo>=</mo><mi>w</mi><mo>-</mo>"
        "<mi>n</mi><mi>b</mi></math><p>Here the number of boxes is the one that is forgotten.</p>",
        "$$h = w - n b$$",
    ),
    "a formula in a sentence": (
        "<p>With <math alttext='n = 3'><mi>n</mi><mo>=</mo><mn>3</mn></math> boxes on the scale "
        "the error is smaller than the weight of one bee in every thousand.</p>",
        "With $n = 3$ boxes on the scale the error is smaller",
    ),
    "the caption of an image": (
        "<figure><img src=/hive.jpg alt='A hive'><figcaption>Our second hive in its first summer, "
        "seen from the chimney.</figcaption></figure>",
        "Our second hive in its first summer, seen from the chimney.",
    ),
    "a definition list": (
        "<p>Some words that every beekeeper uses and nobody explains:</p>"
        "<dl><dt>Super</dt><dd>The box in which the bees store the honey that we take.</dd>"
        "<dt>Drone</dt><dd>A male bee, who neither works nor stings.</dd></dl>",
        "**Super**\n\n- The box in which the bees store the honey that we take.\n\n"
        "**Drone**\n\n- A male bee, who neither works nor stings.",
    ),
    "a block quote": (
        "<p>An old book on bees puts it in one sentence that we have come to like:</p>"
        "<blockquote><p>Who opens the hive in the rain will learn how fast he can run.</p>"
        "</blockquote>",
        "> Who opens the hive in the rain will learn how fast he can run.",
    ),
    "emphasis": (
        "<p>Never stand <strong>in front of</strong> the entrance, and move <em>slowly</em> "
        "whenever you lift a frame out of the box.</p>",
        "Never stand **in front of** the entrance, and move *slowly* whenever you lift",
    ),
}


@pytest.mark.parametrize(("inner", "markdown"), STRUCTURE.values(), ids=STRUCTURE.keys())
def test_structure_is_preserved_in_markdown(inner: str, markdown: str) -> None:
    output = clean(article(inner), method="winnow", to="markdown")
    assert markdown in output
    assert "Calendar" not in output
    assert "Imprint" not in output


TITLE = "# Keeping bees on a roof\n\n"


@pytest.mark.parametrize(("inner", "markdown"), STRUCTURE.values(), ids=STRUCTURE.keys())
def test_the_title_setting_changes_only_the_title(inner: str, markdown: str) -> None:
    without, with_it = (
        clean(article(inner), method=load("winnow", title=title), to="markdown")
        for title in (False, True)
    )
    assert with_it == TITLE + without
    assert markdown in without


@pytest.mark.xfail(
    strict=False,
    reason="most golds that were learned from leave titles out: the text of an only h1 is in"
    " those of 2 of 159 pages of news-articles, 42 of 233 of wcxb-dev, 51 of 55 of cleaneval",
)
def test_the_title_of_an_article_is_kept_by_default() -> None:
    assert clean(article(), method="winnow", to="markdown").startswith(TITLE)


COMMENTS = """<section id=comments class=comments-area><h2 class=comments-title>Three comments</h2>
<ol class=comment-list><li class=comment><b class=fn>Ottilie</b> <time>3 May 2024</time>
<div class=comment-content><p>We keep ours on a garage and the swarm went into the neighbour's
letter box last June, so put up a spare box in time.</p></div><a class=reply href=#r>Reply</a></li>
<li class=comment><b class=fn>Barnaby</b> <time>4 May 2024</time><div class=comment-content>
<p>How do you get a full super down six flights of stairs without spilling any of the honey?</p>
</div><a class=reply href=#r>Reply</a></li><li class=comment><b class=fn>Ines</b>
<time>9 May 2024</time><div class=comment-content><p>Thank you for this, my daughter wants to start
next spring and I am sending her here.</p></div><a class=reply href=#r>Reply</a></li></ol>
<form class=comment-form><label>Leave a comment</label><textarea></textarea></form></section>"""
COMMENT_PHRASES = ["swarm went into", "without spilling any", "my daughter wants"]


def test_comments_under_an_article_are_dropped() -> None:
    output = clean(article(after=COMMENTS), method="winnow")
    assert "forgive haste" in output
    assert not [words for words in COMMENT_PHRASES if words in output]
    assert clean(article(after=COMMENTS), method=load("winnow", comments=False)) == output


def test_comments_under_an_article_are_kept_on_request() -> None:
    output = clean(article(after=COMMENTS), method=load("winnow", comments=True))
    assert "forgive haste" in output
    assert [words for words in COMMENT_PHRASES if words in output] == COMMENT_PHRASES
    assert "Leave a comment" not in output


POSTS = [
    "My sourdough starter has a grey skin on it since I came back from two weeks of holiday. It"
    " smells of pears and vinegar, but not of mould. Can I still save it, or should I begin again?",
    "Grey is fine, pink and orange are not. Pour off the liquid, throw away the top layer and feed"
    " a spoonful of what is below with equal parts of flour and water. Do that for three days.",
    "I would add that the temperature matters more than the flour. Mine woke up only when I moved"
    " it from the window to the shelf over the oven, where it is warm at night as well.",
    "Thank you both. It is the second day and there are bubbles on top already. I have moved it"
    " next to the radiator, and I will write again when the first loaf is out of the oven.",
]


PAGER = "<div class=pager>Page 1 of 1</div>"


def forum(post: str) -> str:
    """A thread whose posts have this class."""
    posts = "".join(
        f"<div class='{post}' id=p{number}><div class=user><a href=/u/{number}>baker{number}</a>"
        f"<span>Joined: 2019</span><span>Messages: {40 * number}</span></div><div class=when>"
        f"{number + 2} May 2024</div><div class={post}-body>{text}</div><div class=actions>"
        f"<a href=#>Like</a> <a href=#>Quote</a> <a href=#>Report</a></div></div>"
        for number, text in enumerate(POSTS, 1)
    )
    return (
        "<html><head><title>Grey skin on my starter | Bread Forum</title></head><body>"
        "<div class=nav><a href=/>Forums</a> <a href=/new>New posts</a> <a href=/users>Users</a>"
        " <a href=/login>Log in</a> <a href=/register>Register</a></div><div class=breadcrumb>"
        "<a href=/>Forums</a> <a href=/f3>Sourdough</a></div><h1 class=thread-title>Grey skin on my"
        f" starter</h1><div class=thread>{posts}</div>{PAGER}"
        "<div class=similar><h3>Similar threads</h3><ul><li><a href=/t1>Which flour for rye</a>"
        "<li><a href=/t2>Crust too hard</a><li><a href=/t3>Baking in a pot</a></ul></div>"
        "<div class=footer><a href=/terms>Terms</a> <a href=/help>Help</a></div></body></html>"
    )


@pytest.mark.parametrize("comments", [None, False, True])
def test_posts_of_a_forum_are_kept(comments: bool | None) -> None:
    output = clean(forum("post"), method=load("winnow", comments=comments))
    assert [text for text in POSTS if text in output] == POSTS
    assert "Register" not in output
    assert "Similar threads" not in output


def test_posts_of_a_forum_that_calls_them_comments_are_kept() -> None:
    output = clean(forum("comment"), method="winnow")
    assert [text for text in POSTS if text in output] == POSTS


def test_comments_stay_if_there_is_hardly_anything_else() -> None:
    # All posts are comments here, and fewer than 50 words are not.
    output = clean(forum("comment"), method=load("winnow", comments=False))
    assert [text for text in POSTS if text in output] == POSTS


def test_posts_named_comments_are_dropped_from_a_forum_on_request() -> None:
    long_post = "".join(f"<p>{text}</p>" for text in POSTS[:3])
    answer = "<div class=comment><div class=comment-body>We threw ours away in the end.</div></div>"
    thread = forum("post").replace(POSTS[0], long_post).replace(PAGER, answer + PAGER)
    without, with_it = (clean(thread, method=load("winnow", comments=one)) for one in (False, True))
    assert POSTS[1] in without
    assert "threw ours away" not in without
    assert "threw ours away" in with_it


MENU_ITEMS = "".join(
    f"<li><a href=/{name.lower()}>{name}</a>"
    for name in ["Home", "Women", "Men", "Children", "Sale", "Stores", "Help", "Contact"]
)

#: Pages without content.
EMPTY = {
    "a menu": f"<nav class=menu><ul>{MENU_ITEMS}</ul></nav>",
    "a menu and a footer": f"<div id=header><ul class=nav>{MENU_ITEMS}</ul></div><div id=footer>"
    "<a href=/imprint>Imprint</a> | <a href=/privacy>Privacy</a><p>© 2024 Smith Ltd</p></div>",
    "a login form": "<div class=login-box><h1>Sign in</h1><form method=post><label>E-mail</label>"
    "<input name=mail><label>Password</label><input type=password><label><input type=checkbox>"
    "Remember me</label><button>Sign in</button></form><a href=/reset>Forgot your password?</a>"
    " <a href=/register>Create an account</a></div>",
    "a cookie notice": "<div id=cookie-banner class=cookie-consent role=dialog><p>We use cookies to"
    " make our site work, to measure visits and to show you advertising. You can change your choice"
    " at any time.</p><button>Accept all</button><button>Only what is needed</button>"
    "<a href=/cookies>Cookie policy</a></div>",
    "a call for JavaScript": "<div id=root></div><noscript>You need to enable JavaScript to run"
    " this app.</noscript><script src=/static/js/main.3f2c.js></script>",
    "a wait for the browser": "<div class=main-wrapper><div id=challenge-error-title>Please enable"
    " JavaScript and cookies to continue.</div><script>window._cf={}</script></div>",
}


@pytest.mark.parametrize("body", EMPTY.values(), ids=EMPTY.keys())
def test_a_page_without_content_is_empty_and_has_a_reason(body: str) -> None:
    html = f"<!DOCTYPE html><html><head><title>Smith</title></head><body>{body}</body></html>"
    document = extract(html, method="winnow")
    assert document.text == ""
    assert document.reason


@pytest.mark.parametrize("how", ["hidden", "aria-hidden=true", "style='display: none'"])
def test_a_hidden_menu_is_dropped(how: str) -> None:
    menu = f"<div class=mobile-menu {how}><ul>{MENU_ITEMS}</ul></div>"
    assert clean(article(before=menu), method="winnow") == clean(article(), method="winnow")


KEPT = pytest.mark.xfail(reason="the model takes the hidden list for content", strict=False)


@pytest.mark.parametrize(
    "how",
    [
        pytest.param("hidden", marks=KEPT),
        pytest.param("aria-hidden=true", marks=KEPT),
        "style='display: none'",
    ],
)
def test_a_hidden_menu_inside_the_article_is_dropped(how: str) -> None:
    menu = f"<div class=mobile-menu {how}><ul>{MENU_ITEMS}</ul></div>"
    assert "Children" not in clean(article(inner=menu), method="winnow")


@pytest.mark.parametrize("how", ["hidden", "aria-hidden=true", "style='display: none'"])
def test_a_closed_panel_does_not_change_the_article_around_it(how: str) -> None:
    panel = (
        "<div class=accordion-item><h3><button aria-expanded=false>What do they eat?</button></h3>"
        f"<div class=accordion-panel {how}><p>In summer they find what they need within two"
        " kilometres. In winter they live on the honey that we leave them, and on sugar.</p></div>"
        "</div>"
    )
    usual = clean(article(), method="winnow").splitlines()
    output = clean(article(panel), method="winnow").splitlines()
    # The panel itself may be kept or dropped.
    assert [line for line in output if line in usual] == usual
    assert any("forgive haste" in line for line in usual)
