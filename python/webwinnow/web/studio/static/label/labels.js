// The five labels: stored number, name, sign, key and colour.

import {h} from "/static/dom.js";

// `number` is the stored value. The order is that of the toolbar and of the keys 1 to 5.
// `tint` names the colour in style sheets and in the frame. A sign or name always accompanies a colour.
export const LABELS = [
  {number: 2, name: "content", sign: "C", key: "c", tint: "content", meaning: "Content; its kind comes from the markup"},
  {number: 3, name: "heading", sign: "H", key: "h", tint: "heading", meaning: "Content that is a heading"},
  {number: 4, name: "paragraph", sign: "¶", key: "p", tint: "paragraph", meaning: "Content that is a paragraph"},
  {number: 5, name: "list item", sign: "•", key: "l", tint: "item", meaning: "Content that is an item of a list"},
  {number: 1, name: "boilerplate", sign: "×", key: "b", tint: "boilerplate", meaning: "Navigation, advertising, footers and other non-content"},
];
export const NONE = {number: 0, name: "no label", sign: "–", key: "x", tint: null, meaning: "No label yet"};
export const MIXED = {number: null, name: "mixed", sign: "±", key: null, tint: null, meaning: "Its parts have different labels"};

const BY_NUMBER = new Map([NONE, ...LABELS].map((label) => [label.number, label]));

export const labelOf = (number) => BY_NUMBER.get(number) ?? MIXED;

// Common label of these runs, or MIXED.
export function sharedLabel(labels, runs) {
  const first = labels[runs[0]] ?? 0;
  return runs.every((run) => (labels[run] ?? 0) === first) ? labelOf(first) : MIXED;
}

// Runs by highlight style. Labels that only a method gave are also "suggested".
export function highlightGroups(labels, isSuggested = () => false) {
  const groups = Object.fromEntries(LABELS.map(({tint}) => [tint, []]));
  const suggested = [];
  labels.forEach((number, run) => {
    const {tint} = labelOf(number);
    if (!tint) return;
    groups[tint].push(run);
    if (isSuggested(run)) suggested.push(run);
  });
  return {...groups, suggested};
}

// Labels that a click sets; null only selects.
const BRUSHES = [...LABELS, NONE, {number: null, name: "select", sign: "▭", key: null, tint: null, meaning: "A click only selects"}];

// Radio buttons for the label that a click or a drag sets.
export function labelButtons(chosen, changed) {
  const buttons = BRUSHES.map((brush, place) => (
    h("label", {class: `brush ${brush.tint ?? "none"}`, title: brush.meaning},
      h("input", {type: "radio", name: "brush", value: String(brush.number), checked: brush.number === chosen, onchange: () => changed(brush.number)}),
      h("span", {class: "sign", "aria-hidden": "true"}, brush.sign),
      h("span", {class: "name"}, brush.name),
      place < LABELS.length ? h("kbd", {"aria-hidden": "true"}, brush.key) : null)));
  return h("fieldset", {class: "brushes"}, h("legend", {class: "sr"}, "Label for clicks and drags"), buttons);
}
