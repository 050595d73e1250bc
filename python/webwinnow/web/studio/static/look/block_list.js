// Virtual list of the blocks of a page: only visible rows exist, as pages have up to 60,000 blocks.

import {fill, h, realMoves} from "/static/dom.js";
import {SIGNS, WORDS} from "/static/look/block_decisions.js";

const ROW_HEIGHT = 34; // row height in pixels, as in look.css
const EXTRA_ROWS = 12; // extra rows above and below the visible ones
const MAX_CHARACTERS = 240; // characters of a row

export class BlockList {
  constructor({onPick, onHover}) {
    this.onPick = onPick;
    this.onHover = onHover;
    this.places = [];
    this.rank = new Map(); // index → row
    this.current = null;
    this.head = h("div", {class: "block-row block-head", "aria-hidden": "true"});
    this.inner = h("div", {class: "block-rows", role: "presentation"});
    this.list = h("div", {class: "block-list", role: "listbox", tabindex: "0", "aria-label": "Blocks of the page", id: "blocks"}, this.inner);
    this.element = h("div", {class: "block-panel"}, this.head, this.list);
    this.list.addEventListener("scroll", () => this.draw(), {passive: true});
    this.list.addEventListener("click", (event) => this.pick(event));
    const hasMoved = realMoves();
    this.list.addEventListener("mousemove", (event) => hasMoved(event) && this.onHover(this.placeOf(event)));
    this.list.addEventListener("mouseleave", () => this.onHover(null));
    this.sized = new ResizeObserver(() => this.draw());
    this.sized.observe(this.list);
  }

  show(blockDecisions, places) {
    this.blockDecisions = blockDecisions;
    this.places = places;
    this.rank = new Map(places.map((place, row) => [place, row]));
    this.inner.style.height = `${places.length * ROW_HEIGHT}px`;
    this.element.classList.toggle("two", blockDecisions.isCompared);
    fill(this.head, h("span", {}), blockDecisions.sides.map(({name}) => h("span", {class: "ellipsis", title: name}, name)), h("span", {}, "block"));
    this.draw();
  }

  // Mark the current block and scroll to it.
  focus(place) {
    this.current = place;
    const row = this.rank.get(place);
    if (row !== undefined) {
      const top = row * ROW_HEIGHT;
      const {scrollTop, clientHeight} = this.list;
      if (top < scrollTop || top + ROW_HEIGHT > scrollTop + clientHeight) this.list.scrollTop = top - clientHeight / 3;
    }
    this.draw();
  }

  // Index that is `steps` rows from the current one, clamped to the list.
  next(steps) {
    if (!this.places.length) return null;
    const before = steps === 1 ? -1 : steps === -1 ? this.places.length : 0;
    const wanted = (this.rank.get(this.current) ?? before) + steps;
    return this.places[Math.max(0, Math.min(this.places.length - 1, wanted))];
  }

  draw() {
    const {scrollTop, clientHeight} = this.list;
    const first = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - EXTRA_ROWS);
    const last = Math.min(this.places.length, Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT) + EXTRA_ROWS);
    fill(this.inner, this.places.slice(first, last).map((place, number) => this.row(place, first + number)));
    const row = this.rank.get(this.current);
    if (row >= first && row < last) this.list.setAttribute("aria-activedescendant", `block-${this.current}`);
    else this.list.removeAttribute("aria-activedescendant");
  }

  row(place, number) {
    const block = this.blockDecisions.page.blocks[place];
    const found = this.blockDecisions.sides.map((_, side) => this.blockDecisions.blockDecision(side, place));
    const isDifferent = this.blockDecisions.isDifferent[place];
    const row = h("div", {
      class: rowClass(found, isDifferent, block),
      role: "option",
      id: `block-${place}`,
      "aria-selected": place === this.current ? "true" : "false",
      "aria-posinset": number + 1,
      "aria-setsize": this.places.length,
      "aria-label": blockDescription(block, found, isDifferent),
      dataset: {place},
    },
      h("span", {class: "apart-sign"}, isDifferent ? SIGNS.different : ""),
      found.map((decided) => h("span", {class: `mark ${decided.outcome}`}, markText(decided))),
      h("span", {class: "ellipsis"}, block.hidden && h("span", {class: "tag"}, "hidden"), block.text.slice(0, MAX_CHARACTERS)));
    row.style.transform = `translateY(${number * ROW_HEIGHT}px)`;
    return row;
  }

  placeOf(event) {
    const row = event.target.closest("[data-place]");
    return row ? Number(row.dataset.place) : null;
  }

  pick(event) {
    const place = this.placeOf(event);
    if (place !== null) this.onPick(place);
  }

  remove() {
    this.sized.disconnect();
  }
}

function rowClass(found, isDifferent, block) {
  const names = ["block-row"];
  if (isDifferent) names.push(found[0].kept >= found[1].kept ? "only-first" : "only-second");
  if (found.every(({outcome}) => outcome === "dropped")) names.push("gone");
  if (block.hidden) names.push("hidden-block");
  return names.join(" ");
}

// `✓ .93`, `~ 2/5`, `·`
function markText({outcome, kept, runs, score}) {
  const part = outcome === "part" ? ` ${kept}/${runs}` : "";
  return `${SIGNS[outcome]}${part}${score === null ? "" : ` ${score.toFixed(2)}`}`;
}

// Description of a block for screen readers.
export function blockDescription(block, found, isDifferent) {
  const blockDecisions = found.map(({name, outcome, score}) => `${found.length > 1 ? `${name}: ` : ""}${WORDS[outcome]}${score === null ? "" : `, ${score.toFixed(2)}`}`);
  return `${isDifferent ? "They differ. " : ""}${blockDecisions.join("; ")}. ${block.hidden ? "Hidden. " : ""}${block.text.slice(0, MAX_CHARACTERS)}`;
}

// Details of one block.
export function blockDetails(blockDecisions, place, {isPinned, isSeen}) {
  if (place === null) return [h("p", {class: "quiet"}, "Point at the page, or use the arrow keys, to see why a block is kept.")];
  const block = blockDecisions.page.blocks[place];
  const found = blockDecisions.sides.map((_, side) => blockDecisions.blockDecision(side, place));
  const facts = [`<${block.tag}>`, `${block.words} word${block.words === 1 ? "" : "s"}`, `block ${block.block}`];
  return [
    h("p", {class: "inspected-facts"},
      isPinned && h("span", {class: "tag"}, "pinned"),
      blockDecisions.isDifferent[place] ? h("span", {class: "tag apart"}, `${SIGNS.different} they differ`) : null,
      block.hidden && h("span", {class: "tag"}, "hidden"),
      h("span", {class: "quiet"}, facts.join(" · ")),
      !block.hidden && !isSeen && h("span", {class: "quiet"}, " · not visible on the page as shown")),
    h("p", {class: "inspected-text"}, block.text.slice(0, 400)),
    h("dl", {class: "inspected"}, found.map((decided) => [
      h("dt", {}, decided.name),
      h("dd", {},
        h("span", {class: `mark ${decided.outcome}`}, `${SIGNS[decided.outcome]} ${WORDS[decided.outcome]}${decided.outcome === "part" ? ` (${decided.kept} of ${decided.runs} parts)` : ""}`),
        decided.score !== null && h("span", {class: "score"}, h("meter", {min: 0, max: 1, value: decided.score, "aria-label": "score"}), decided.score.toFixed(2)),
        h("span", {}, [decided.reason === WORDS[decided.outcome] ? null : decided.reason, decided.kind].filter(Boolean).join(" · "))),
    ])),
  ];
}
