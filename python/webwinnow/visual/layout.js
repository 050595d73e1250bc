// Where the browser puts the texts of a document: for each text node that is not blank its text, the
// name of its element, and a rectangle for each of its lines, as far as it is not hidden or clipped.
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
    if (!/\S/.test(node.data)) continue;
    const element = node.parentElement;
    texts.push(node.data);
    names.push(element.localName);
    if (lines.length >= 5 * limits.lines) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    const clip = clipOf(element);
    for (const rectangle of range.getClientRects()) {
      const { left, top, right, bottom } = meet(clip, rectangle);
      if (right - left < limits.pixels || bottom - top < limits.pixels) continue;
      lines.push(texts.length - 1, left + scrollX, top + scrollY, right + scrollX, bottom + scrollY);
    }
  }
  return JSON.stringify({
    width: root.scrollWidth, height: root.scrollHeight, texts, names,
    lines: lines.map((value) => Math.round(value * 10) / 10),
  });
}
