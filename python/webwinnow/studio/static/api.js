// Talks to the studio's server. Whatever goes wrong is a Refusal with one line for people.

export class Refusal extends Error {
  constructor(message, status, answer) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}

async function call(method, address, body, type) {
  const options = {method, headers: {}};
  if (body !== undefined) {
    options.body = type ? body : JSON.stringify(body);
    options.headers["Content-Type"] = type ?? "application/json";
  }
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new Refusal("The studio's server does not answer; is it still running?", 0);
  }
  const isJson = response.headers.get("Content-Type")?.includes("json");
  const answer = isJson ? await response.json().catch(() => null) : await response.text();
  if (!response.ok) throw new Refusal(answer?.error ?? `The server said ${response.status}`, response.status, answer);
  return answer;
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
