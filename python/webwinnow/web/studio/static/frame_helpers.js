// What is asked of a document that is not trusted.

const ask = (prototype, name, node) => Object.getOwnPropertyDescriptor(prototype, name).get.call(node);

export const parentOf = (node) => ask(Node.prototype, "parentElement", node);
export const scrollTopOf = (node) => ask(Element.prototype, "scrollTop", node);

export function stop(event) {
  if (event.cancelable) event.preventDefault();
  event.stopPropagation();
}

// A rectangle around all that have a size; null where none has.
export function union(boxes) {
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
