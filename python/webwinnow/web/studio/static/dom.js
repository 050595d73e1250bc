// Elements from scripts. Texts are set as texts, never parsed: what pages say stays what it is.

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

// Says something to those who listen rather than look.
export function announce(text) {
  document.getElementById("news").textContent = text;
}

const MOST_TOASTS = 2;

// A line that goes away by itself; errors stay until they are closed, or others have come. What is
// there already is not said twice.
export function toast(text, {isError = false} = {}) {
  const toasts = document.getElementById("toasts");
  const close = h("button", {class: "plain", "aria-label": "Close", onclick: () => line.remove()}, "×");
  const line = h("div", {class: isError ? "toast error" : "toast"}, h("span", {}, text), close);
  for (const other of [...toasts.children]) if (other.textContent === line.textContent) other.remove();
  toasts.append(line);
  while (toasts.children.length > MOST_TOASTS) toasts.firstChild.remove();
  if (!isError) setTimeout(() => line.remove(), 5000);
}

// What a view shows while there is nothing to show, and what to do about it.
export function empty(title, ...hints) {
  return h("section", {class: "empty"}, h("h2", {}, title), ...hints.map((hint) => (hint instanceof Node ? hint : h("p", {}, hint))));
}

export function counted(number, word, words = `${word}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? word : words}`;
}

// Waits until calls have stopped coming for a while.
export function settled(act, milliseconds = 150) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...given), milliseconds);
  };
}

// Tells moves of the pointer from those that browsers make up when something scrolls under it.
export function realMoves() {
  let last = null;
  return ({screenX, screenY}) => {
    const place = `${screenX} ${screenY}`;
    const hasMoved = place !== last;
    last = place;
    return hasMoved;
  };
}

// Keys that are a single letter can be switched off: whoever speaks to a computer types by accident.
const LETTERS = "webwinnow.letters";
export const lettersAreOn = () => localStorage.getItem(LETTERS) !== "off";
export const switchLetters = (isOn) => localStorage.setItem(LETTERS, isOn ? "on" : "off");

// Whether a key is meant for a field that is being typed in.
export function isTyping(event) {
  return event.target.closest?.("input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]") !== null
    && event.target.closest !== undefined;
}
