// The blocks of a page, or their parts, as a list: one is current, it and its neighbours may be selected.

import {h} from "/static/dom.js";

// More of a text does not help to know it again.
const SHOWN_CHARACTERS = 300;

export class UnitList {
  // `picked(first, last, event)` is called with places when units are clicked or dragged over.
  constructor({name, isMulti = false, picked}) {
    this.picked = picked;
    this.element = h("div", {class: "units", role: "listbox", tabindex: 0, "aria-label": name, "aria-multiselectable": isMulti ? "true" : null});
    this.options = [];
    this.selected = [];
    this.drag = null;
    this.element.addEventListener("pointerdown", (event) => this.begin(event));
    this.element.addEventListener("pointermove", (event) => this.extend(event));
    this.element.addEventListener("click", (event) => this.finish(event));
    this.closing = new AbortController();
    window.addEventListener("pointerup", (event) => this.drag && !this.element.contains(event.target) && this.finish(event), {signal: this.closing.signal});
  }

  close() {
    this.closing.abort();
  }

  // `content(unit)` makes what is shown of each.
  fill(units, content) {
    this.options = units.map((unit, place) => (
      h("div", {role: "option", id: `unit-${place}`, class: "unit", "aria-selected": "false", dataset: {place}}, content(unit))));
    this.selected = [];
    this.element.replaceChildren(...this.options);
  }

  // Puts something else where the sign of a unit is.
  sign(place, sign) {
    this.options[place]?.firstElementChild.replaceWith(sign);
  }

  select(current, first, last, {scroll = true} = {}) {
    for (const place of this.selected) {
      this.options[place]?.setAttribute("aria-selected", "false");
      this.options[place]?.classList.remove("current");
    }
    this.selected = [];
    for (let place = first; place <= last; place++) this.selected.push(place);
    for (const place of this.selected) this.options[place]?.setAttribute("aria-selected", "true");
    const option = this.options[current];
    if (!option) {
      this.element.removeAttribute("aria-activedescendant");
      return;
    }
    option.classList.add("current");
    this.element.setAttribute("aria-activedescendant", option.id);
    if (scroll) option.scrollIntoView({block: "nearest"});
  }

  placeOf(event) {
    const option = event.target.closest?.("[data-place]");
    return option ? Number(option.dataset.place) : null;
  }

  // Fingers scroll by dragging: only a mouse or a pen selects that way.
  begin(event) {
    const place = this.placeOf(event);
    this.drag = place === null || event.button || event.pointerType === "touch" ? null : {from: place, to: place};
  }

  extend(event) {
    if (!this.drag || !(event.buttons & 1)) return;
    const place = this.placeOf(event);
    if (place === null || place === this.drag.to) return;
    this.drag.to = place;
    this.paintDrag();
    event.preventDefault();
  }

  // A drag that ends on another option than it began with makes a click on the list between them.
  finish(event) {
    const place = this.placeOf(event);
    const {from, to} = this.drag ?? {from: place, to: place};
    this.drag = null;
    this.paintDrag();
    if (from !== null && to !== null) this.picked(Math.min(from, to), Math.max(from, to), event);
  }

  paintDrag() {
    const {from, to} = this.drag ?? {from: 0, to: -1};
    for (const option of this.element.querySelectorAll(".dragged")) option.classList.remove("dragged");
    if (!this.drag) return;
    for (let place = Math.min(from, to); place <= Math.max(from, to); place++) this.options[place].classList.add("dragged");
  }
}

// As much of a text as is read out.
export const shortened = (text) => text.slice(0, 80);

export function unitText(text) {
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return h("span", {class: "text", dir: "auto"}, shown);
}

// A label as a chip: colour, sign and name.
export function chip(label, {isSuggested = false} = {}) {
  return h("span", {class: `chip ${label.tint ?? "none"}${isSuggested ? " suggested" : ""}`, title: isSuggested ? "as the method says; nobody has touched it" : label.meaning},
    h("span", {class: "sign", "aria-hidden": "true"}, label.sign), label.name,
    isSuggested ? [h("span", {"aria-hidden": "true"}, "?"), h("span", {class: "sr"}, ", suggested")] : null);
}
