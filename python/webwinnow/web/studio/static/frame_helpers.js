// Safe access to nodes of an untrusted document.

const readProperty = (prototype, name, node) => Object.getOwnPropertyDescriptor(prototype, name).get.call(node);

export const parentOf = (node) => readProperty(Node.prototype, "parentElement", node);
export const scrollTopOf = (node) => readProperty(Element.prototype, "scrollTop", node);

export function preventEvent(event) {
  if (event.cancelable) event.preventDefault();
  event.stopPropagation();
}

// Bounding rectangle of all boxes with a size, or null.
export function boundingBox(boxes) {
  const drawn = boxes.filter(({width, height}) => width || height);
  if (!drawn.length) return null;
  let {left, top, right, bottom} = drawn[0];
  for (const box of drawn) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return {left, top, right, bottom};
}
