// Queue of label actions: sends them to the server in order and retries after failures.

import {post} from "/static/api.js";

const RETRY_SECONDS = [1, 2, 4, 8];
const SAVE_TIMEOUT = 2000; // milliseconds to wait for unsaved actions
// Paths of the actions of annotators and of the adjudicator.
const PATHS = {label: "labels", undo: "undo", redo: "redo", done: "done"};
export const SETTLING_PATHS = {label: "final", undo: "final/undo", redo: "final/redo"};

// Queues with unsaved actions, by key; they outlive their view.
const unsaved = new Map();

window.addEventListener("beforeunload", (event) => {
  if (unsaved.size) event.preventDefault();
});

// Queue of a page with unsaved actions, or undefined.
export const unsavedActions = (url, who) => unsaved.get(keyOf(url, who));
// Resolves when all actions are saved, or after a time limit.
export const allSent = () => withTimeout(Promise.all([...unsaved.values()].map((actions) => actions.drained())));
export const withTimeout = (promise) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, SAVE_TIMEOUT))]);
const keyOf = (url, who) => `${url} ${JSON.stringify(who)}`;

export class ActionQueue {
  // `url` is that of the page, `state` the server's labels, `who` fields of every request.
  // `labels[run]` is the saved label with the unsaved actions applied.
  constructor(url, who, state, paths = PATHS) {
    Object.assign(this, {url, who, paths});
    this.pending = [];
    this.savedTouched = [];
    this.waiting = [];
    this.failures = 0;
    this.error = null;
    this.listeners = {};
    this.take(state);
  }

  // Events: "change" (labels or state), "saving" (queue), "conflict" (changed elsewhere), "rejected" (error)
  on(listeners) {
    this.listeners = listeners;
  }

  label(runs, label) {
    return this.add({kind: "label", body: {runs, label}});
  }

  undo() {
    return this.add({kind: "undo", body: {}});
  }

  redo() {
    return this.add({kind: "redo", body: {}});
  }

  done(isDone, rest = null) {
    return this.add({kind: "done", body: {done: isDone, rest}});
  }

  // Resolves when the queue is empty or waits for a retry.
  async drained() {
    if (this.isRunning) await new Promise((resolve) => this.waiting.push(resolve));
  }

  // Retry now.
  retry() {
    clearTimeout(this.timer);
    this.timer = null;
    this.run();
  }

  // Resolves to the response; null after a rejection or conflict, which the listeners get as an event.
  add(action) {
    action.promise = new Promise((resolve) => (action.resolve = resolve));
    this.pending.push(action);
    unsaved.set(this.key, this);
    this.overlay();
    this.emit("change");
    this.emit("saving");
    this.run();
    return action.promise;
  }

  get key() {
    return keyOf(this.url, this.who);
  }

  async run() {
    if (this.isRunning || this.timer) return;
    this.isRunning = true;
    while (this.pending.length && await this.sendFirst()) this.emit("saving");
    this.isRunning = false;
    if (!this.pending.length) unsaved.delete(this.key);
    this.emit("saving");
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  // Returns true if the next action can be sent.
  async sendFirst() {
    const [action] = this.pending;
    try {
      const response = await post(`${this.url}/${this.paths[action.kind]}`, {...this.who, act: this.act, ...action.body});
      this.settle(action, response);
    } catch (error) {
      if (error.status === 0 || error.status >= 500) return this.wait(error);
      if (error.status === 409 && error.body.labels) this.handleConflict(action, error.body);
      else this.reject(action, error);
    }
    this.failures = 0;
    this.error = null;
    return true;
  }

  settle(action, response) {
    this.pending.shift();
    this.take(response);
    action.resolve(response);
    this.emit("change");
  }

  // Handle a conflict. If the server already applied this action and only the response was lost, accept it.
  handleConflict(action, state) {
    if (isResultOf(action, state, this)) {
      this.settle(action, state);
      return;
    }
    for (const lost of this.pending.splice(0)) lost.resolve(null);
    this.take(state);
    this.emit("change");
    this.emit("conflict");
  }

  reject(action, error) {
    this.pending.shift();
    this.overlay();
    action.resolve(null);
    this.emit("change");
    this.emit("rejected", error);
  }

  wait(error) {
    this.error = error;
    this.pending[0].isRepeated = true;
    const seconds = RETRY_SECONDS[Math.min(this.failures++, RETRY_SECONDS.length - 1)];
    this.timer = setTimeout(() => this.retry(), 1000 * seconds);
    return false;
  }

  // Take over the state of a response; missing fields stay.
  take({labels, changes = [], touched, act, state, can_undo: canUndo, can_redo: canRedo}) {
    if (labels) this.saved = labels;
    else for (const [run, label] of changes) this.saved[run] = label;
    this.savedTouched = touched ?? [...this.savedTouched, ...changes.map(([run]) => run)];
    Object.assign(this, {act, state, canUndo, canRedo});
    this.overlay();
  }

  // `touched` are the runs that the annotator labelled.
  overlay() {
    this.labels = [...this.saved];
    this.touched = new Set(this.savedTouched);
    for (const {body} of this.pending.filter(({kind}) => kind === "label")) {
      for (const run of body.runs) {
        this.labels[run] = body.label;
        this.touched.add(run);
      }
    }
  }

  emit(name, detail) {
    this.listeners[name]?.(detail);
  }
}

// True if the state is the result of the action. The results of undo and redo are not known here; they are recognized
// by the possible next actions, and only if they were sent before.
function isResultOf({kind, body, isRepeated}, state, {act: lastChange, saved, canUndo, canRedo}) {
  const steps = state.act - lastChange;
  const isSame = () => state.labels.every((label, run) => label === saved[run] || (body.rest && !saved[run]));
  switch (kind) {
    case "label": return steps === 1 && body.runs.every((run) => state.labels[run] === body.label);
    case "undo": return isRepeated && steps === 1 && canUndo && state.can_redo;
    case "redo": return isRepeated && steps === 1 && canRedo && state.can_undo;
    // Filling unlabelled blocks is a step of its own.
    case "done": return isRepeated && (steps === 1 || (body.rest && steps === 2)) && (state.state === "done") === body.done && isSame();
    default: return false;
  }
}
