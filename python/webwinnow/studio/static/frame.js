// The page that nobody vouches for: shown in a frame without scripts, tinted, boxed, and listened to.
//
// The frame's document is read, never trusted. Elements of a form can hide properties of the form
// (an input with the id "contains"), so whatever is asked of an element is asked through the
// prototypes of our own window. The names of highlights have a random end: the page's styles cannot
// name them. Every default is prevented, so nothing in the page can be followed, sent or dragged.

import {h, realMoves} from "/static/dom.js";

// What each kind of tint looks like. The page keeps its own colours, so a tint sets the colour of the
// text too; lines tell tints apart without colours.
export const TINTS = {
  dropped: "background-color: #f3dad6; color: #3c1a16",
  kept: "background-color: #bfe8d2; color: #0d2b1e",
  "only-first": "background-color: #bcd9f5; color: #0b2540; text-decoration: underline solid 2px #1c5c9c",
  "only-second": "background-color: #f6dfa6; color: #3d2d05; text-decoration: underline dashed 2px #8a6508",
  content: "background-color: #d3ecb4; color: #1e3305",
  heading: "background-color: #d6c8f3; color: #23124f; text-decoration: underline double 1px #6a4bb8",
  paragraph: "background-color: #bfe8d2; color: #0d2b1e",
  item: "background-color: #bcd9f5; color: #0b2540; text-decoration: underline dotted 2px #1c5c9c",
  boilerplate: "background-color: #f3dad6; color: #3c1a16; text-decoration: line-through 1px #a02b22",
  mixed: "background-color: #e4e4e4; color: #222; text-decoration: underline wavy 1px #555",
  // A veil over one of the others.
  suggested: "background-color: rgb(255 255 255 / .55)",
  selected: "background-color: #ffd43b; color: #201800",
};

// The page as it is read, not as it would like to be used.
const BASE = `
  :root { color-scheme: light; overflow: auto !important; }
  * { cursor: default !important; user-select: text !important; }
`;

// For a page without its own styles.
const PLAIN = `
  :root { background: #fff !important; color: #1d2321 !important; font: 16px/1.5 sans-serif; }
  body { margin: 12px 16px !important; max-width: 80ch; }
  img, svg { max-width: 200px; max-height: 120px; }
  table { border-collapse: collapse; } td, th { padding: 2px 6px; vertical-align: top; }
`;

const MARK = /^r(\d+)$/;
const NEAR = 3; // pixels beside a text that still count as the text
const SOUGHT = 60; // texts of one element that are looked at to find the one under the pointer

const ask = (prototype, name, node) => Object.getOwnPropertyDescriptor(prototype, name).get.call(node);
const parentOf = (node) => ask(Node.prototype, "parentElement", node);

