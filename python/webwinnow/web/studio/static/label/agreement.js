// Agreement of annotators, by pair.

import {get} from "/static/api.js";
import {countNoun, fill, h} from "/static/dom.js";

const PERCENT = new Intl.NumberFormat("en", {style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1});
const NUMBER = new Intl.NumberFormat("en", {minimumFractionDigits: 2, maximumFractionDigits: 2});

// Section that loads its table by itself: computing agreement takes a while.
export function agreement(url) {
  const body = h("div", {}, h("p", {class: "quiet"}, "Counting…"));
  get(`${url}/agreement`).then(
    (pairs) => fill(body, pairs.length ? [table(pairs), explained()] : nothing()),
    (error) => fill(body, h("p", {class: "error"}, error.message)),
  );
  return h("section", {class: "card", "aria-labelledby": "agreement"}, h("h2", {id: "agreement"}, "Agreement"), body);
}

const nothing = () => h("p", {class: "quiet"}, "Nothing to compare yet: no page was done by two annotators.");

function table(pairs) {
  return h("div", {class: "scroll"}, h("table", {class: "agreement"},
    h("thead", {}, h("tr", {},
      h("th", {}, "Annotators"), number("Pages"), number("Blocks"), number("Kappa, five labels"), number("Kappa, content/boilerplate"),
      number("Same label"), number("Words in common"))),
    h("tbody", {}, pairs.flatMap(pair))));
}

const number = (words) => h("th", {class: "number"}, words);

// Row of a pair, with an expandable row for each page.
function pair({first, second, pages, labels, content, words, why_no_words: whyNot}) {
  const lines = pages.map((page) => h("tr", {class: "of-page", hidden: true}, h("th", {scope: "row"}, page.name), h("td"), cells(page, page.words, whyNot)));
  const unfold = h("button", {class: "plain", "aria-expanded": "false", onclick: () => {
    const isOpen = unfold.getAttribute("aria-expanded") === "true";
    unfold.setAttribute("aria-expanded", !isOpen);
    for (const line of lines) line.hidden = isOpen;
  }}, countNoun(pages.length, "page"));
  return [h("tr", {}, h("th", {scope: "row"}, `${first} and ${second}`), h("td", {class: "number"}, unfold), cells({labels, content}, words, whyNot)), ...lines];
}

function cells({labels, content}, words, whyNot) {
  return [
    h("td", {class: "number"}, labels.blocks.toLocaleString("en")),
    kappa(labels), kappa(content),
    value(labels.equal, PERCENT, labels.why_none), value(words, PERCENT, whyNot),
  ];
}

const kappa = ({kappa: found, why_none: whyNone}) => value(found, NUMBER, whyNone);

// Format a number; an undefined one shows the reason.
function value(found, format, whyNot) {
  if (found !== null) return h("td", {class: "number"}, format.format(found));
  return h("td", {class: "number"}, h("abbr", {title: whyNot ?? "nothing to count", tabindex: 0}, "undefined"));
}

function explained() {
  return h("p", {class: "quiet"},
    "Cohen’s kappa is 1 for full agreement and 0 for chance agreement; it is undefined if both annotators use a single label. ",
    "Words in common: 1 − the word edit distance of the two texts ÷ the words of both, the mean over pages. The annotators of the FIASCO paper (Bauer et al. 2007) reached 91.75 %.");
}
