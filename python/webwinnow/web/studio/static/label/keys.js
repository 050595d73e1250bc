// Keys: one table for each view serves the keyboard, the help and the manual.

import {h, isTyping, lettersAreOn, switchLetters} from "/static/dom.js";
import {LABELS} from "/static/labels.js";

// What scrolls the page, whatever has the focus.
const SCROLLING = [
  {act: "screenDown", keys: ["PageDown", "Space"], words: "scroll the page down"},
  {act: "screenUp", keys: ["PageUp", "Shift+Space"], words: "scroll the page up"},
];

// A row: what is done, by which keys, in words. "Shift+j" is j with Shift; signs are given as they are typed.
export const LABELLING = [
  {act: "next", keys: ["j", "ArrowDown"], words: "next block"},
  {act: "previous", keys: ["k", "ArrowUp"], words: "previous block"},
  {act: "extendNext", keys: ["Shift+j", "Shift+ArrowDown"], words: "select the next block as well"},
  {act: "extendPrevious", keys: ["Shift+k", "Shift+ArrowUp"], words: "select the previous block as well"},
  {act: "first", keys: ["Home"], words: "first block"},
  {act: "last", keys: ["End"], words: "last block"},
  {act: "unlabelled", keys: ["f"], words: "next block without a label; where all have one, the next whose label is only suggested"},
  ...LABELS.map(({number, name, key}, place) => (
    {act: `label ${number}`, keys: [String(place + 1), key], words: `${name}, and on to the next block`})),
  {act: "label 0", keys: ["0", "x"], words: "take the label away"},
  {act: "undo", keys: ["u", "Ctrl+z"], words: "undo"},
  {act: "redo", keys: ["Ctrl+y", "Ctrl+Shift+z"], words: "redo"},
  {act: "parts", keys: ["s"], words: "label whole blocks, or their parts"},
  {act: "done", keys: ["Enter"], words: "this page is done; go to the next one that is not"},
  {act: "nextPage", keys: ["n"], words: "next page"},
  {act: "previousPage", keys: ["Shift+n"], words: "previous page"},
  {act: "styles", keys: ["o"], words: "the page's own styles on or off"},
  ...SCROLLING,
  {act: "help", keys: ["?"], words: "these keys"},
];

// Numbers take over the label of an annotator, so that only letters set another one.
export const SETTLING = [
  {act: "next", keys: ["j", "ArrowDown"], words: "next difference"},
  {act: "previous", keys: ["k", "ArrowUp"], words: "previous difference"},
  {act: "open", keys: ["f"], words: "next difference that is open"},
  ...Array.from({length: 9}, (_, place) => (
    {act: `take ${place}`, keys: [String(place + 1)], words: "take the label of annotator 1 … 9, and on to the next", isOneOf: place > 0})),
  ...LABELS.map(({number, name, key}) => ({act: `label ${number}`, keys: [key], words: `${name}, and on to the next`})),
  {act: "undo", keys: ["u", "Ctrl+z"], words: "undo"},
  {act: "nextPage", keys: ["n", "Enter"], words: "next page with open differences"},
  {act: "styles", keys: ["o"], words: "the page's own styles on or off"},
  ...SCROLLING,
  {act: "help", keys: ["?"], words: "these keys"},
];

const SHOWN = {ArrowDown: "↓", ArrowUp: "↑"};

// Acts on a key of the table; answers whether it did. `acts` has a function for each row. Single letters can be switched
// off, for those who press them without meaning to; with Alt they work all the same then.
export function keyHandler(table, acts) {
  const byKey = new Map(table.flatMap(({act, keys}) => keys.map((key) => [key, act])));
  return (event) => {
    if (event.isComposing || event.altKey !== (isSingle(event) && !lettersAreOn()) || document.querySelector("dialog[open]")) return false;
    if (isTyping(event) || belongsToControl(event)) return false;
    const act = byKey.get(spelled(event));
    if (!act || !acts[act]) return false;
    event.preventDefault();
    acts[act]();
    return true;
  };
}

// A letter with Shift is "Shift+n" whatever the Caps Lock; a sign is what was typed, however it was reached.
function spelled({key: typed, code = "", altKey, ctrlKey, metaKey, shiftKey}) {
  // With Alt, keyboards give other letters; the key is the same.
  const key = typed === " " ? "Space" : (altKey && /^(?:Key|Digit)(.)$/.exec(code)?.[1]) || typed;
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  const name = key.length === 1 ? key.toLowerCase() : key;
  return `${ctrlKey || metaKey ? "Ctrl+" : ""}${shiftKey && !isSign ? "Shift+" : ""}${name}`;
}

// Whether a key types something; Space scrolls wherever pages are read.
function isSingle({key, ctrlKey, metaKey}) {
  return key.length === 1 && key !== " " && !ctrlKey && !metaKey;
}

// Enter and Space press buttons, arrows go through radio buttons: they mean the control that has the focus.
function belongsToControl({key, target}) {
  const at = (selector) => target.closest?.(selector);
  if (["Enter", " "].includes(key)) return Boolean(at("button, a[href], summary, label"));
  return (key.startsWith("Arrow") || key === "Home" || key === "End") && Boolean(at("input"));
}

// The table as a dialog; it is shown at once, and goes away when it is closed.
export function showKeys(table, title = "Keys") {
  const rows = table.filter(({isOneOf}) => !isOneOf).map(({act, keys, words}) => (
    h("tr", {}, h("td", {}, shownKeys(act, keys)), h("td", {}, words))));
  const dialog = h("dialog", {class: "annotating key-help", "aria-labelledby": "keys-title", onclose: () => dialog.remove()},
    h("h2", {id: "keys-title"}, title),
    h("div", {class: "scroll"}, h("table", {}, h("tbody", {}, rows))),
    h("label", {class: "check"},
      h("input", {type: "checkbox", checked: lettersAreOn(), onchange: ({target}) => switchLetters(target.checked)}),
      "Letters, digits and signs work by themselves; otherwise only with Alt"),
    h("form", {method: "dialog"}, h("button", {class: "main", autofocus: true}, "Close")));
  document.body.append(dialog);
  dialog.showModal();
}

function shownKeys(act, keys) {
  const shown = act === "take 0" ? ["1 … 9"] : keys;
  return shown.flatMap((key, place) => [place ? " or " : "", key.split("+").flatMap((part, at) => [at ? " + " : "", h("kbd", {}, SHOWN[part] ?? part)])]);
}