export class PageFrame {
  constructor(host, {title, plain = false}) {
    this.suffix = [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    this.frame = h("iframe", {sandbox: "allow-same-origin", title, tabindex: "-1", referrerpolicy: "no-referrer"});
    this.box = h("div", {class: "frame-box", hidden: true});
    this.hint = h("div", {class: "frame-box pointed", hidden: true});
    this.surface = h("div", {class: "frame", tabindex: "-1"}, this.frame, h("div", {class: "frame-boxes", "aria-hidden": "true"}, this.hint, this.box));
    host.append(this.surface);
    this.handlers = {};
    this.hasMoved = realMoves();
    this.isPlain = plain;
    this.forget();
    this.resized = new ResizeObserver(() => this.draw());
    this.resized.observe(this.surface);
  }

  forget() {
    this.nodes = new Map(); // run → the text (or the element) that shows it
    this.runs = new Map(); // … and back
    this.boxed = {box: [], hint: []};
    this.isCut = false;
    this.over = null;
    this.pressed = null;
  }

  // Resolves when the marks are found; `isCut` tells whether the end of the page is missing.
  async load(address) {
    this.forget();
    const turn = (this.turn = {});
    const answer = await fetch(address, {method: "HEAD"}).catch(() => null);
    if (!answer?.ok) throw new Error(await reason(address, answer));
    await new Promise((resolve) => {
      this.frame.addEventListener("load", resolve, {once: true});
      this.frame.src = address;
    });
    if (turn !== this.turn) return;
    this.isCut = answer.headers.get("X-Page-Cut") === "1";
    this.document = this.frame.contentDocument;
    this.window = this.frame.contentWindow;
    this.find();
    this.dress();
    this.listen();
    this.plain(this.isPlain);
  }

  remove() {
    this.turn = null;
    this.resized.disconnect();
    this.surface.remove();
  }

  find() {
    const walker = this.document.createTreeWalker(this.document, NodeFilter.SHOW_COMMENT);
    while (walker.nextNode()) {
      const mark = MARK.exec(walker.currentNode.data);
      const node = mark && walker.currentNode.nextSibling;
      if (!node || node.nodeType === Node.COMMENT_NODE) continue;
      this.nodes.set(Number(mark[1]), node);
      this.runs.set(node, Number(mark[1]));
    }
  }

  dress() {
    this.base = new this.window.CSSStyleSheet();
    const rules = Object.entries(TINTS).map(([name, look]) => `::highlight(${this.named(name)}) { ${look}; text-shadow: none }`);
    this.base.replaceSync(BASE + rules.join("\n"));
    this.bare = new this.window.CSSStyleSheet();
    this.bare.replaceSync(PLAIN);
    this.document.adoptedStyleSheets = [this.base];
  }

  named(name) {
    return `${name}-${this.suffix}`;
  }

  // Whether the page has a place for the run, seen or not.
  has(run) {
    return this.nodes.has(run);
  }

  // Whether any of the runs can be seen on the page, wherever it is scrolled to.
  isSeen(runs) {
    return runs.some((run) => this.boxesOf(run).some(({width, height}) => width > 1 && height > 1));
  }

  // Whether the browser has what tints are made of.
  get canTint() {
    return "highlights" in CSS;
  }

  // {kept: [run…], dropped: [run…]}: the names are those of TINTS; of two for one run the later wins.
  paint(groups) {
    if (!this.window || !this.canTint) return;
    const painted = this.window.CSS.highlights;
    painted.clear();
    Object.entries(groups).forEach(([name, runs], priority) => {
      const highlight = new this.window.Highlight();
      highlight.priority = priority;
      for (const run of runs) {
        const node = this.nodes.get(run);
        if (node?.nodeType === Node.TEXT_NODE) highlight.add(this.rangeOf(node));
      }
      painted.set(this.named(name), highlight);
    });
  }

  rangeOf(node) {
    return new this.window.StaticRange({startContainer: node, startOffset: 0, endContainer: node, endOffset: node.length});
  }

  // A box round these runs; none for []. `scroll` brings it into sight.
  focus(runs, {scroll = true} = {}) {
    this.boxed.box = runs;
    if (scroll && runs.length) this.reveal(runs);
    this.draw();
  }

  // A fainter box, for what the pointer is over.
  point(runs) {
    this.boxed.hint = runs;
    this.draw();
  }

  draw() {
    for (const [name, runs] of Object.entries(this.boxed)) {
      const around = this.document && union(runs.flatMap((run) => this.boxesOf(run)));
      const box = this[name];
      box.hidden = !around;
      if (!around) continue;
      // Set by script, which the studio's policy allows; a style attribute it would not.
      box.style.transform = `translate(${around.left - 4}px, ${around.top - 4}px)`;
      box.style.width = `${around.right - around.left + 8}px`;
      box.style.height = `${around.bottom - around.top + 8}px`;
    }
  }

  boxesOf(run) {
    const node = this.nodes.get(run);
    if (!node) return [];
    if (node.nodeType !== Node.TEXT_NODE) return [...Element.prototype.getClientRects.call(node)];
    const range = this.document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  }

  // Scrolls what has to be scrolled inside the frame, and nothing outside of it.
  reveal(runs) {
    const first = runs.find((run) => this.boxesOf(run).length);
    if (first === undefined) return;
    for (let around = parentOf(this.nodes.get(first)); around && around !== this.document.body; around = parentOf(around)) {
      if (!["auto", "scroll"].includes(this.window.getComputedStyle(around).overflowY)) continue;
      const inside = Element.prototype.getBoundingClientRect.call(around);
      const box = union(this.boxesOf(first));
      if (box.top < inside.top || box.bottom > inside.bottom) Element.prototype.scrollBy.call(around, {top: box.top - inside.top - inside.height / 3, behavior: "instant"});
    }
    const box = union(runs.flatMap((run) => this.boxesOf(run)));
    const height = this.frame.clientHeight;
    const isAbove = box.top < 8;
    const isBelow = box.bottom > height - 8 && box.top > height / 3;
    if (isAbove || isBelow) this.window.scrollBy({top: box.top - height / 3, behavior: "instant"});
    const width = this.frame.clientWidth;
    if (box.right < 0 || box.left > width) this.window.scrollBy({left: box.left - 16, behavior: "instant"});
  }

  // Without the page's own styles nothing can be covered, or out of sight.
  plain(isOn) {
    this.isPlain = isOn;
    if (!this.document) return;
    for (const sheet of this.document.styleSheets) sheet.disabled = isOn;
    const [from, to] = isOn ? ["style", "data-style"] : ["data-style", "style"];
    for (const element of this.document.querySelectorAll(`[${from}]`)) {
      Element.prototype.setAttribute.call(element, to, Element.prototype.getAttribute.call(element, from));
      Element.prototype.removeAttribute.call(element, from);
    }
    this.document.adoptedStyleSheets = isOn ? [this.base, this.bare] : [this.base];
    this.reveal(this.boxed.box);
    this.draw();
  }

  // "hover" (run | null), "click" (run, event), "dragging" (first, last) while a button is down,
  // "drag" (first, last) when it is let go, "key" (event), "scroll" ().
  on(name, handler) {
    (this.handlers[name] ??= []).push(handler);
    return this;
  }

  tell(name, ...what) {
    for (const handler of this.handlers[name] ?? []) handler(...what);
  }

  listen() {
    const inside = (names, handler, options) => {
      for (const name of names) this.document.addEventListener(name, handler, {capture: true, ...options});
    };
    inside(["submit", "reset", "auxclick", "dblclick", "dragstart", "drop", "dragover", "beforeinput", "paste", "invalid", "toggle", "focusin"], stop);
    inside(["mousedown"], (event) => this.press(event));
    inside(["mousemove"], (event) => this.move(event));
    inside(["mouseup"], (event) => this.release(event));
    inside(["click"], (event) => this.click(event));
    inside(["keydown", "keyup", "keypress"], (event) => this.key(event));
    inside(["scroll"], () => this.scrolled(), {passive: true});
    inside(["mouseleave"], (event) => event.target === this.document && this.hover(null));
    this.frame.addEventListener("mouseleave", () => this.hover(null));
  }

  press(event) {
    stop(event);
    // Not into the page: keys are for whoever shows it.
    this.surface.focus({preventScroll: true});
    this.pressed = event.button === 0 ? this.at(event) : null;
    this.wasDragged = false;
  }

  // Browsers tell of moves once for each picture that they draw, which is not too often to look.
  move(event) {
    if (this.hasMoved(event)) this.hover(this.at(event));
  }

  hover(run) {
    if (run === this.over) return;
    this.over = run;
    this.tell("hover", run);
    if (this.pressed !== null && run !== null && (run !== this.pressed || this.wasDragged)) {
      this.wasDragged = true;
      this.tell("dragging", this.pressed, run);
    }
  }

  release(event) {
    stop(event);
    const run = this.at(event) ?? this.over;
    const first = this.pressed;
    this.pressed = null;
    if (first === null || event.button !== 0) return;
    if (run !== null && (run !== first || this.wasDragged)) {
      this.wasDragged = true;
      this.tell("drag", first, run);
    }
  }

  click(event) {
    stop(event);
    const run = this.at(event);
    if (!this.wasDragged && run !== null) this.tell("click", run, event);
    this.wasDragged = false;
  }

  key(event) {
    stop(event);
    if (event.type === "keydown") this.tell("key", event);
  }

  scrolled() {
    this.drawn ??= requestAnimationFrame(() => {
      this.drawn = null;
      this.draw();
      this.tell("scroll");
    });
  }

  // The run under the pointer, or null.
  at({clientX, clientY}) {
    const caret = this.document.caretPositionFromPoint?.(clientX, clientY)?.offsetNode
      ?? this.document.caretRangeFromPoint?.(clientX, clientY)?.startContainer;
    const run = this.runs.get(caret) ?? null;
    if (run !== null && this.isAt(run, clientX, clientY)) return run;
    const element = this.document.elementFromPoint(clientX, clientY);
    if (!element || element === this.document.body || element === this.document.documentElement) return null;
    const inside = this.runsUnder(element, SOUGHT);
    return inside.find((one) => this.isAt(one, clientX, clientY)) ?? (inside.length === 1 ? inside[0] : null);
  }

  isAt(run, x, y) {
    const around = union(this.boxesOf(run));
    return around !== null && x >= around.left - NEAR && x <= around.right + NEAR && y >= around.top - NEAR && y <= around.bottom + NEAR;
  }

  runsUnder(element, most) {
    const found = [];
    if (this.runs.has(element)) found.push(this.runs.get(element));
    const walker = this.document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    while (found.length < most && walker.nextNode()) {
      const run = this.runs.get(walker.currentNode);
      if (run !== undefined) found.push(run);
    }
    return found;
  }
}

function stop(event) {
  if (event.cancelable) event.preventDefault();
  event.stopPropagation();
}

function union(boxes) {
  const drawn = boxes.filter(({width, height}) => width || height);
  if (!drawn.length) return null;
  let {left, top, right, bottom} = drawn[0];
  for (const box of drawn) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return {left, top, right, bottom};
}

// Why there is no page, in one line.
async function reason(address, answer) {
  if (!answer) return "The studio's server does not answer; is it still running?";
  const told = await fetch(address).then((whole) => whole.json()).catch(() => null);
  return told?.error ?? `The server said ${answer.status}`;
}
