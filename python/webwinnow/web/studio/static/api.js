// Talks to the studio's server. Whatever goes wrong is a Refusal with one line for people.

export class Refusal extends Error {
  constructor(message, status, answer) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}

// Seconds that an answer may take. Work on many pages, or on a large one, takes longer; so do uploads.
const PATIENCE = 30;
const LONG_PATIENCE = 600;
const LONG_WORK = /^\/api\/sets\/|\/(address|from-set|decision|text)(\?|$)/;

async function call(method, address, body, type) {
  const seconds = type || LONG_WORK.test(address) ? LONG_PATIENCE : PATIENCE;
  const options = {method, headers: {}, signal: AbortSignal.timeout(1000 * seconds)};
  if (body !== undefined) {
    options.body = type ? body : JSON.stringify(body);
    options.headers["Content-Type"] = type ?? "application/json";
  }
  let response, text;
  try {
    response = await fetch(address, options);
    text = await response.text();
  } catch (error) {
    throw new Refusal(error.name === "TimeoutError"
      ? `The studio's server has not answered within ${seconds} seconds; try again`
      : "The studio's server does not answer; is it still running?", 0);
  }
  const isJson = response.headers.get("Content-Type")?.includes("json");
  const answer = isJson ? parsed(text) : text;
  if (!response.ok) throw new Refusal(answer?.error ?? `The server said ${response.status}`, response.status, answer);
  return answer;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const get = (address) => call("GET", address);
export const post = (address, body = {}) => call("POST", address, body);
export const patch = (address, body) => call("PATCH", address, body);
export const remove = (address) => call("DELETE", address);
// Bytes as they are, such as a dropped file.
export const send = (address, bytes, type) => call("POST", address, bytes, type);

// An address with a query; what is null or undefined is left out.
export function at(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}
