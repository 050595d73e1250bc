// Table of scores of the shipped and the trained method.

import {countNoun, h} from "/static/dom.js";

// Explanations of the measures.
const MEANINGS = {
  bag_precision: "of the words kept, the share that is content",
  bag_recall: "of the words of content, the share that is kept",
  bag_f1: "harmonic mean; equal weight per page",
  text_f1: "words in order; equal weight per word",
  words_f1: "words and paragraph marks in order",
  official: "CleanEval’s own score",
  blocks_f1: "blocks kept and dropped",
  block_accuracy: "share of correct blocks",
  label_accuracy: "share of blocks with the correct kind",
};

// Summary paragraph and table.
export function scoreTable(found) {
  const hasFolds = found.folds !== null;
  const table = h("table", {class: "scores", "aria-label": "Scores"},
    h("thead", {}, h("tr", {},
      h("th", {scope: "col"}, "Measure"),
      h("th", {scope: "col", class: "number"}, "As shipped"),
      hasFolds ? h("th", {scope: "col", class: "number"}, "Trained") : null,
      hasFolds ? h("th", {scope: "col", class: "number"}, "Difference") : null)),
    h("tbody", {}, found.measures.map((measure) => h("tr", {class: measure.key === "bag_f1" ? "chief" : null},
      h("th", {scope: "row"}, measure.title, h("small", {}, MEANINGS[measure.key] ?? "")),
      figure(measure.shipped),
      hasFolds ? figure(measure.trained) : null,
      hasFolds ? h("td", {class: "number"}, difference(measure.difference)) : null))));
  // The summary is outside of the scrolling table.
  return [h("p", {class: "quiet"}, words(found)), h("div", {class: "scroll", tabindex: 0, role: "group", "aria-label": "Scores"}, table)];
}

function words({folds, pages, sites, chance}) {
  const of = `${countNoun(pages, "page")} of ${countNoun(sites, "site")}`;
  if (folds === null) return `On ${of}; intervals of 95 % below each score.`;
  const p = chance[0] ? ` A difference in bag F1 of this size arises by chance in ${percent(chance[0].p)} of cases.` : "";
  return `On ${of}, in ${folds} folds: each page is scored by a model trained on other sites. Intervals of 95 % below each score.${p}`;
}

function percent(p) {
  return p < 0.001 ? "less than 0.1 %" : `${(100 * p).toFixed(p < 0.1 ? 1 : 0)} %`;
}

function figure(found) {
  if (!found) return h("td", {class: "number"}, "–");
  const range = found.low === null ? null : h("small", {}, `${found.low.toFixed(3)} to ${found.high.toFixed(3)}`);
  return h("td", {class: "number"}, found.value.toFixed(3), range);
}

function difference(value) {
  if (value === null) return "–";
  const text = signed(value);
  return h("span", {class: {"+": "gain", "−": "loss"}[text[0]]}, text);
}

export function signed(value) {
  const size = Math.abs(value).toFixed(3);
  return size === "0.000" ? "±0.000" : `${value > 0 ? "+" : "−"}${size}`;
}
