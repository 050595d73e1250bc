// Toolbar of the Look view (method, preset, comparison, threshold) and its keys.

import {fill, h, isTyping, lettersAreOn, switchLetters} from "/static/dom.js";

const GOLD = "gold";
const NARROW = matchMedia("(max-width: 859px)");

// `winnow`, or `winnow (precision)`.
export function nameOf({method, preset}) {
  return preset ? `${method} (${preset})` : method;
}

// Parse the method to compare with, as in the URL: `method` or `method~preset`.
export function againstOf(text) {
  if (!text) return null;
  const [method, preset] = text.split("~");
  return {method, preset: preset || null};
}

export class Tools {
  // `onChange(part, isSmall)` gets the changed part of the state {method, preset, against, threshold, isPlain,
  // withHidden}, and whether the change is too small for a history entry.
  constructor({methods, hasGold, onChange, onHelp}) {
    this.methods = methods;
    this.hasGold = hasGold;
    this.change = onChange;
    this.method = h("select", {id: "method", onchange: () => this.change({method: this.method.value, preset: null, threshold: null})});
    this.preset = h("select", {id: "preset", onchange: () => this.change({preset: this.preset.value || null, threshold: null})});
    this.against = h("select", {id: "against", onchange: () => this.change({against: this.against.value || null})});
    this.range = h("input", {type: "range", id: "threshold", min: 0, max: 1, step: 0.01, oninput: () => this.change({threshold: Number(this.range.value)}, true)});
    this.value = h("output", {for: "threshold", class: "threshold-value"});
    this.reset = h("button", {onclick: () => this.change({threshold: null}), title: "Use the method's own threshold"}, "Reset");
    this.presetField = field("preset", "Preset", this.preset);
    this.thresholdField = h("div", {class: "tool wide"}, h("label", {for: "threshold"}, "Threshold"), h("div", {class: "row nowrap"}, this.range, this.value, this.reset));
    this.styles = box("Page styles", (isOn) => this.change({isPlain: !isOn}));
    this.hidden = box("Hidden blocks", (isOn) => this.change({withHidden: isOn}));
    this.summary = h("summary", {});
    this.element = h("details", {class: "look-tools", open: !NARROW.matches},
      this.summary,
      h("div", {class: "tool-row"},
        field("method", "Method", this.method), this.presetField,
        field("against", "Compare with", this.against), this.thresholdField,
        h("div", {class: "row boxes"}, this.styles.element, this.hidden.element,
          h("button", {onclick: onHelp, "aria-label": "Keys", title: "Keys"}, h("kbd", {}, "?"), " Keys"))));
    this.fold = () => (this.element.open = !NARROW.matches);
    NARROW.addEventListener("change", this.fold);
  }

  remove() {
    NARROW.removeEventListener("change", this.fold);
  }

  // `isGraded` is true if the method has graded scores, so that a threshold makes sense.
  show(state, {isGraded}) {
    const {method, preset, against, threshold} = state;
    const presets = this.methods.find(({name}) => name === method)?.presets ?? [];
    const gold = this.hasGold ? [h("option", {value: GOLD}, "gold")] : [];
    fill(this.method, this.options(), gold);
    fill(this.preset, h("option", {value: ""}, "default"), presets.map((name) => h("option", {value: name}, name)));
    const other = [null, ...presets].filter((name) => name !== preset && (name || preset)).map((name) => h("option", {value: name ? `${method}~${name}` : method}, nameOf({method, preset: name})));
    fill(this.against, h("option", {value: ""}, "nothing"), gold.length ? h("option", {value: GOLD}, "gold") : null, other, this.options((name) => name !== method));
    choose(this.method, method);
    choose(this.preset, preset ?? "");
    choose(this.against, against ?? "");
    this.presetField.hidden = !presets.length;
    this.thresholdField.hidden = !isGraded;
    this.range.value = threshold ?? 0.5;
    this.value.textContent = threshold === null ? "default" : threshold.toFixed(2);
    this.range.setAttribute("aria-valuetext", threshold === null ? "the method's default" : threshold.toFixed(2));
    this.range.classList.toggle("own", threshold === null);
    this.reset.disabled = threshold === null;
    this.styles.input.checked = !state.isPlain;
    this.hidden.input.checked = state.withHidden;
    const parts = [nameOf(state), against && `against ${nameOf(againstOf(against))}`, threshold !== null && `from ${threshold.toFixed(2)}`];
    this.summary.textContent = parts.filter(Boolean).join(" · ");
  }

