// The layout of a document: text and tag name of each text node that is not blank, and the visible
// rectangle of each line, after the number of its text.
(limits) => {
  // Motion would make the layout depend on the time: an animation is shown at its end, an endless
  // one is removed, and text that scrolls through a marquee stands still in a box of its size.
  for (const animation of document.getAnimations()) {
    try { animation.finish(); } catch { animation.cancel(); }
  }
  for (const marquee of document.querySelectorAll("marquee")) {
    const { width, height, whiteSpace } = getComputedStyle(marquee), box = document.createElement("div");
    box.className = marquee.className;
    Object.assign(box.style, { display: "inline-block", overflow: "hidden", width, height, whiteSpace });
    box.append(...marquee.childNodes);
    marquee.replaceWith(box);
  }

  const clips = new Map();

  // The rectangle that clips the content of an element; null if nothing clips it.
  const clipOf = (element) => {
    const chain = [];
    let at = element;
    while (at && at !== document.body && at !== document.documentElement && !clips.has(at)) {
      const style = getComputedStyle(at);
      chain.push([at, style]);
      // A clip applies to the layout tree, which can differ from the document tree.
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
    // Spaces between two elements of a line are painted, so that they do not split the line.
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
