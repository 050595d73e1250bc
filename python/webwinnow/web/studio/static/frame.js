// The page that nobody vouches for: shown in a frame without scripts, tinted, boxed, and listened to.
//
// The frame's document is read, never trusted. Elements of a form can hide properties of the form
// (an input with the id "contains"), so whatever is asked of an element is asked through the
// prototypes of our own window. Every default is prevented, so nothing in the page can be followed,
// sent or dragged.

import {h} from "/static/dom.js";
import {parentOf, scrollTopOf, stop, union} from "/static/frame_parts.js";
import {Pointer} from "/static/pointer.js";
import {Tints} from "/static/tints.js";

const MARK = /^r(\d+)$/;
const SCREEN = 0.85; // of the height is scrolled at once, so that some lines stay

export class PageFrame {
  constructor(host, {title, plain = false}) {
    this.frame = h("iframe", {sandbox: "allow-same-origin", title, tabindex: "-1", referrerpolicy: "no-referrer"});
    this.box = h("div", {class: "frame-box", hidden: true});
    this.hint = h("div", {class: "frame-box pointed", hidden: true});
    this.surface = h("div", {class: "frame", tabindex: "-1"}, this.frame, h("div", {class: "frame-boxes", "aria-hidden": "true"}, this.hint, this.box));
    host.append(this.surface);
    this.handlers = {};
    this.tints = new Tints(this);
    this.pointer = new Pointer(this);
    this.isPlain = plain;
    this.forget();
    this.resized = new ResizeObserver(() => this.lay());
    this.resized.observe(this.surface);
    this.removing = new AbortController();
    // A button that is let go outside of the page, and keys after a click into it.
    window.addEventListener("mouseup", () => this.pointer.letGo(null), {signal: this.removing.signal});
    this.surface.addEventListener("keydown", (event) => this.scrollByKey(event));
  }

  forget() {
    this.nodes = new Map(); // run → the text (or the element) that shows it
    this.runs = new Map(); // … and back
    this.boxed = {box: [], hint: []};
    this.isCut = false;
    this.tints.forget();
    this.pointer.forget();
  }

  // Resolves when the marks are found, or when the frame is taken away; `isCut` tells whether the end of the page is missing.
  async load(address) {
    this.forget();
    const turn = (this.turn = {});
    const answer = await fetch(address, {method: "HEAD"}).catch(() => null);
    if (turn !== this.turn) return;
    if (!answer?.ok) throw new Error(await reason(address, answer));
    await new Promise((resolve) => {
      this.frame.addEventListener("load", resolve, {once: true});
      this.removing.signal.addEventListener("abort", resolve);
      this.frame.src = address;
    });
    if (turn !== this.turn) return;
    this.isCut = answer.headers.get("X-Page-Cut") === "1";
    this.document = this.frame.contentDocument;
    this.window = this.frame.contentWindow;
    this.find();
    this.tints.dress();
    this.listen();
    this.plain(this.isPlain);
  }

  remove() {
    this.turn = null;
    this.removing.abort();
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

  // Whether the page has a place for the run, seen or not.
  has(run) {
    return this.nodes.has(run);
  }

  // Whether any of the runs can be seen on the page, wherever it is scrolled to.
  isSeen(runs) {
    return runs.some((run) => this.boxesOf(run).some(({width, height}) => width > 1 && height > 1));
  }

  // {kept: [run…], dropped: [run…]}, by the names of tints; of two for one run the later wins.
  paint(groups) {
    this.tints.paint(groups);
  }

  // After whatever moves texts about.
  lay() {
    this.tints.lay();
    this.draw();
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
    this.tints.adopt(isOn);
    this.reveal(this.boxed.box);
    this.lay();
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
    inside(["mousedown"], (event) => this.pointer.press(event));
    inside(["mousemove"], (event) => this.pointer.move(event));
    inside(["mouseup"], (event) => this.pointer.release(event));
    inside(["click"], (event) => this.pointer.click(event));
    inside(["keydown", "keyup", "keypress"], (event) => this.key(event));
    inside(["scroll"], (event) => this.scrolled(event), {passive: true});
    inside(["mouseleave"], (event) => event.target === this.document && this.pointer.hover(null));
    this.frame.addEventListener("mouseleave", () => this.pointer.hover(null));
  }

  key(event) {
    stop(event);
    if (event.type === "keydown") this.tell("key", event);
  }

  scrollByKey(event) {
    const direction = {PageDown: 1, PageUp: -1, " ": event.shiftKey ? -1 : 1}[event.key];
    if (!direction || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.scrollScreen(direction);
  }

  // A screen down (1) or up (-1). Some pages scroll in an element of theirs: the one in the middle, then.
  scrollScreen(direction) {
    if (!this.document) return;
    const {clientHeight: height, clientWidth: width} = this.frame;
    const by = {top: direction * height * SCREEN, behavior: "instant"};
    const before = this.window.scrollY;
    this.window.scrollBy(by);
    if (this.window.scrollY !== before) return;
    for (let around = this.document.elementFromPoint(width / 2, height / 2); around; around = parentOf(around)) {
      const top = scrollTopOf(around);
      Element.prototype.scrollBy.call(around, by);
      if (scrollTopOf(around) !== top) return;
    }
  }

  scrolled(event) {
    if (event.target !== this.document) this.tints.heights = null;
    this.drawn ??= requestAnimationFrame(() => {
      this.drawn = null;
      this.tints.scrolled();
      this.draw();
      this.tell("scroll");
    });
  }
}

// Why there is no page, in one line.
async function reason(address, answer) {
  if (!answer) return "The studio's server does not answer; is it still running?";
  const told = await fetch(address).then((whole) => whole.json()).catch(() => null);
  return told?.error ?? `The server said ${answer.status}`;
}
