// The Train view: form, running and queued jobs, models, ended jobs with scores.

import {get, post, remove} from "/static/api.js";
import {announce, countNoun, fill, h, toast} from "/static/dom.js";
import {askToConfirm} from "/static/components.js";
import {scoreTable, signed} from "/static/train/score_table.js";
import {trainingForm} from "/static/train/training_form.js";

const POLL_MILLISECONDS = 1000; // milliseconds between two requests

export async function show(host, _, query) {
  const [projects, sets, first] = await Promise.all([get("/api/projects"), get("/api/sets"), get("/api/training")]);
  const form = trainingForm({projects, sets, training: first, query, begin});
  const now = h("section", {"aria-labelledby": "training-now"});
  const models = h("section", {"aria-labelledby": "training-models"});
  const jobs = h("section", {"aria-labelledby": "training-jobs"});
  const drawWork = workList(now, stop), drawEnded = endedList(jobs, form.again);
  const problem = h("p", {class: "error", role: "alert"});
  let shown = {}, state = first, timer = null, isLeft = false;

  // Redraw a part only if it has changed, so that focus and scroll position stay.
  function draw(training) {
    const before = state;
    state = training;
    const parts = {
      models: [training.models, training.broken],
      jobs: training.jobs.filter((job) => !isOpen(job)),
    };
    const changed = Object.keys(parts).filter((name) => shown[name] !== JSON.stringify(parts[name]));
    for (const name of changed) shown[name] = JSON.stringify(parts[name]);
    drawWork(training.jobs.filter(isOpen).reverse());
    if (changed.includes("models")) drawModels(models, training, {drop});
    if (changed.includes("jobs")) drawEnded(parts.jobs);
    form.update(training);
    announceChanges(before, training);
  }

  async function ask() {
    clearTimeout(timer);
    try {
      const training = await get("/api/training");
      if (isLeft) return;
      draw(training);
      problem.textContent = "";
    } catch (error) {
      problem.textContent = error.message;
    }
    const isKnown = state.methods.every((method) => method.is_ready !== null);
    if (!isLeft && (!state.is_idle || !isKnown || problem.textContent)) timer = setTimeout(ask, POLL_MILLISECONDS);
  }

  async function begin(wanted) {
    const isFirst = state.is_idle;
    const job = await post("/api/training", wanted);
    toast(isFirst ? `“${job.task.name}” is being trained` : `“${job.task.name}” is queued`);
    await ask();
    now.scrollIntoView({block: "nearest"});
  }

  async function stop(job) {
    await runOrReport(() => post(`/api/training/${job.id}/stop`));
    await ask();
  }

  async function drop(model) {
    const text = "This deletes its file. Download it first if you may need it.";
    if (!(await askToConfirm({title: `Remove “${model.name}”?`, text, action: "Remove the model"}))) return;
    if (await runOrReport(() => remove(`/api/models/${model.name}`))) toast(`“${model.name}” is removed`);
    await ask();
    models.querySelector("h2").focus();
  }

  fill(host, h("div", {class: "training"},
    h("header", {},
      h("h1", {}, "Train"),
      h("p", {class: "quiet"}, "Train a method on your labels. It is first cross-validated by site and compared with the shipped method, then trained on all pages.")),
    form.element, problem, now, models, jobs));
  draw(first);
  ask();
  return () => {
    isLeft = true;
    clearTimeout(timer);
  };
}

const isOpen = (job) => job.state === "queued" || job.state === "running";

async function runOrReport(act) {
  try {
    await act();
    return true;
  } catch (error) {
    toast(error.message, {isError: true});
    return false;
  }
}

// Announce to screen readers the start and end of phases, not each page.
function announceChanges(before, after) {
  for (const job of after.jobs) {
    const old = before.jobs.find((each) => each.id === job.id);
    if (old?.state !== job.state && old) announce(`${job.task.name}: ${STATES[job.state]}`);
    else if (job.state === "running" && old?.progress.phase !== job.progress.phase) announce(`${job.task.name}: ${phase(job)}`);
  }
}

const STATES = {queued: "queued", running: "running", finished: "finished", failed: "failed", stopped: "stopped", interrupted: "interrupted"};

function phase(job) {
  const {phase: name, done, total, fold, folds} = job.progress;
  const of = `${(done ?? 0).toLocaleString("en")} of ${countNoun(total ?? 0, "page")}`;
  return {
    reading: `Reading ${of}`,
    folds: `Fold ${fold} of ${folds}: reading ${of}`,
    "learning folds": `Fold ${fold} of ${folds}: training`,
    scoring: `Scoring ${of}`,
    "reading all": `All pages: reading ${of}`,
    learning: "Training on all pages",
    saving: "Saving the model",
  }[name] ?? "Starting";
}

function about(task) {
  const how = task.on_top ? `${task.method}, on top of its own model` : `${task.method}, from scratch`;
  return `${how} · ${task.origin.kind} “${task.origin.name}”${task.seed ? ` · seed ${task.seed}` : ""}`;
}

// Running and queued jobs, updated in place so that the focus stays.
function workList(section, stop) {
  let drawn = "", parts = [];
  return (jobs) => {
    const form = JSON.stringify(jobs.map((job) => [job.id, job.state, job.scores]));
    if (form !== drawn) {
      const focused = section.contains(document.activeElement) ? document.activeElement.dataset.job : null;
      parts = jobs.map((job) => atWork(job, stop));
      fill(section, jobs.length ? [h("h2", {id: "training-now"}, "Running"), parts.map((part) => part.element)] : []);
      if (focused) section.querySelector(`[data-job="${focused}"]`)?.focus();
      drawn = form;
    }
    parts.forEach((part, place) => part.update(jobs[place]));
  };
}

