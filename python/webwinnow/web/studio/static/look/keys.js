// Which keys are for Look, and which for the control that has the focus.

import {isTyping, lettersAreOn} from "/static/dom.js";

const SCROLLING = ["PageDown", "PageUp", " "];
const MOVING = ["ArrowDown", "ArrowUp", "Home", "End"];

// The key that is meant for the view; null where it is meant for something else.
export function keyOf(event) {
  // Where letters are switched off, they work with Alt.
  const isSingle = event.key.length === 1 && event.key !== " ";
  if (event.ctrlKey || event.metaKey || event.altKey !== (isSingle && !lettersAreOn())) return null;
  const isFromPage = event.target.ownerDocument !== document;
  if (!isFromPage && (event.defaultPrevented || isTyping(event) || isOwnKey(event))) return null;
  return event.altKey ? letterOf(event) : event.key;
}

// With Alt, keyboards give other letters; the key is the same.
function letterOf({key, code}) {
  return /^Key(.)$/.exec(code)?.[1].toLowerCase() ?? key;
}

// Keys that mean something to the control that has the focus.
function isOwnKey(event) {
  const isAt = (selector) => event.target.closest?.(selector) !== null;
  if (event.key === "Enter") return isAt("button, a, summary, label");
  if (event.key === " " && isAt("button, a, summary, label, input")) return true;
  if (SCROLLING.includes(event.key)) return isAt(".raw, .text-lines, .block-list, .inspector, input[type=range]");
  return MOVING.includes(event.key) && isAt(".raw, input[type=range], input[type=checkbox], [role=tablist]");
}
