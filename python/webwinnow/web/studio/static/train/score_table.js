// Scores of a method as it comes and as it was trained, measure by measure.

import {counted, h} from "/static/dom.js";

// What each measure says, for those who do not know its name.
const MEANINGS = {
  bag_precision: "of the words kept, the share that is content",
  bag_recall: "of the words of content, the share that is kept",
  bag_f1: "both in one; pages count alike",
  text_f1: "words in their order; words count alike",
  words_f1: "words and marks of paragraphs, in their order",
  official: "CleanEval’s own score",
  blocks_f1: "blocks kept and dropped",
  block_accuracy: "share of blocks told right",
  label_accuracy: "share told right with their kinds",
};

// A paragraph, and the table.
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
  // The words are beside the table: inside of it they would scroll away with what is too wide.
  return [h("p", {class: "quiet"}, words(found)), h("div", {class: "scroll", tabindex: 0, role: "group", "aria-label": "Scores"}, table)];
}

function words({folds, pages, sites, chance}) {
  const of = `${counted(pages, "page")} of ${counted(sites, "site")}`;
  if (folds === null) return `On ${of}; intervals of 95 % below each score.`;
  const p = chance[0] ? ` Chance alone makes a difference in bag F1 as large as this in ${percent(chance[0].p)} of cases.` : "";
  return `On ${of}, in ${folds} folds: each page is judged by what was learned from other sites. Intervals of 95 % below each score.${p}`;
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
