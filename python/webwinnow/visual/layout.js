// Where the browser puts the texts of a document: for each text node that is not blank its text and
// the name of its element; and the rectangle of each line of each, after the number of its text, as
// far as it is neither hidden nor clipped.
(limits) => {
  const clips = new Map();

  // What is left of the page for the content of an element; null where nothing cuts it.
  const clipOf = (element) => {
    const chain = [];
    let at = element;
    while (at && at !== document.body && at !== document.documentElement && !clips.has(at)) {
      const style = getComputedStyle(at);
      chain.push([at, style]);
      // Clips bind what is laid out inside them, which is not always what is written inside them.
      if (style.position === "fixed") at = null;
      else if (style.position === "absolute") at = at.offsetParent;
      else at = at.parentElement;
    }
    let clip = (at && clips.get(at)) || null;
    for (const [inner, style] of chain.reverse()) {
      if (style.overflowX !== "visible" || style.overflowY !== "visible") {
        clip = meet(clip, inner.getBoundingClientRect());
      }
      clips.set(inner, clip);
    }
    return clip;
  };

  const meet = (clip, { left, top, right, bottom }) => clip === null ? { left, top, right, bottom } : {
    left: Math.max(clip.left, left),
    top: Math.max(clip.top, top),
    right: Math.min(clip.right, right),
    bottom: Math.min(clip.bottom, bottom),
  };

  const root = document.scrollingElement || document.documentElement;
  const texts = [], names = [], lines = [];
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node; texts.length < limits.texts && (node = walker.nextNode());) {
    // Spaces between two elements of a line are painted, lest they part it; they are no text.
    const isSpace = /^[ \t\n\f\r]*$/.test(node.data), isBlank = !/\S/.test(node.data);
    if (isBlank && !isSpace) continue;
    const element = node.parentElement;
    if (!isBlank) {
      texts.push(node.data);
      names.push(element.localName);
    }
    if (lines.length >= 5 * limits.lines) continue;
    range.selectNodeContents(node);
    const rectangles = range.getClientRects();
    if (!rectangles.length || !element.checkVisibility({ visibilityProperty: true })) continue;
    const clip = clipOf(element);
    for (const rectangle of rectangles) {
      const { left, top, right, bottom } = meet(clip, rectangle);
      if (right - left < limits.pixels || bottom - top < limits.pixels) continue;
      const text = isBlank ? -1 : texts.length - 1;
      lines.push(text, left + scrollX, top + scrollY, right + scrollX, bottom + scrollY);
    }
  }
  return JSON.stringify({
    width: root.scrollWidth, height: root.scrollHeight, texts, names,
    lines: lines.map((value) => Math.round(value * 10) / 10),
  });
}
