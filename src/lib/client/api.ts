/**
 * The one way from an island to the server (rules 15): form-encoded bodies with bracket arrays, credentials, repeated
 * reads cancelled, writes queued; by ofetch a 30 s timeout and a second try for reads that the line has cut. Rejects with
 * AppError; `react()` shows what the error catalogue defines.
 */
import { createFetch } from 'ofetch';
import type { Sent } from '#lib/contract/call.ts';
import { requestTimeout } from '#lib/contract/constants.ts';
import { AppError, type Envelope, isSuccess } from '#lib/contract/errors.ts';

/** A read replaced by a newer one of the same address; nothing is shown. */
export class CancelledError extends Error {
  override name = 'CancelledError';
}

/** No response within 30 seconds, or no connection. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

export interface CallOptions {
  headers?: Record<string, string>;
  /** The request outlives the page that sends it (at most 64 KB). */
  keepalive?: boolean;
}

interface Request {
  method: string;
  body?: URLSearchParams | FormData;
  headers?: Record<string, string>;
  keepalive?: boolean;
  /** A newer read of the same address ends this one. Not `signal`, which would take the place of the timeout. */
  cancel?: AbortSignal;
}

/** Milliseconds before a read that was cut is sent again. */
const retryDelay = 300;

/**
 * The browser's fetch with the whole body, which a timeout ends too: ofetch's own ends with the headers. Cancelled by
 * `cancel` besides.
 */
async function wholeFetch(address: RequestInfo | URL, options: RequestInit & Pick<Request, 'cancel'> = {}) {
  const { cancel, signal, ...rest } = options;
  const ends = [cancel, signal].filter((one) => one != null);
  const response = await fetch(address, { ...rest, signal: AbortSignal.any(ends) });
  const text = await response.text();
  return new Response(text || null, { status: response.status, headers: response.headers });
}

const http = createFetch({
  fetch: wholeFetch,
  defaults: {
    timeout: requestTimeout,
    credentials: 'same-origin',
    responseType: 'text',
    // A refusal is an envelope like a success; it is no reason to ask again.
    ignoreResponseError: true,
    // Of reads alone, as ofetch has it: a write that was cut may have arrived.
    retryDelay,
    onRequestError({ error, options }) {
      // Cancelled, or no answer in time: only a cut line is worth a second try.
      if (!(error instanceof TypeError)) options.retry = false;
      // The second try gets a timeout of its own.
      delete options.signal;
    },
  },
});

const reading = new Map<string, AbortController>();
let writes: Promise<unknown> = Promise.resolve();

/** Calls the server and returns the envelope's data. Rejects with AppError, CancelledError or TimeoutError. */
export function call<In, Out>(to: Sent<In, Out>, input: In, options: CallOptions = {}): Promise<Out> {
  const { path, rest } = fillPath(to.path, input);
  if (to.method === 'GET') return read<Out>(to, path, rest, options);
  // Writes are never cancelled: each waits for the one before, so quick adds arrive in order and none is lost.
  const { headers = {}, keepalive = false } = options;
  const run = () => send<Out>(path, { method: to.method, body: bodyOf(rest), headers, keepalive });
  const result = writes.then(run, run);
  writes = result.catch(() => undefined);
  return result;
}

/**
 * Sends a write from a page that may be going away: synchronously, in parallel to those in progress. Rejects as `call`.
 */
export async function sendLast<In, Out>(to: Sent<In, Out>, input: In): Promise<Out> {
  const { path, rest } = fillPath(to.path, input);
  return send(path, { method: to.method, body: encodeForm(rest), keepalive: true });
}

declare global {
  /** The request of a script in the head, made before this one was loaded (islands/goods/early-offers). */
  var earlyAnswer: { address: string; answer: Promise<{ status: number; text: string }> } | undefined;
}

/** The early response for this address, used once: any later request, even of another address, ignores it. */
function takeEarly(path: string, address: string) {
  const early = globalThis.earlyAnswer;
  if (!early?.address.startsWith(`${path}?`)) return undefined;
  globalThis.earlyAnswer = undefined;
  return early.address === address ? early.answer : undefined;
}

async function read<Out>(
  to: Sent,
  path: string,
  input: Record<string, unknown>,
  options: CallOptions,
): Promise<Out> {
  const query = encodeForm(input);
  query.sort();
  const address = query.size > 0 ? `${path}?${query}` : path;
  const request = { method: 'GET', headers: options.headers ?? {} };
  if (to.isExempt) return send<Out>(address, request);
  // One that did not arrive is requested again.
  const early = takeEarly(path, address);
  const found = early && (await early.catch(() => undefined));
  if (found) return openAnswer<Out>(found.text, found.status);
  const controller = new AbortController();
  reading.get(`GET ${address}`)?.abort();
  reading.set(`GET ${address}`, controller);
  try {
    return await send<Out>(address, { ...request, cancel: controller.signal });
  } finally {
    if (reading.get(`GET ${address}`) === controller) reading.delete(`GET ${address}`);
  }
}

/** Sends at once: nothing is awaited before. */
async function send<Out>(address: string, request: Request): Promise<Out> {
  let answer: { status: number; _data?: string };
  try {
    answer = await http.raw<string, 'text'>(address, request);
  } catch (error) {
    if (request.cancel?.aborted) throw new CancelledError();
    throw new TimeoutError(String(error));
  }
  return openAnswer<Out>(answer._data ?? '', answer.status);
}

/** The data of a response that did not come by `fetch`. Throws AppError for a refusal. */
export function openAnswer<Out>(text: string, status: number): Out {
  return open<Out>(readJson(text), status);
}

/** The content of a response; undefined where it is not JSON, e.g. a proxy's error page. */
function readJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The data of an envelope; throws AppError for a refusal, or for anything else. */
function open<Out>(answer: Envelope<Out> | undefined, status: number): Out {
  if (typeof answer?.code !== 'number') throw new AppError(status >= 400 ? status : 500);
  if (!isSuccess(answer.code)) throw new AppError(answer.code, answer.message, answer.data);
  return answer.data;
}

function fillPath(pattern: string, input: unknown) {
  const rest: Record<string, unknown> = typeof input === 'object' ? { ...input } : {};
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path, rest };
}

/** Files are sent as multipart with their fields, everything else as a form. */
function bodyOf(input: Record<string, unknown>): URLSearchParams | FormData {
  if (!Object.values(input).some((value) => value instanceof Blob)) return encodeForm(input);
  const form = new FormData();
  for (const [key, value] of Object.entries(input)) {
    if (value instanceof Blob) form.append(key, value);
    else if (value !== undefined && value !== null) form.append(key, String(value));
  }
  return form;
}

/** Nested input as a form: `ids[]=1`, `lines[0][goods_id]=1`. Undefined and null are left out. */
export function encodeForm(input: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) append(form, key, value);
  return form;
}

function append(form: URLSearchParams, key: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) {
    const isFlat = value.every((part) => typeof part !== 'object');
    value.forEach((part, i) => {
      append(form, isFlat ? `${key}[]` : `${key}[${i}]`, part);
    });
  } else if (typeof value === 'object') {
    for (const [name, part] of Object.entries(value)) append(form, `${key}[${name}]`, part);
  } else {
    form.append(key, String(value));
  }
}
