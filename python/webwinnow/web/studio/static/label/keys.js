// Keyboard shortcuts of the label views: one table per view for handling and help.

import {h, isTyping, lettersAreOn, switchLetters} from "/static/dom.js";
import {LABELS} from "/static/label/labels.js";

// These keys scroll the page.
const SCROLLING = [
  {action: "screenDown", keys: ["PageDown", "Space"], words: "scroll the page down"},
  {action: "screenUp", keys: ["PageUp", "Shift+Space"], words: "scroll the page up"},
];

// Rows: action, keys, description. "Shift+j" is j with Shift; signs are written as typed.
export const LABELLING = [
  {action: "next", keys: ["j", "ArrowDown"], words: "next block"},
  {action: "previous", keys: ["k", "ArrowUp"], words: "previous block"},
  {action: "extendNext", keys: ["Shift+j", "Shift+ArrowDown"], words: "select the next block as well"},
  {action: "extendPrevious", keys: ["Shift+k", "Shift+ArrowUp"], words: "select the previous block as well"},
  {action: "first", keys: ["Home"], words: "first block"},
  {action: "last", keys: ["End"], words: "last block"},
  {action: "unlabelled", keys: ["f"], words: "next block without a label, then the next suggested one"},
  ...LABELS.map(({number, name, key}, place) => (
    {action: `label ${number}`, keys: [String(place + 1), key], words: `label as ${name} and go to the next block`})),
  {action: "label 0", keys: ["0", "x"], words: "remove the label"},
  {action: "undo", keys: ["u", "Ctrl+z"], words: "undo"},
  {action: "redo", keys: ["Ctrl+y", "Ctrl+Shift+z"], words: "redo"},
  {action: "parts", keys: ["s"], words: "switch between blocks and their parts"},
  {action: "done", keys: ["Enter"], words: "mark the page as done and go to the next one"},
  {action: "nextPage", keys: ["n"], words: "next page"},
  {action: "previousPage", keys: ["Shift+n"], words: "previous page"},
  {action: "styles", keys: ["o"], words: "switch the page's styles on or off"},
  ...SCROLLING,
  {action: "help", keys: ["?"], words: "show these keys"},
];

// Digits take the label of an annotator, so only letters set labels here.
export const SETTLING = [
  {action: "next", keys: ["j", "ArrowDown"], words: "next difference"},
  {action: "previous", keys: ["k", "ArrowUp"], words: "previous difference"},
  {action: "open", keys: ["f"], words: "next open difference"},
  ...Array.from({length: 9}, (_, place) => (
    {action: `take ${place}`, keys: [String(place + 1)], words: "take the label of annotator 1 … 9 and go to the next", isOneOf: place > 0})),
  ...LABELS.map(({number, name, key}) => ({action: `label ${number}`, keys: [key], words: `label as ${name} and go to the next`})),
  {action: "undo", keys: ["u", "Ctrl+z"], words: "undo"},
  {action: "nextPage", keys: ["n", "Enter"], words: "next page with open differences"},
  {action: "styles", keys: ["o"], words: "switch the page's styles on or off"},
  ...SCROLLING,
  {action: "help", keys: ["?"], words: "show these keys"},
];

const KEY_SIGNS = {ArrowDown: "↓", ArrowUp: "↑"};

// Handler of key events; returns true if it handled one. `actions` has a function for each row. If single letters are
// switched off, they work with Alt.
export function keyHandler(table, actions) {
  const byKey = new Map(table.flatMap(({action, keys}) => keys.map((key) => [key, action])));
  return (event) => {
    if (event.isComposing || event.altKey !== (isSingle(event) && !lettersAreOn()) || document.querySelector("dialog[open]")) return false;
    if (isTyping(event) || belongsToControl(event)) return false;
    const action = byKey.get(keyName(event));
    if (!action || !actions[action]) return false;
    event.preventDefault();
    actions[action]();
    return true;
  };
}

// Name of a key: a letter with Shift is "Shift+n" regardless of Caps Lock; a sign is what was typed.
function keyName({key: typed, code = "", altKey, ctrlKey, metaKey, shiftKey}) {
  // With Alt, `event.key` can be another letter; `event.code` is the same.
  const key = typed === " " ? "Space" : (altKey && /^(?:Key|Digit)(.)$/.exec(code)?.[1]) || typed;
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  const name = key.length === 1 ? key.toLowerCase() : key;
  return `${ctrlKey || metaKey ? "Ctrl+" : ""}${shiftKey && !isSign ? "Shift+" : ""}${name}`;
}

// True for a key that types a character; Space scrolls.
function isSingle({key, ctrlKey, metaKey}) {
  return key.length === 1 && key !== " " && !ctrlKey && !metaKey;
}

// True for keys that the focused control handles: Enter and Space press buttons, arrows move in radio groups.
function belongsToControl({key, target}) {
  const at = (selector) => target.closest?.(selector);
  if (["Enter", " "].includes(key)) return Boolean(at("button, a[href], summary, label"));
  return (key.startsWith("Arrow") || key === "Home" || key === "End") && Boolean(at("input"));
}

// Show the table in a dialog.
export function showKeys(table, title = "Keys") {
  const rows = table.filter(({isOneOf}) => !isOneOf).map(({action, keys, words}) => (
    h("tr", {}, h("td", {}, keyElements(action, keys)), h("td", {}, words))));
  const dialog = h("dialog", {class: "annotating key-help", "aria-labelledby": "keys-title", onclose: () => dialog.remove()},
    h("h2", {id: "keys-title"}, title),
    h("div", {class: "scroll"}, h("table", {}, h("tbody", {}, rows))),
    h("label", {class: "check"},
      h("input", {type: "checkbox", checked: lettersAreOn(), onchange: ({target}) => switchLetters(target.checked)}),
      "Single letters, digits and signs are keys (if off: with Alt)"),
    h("form", {method: "dialog"}, h("button", {class: "main", autofocus: true}, "Close")));
  document.body.append(dialog);
  dialog.showModal();
}

function keyElements(action, keys) {
  const shown = action === "take 0" ? ["1 … 9"] : keys;
  return shown.flatMap((key, place) => [place ? " or " : "", key.split("+").flatMap((part, at) => [at ? " + " : "", h("kbd", {}, KEY_SIGNS[part] ?? part)])]);
}
