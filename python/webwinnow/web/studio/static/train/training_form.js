// Form to start a training: pages, method, model name.

import {countNoun, empty, fill, h} from "/static/dom.js";

// `begin(wanted)` gets the body of the request; its errors are shown.
export function trainingForm({projects, sets, training, query, begin}) {
  if (!projects.length && !sets.length) return nothing();
  let methods = training.methods, taken = namesOf(training), isNamed = false, isBusy = false;

  const origin = h("select", {name: "origin", required: true}, originOptions(projects, sets));
  const method = h("select", {name: "method"});
  const onTop = h("input", {type: "checkbox", name: "on_top", checked: true});
  const name = h("input", {type: "text", name: "name", required: true, maxlength: 60, pattern: "[a-z0-9][a-z0-9_\\-]*", autocomplete: "off", spellcheck: "false"});
  const seed = h("input", {type: "number", name: "seed", min: 0, max: 2147483647, step: 1, value: "0"});
  const aboutOrigin = h("p", {class: "quiet hint", id: "about-origin"});
  const aboutMethod = h("p", {class: "quiet hint", id: "about-method"});
  const problem = h("p", {class: "error", role: "alert"});
  const start = h("button", {class: "main"}, "Start training");
  const onTopLine = h("label", {class: "top"}, onTop, "On top of its own model");
  origin.setAttribute("aria-describedby", "about-origin");
  method.setAttribute("aria-describedby", "about-method");

  function chosen() {
    const [kind, ...rest] = origin.value.split(":");
    const id = rest.join(":");
    return kind === "project" ? projects.find((each) => String(each.id) === id) : sets.find((each) => each.id === id);
  }

  function drawMethods() {
    const before = method.value;
    fill(method, methods.map((each) => h("option", {value: each.name, disabled: each.is_ready === false}, each.is_ready === false ? `${each.name} (unavailable)` : each.name)));
    const usable = methods.filter((each) => each.is_ready !== false).map((each) => each.name);
    method.value = usable.includes(before) ? before : usable.includes("winnow") ? "winnow" : usable[0] ?? "";
  }

  function draw() {
    const found = methods.find((each) => each.name === method.value);
    const from = chosen();
    const missing = methods.filter((each) => each.problem);
    onTopLine.hidden = !found?.on_top;
    fill(aboutOrigin, aboutPages(origin.value, from));
    fill(aboutMethod, found?.summary ?? "", missing.map((each) => h("span", {class: "line"}, `${each.name} cannot be trained here: ${each.problem}`)));
    start.disabled = isBusy || !found || (origin.value.startsWith("project:") && !from?.ready);
    if (!isNamed) name.value = proposed(method.value, from?.name ?? "", taken);
  }

  async function send(event) {
    event.preventDefault();
    problem.textContent = "";
    const [kind] = origin.value.split(":"), from = chosen();
    const found = methods.find((each) => each.name === method.value);
    isBusy = true;
    draw();
    try {
      await begin({
        ...(kind === "project" ? {project: from.id} : {set: from.id}),
        method: method.value,
        on_top: Boolean(found.on_top && onTop.checked),
        seed: Number(seed.value),
        name: name.value.trim(),
      });
      isNamed = false;
    } catch (error) {
      problem.textContent = error.message;
    }
    isBusy = false;
    draw();
  }

  const element = h("form", {class: "card begin", onsubmit: send, "aria-labelledby": "begin-title"},
    h("h2", {id: "begin-title"}, "Train a method"),
    h("div", {class: "fields"},
      h("div", {}, field("Learn from", origin), aboutOrigin),
      h("div", {}, field("Method", method), aboutMethod, onTopLine),
      h("div", {}, field("Name of the model", name), h("p", {class: "quiet hint"}, "Lower-case letters, digits, hyphens. It appears in the method list."),
        h("details", {}, h("summary", {}, "More"), field("Random seed", seed)))),
    problem,
    h("div", {class: "row"}, start));

  name.addEventListener("input", () => (isNamed = name.value !== ""));
  for (const each of [origin, method]) each.addEventListener("change", draw);
  drawMethods();
  const wanted = query.get("project") ? `project:${query.get("project")}` : query.get("set") ? `set:${query.get("set")}` : null;
  if (wanted && [...origin.options].some((option) => option.value === wanted)) origin.value = wanted;
  draw();

  return {
    element,
    update(now) {
      taken = namesOf(now);
      if (JSON.stringify(now.methods) !== JSON.stringify(methods)) {
        methods = now.methods;
        drawMethods();
      }
      draw();
    },
    // Fill in the same values again, with another name if it is taken.
    again(task) {
      const value = `${task.origin.kind}:${task.origin.id}`;
      if ([...origin.options].some((option) => option.value === value)) origin.value = value;
      method.value = task.method;
      onTop.checked = task.on_top;
      seed.value = task.seed;
      name.value = task.name;
      isNamed = !taken.includes(task.name);
      draw();
      start.focus();
      element.scrollIntoView({block: "nearest"});
    },
  };
}

function nothing() {
  const element = empty("No training pages yet",
    "Training needs labelled pages: label some in a project, or start the studio with a gold set.",
    h("a", {class: "button", href: "#/projects"}, "Go to the projects"));
  return {element, update() {}, again() {}};
}

function field(label, control) {
  return h("label", {class: "field"}, h("span", {}, label), control);
}

function originOptions(projects, sets) {
  // Sources with gold come first.
  const sorted = [...projects].sort((one, other) => Boolean(other.ready) - Boolean(one.ready));
  const group = (label, options) => (options.length ? h("optgroup", {label}, options) : null);
  return [
    group("Projects", sorted.map((each) => h("option", {value: `project:${each.id}`}, each.name))),
    group("Loaded sets", sets.filter((each) => each.has_gold !== false).map((each) => h("option", {value: `set:${each.id}`}, each.name))),
  ].filter(Boolean);
}

function aboutPages(value, found) {
  if (!found) return "";
  if (!value.startsWith("project:")) return found.pages === null ? found.place : `${countNoun(found.pages, "page")} with gold`;
  if (!found.pages) return ["The project has no pages. ", h("a", {href: `#/projects/${found.id}`}, "Add some")];
  const ready = `${found.ready.toLocaleString("en")} of ${countNoun(found.pages, "page")} have gold`;
  return found.ready < found.pages ? [`${ready}. A page has gold when it is done and all differences are settled. `, h("a", {href: `#/projects/${found.id}`}, "Label more")] : `${ready}.`;
}

function namesOf({jobs, models, methods}) {
  const waiting = jobs.filter((job) => job.state === "queued" || job.state === "running");
  return [...models, ...methods].map((each) => each.name).concat(waiting.map((job) => job.task.name));
}

function proposed(method, from, taken) {
  const plain = from.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 40) || "mine";
  const stem = `${method}-${plain}`;
  for (let number = 1; ; number++) {
    const name = number === 1 ? stem : `${stem}-${number}`;
    if (!taken.includes(name)) return name;
  }
}
