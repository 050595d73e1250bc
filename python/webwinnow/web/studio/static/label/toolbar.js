// The controls of labelling: the brush, and what can be done with the page.

import {h} from "/static/dom.js";
import {LABELS, NONE} from "/static/labels.js";

// What a click does: the number of a label, or null for selecting only.
const BRUSHES = [...LABELS, NONE, {number: null, name: "select", sign: "▭", key: null, tint: null, meaning: "A click selects only"}];

// Radio buttons for the label that a click or a drag gives.
export function brushes(chosen, changed) {
  const buttons = BRUSHES.map((brush, place) => (
    h("label", {class: `brush ${brush.tint ?? "none"}`, title: brush.meaning},
      h("input", {type: "radio", name: "brush", value: String(brush.number), checked: brush.number === chosen, onchange: () => changed(brush.number)}),
      h("span", {class: "sign", "aria-hidden": "true"}, brush.sign),
      h("span", {class: "name"}, brush.name),
      place < LABELS.length ? h("kbd", {"aria-hidden": "true"}, brush.key) : null)));
  return h("fieldset", {class: "brushes"}, h("legend", {class: "sr"}, "Clicks and drags label as"), buttons);
}

// A button that has a key; what shows a sign only has its words for those who listen, and for the pointer.
export function tool(words, act, {sign = null, key = null, isMain = false, isOff = false, pressed = null} = {}) {
  return h("button", {class: isMain ? "main" : null, onclick: act, title: key ? `${words} (${key})` : words, "aria-label": words, "aria-keyshortcuts": key, "aria-pressed": pressed, disabled: isOff},
    sign ? h("span", {"aria-hidden": "true"}, sign) : words);
}
