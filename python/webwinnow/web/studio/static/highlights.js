// Highlights of the page's texts by the CSS Custom Highlight API, without changes to the document.
//
// The highlight names have a random suffix, so that the page's styles cannot refer to them.

// Highlight styles. The page has its own colours, so each style also sets the text colour. Underlines
// distinguish the styles without colours.
const STYLES = {
  dropped: "background-color: #f3dad6; color: #3c1a16",
  kept: "background-color: #bfe8d2; color: #0d2b1e; text-decoration: underline solid 1px #2c7a58",
  "only-first": "background-color: #bcd9f5; color: #0b2540; text-decoration: underline solid 2px #1c5c9c",
  "only-second": "background-color: #f6dfa6; color: #3d2d05; text-decoration: underline dashed 2px #8a6508",
  content: "background-color: #d3ecb4; color: #1e3305; text-decoration: underline dashed 1px #4d7416",
  heading: "background-color: #d6c8f3; color: #23124f; text-decoration: underline double 1px #6a4bb8",
  paragraph: "background-color: #bfe8d2; color: #0d2b1e; text-decoration: underline solid 1px #2c7a58",
  item: "background-color: #bcd9f5; color: #0b2540; text-decoration: underline dotted 2px #1c5c9c",
  boilerplate: "background-color: #f3dad6; color: #3c1a16; text-decoration: line-through 1px #a02b22",
  mixed: "background-color: #e4e4e4; color: #222; text-decoration: underline wavy 1px #555",
  // On top of another style.
  suggested: "background-color: rgb(255 255 255 / .55)",
  selected: "background-color: #ffd43b; color: #201800",
};

// Make the page readable and selectable.
const BASE_SHEET = `
  :root { color-scheme: light; overflow: auto !important; }
  * { cursor: default !important; user-select: text !important; }
`;

// Style sheet of a page without its own styles.
const PLAIN_SHEET = `
  :root { background: #fff !important; color: #1d2321 !important; font: 16px/1.5 sans-serif; }
  body { margin: 12px 16px !important; max-width: 80ch; }
  img, svg { max-width: 200px; max-height: 120px; }
  table { border-collapse: collapse; } td, th { padding: 2px 6px; vertical-align: top; }
`;

const LONG_PAGE = 3000; // in longer pages only texts near the screen are highlighted

export class Highlights {
  constructor(page) {
    this.page = page; // a PageFrame
    this.suffix = [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    this.forget();
  }

  forget() {
    this.groups = {}; // runs by style
    this.heights = null; // run → vertical position, in long pages
  }

  // Create the style sheets of a new document.
  createSheets() {
    const {window} = this.page;
    const rules = Object.entries(STYLES).map(([name, look]) => `::highlight(${this.named(name)}) { ${look}; text-shadow: none }`);
    this.base = new window.CSSStyleSheet();
    this.base.replaceSync(BASE_SHEET + rules.join("\n"));
    this.bare = new window.CSSStyleSheet();
    this.bare.replaceSync(PLAIN_SHEET);
  }

  // Apply our style sheets.
  adopt(isPlain) {
    this.page.document.adoptedStyleSheets = isPlain ? [this.base, this.bare] : [this.base];
  }

  named(name) {
    return `${name}-${this.suffix}`;
  }

  // Highlight runs by style name: {kept: [run…], dropped: [run…]}. For a run in two groups the later one wins.
  paint(groups) {
    this.groups = groups;
    this.draw();
  }

  draw() {
    const {window, nodes} = this.page;
    if (!window || !canHighlight()) return;
    const isNear = this.isLong ? this.nearScreen() : () => true;
    const painted = window.CSS.highlights;
    painted.clear();
    Object.entries(this.groups).forEach(([name, runs], priority) => {
      const highlight = new window.Highlight();
      highlight.priority = priority;
      for (const run of runs) {
        const node = nodes.get(run);
        if (node?.nodeType === Node.TEXT_NODE && isNear(run)) highlight.add(rangeOf(window, node));
      }
      painted.set(this.named(name), highlight);
    });
  }

  // Browsers process all highlights whenever one of them changes.
  get isLong() {
    return this.page.nodes.size > LONG_PAGE;
  }

  // Predicate for runs at most two screens away.
  nearScreen() {
    this.heights ??= this.measureRuns();
    this.drawnAt = this.page.window.scrollY;
    const height = this.page.frame.clientHeight;
    const [from, to] = [this.drawnAt - 2 * height, this.drawnAt + 3 * height];
    return (run) => {
      const [top, bottom] = this.heights.get(run) ?? [Infinity, -Infinity];
      return bottom >= from && top <= to;
    };
  }

  measureRuns() {
    const {document, window, nodes} = this.page;
    const range = document.createRange();
    const found = new Map();
    for (const [run, node] of nodes) {
      range.selectNodeContents(node);
      const {top, bottom, width} = range.getBoundingClientRect();
      if (width) found.set(run, [top + window.scrollY, bottom + window.scrollY]);
    }
    return found;
  }

  // Call after any change of layout.
  lay() {
    this.heights = null;
    if (this.isLong) this.draw();
  }

  scrolled() {
    const isFar = !this.heights || Math.abs(this.page.window.scrollY - this.drawnAt) > this.page.frame.clientHeight;
    if (this.isLong && isFar) this.draw();
  }
}

// True if the browser supports highlights.
export const canHighlight = () => "highlights" in CSS;

function rangeOf(window, node) {
  return new window.StaticRange({startContainer: node, startOffset: 0, endContainer: node, endOffset: node.length});
}