  options(isWanted = () => true) {
    return this.methods.filter(({name}) => isWanted(name)).map(({name, summary, is_model: isModel}) => h("option", {value: name, title: summary}, isModel ? `${name} (trained here)` : name));
  }
}

// Show a value that is not offered, such as a deleted model, too.
function choose(select, value) {
  if (![...select.options].some((option) => option.value === value)) select.append(h("option", {value}, value.replace("~", " · ")));
  select.value = value;
}

function field(id, label, control) {
  return h("div", {class: "tool"}, h("label", {for: id}, label), control);
}

function box(label, onChange) {
  const input = h("input", {type: "checkbox", onchange: () => onChange(input.checked)});
  return {input, element: h("label", {}, input, label)};
}

const KEYS = [
  [["↓", "j"], "next block"],
  [["↑", "k"], "previous block"],
  [["Home", "End"], "first and last block"],
  [["n", "p"], "next and previous difference"],
  [["Page ↓", "Page ↑", "Space"], "scroll the page"],
  [["Enter"], "pin the block, so that its details stay"],
  [["t"], "switch between text and blocks"],
  [["o"], "switch the page's styles on or off"],
  [["?"], "show these keys"],
];

export function keysDialog() {
  const dialog = h("dialog", {class: "card", "aria-labelledby": "keys-title"},
    h("h2", {id: "keys-title"}, "Keys"),
    h("table", {class: "key-list"}, h("tbody", {}, KEYS.map(([keys, what]) => h("tr", {}, h("th", {scope: "row"}, keys.map((key) => [h("kbd", {}, key), " "])), h("td", {}, what))))),
    h("p", {}, h("label", {}, h("input", {type: "checkbox", checked: lettersAreOn(), onchange: (event) => switchLetters(event.target.checked)}), "Single letters and signs are keys (if off: with Alt)")),
    h("form", {method: "dialog"}, h("button", {class: "main", autofocus: true}, "Close")));
  return dialog;
}

const SCROLLING = ["PageDown", "PageUp", " "];
const MOVING = ["ArrowDown", "ArrowUp", "Home", "End"];

// The key of an event, or null if it belongs to another control.
export function keyOf(event) {
  // If single letters are off, they work with Alt.
  const isSingle = event.key.length === 1 && event.key !== " ";
  if (event.ctrlKey || event.metaKey || event.altKey !== (isSingle && !lettersAreOn())) return null;
  const isFromPage = event.target.ownerDocument !== document;
  if (!isFromPage && (event.defaultPrevented || isTyping(event) || isOwnKey(event))) return null;
  return event.altKey ? letterOf(event) : event.key;
}

// With Alt, `event.key` can be another letter; `event.code` is the same.
function letterOf({key, code}) {
  return /^Key(.)$/.exec(code)?.[1].toLowerCase() ?? key;
}

// True for keys that the focused control handles.
function isOwnKey(event) {
  const isAt = (selector) => event.target.closest?.(selector) !== null;
  if (event.key === "Enter") return isAt("button, a, summary, label");
  if (event.key === " " && isAt("button, a, summary, label, input")) return true;
  if (SCROLLING.includes(event.key)) return isAt(".raw, .text-lines, .block-list, .inspector, input[type=range]");
  return MOVING.includes(event.key) && isAt(".raw, input[type=range], input[type=checkbox], [role=tablist]");
}
