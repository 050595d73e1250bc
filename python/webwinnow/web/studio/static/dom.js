// Helpers for DOM elements. Texts are never parsed as HTML.

// h("button", {class: "main", onclick: act, disabled: false}, "Open", icon)
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// Announce a text to screen readers.
export function announce(text) {
  document.getElementById("news").textContent = text;
}

const MOST_TOASTS = 2;

// Show a message for some seconds; errors stay until they are closed or replaced by newer ones.
// A message is not shown twice.
export function toast(text, {isError = false} = {}) {
  const toasts = document.getElementById("toasts");
  const close = h("button", {class: "plain", "aria-label": "Close", onclick: () => line.remove()}, "×");
  const line = h("div", {class: isError ? "toast error" : "toast"}, h("span", {}, text), close);
  for (const other of [...toasts.children]) if (other.textContent === line.textContent) other.remove();
  toasts.append(line);
  while (toasts.children.length > MOST_TOASTS) toasts.firstChild.remove();
  if (!isError) setTimeout(() => line.remove(), 5000);
}

// Placeholder of an empty view, with hints.
export function empty(title, ...hints) {
  return h("section", {class: "empty"}, h("h2", {}, title), ...hints.map((hint) => (hint instanceof Node ? hint : h("p", {}, hint))));
}

export function countNoun(number, word, words = `${word}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? word : words}`;
}

// Debounce a function.
export function debounce(action, milliseconds = 150) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), milliseconds);
  };
}

// Filter out pointer events that browsers fire when content scrolls under a resting pointer.
export function realMoves() {
  let last = null;
  return ({screenX, screenY}) => {
    const place = `${screenX} ${screenY}`;
    const hasMoved = place !== last;
    last = place;
    return hasMoved;
  };
}

// Single-letter keys can be switched off, for users of speech input.
const LETTERS = "webwinnow.letters";
export const lettersAreOn = () => localStorage.getItem(LETTERS) !== "off";
export const switchLetters = (isOn) => localStorage.setItem(LETTERS, isOn ? "on" : "off");

// True if a key event goes to a text field.
export function isTyping(event) {
  return event.target.closest?.("input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]") !== null
    && event.target.closest !== undefined;
}

// Select one tab; only it can be reached with the Tab key.
export function select(tabs, isChosen) {
  for (const tab of tabs.children) {
    const isHere = isChosen(tab.dataset);
    tab.setAttribute("aria-selected", isHere ? "true" : "false");
    tab.tabIndex = isHere ? 0 : -1;
  }
}

// Handle the left and right arrow keys of a tab list.
export function arrows(event) {
  const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  if (!step) return;
  const tabs = [...event.currentTarget.children];
  const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
  next.focus();
  next.click();
}
