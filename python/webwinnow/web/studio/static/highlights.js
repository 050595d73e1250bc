// Tints of the page's texts, without a change to the page: the browser's own highlights.
//
// Their names have a random end, so that the page's styles cannot name them.

// What each kind of tint looks like. The page keeps its own colours, so a tint sets the colour of the
// text too; lines tell tints apart without colours.
const TINTS = {
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

const MANY = 3000; // texts from which on only those near the screen are tinted

export class Tints {
  constructor(page) {
    this.page = page; // a PageFrame
    this.suffix = [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    this.forget();
  }

  forget() {
    this.groups = {}; // runs by tint
    this.heights = null; // run → where it is on a page that is too long to be tinted as a whole
  }

  // Once for each document.
  dress() {
    const {window} = this.page;
    const rules = Object.entries(TINTS).map(([name, look]) => `::highlight(${this.named(name)}) { ${look}; text-shadow: none }`);
    this.base = new window.CSSStyleSheet();
    this.base.replaceSync(BASE + rules.join("\n"));
    this.bare = new window.CSSStyleSheet();
    this.bare.replaceSync(PLAIN);
  }

  // Our sheets: those of a page without its own styles, too, or not.
  adopt(isPlain) {
    this.page.document.adoptedStyleSheets = isPlain ? [this.base, this.bare] : [this.base];
  }

  named(name) {
    return `${name}-${this.suffix}`;
  }

  // {kept: [run…], dropped: [run…]}: the names are those of TINTS; of two for one run the later wins.
  paint(groups) {
    this.groups = groups;
    this.draw();
  }

  draw() {
    const {window, nodes} = this.page;
    if (!window || !canTint()) return;
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

  // Browsers go through all tints of a page whenever one of them changes.
  get isLong() {
    return this.page.nodes.size > MANY;
  }

  // Tells runs that are not more than two screens away.
  nearScreen() {
    this.heights ??= this.measured();
    this.drawnAt = this.page.window.scrollY;
    const height = this.page.frame.clientHeight;
    const [from, to] = [this.drawnAt - 2 * height, this.drawnAt + 3 * height];
    return (run) => {
      const [top, bottom] = this.heights.get(run) ?? [Infinity, -Infinity];
      return bottom >= from && top <= to;
    };
  }

  measured() {
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

  // After whatever moves texts about.
  lay() {
    this.heights = null;
    if (this.isLong) this.draw();
  }

  scrolled() {
    const isFar = !this.heights || Math.abs(this.page.window.scrollY - this.drawnAt) > this.page.frame.clientHeight;
    if (this.isLong && isFar) this.draw();
  }
}

// Whether the browser has what tints are made of.
export const canTint = () => "highlights" in CSS;

function rangeOf(window, node) {
  return new window.StaticRange({startContainer: node, startOffset: 0, endContainer: node, endOffset: node.length});
}