function atWork(job, stop) {
  const isRunning = job.state === "running";
  const words = h("p", {class: "phase"}, "Queued behind the running job");
  const bar = h("progress", {max: 1, "aria-label": `Training of ${job.task.name}`});
  const element = h("article", {class: "card job", "aria-label": `Training ${job.task.name}`},
    h("div", {class: "row spread"},
      h("h3", {}, job.task.name),
      h("button", {"aria-label": `Stop training ${job.task.name}`, dataset: {job: job.id}, onclick: () => stop(job)}, isRunning ? "Stop" : "Remove")),
    h("p", {class: "quiet"}, about(job.task)),
    isRunning ? bar : null,
    words,
    job.scores ? scores(job.scores) : null);
  return {
    element,
    update(now) {
      if (!isRunning) return;
      bar.value = now.progress.share ?? 0;
      bar.setAttribute("aria-valuetext", phase(now));
      const seconds = Math.max(0, Math.round(Date.now() / 1000 - now.started));
      fill(words, phase(now), h("span", {class: "quiet"}, ` · ${duration(seconds)}`));
    },
  };
}

function drawModels(section, {models, broken}, {drop}) {
  const wrong = Object.entries(broken);
  fill(section,
    h("h2", {id: "training-models", tabindex: -1}, "Models"),
    models.length
      ? h("div", {class: "grid"}, models.map((model) => modelCard(model, drop)))
      : h("p", {class: "quiet"}, "No models yet. Trained models are listed here and among the methods."),
    wrong.map(([file, problem]) => h("p", {class: "error"}, `${file} is unusable: ${problem}`)));
}

function modelCard(model, drop) {
  const copy = async () => {
    try {
      // The clipboard is not available to pages loaded by plain HTTP from another machine.
      await navigator.clipboard.writeText(model.command);
      toast("Command copied");
    } catch {
      toast("The browser does not allow copying; select the command and copy it yourself", {isError: true});
    }
  };
  const made = model.card.made ? new Date(model.card.made).toLocaleString("en", {dateStyle: "medium", timeStyle: "short"}) : null;
  return h("article", {class: "card model", "aria-label": `Model ${model.name}`},
    h("h3", {}, model.name),
    h("p", {}, model.summary),
    h("p", {class: "quiet"}, [made, `${Math.ceil(model.size / 1000).toLocaleString("en")} KB`, gain(model.card.scores)].filter(Boolean).join(" · ")),
    h("div", {class: "row"},
      h("a", {class: "button", href: `#/look?method=${encodeURIComponent(model.name)}`, "aria-label": `Look with ${model.name}`}, "Look with it"),
      h("a", {class: "button", href: `/api/models/${encodeURIComponent(model.name)}/file`, download: "", "aria-label": `Download ${model.name}`}, "Download"),
      h("button", {class: "plain", "aria-label": `Remove ${model.name}`, onclick: () => drop(model)}, "Remove…")),
    h("details", {},
      h("summary", {}, "On the command line"),
      h("div", {class: "command"}, h("code", {}, model.command), h("button", {"aria-label": `Copy the command for ${model.name}`, onclick: copy}, "Copy"))));
}

function gain(found) {
  const measure = found?.measures.find(({key}) => key === "bag_f1");
  if (!measure || measure.difference === null) return null;
  return `bag F1 ${measure.trained.value.toFixed(3)} in folds (${signed(measure.difference)})`;
}

// Ended jobs. A job that ends while the view is open is expanded; others stay as they are.
function endedList(section, again) {
  let known = null;
  return (jobs) => {
    const open = new Set([...section.querySelectorAll("details[open]")].map((each) => each.dataset.job));
    for (const {id} of jobs) if (known && !known.has(id)) open.add(id);
    known = new Set(jobs.map(({id}) => id));
    fill(section, jobs.length
      ? [h("h2", {id: "training-jobs"}, "Ended jobs"), jobs.map((job) => ended(job, again, open.has(job.id)))]
      : []);
  };
}

function ended(job, again, isOpened) {
  const took = job.started ? ` · took ${duration(Math.round(job.ended - job.started))}` : "";
  const when = new Date(job.ended * 1000).toLocaleString("en", {dateStyle: "medium", timeStyle: "short"});
  return h("details", {class: "card job", open: isOpened, dataset: {job: job.id}},
    h("summary", {}, h("h3", {}, job.task.name), " ", h("span", {class: `state ${job.state}`}, STATES[job.state]), " ", h("span", {class: "quiet"}, gain(job.scores))),
    h("p", {class: "quiet"}, `${about(job.task)} · ${when}${took}`),
    job.error ? h("p", {class: "error"}, job.error) : null,
    job.state === "interrupted" ? h("p", {}, "The studio was stopped.") : null,
    job.scores ? scores(job.scores) : null,
    job.state === "finished" ? null : h("button", {onclick: () => again(job.task)}, "Fill in the form again"));
}

function scores(found) {
  return [
    found.why_not ? h("p", {class: "notice"}, `No scores of the trained method: ${found.why_not}.`) : null,
    found.measures.length ? scoreTable(found) : null,
    found.notes.length ? h("ul", {class: "quiet notes"}, found.notes.map((note) => h("li", {}, note))) : null,
  ];
}

function duration(seconds) {
  const minutes = Math.floor(seconds / 60);
  return minutes ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
