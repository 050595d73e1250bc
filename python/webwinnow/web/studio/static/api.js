// Requests to the server. Every failure is an ApiError with a one-line message.

export class ApiError extends Error {
  constructor(message, status, body) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

// Timeouts in seconds. Uploads and work on many or large pages take longer.
const TIMEOUT = 30;
const LONG_TIMEOUT = 600;
const LONG_WORK = /^\/api\/sets\/|\/(url|from-set|decision|text)(\?|$)/;

async function call(method, url, body, type) {
  const seconds = type || LONG_WORK.test(url) ? LONG_TIMEOUT : TIMEOUT;
  const options = {method, headers: {}, signal: AbortSignal.timeout(1000 * seconds)};
  if (body !== undefined) {
    options.body = type ? body : JSON.stringify(body);
    options.headers["Content-Type"] = type ?? "application/json";
  }
  let response, text;
  try {
    response = await fetch(url, options);
    text = await response.text();
  } catch (error) {
    throw new ApiError(error.name === "TimeoutError"
      ? `The server did not respond within ${seconds} seconds; try again`
      : "The server does not respond; is it still running?", 0);
  }
  const isJson = response.headers.get("Content-Type")?.includes("json");
  const content = isJson ? parseJson(text) : text;
  if (!response.ok) throw new ApiError(content?.error ?? `The server responded with status ${response.status}`, response.status, content);
  return content;
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const get = (url) => call("GET", url);
export const post = (url, body = {}) => call("POST", url, body);
export const patch = (url, body) => call("PATCH", url, body);
export const remove = (url) => call("DELETE", url);
// Send bytes, such as a dropped file.
export const send = (url, bytes, type) => call("POST", url, bytes, type);

// URL with a query; null, undefined and empty values are left out.
export function at(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}
