// Finds the view for the address after the #, and shows it.

import {announce, empty, fill, h} from "/static/dom.js";

// Patterns and the files of their views; each has `show(host, parameters, query)`, which may return
// what is to be done when the view is left. That function's `follow(parameters, query)`, where it has
// one, takes up another address of the same view, and tells whether it could.
const VIEWS = [
  ["/look", "/static/look_open.js"],
  ["/look/:page", "/static/look.js"],
  ["/projects", "/static/projects.js"],
  ["/projects/:project", "/static/project.js"],
  ["/projects/:project/pages/:page", "/static/label.js"],
  ["/projects/:project/pages/:page/differences", "/static/settle.js"],
  ["/training", "/static/training.js"],
];

let leave = null;
let shown = null;
let turn = 0;

// Milliseconds that what is on its way gets to arrive, so that the next view knows of it.
const GRACE = 300;

export function parse(hash) {
  const [path, query] = (hash.replace(/^#/, "") || "/look").split("?");
  for (const [pattern, file] of VIEWS) {
    const names = [];
    const form = pattern.replace(/:(\w+)/g, (_, name) => (names.push(name), "([^/]+)"));
    const found = path.replace(/\/$/, "").match(new RegExp(`^${form}$`));
    if (found) {
      const parameters = Object.fromEntries(names.map((name, place) => [name, decoded(found[place + 1])]));
      if (Object.values(parameters).includes(null)) return null;
      return {file, parameters, query: new URLSearchParams(query ?? ""), room: pattern.split("/")[1]};
    }
  }
  return path === "/" ? parse("#/look") : null;
}

// Null for what no encoding gives, such as an address that was cut.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

// Does what the view wants done; what it has to wait for may end after the next view has begun.
async function depart() {
  const last = leave;
  leave = null;
  const done = (async () => last?.())().catch((error) => console.error(error));
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, GRACE))]);
}

async function route() {
  const found = parse(location.hash);
  if (found && found.file === shown && leave?.follow?.(found.parameters, found.query)) return;
  const mine = ++turn;
  const main = document.getElementById("main");
  await depart();
  if (mine !== turn) return;
  shown = found?.file;
  for (const link of document.querySelectorAll(".bar nav a")) {
    const isHere = link.hash === `#/${found?.room}`;
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const host = h("div", {class: "view"});
  fill(main, host);
  try {
    if (!found) fill(host, empty("There is nothing at this address", h("a", {href: "#/look"}, "Look at a page")));
    else {
      const view = await import(found.file);
      const left = await view.show(host, found.parameters, found.query);
      if (mine === turn) leave = left ?? null;
      else left?.();
    }
  } catch (error) {
    fill(host, empty("This did not work", error.message, h("button", {onclick: route}, "Try again")));
    if (!error.status && error.name !== "Refusal") console.error(error);
  }
  if (mine !== turn) return;
  const title = host.querySelector("h1")?.textContent;
  document.title = title ? `${title} · webwinnow studio` : "webwinnow studio";
  announce(title ?? "");
  main.focus({preventScroll: true});
}

// A file that is let go where nobody takes files would take the studio's place in the window.
function keepOut(event) {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files") || event.target.closest?.("input[type=file]")) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "none";
}

for (const name of ["dragover", "drop"]) window.addEventListener(name, keepOut);
// Its address is that of no view.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});
window.addEventListener("hashchange", route);
route();
