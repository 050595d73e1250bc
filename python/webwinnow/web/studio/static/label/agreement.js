// How far annotators agree, two by two.

import {get} from "/static/api.js";
import {counted, fill, h} from "/static/dom.js";

const PERCENT = new Intl.NumberFormat("en", {style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1});
const NUMBER = new Intl.NumberFormat("en", {minimumFractionDigits: 2, maximumFractionDigits: 2});

// A section with the table; it fills itself, as counting takes a while.
export function agreement(address) {
  const body = h("div", {}, h("p", {class: "quiet"}, "Counting…"));
  get(`${address}/agreement`).then(
    (pairs) => fill(body, pairs.length ? [table(pairs), explained()] : nothing()),
    (error) => fill(body, h("p", {class: "error"}, error.message)),
  );
  return h("section", {class: "card", "aria-labelledby": "agreement"}, h("h2", {id: "agreement"}, "Agreement"), body);
}

const nothing = () => h("p", {class: "quiet"}, "Nothing to compare yet: no page is done by two annotators.");

function table(pairs) {
  return h("div", {class: "scroll"}, h("table", {class: "agreement"},
    h("thead", {}, h("tr", {},
      h("th", {}, "Annotators"), number("Pages"), number("Blocks"), number("Kappa, five labels"), number("Kappa, content or not"),
      number("Same label"), number("Words in common"))),
    h("tbody", {}, pairs.flatMap(pair))));
}

const number = (words) => h("th", {class: "number"}, words);

// A row for the two, and one for each page that can be unfolded.
function pair({first, second, pages, labels, content, words, why_no_words: whyNot}) {
  const lines = pages.map((page) => h("tr", {class: "of-page", hidden: true}, h("th", {scope: "row"}, page.name), h("td"), cells(page, page.words, whyNot)));
  const unfold = h("button", {class: "plain", "aria-expanded": "false", onclick: () => {
    const isOpen = unfold.getAttribute("aria-expanded") === "true";
    unfold.setAttribute("aria-expanded", !isOpen);
    for (const line of lines) line.hidden = isOpen;
  }}, counted(pages.length, "page"));
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

// A number that cannot be told says so, and why.
function value(found, format, whyNot) {
  if (found !== null) return h("td", {class: "number"}, format.format(found));
  return h("td", {class: "number"}, h("abbr", {title: whyNot ?? "nothing to count", tabindex: 0}, "undefined"));
}

function explained() {
  return h("p", {class: "quiet"},
    "Cohen’s kappa is 1 where two always agree and 0 where they agree no more than by chance; it is undefined where both give one label only. ",
    "Words in common: 1 − the word edit distance of the two texts ÷ the words of both, the mean over pages. The annotators of the FIASCO paper (Bauer et al. 2007) reached 91.75 %.");
}
