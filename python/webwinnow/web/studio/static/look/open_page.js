// Open a page: paste or drop it, enter a URL, or choose one of a set.

import {at, get, post, send} from "/static/api.js";
import {announce, empty, fill, h, debounce, toast} from "/static/dom.js";

const MAX_BYTES = 32 * 2 ** 20;
const NAMES_PER_REQUEST = 60; // names listed at once

export async function show(host, _, query) {
  host.classList.add("open-view");
  const open = opener(query);
  const take = fileTaker(open.open);
  const leaving = new AbortController();
  const [sets, recent] = await Promise.all([get("/api/sets"), get("/api/pages")]);
  const method = query.get("method");
  fill(host,
    h("h1", {}, "Look at a page"),
    h("p", {class: "quiet"}, method
      ? `Choose a page to see the result of ${method}.`
      : "See which parts of a page a method keeps and why, compare methods, and save the text."),
    h("div", {class: "open-grid"},
      h("div", {class: "column"}, fileCard(take), urlCard(open), pasteCard(open)),
      h("div", {class: "column"}, setsCard(open, sets), recentCard(open, recent))));
  dropZone(document, take, {host, signal: leaving.signal});
  return () => leaving.abort();
}

// Open a page and show it; the button is disabled until then.
export function opener(query) {
  const go = (id) => {
    location.hash = at(`#/look/${encodeURIComponent(id)}`, Object.fromEntries(query));
  };
  const open = async (ask, button) => {
    if (button) button.disabled = true;
    announce("Opening the page");
    try {
      go((await ask()).id);
    } catch (error) {
      toast(error.message, {isError: true});
    } finally {
      if (button) button.disabled = false;
    }
  };
  return {open, go};
}

// Open the first of several files.
export function fileTaker(open) {
  return (files) => {
    const [file] = files;
    if (!file) return;
    if (file.size > MAX_BYTES) toast(`${file.name} is over 32 MB; choose a smaller page`, {isError: true});
    // No charset, so that the page's own declaration is used.
    else open(() => send(at("/api/pages", {name: file.name}), file, "text/html"));
    if (files.length > 1) toast("Only the first file was opened. Projects accept many files.");
  };
}

function fileCard(take) {
  const choose = h("input", {type: "file", id: "file", class: "sr", accept: ".html,.htm,.xhtml,.xht,.shtml,.php,.asp,.aspx,text/html", onchange: (event) => take(event.target.files)});
  return h("section", {class: "card drop-file"},
    h("h2", {}, "A file"),
    h("p", {class: "quiet"}, "Drop a saved page anywhere here, or"),
    choose, h("label", {for: "file", class: "button"}, "Choose a file"));
}

// Accept dropped files in a document; `host` shows it.
export function dropZone(target, take, {host, signal}) {
  const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  let depth = 0;
  const on = (name, act) => target.addEventListener(name, (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    act(event);
    host.classList.toggle("dropping", depth > 0);
  }, {capture: true, signal});
  on("dragenter", () => (depth += 1));
  on("dragleave", () => (depth -= 1));
  on("dragover", () => {});
  on("drop", (event) => {
    depth = 0;
    take(event.dataTransfer.files);
  });
}

function urlCard({open}) {
  const field = h("input", {type: "url", id: "address", placeholder: "https://example.org/news", autocomplete: "off", spellcheck: "false"});
  const button = h("button", {}, "Fetch");
  const ask = (event) => {
    event.preventDefault();
    if (field.value.trim()) open(() => post("/api/pages/address", {url: field.value.trim()}), button);
    else field.focus();
  };
  return h("section", {class: "card"},
    h("h2", {}, h("label", {for: "address"}, "URL of a page")),
    h("form", {class: "row nowrap", novalidate: true, onsubmit: ask}, field, button));
}

