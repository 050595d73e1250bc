// An untrusted page in a frame without scripts, with highlights, boxes and event handlers.
//
// The document of the frame is not trusted. Form elements can shadow properties of their form (an
// input with the id "contains"), so properties are read through the prototypes of our own window.
// Every default action is prevented, so that links, forms and drags of the page do nothing.

import {h} from "/static/dom.js";
import {parentOf, scrollTopOf, preventEvent, boundingBox} from "/static/frame_helpers.js";
import {Pointer} from "/static/pointer.js";
import {Highlights} from "/static/highlights.js";

const MARK = /^r(\d+)$/;
const SCREEN = 0.85; // share of the height that one step scrolls

export class PageFrame {
  constructor(host, {title, plain = false}) {
    this.frame = h("iframe", {sandbox: "allow-same-origin", title, tabindex: "-1", referrerpolicy: "no-referrer"});
    this.box = h("div", {class: "frame-box", hidden: true});
    this.hint = h("div", {class: "frame-box pointed", hidden: true});
    this.surface = h("div", {class: "frame", tabindex: "-1"}, this.frame, h("div", {class: "frame-boxes", "aria-hidden": "true"}, this.hint, this.box));
    host.append(this.surface);
    this.handlers = {};
    this.highlights = new Highlights(this);
    this.pointer = new Pointer(this);
    this.isPlain = plain;
    this.forget();
    this.resized = new ResizeObserver(() => this.lay());
    this.resized.observe(this.surface);
    this.removing = new AbortController();
    // Mouse buttons released outside the page, and keys after a click into it.
    window.addEventListener("mouseup", () => this.pointer.letGo(null), {signal: this.removing.signal});
    this.surface.addEventListener("keydown", (event) => this.scrollByKey(event));
  }

  forget() {
    this.nodes = new Map(); // run → its text node or element
    this.runs = new Map(); // text node or element → run
    this.boxed = {box: [], hint: []};
    this.isCut = false;
    this.highlights.forget();
    this.pointer.forget();
  }

  // Resolves when the runs are found or the frame is removed; `isCut` is true for a truncated page.
  async load(url) {
    this.forget();
    const turn = (this.turn = {});
    const response = await fetch(url, {method: "HEAD"}).catch(() => null);
    if (turn !== this.turn) return;
    if (!response?.ok) throw new Error(await failureReason(url, response));
    await new Promise((resolve) => {
      this.frame.addEventListener("load", resolve, {once: true});
      this.removing.signal.addEventListener("abort", resolve);
      this.frame.src = url;
    });
    if (turn !== this.turn) return;
    this.isCut = response.headers.get("X-Page-Cut") === "1";
    this.document = this.frame.contentDocument;
    this.window = this.frame.contentWindow;
    this.find();
    this.highlights.createSheets();
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

  // True if the document contains the run, visible or not.
  has(run) {
    return this.nodes.has(run);
  }

  // True if any of the runs is rendered, at any scroll position.
  isSeen(runs) {
    return runs.some((run) => this.boxesOf(run).some(({width, height}) => width > 1 && height > 1));
  }

  // Highlight runs by style name: {kept: [run…], dropped: [run…]}. For a run in two groups the later one wins.
  paint(groups) {
    this.highlights.paint(groups);
  }

  // Call after any change of layout.
  lay() {
    this.highlights.lay();
    this.draw();
  }

  // Draw a box around these runs, or none for []. `scroll` scrolls to it.
  focus(runs, {scroll = true} = {}) {
    this.boxed.box = runs;
    if (scroll && runs.length) this.reveal(runs);
    this.draw();
  }

  // Draw a fainter box around the runs under the pointer.
  point(runs) {
    this.boxed.hint = runs;
    this.draw();
  }

  draw() {
    for (const [name, runs] of Object.entries(this.boxed)) {
      const around = this.document && boundingBox(runs.flatMap((run) => this.boxesOf(run)));
      const box = this[name];
      box.hidden = !around;
      if (!around) continue;
      // The studio's policy allows styles set by scripts, but no style attributes.
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

  // Scroll inside the frame only.
  reveal(runs) {
    const first = runs.find((run) => this.boxesOf(run).length);
    if (first === undefined) return;
    for (let around = parentOf(this.nodes.get(first)); around && around !== this.document.body; around = parentOf(around)) {
      if (!["auto", "scroll"].includes(this.window.getComputedStyle(around).overflowY)) continue;
      const inside = Element.prototype.getBoundingClientRect.call(around);
      const box = boundingBox(this.boxesOf(first));
      if (box.top < inside.top || box.bottom > inside.bottom) Element.prototype.scrollBy.call(around, {top: box.top - inside.top - inside.height / 3, behavior: "instant"});
    }
    const box = boundingBox(runs.flatMap((run) => this.boxesOf(run)));
    const height = this.frame.clientHeight;
    const isAbove = box.top < 8;
    const isBelow = box.bottom > height - 8 && box.top > height / 3;
    if (isAbove || isBelow) this.window.scrollBy({top: box.top - height / 3, behavior: "instant"});
    const width = this.frame.clientWidth;
    if (box.right < 0 || box.left > width) this.window.scrollBy({left: box.left - 16, behavior: "instant"});
  }

  // Without the page's own styles no text is covered or off-screen.
  plain(isOn) {
    this.isPlain = isOn;
    if (!this.document) return;
    for (const sheet of this.document.styleSheets) sheet.disabled = isOn;
    const [from, to] = isOn ? ["style", "data-style"] : ["data-style", "style"];
    for (const element of this.document.querySelectorAll(`[${from}]`)) {
      Element.prototype.setAttribute.call(element, to, Element.prototype.getAttribute.call(element, from));
      Element.prototype.removeAttribute.call(element, from);
    }
    this.highlights.adopt(isOn);
    this.reveal(this.boxed.box);
    this.lay();
  }

  // Events: "hover" (run | null), "click" (run, event), "dragging" (first, last) during a drag,
  // "drag" (first, last) at its end, "key" (event), "scroll" ().
  on(name, handler) {
    (this.handlers[name] ??= []).push(handler);
    return this;
  }

  emit(name, ...what) {
    for (const handler of this.handlers[name] ?? []) handler(...what);
  }

  listen() {
    const inside = (names, handler, options) => {
      for (const name of names) this.document.addEventListener(name, handler, {capture: true, ...options});
    };
    inside(["submit", "reset", "auxclick", "dblclick", "dragstart", "drop", "dragover", "beforeinput", "paste", "invalid", "toggle", "focusin"], preventEvent);
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
    preventEvent(event);
    if (event.type === "keydown") this.emit("key", event);
  }

  scrollByKey(event) {
    const direction = {PageDown: 1, PageUp: -1, " ": event.shiftKey ? -1 : 1}[event.key];
    if (!direction || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.scrollScreen(direction);
  }

  // Scroll one screen down (1) or up (-1). If the page scrolls in an element, scroll the one in the middle.
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
    if (event.target !== this.document) this.highlights.heights = null;
    this.drawn ??= requestAnimationFrame(() => {
      this.drawn = null;
      this.highlights.scrolled();
      this.draw();
      this.emit("scroll");
    });
  }
}

// One-line reason why the page cannot be loaded.
async function failureReason(url, response) {
  if (!response) return "The server does not respond; is it still running?";
  const content = await fetch(url).then((whole) => whole.json()).catch(() => null);
  return content?.error ?? `The server responded with status ${response.status}`;
}
