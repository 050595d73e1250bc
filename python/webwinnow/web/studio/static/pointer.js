// The pointer over the page: which text it is over, what is clicked, what is dragged over.

import {realMoves} from "/static/dom.js";
import {stop, union} from "/static/frame_parts.js";

const NEAR = 3; // pixels beside a text that still count as the text
const SOUGHT = 60; // texts of one element that are looked at to find the one under the pointer

export class Pointer {
  constructor(page) {
    this.page = page; // a PageFrame
    this.hasMoved = realMoves();
    this.forget();
  }

  forget() {
    this.over = this.pressed = this.dragged = null;
    this.wasDragged = false;
  }

  press(event) {
    stop(event);
    // Not into the page: keys are for whoever shows it.
    this.page.surface.focus({preventScroll: true});
    this.pressed = event.button === 0 ? this.at(event) : null;
    this.dragged = null;
    this.wasDragged = false;
  }

  // Browsers tell of moves once for each picture that they draw, which is not too often to look.
  move(event) {
    if (!(event.buttons & 1)) this.letGo(null);
    if (this.hasMoved(event)) this.hover(this.at(event));
  }

  hover(run) {
    if (run === this.over) return;
    this.over = run;
    this.page.tell("hover", run);
    if (this.pressed !== null && run !== null && (run !== this.pressed || this.wasDragged)) {
      this.wasDragged = true;
      this.dragged = run;
      this.page.tell("dragging", this.pressed, run);
    }
  }

  release(event) {
    stop(event);
    if (event.button === 0) this.letGo(this.at(event));
  }

  // Between two texts, and outside of the page, a drag ends where it was last over a text.
  letGo(run) {
    const first = this.pressed;
    const last = run ?? this.dragged;
    this.pressed = this.dragged = null;
    if (first === null || last === null || (last === first && !this.wasDragged)) return;
    this.wasDragged = true;
    this.page.tell("drag", first, last);
  }

  click(event) {
    stop(event);
    const run = this.at(event);
    if (!this.wasDragged && run !== null) this.page.tell("click", run, event);
    this.wasDragged = false;
  }

  // The run under the pointer, or null.
  at({clientX, clientY}) {
    const caret = this.page.document.caretPositionFromPoint?.(clientX, clientY)?.offsetNode
      ?? this.page.document.caretRangeFromPoint?.(clientX, clientY)?.startContainer;
    const run = this.page.runs.get(caret) ?? null;
    if (run !== null && this.isAt(run, clientX, clientY)) return run;
    const element = this.page.document.elementFromPoint(clientX, clientY);
    if (!element || element === this.page.document.body || element === this.page.document.documentElement) return null;
    const inside = this.runsUnder(element, SOUGHT);
    return inside.find((one) => this.isAt(one, clientX, clientY)) ?? (inside.length === 1 ? inside[0] : null);
  }

  isAt(run, x, y) {
    const around = union(this.page.boxesOf(run));
    return around !== null && x >= around.left - NEAR && x <= around.right + NEAR && y >= around.top - NEAR && y <= around.bottom + NEAR;
  }

  runsUnder(element, most) {
    const found = [];
    if (this.page.runs.has(element)) found.push(this.page.runs.get(element));
    const walker = this.page.document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    while (found.length < most && walker.nextNode()) {
      const run = this.page.runs.get(walker.currentNode);
      if (run !== undefined) found.push(run);
    }
    return found;
  }
}
