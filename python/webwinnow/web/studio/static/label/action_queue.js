// What an annotator does to a page, on its way to the server: one act after the other, none lost.

import {post} from "/static/api.js";

const RETRY_SECONDS = [1, 2, 4, 8];
const PATIENCE = 2000; // milliseconds that others wait for acts
// Where the acts of an annotator go; whoever settles differences has others.
const PATHS = {label: "labels", undo: "undo", redo: "redo", done: "done"};
export const SETTLING_PATHS = {label: "final", undo: "final/undo", redo: "final/redo"};

// Those with acts that the server has not acknowledged, by address; they outlive the view that they began in.
const unsaved = new Map();

window.addEventListener("beforeunload", (event) => {
  if (unsaved.size) event.preventDefault();
});

// Acts that are still on their way when their page is opened again.
export const unsavedActs = (address, who) => unsaved.get(keyOf(address, who));
// Resolves when nothing is on its way, but does not wait for a server that keeps everybody waiting.
export const allSent = () => soon(Promise.all([...unsaved.values()].map((acts) => acts.drained())));
export const soon = (promise) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
const keyOf = (address, who) => `${address} ${JSON.stringify(who)}`;

export class Acts {
  // `address` is that of the page, `state` what the server has said of it, `who` what each request says beside.
  // The label to be seen is `labels[run]`: what the server has said, changed by what it does not know yet.
  constructor(address, who, state, paths = PATHS) {
    Object.assign(this, {address, who, paths});
    this.pending = [];
    this.savedTouched = [];
    this.waiting = [];
    this.failures = 0;
    this.error = null;
    this.listeners = {};
    this.take(state);
  }

  // "change" (labels or state), "saving" (what is on its way), "conflict" (somebody else was here), "refused" (line)
  on(listeners) {
    this.listeners = listeners;
  }

  label(runs, label) {
    return this.add({act: "label", body: {runs, label}});
  }

  undo() {
    return this.add({act: "undo", body: {}});
  }

  redo() {
    return this.add({act: "redo", body: {}});
  }

  done(isDone, rest = null) {
    return this.add({act: "done", body: {done: isDone, rest}});
  }

  // Resolves when nothing is on its way, or at once where the server does not answer.
  async drained() {
    if (this.isRunning) await new Promise((resolve) => this.waiting.push(resolve));
  }

  // Tries what has failed now rather than later.
  retry() {
    clearTimeout(this.timer);
    this.timer = null;
    this.run();
  }

  // Resolves to the server's answer; null where the act came to nothing, which the listeners have been told.
  add(act) {
    act.promise = new Promise((resolve) => (act.resolve = resolve));
    this.pending.push(act);
    unsaved.set(this.key, this);
    this.overlay();
    this.tell("change");
    this.tell("saving");
    this.run();
    return act.promise;
  }

  get key() {
    return keyOf(this.address, this.who);
  }

  async run() {
    if (this.isRunning || this.timer) return;
    this.isRunning = true;
    while (this.pending.length && await this.sendFirst()) this.tell("saving");
    this.isRunning = false;
    if (!this.pending.length) unsaved.delete(this.key);
    this.tell("saving");
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  // Whether the rest may follow.
  async sendFirst() {
    const [act] = this.pending;
    try {
      const answer = await post(`${this.address}/${this.paths[act.act]}`, {...this.who, act: this.act, ...act.body});
      this.settle(act, answer);
    } catch (error) {
      if (error.status === 0 || error.status >= 500) return this.wait(error);
      if (error.status === 409 && error.answer.labels) this.meet(act, error.answer);
      else this.refuse(act, error);
    }
    this.failures = 0;
    this.error = null;
    return true;
  }

  settle(act, answer) {
    this.pending.shift();
    this.take(answer);
    act.resolve(answer);
    this.tell("change");
  }

  // The server knows other acts than we do. Where it is the first of ours, whose answer was lost, all is well.
  meet(act, state) {
    if (isResultOf(act, state, this)) {
      this.settle(act, state);
      return;
    }
    for (const lost of this.pending.splice(0)) lost.resolve(null);
    this.take(state);
    this.tell("change");
    this.tell("conflict");
  }

  refuse(act, error) {
    this.pending.shift();
    this.overlay();
    act.resolve(null);
    this.tell("change");
    this.tell("refused", error);
  }

  wait(error) {
    this.error = error;
    this.pending[0].isRepeated = true;
    const seconds = RETRY_SECONDS[Math.min(this.failures++, RETRY_SECONDS.length - 1)];
    this.timer = setTimeout(() => this.retry(), 1000 * seconds);
    return false;
  }

  // Takes what the server has said; what it leaves out is as it was.
  take({labels, changes = [], touched, act, state, can_undo: canUndo, can_redo: canRedo}) {
    if (labels) this.saved = labels;
    else for (const [run, label] of changes) this.saved[run] = label;
    this.savedTouched = touched ?? [...this.savedTouched, ...changes.map(([run]) => run)];
    Object.assign(this, {act, state, canUndo, canRedo});
    this.overlay();
  }

  // `touched` are the runs whose label is the annotator's own.
  overlay() {
    this.labels = [...this.saved];
    this.touched = new Set(this.savedTouched);
    for (const {body} of this.pending.filter(({act}) => act === "label")) {
      for (const run of body.runs) {
        this.labels[run] = body.label;
        this.touched.add(run);
      }
    }
  }

  tell(name, detail) {
    this.listeners[name]?.(detail);
  }
}

// Whether this state is what the act would have led to, had we heard of it. What undo and redo lead to is not known
// here: they are known again by what can be done after them, and only where they have been sent before.
function isResultOf({act, body, isRepeated}, state, {act: lastAct, saved, canUndo, canRedo}) {
  const steps = state.act - lastAct;
  const isSame = () => state.labels.every((label, run) => label === saved[run] || (body.rest && !saved[run]));
  switch (act) {
    case "label": return steps === 1 && body.runs.every((run) => state.labels[run] === body.label);
    case "undo": return isRepeated && steps === 1 && canUndo && state.can_redo;
    case "redo": return isRepeated && steps === 1 && canRedo && state.can_undo;
    // To fill up what has no label is a step of its own.
    case "done": return isRepeated && (steps === 1 || (body.rest && steps === 2)) && (state.state === "done") === body.done && isSame();
    default: return false;
  }
}
