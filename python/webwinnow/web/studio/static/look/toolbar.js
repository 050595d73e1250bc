// The toolbar of the page that is looked at: who decides, whom to compare with, how strictly.

import {fill, h, lettersAreOn, switchLetters} from "/static/dom.js";

const GOLD = "gold";
const NARROW = matchMedia("(max-width: 859px)");

// `winnow`, or `winnow (precision)`.
export function nameOf({method, preset}) {
  return preset ? `${method} (${preset})` : method;
}

// What the address says of the second side: a method, perhaps with a preset.
export function againstOf(text) {
  if (!text) return null;
  const [method, preset] = text.split("~");
  return {method, preset: preset || null};
}

export class Tools {
  // `onChange(part, isSmall)` hears what is new of the state {method, preset, against, threshold, isPlain,
  // withHidden}, and whether it is too small a change to go back to.
  constructor({methods, hasGold, onChange, onHelp}) {
    this.methods = methods;
    this.hasGold = hasGold;
    this.change = onChange;
    this.method = h("select", {id: "method", onchange: () => this.change({method: this.method.value, preset: null, threshold: null})});
    this.preset = h("select", {id: "preset", onchange: () => this.change({preset: this.preset.value || null, threshold: null})});
    this.against = h("select", {id: "against", onchange: () => this.change({against: this.against.value || null})});
    this.range = h("input", {type: "range", id: "threshold", min: 0, max: 1, step: 0.01, oninput: () => this.change({threshold: Number(this.range.value)}, true)});
    this.value = h("output", {for: "threshold", class: "threshold-value"});
    this.reset = h("button", {onclick: () => this.change({threshold: null}), title: "As the method itself decides"}, "Reset");
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

  // `isGraded` is whether there are scores to set a threshold for.
  show(state, {isGraded}) {
    const {method, preset, against, threshold} = state;
    const presets = this.methods.find(({name}) => name === method)?.presets ?? [];
    const gold = this.hasGold ? [h("option", {value: GOLD}, "gold")] : [];
    fill(this.method, this.options(), gold);
    fill(this.preset, h("option", {value: ""}, "as it is"), presets.map((name) => h("option", {value: name}, name)));
    const other = [null, ...presets].filter((name) => name !== preset && (name || preset)).map((name) => h("option", {value: name ? `${method}~${name}` : method}, nameOf({method, preset: name})));
    fill(this.against, h("option", {value: ""}, "nothing"), gold.length ? h("option", {value: GOLD}, "gold") : null, other, this.options((name) => name !== method));
    choose(this.method, method);
    choose(this.preset, preset ?? "");
    choose(this.against, against ?? "");
    this.presetField.hidden = !presets.length;
    this.thresholdField.hidden = !isGraded;
    this.range.value = threshold ?? 0.5;
    this.value.textContent = threshold === null ? "its own" : threshold.toFixed(2);
    this.range.setAttribute("aria-valuetext", threshold === null ? "the method's own" : threshold.toFixed(2));
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

// What is not offered, such as a model that was removed, is shown all the same.
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
  [["↑", "k"], "block before"],
  [["Home", "End"], "first and last block"],
  [["n", "p"], "next difference, and the one before"],
  [["Page ↓", "Page ↑", "Space"], "scroll the page"],
  [["Enter"], "pin the block: what is shown of it stays while the pointer moves"],
  [["t"], "text or blocks"],
  [["o"], "the page's own styles on or off"],
  [["?"], "this list"],
];

export function keysDialog() {
  const dialog = h("dialog", {class: "card", "aria-labelledby": "keys-title"},
    h("h2", {id: "keys-title"}, "Keys"),
    h("table", {class: "key-list"}, h("tbody", {}, KEYS.map(([keys, what]) => h("tr", {}, h("th", {scope: "row"}, keys.map((key) => [h("kbd", {}, key), " "])), h("td", {}, what))))),
    h("p", {}, h("label", {}, h("input", {type: "checkbox", checked: lettersAreOn(), onchange: (event) => switchLetters(event.target.checked)}), "Letters and signs work by themselves; otherwise only with Alt")),
    h("form", {method: "dialog"}, h("button", {class: "main", autofocus: true}, "Close")));
  return dialog;
}