function pasteCard({open}) {
  const field = h("textarea", {id: "paste", rows: 6, spellcheck: "false", placeholder: "<!DOCTYPE html> …", class: "code"});
  const url = h("input", {type: "url", id: "paste-url", placeholder: "optional", autocomplete: "off"});
  const button = h("button", {class: "main"}, "Open the page");
  const ask = () => {
    if (!field.value.trim()) {
      toast("Paste the HTML of a page first", {isError: true});
      field.focus();
      return;
    }
    const target = at("/api/pages", {name: titleIn(field.value), url: url.value.trim()});
    open(() => send(target, field.value, "text/html; charset=utf-8"), button);
  };
  button.addEventListener("click", ask);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) ask();
  });
  return h("section", {class: "card"},
    h("h2", {}, h("label", {for: "paste"}, "HTML")),
    field,
    h("div", {class: "row between"}, h("label", {for: "paste-url", class: "quiet"}, "Its URL ", url), button));
}

function titleIn(html) {
  const title = /<title[^>]*>([^<]*)/i.exec(html.slice(0, 100_000))?.[1].replace(/\s+/g, " ").trim();
  return title?.slice(0, 80) ?? "";
}

function setsCard(tools, sets) {
  if (!sets.length) {
    return h("section", {class: "card"}, h("h2", {}, "Sets"), empty("No set is loaded",
      "Start the studio with gold sets, folders of pages, or archives, and their pages are listed here:",
      h("p", {}, h("code", {}, "webwinnow studio my-pages/ wcxb-dev.tar.xz"))));
  }
  const body = h("div", {class: "column"});
  let chosen = null;
  const choose = async (id) => {
    chosen = id;
    fill(body, h("p", {class: "quiet"}, "Opening the set …"));
    const parts = await setParts(id, tools).catch((error) => h("p", {class: "error"}, error.message));
    // Sets load slowly: the user may have chosen another one.
    if (chosen === id) fill(body, parts);
  };
  const select = h("select", {id: "set", onchange: () => choose(select.value)}, sets.map((set) => h("option", {value: set.id}, set.name)));
  choose(sets[0].id);
  return h("section", {class: "card column"}, h("h2", {}, h("label", {for: "set"}, "Sets")), select, body);
}

// Resolves when the first names are loaded.
async function setParts(set, {open}) {
  const count = h("p", {class: "quiet", role: "status"});
  const list = h("ul", {class: "name-list"});
  const more = h("button", {}, "Show more");
  const search = h("input", {type: "search", "aria-label": "Search the pages of the set", placeholder: "Search by name"});
  let shown = 0;
  let turn = 0;
  const ask = async (from) => {
    const mine = ++turn;
    const found = await get(at(`/api/sets/${encodeURIComponent(set)}`, {from, count: NAMES_PER_REQUEST, search: search.value.trim()}));
    if (mine !== turn) return;
    const rows = found.names.map((name) => h("li", {}, h("button", {class: "plain", onclick: (event) => open(() => post(`/api/sets/${encodeURIComponent(set)}/open`, {name}), event.target)}, name)));
    if (from) list.append(...rows);
    else fill(list, rows);
    shown = from + rows.length;
    more.hidden = shown >= found.found;
    const what = found.has_gold ? `page${found.found === 1 ? "" : "s"} with gold` : `page${found.found === 1 ? "" : "s"} without gold`;
    count.textContent = found.found ? `${found.found.toLocaleString("en")} ${what}` : search.value ? "No page matches" : "The set has no pages";
  };
  const showError = (error) => toast(error.message, {isError: true});
  search.addEventListener("input", debounce(() => ask(0).catch(showError)));
  more.addEventListener("click", () => ask(shown).catch(showError));
  await ask(0);
  return [search, count, list, more];
}

// List a page that was opened several times once.
function uniquePages(pages) {
  const known = new Map();
  for (const page of pages) {
    // Pasted pages without a title are all different.
    const key = page.name === "pasted page" ? page.id : JSON.stringify([page.name, page.url, page.set]);
    if (!known.has(key)) known.set(key, page);
  }
  return [...known.values()];
}

function recentCard({go}, opened) {
  const recent = uniquePages(opened);
  if (!recent.length) return null;
  return h("section", {class: "card"},
    h("h2", {}, "Opened before"),
    h("ul", {class: "name-list"}, recent.slice(0, 20).map((page) => h("li", {},
      h("button", {class: "plain", onclick: () => go(page.id)}, page.name),
      page.set && h("span", {class: "quiet"}, ` ${page.set}`)))),
    h("p", {class: "quiet small"}, "Most recent first. The list is cleared when the studio ends."));
}
