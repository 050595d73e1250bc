// Router: show the view of the URL fragment.

import {announce, empty, fill, h} from "/static/dom.js";

// Patterns and modules of the views. A module exports `show(host, parameters, query)`, which may return
// a function to call on leaving the view. That function may have a method `follow(parameters, query)`,
// which switches to another URL of the same view and returns true on success.
const VIEWS = [
  ["/look", "/static/look/open_page.js"],
  ["/look/:page", "/static/look/look_page.js"],
  ["/projects", "/static/label/projects.js"],
  ["/projects/:project", "/static/label/project.js"],
  ["/projects/:project/pages/:page", "/static/label/label_page.js"],
  ["/projects/:project/pages/:page/differences", "/static/label/settle_page.js"],
  ["/training", "/static/train/training.js"],
];

let leave = null;
let currentFile = null;
let turn = 0;

// Milliseconds to wait for unsaved changes before the next view is shown.
const LEAVE_TIMEOUT = 300;

export function parse(hash) {
  const [path, query] = (hash.replace(/^#/, "") || "/look").split("?");
  for (const [pattern, file] of VIEWS) {
    const names = [];
    const form = pattern.replace(/:(\w+)/g, (_, name) => (names.push(name), "([^/]+)"));
    const found = path.replace(/\/$/, "").match(new RegExp(`^${form}$`));
    if (found) {
      const parameters = Object.fromEntries(names.map((name, place) => [name, decode(found[place + 1])]));
      if (Object.values(parameters).includes(null)) return null;
      return {file, parameters, query: new URLSearchParams(query ?? ""), section: pattern.split("/")[1]};
    }
  }
  return path === "/" ? parse("#/look") : null;
}

// Null for an invalid encoding, as in a truncated URL.
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

// Leave the current view; its cleanup may end after the next view has started.
async function leaveView() {
  const last = leave;
  leave = null;
  const done = (async () => last?.())().catch((error) => console.error(error));
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, LEAVE_TIMEOUT))]);
}

async function route() {
  const found = parse(location.hash);
  if (found && found.file === currentFile && leave?.follow?.(found.parameters, found.query)) return;
  const mine = ++turn;
  const main = document.getElementById("main");
  await leaveView();
  if (mine !== turn) return;
  currentFile = found?.file;
  for (const link of document.querySelectorAll(".bar nav a")) {
    const isHere = link.hash === `#/${found?.section}`;
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const host = h("div", {class: "view"});
  fill(main, host);
  try {
    if (!found) fill(host, empty("Page not found", h("a", {href: "#/look"}, "Look at a page")));
    else {
      const view = await import(found.file);
      const left = await view.show(host, found.parameters, found.query);
      if (mine === turn) leave = left ?? null;
      else left?.();
    }
  } catch (error) {
    fill(host, empty("This failed", error.message, h("button", {onclick: route}, "Try again")));
    if (!error.status && error.name !== "ApiError") console.error(error);
  }
  if (mine !== turn) return;
  const title = host.querySelector("h1")?.textContent;
  document.title = title ? `${title} · webwinnow studio` : "webwinnow studio";
  announce(title ?? "");
  main.focus({preventScroll: true});
}

// Prevent the browser from opening a file that is dropped outside of a drop zone.
function preventDrop(event) {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files") || event.target.closest?.("input[type=file]")) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "none";
}

for (const name of ["dragover", "drop"]) window.addEventListener(name, preventDrop);
// The fragment of this link is not a view.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});
window.addEventListener("hashchange", route);
route();
