// The five labels: what is stored, what is shown, and by which key they are set.

// `number` is what the store keeps; the order is that of the toolbar and of the keys 1 to 5.
// `tint` is the name of the colour, in the sheets and in the frame; colours never stand without sign or name.
export const LABELS = [
  {number: 2, name: "content", sign: "C", key: "c", tint: "content", meaning: "Content; what kind, the page's markup says"},
  {number: 3, name: "heading", sign: "H", key: "h", tint: "heading", meaning: "Content that is a heading"},
  {number: 4, name: "paragraph", sign: "¶", key: "p", tint: "paragraph", meaning: "Content that is a paragraph"},
  {number: 5, name: "list item", sign: "•", key: "l", tint: "item", meaning: "Content that is an item of a list"},
  {number: 1, name: "boilerplate", sign: "×", key: "b", tint: "boilerplate", meaning: "What the page has for other reasons than its content"},
];
export const NONE = {number: 0, name: "no label", sign: "–", key: "x", tint: null, meaning: "No label yet"};
export const MIXED = {number: null, name: "mixed", sign: "±", key: null, tint: null, meaning: "Its parts have different labels"};

const BY_NUMBER = new Map([NONE, ...LABELS].map((label) => [label.number, label]));

export const labelOf = (number) => BY_NUMBER.get(number) ?? MIXED;

// The label that all of these runs have, or MIXED.
export function sharedLabel(labels, runs) {
  const first = labels[runs[0]] ?? 0;
  return runs.every((run) => (labels[run] ?? 0) === first) ? labelOf(first) : MIXED;
}

// Runs by the tint they are to have. Those that a method has labelled and nobody has touched get a veil over it.
export function tints(labels, isSuggested = () => false) {
  const groups = Object.fromEntries(LABELS.map(({tint}) => [tint, []]));
  const suggested = [];
  labels.forEach((number, run) => {
    const {tint} = labelOf(number);
    if (!tint) return;
    groups[tint].push(run);
    if (isSuggested(run)) suggested.push(run);
  });
  return {...groups, suggested};
}
