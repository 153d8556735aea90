/** Calling the shop from outside, without the conveniences of its own client. */
import { type BrowserContext, expect } from '@playwright/test';
import { api } from '#lib/contract/api.ts';
import type { Call } from '#lib/contract/call.ts';
import type { Envelope } from '#lib/contract/errors.ts';

export interface Asked {
  /** A form as it is sent, e.g. `ids[]=1`; for reads it becomes the query. */
  form?: string;
  /** Sent as JSON text, well-formed or not. */
  json?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  /** `GET /api/cart/list`, for messages. */
  label: string;
  status: number;
  headers: Record<string, string>;
  text: string;
  /** Undefined when the answer is no JSON. */
  envelope: Envelope<unknown> | undefined;
}

function readEnvelope(text: string): Envelope<unknown> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const origin = `http://127.0.0.1:${process.env.E2E_PORT}`;

/** Puts cookies of an answer where the visitor's pages find them. */
async function keepCookies(visitor: BrowserContext, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(name.length + 1);
    const has = (word: string) => rest.some((part) => part.toLowerCase() === word);
    const age = rest.find((part) => /^max-age=/i.test(part))?.slice('max-age='.length);
    if (age === '0') await visitor.clearCookies({ name });
    else
      await visitor.addCookies([
        {
          name,
          value,
          url: origin,
          httpOnly: has('httponly'),
          ...(age !== undefined && { expires: Math.floor(Date.now() / 1000) + Number(age) }),
        },
      ]);
  }
}

/**
 * Sends one request with the cookies of a visitor; redirects are not followed. Node sends it: through the browser's
 * context it costs twice the work.
 */
export async function ask(
  visitor: BrowserContext,
  method: string,
  path: string,
  { form, json, headers = {} }: Asked = {},
): Promise<Answer> {
  const isRead = method === 'GET' || method === 'HEAD';
  const address = isRead && form ? `${path}?${form}` : path;
  const body = isRead ? undefined : (json ?? form);
  const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  const cookie = (await visitor.cookies(origin)).map(({ name, value }) => `${name}=${value}`).join('; ');
  const response = await fetch(origin + address, {
    method,
    redirect: 'manual',
    ...(body !== undefined && { body }),
    headers: {
      ...(cookie !== '' && { cookie }),
      ...(body !== undefined && { 'content-type': type }),
      ...headers,
    },
  });
  const text = await response.text();
  await keepCookies(visitor, response.headers.getSetCookie());
  return {
    label: `${method} ${address.slice(0, 120)} ${body?.slice(0, 120) ?? ''}`,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    envelope: readEnvelope(text),
  };
}

/** The data of a call that must succeed. */
export async function get<T>(visitor: BrowserContext, path: string, asked: Asked = {}): Promise<T> {
  return must(await ask(visitor, 'GET', path, asked));
}

export async function post<T>(visitor: BrowserContext, path: string, asked: Asked = {}): Promise<T> {
  return must(await ask(visitor, 'POST', path, asked));
}

function must<T>(answer: Answer): T {
  expect(answer.status, `${answer.label} → ${answer.text.slice(0, 300)}`).toBe(200);
  return answer.envelope?.data as T;
}

/** The answer is a refusal in the envelope, with one of the codes and a sentence in Chinese that hides our insides. */
export function expectRefusal(answer: Answer, ...codes: number[]): void {
  const { envelope, status } = answer;
  // An expectation that is met costs a step in the runner; there are ten thousands of them.
  if (codes.includes(status) && envelope?.code === status && isSentence(envelope.message)) return;
  const said = `${answer.label} → ${answer.status} ${answer.text.slice(0, 200)}`;
  expect.soft(codes, said).toContain(answer.status);
  expect.soft(answer.envelope?.code, said).toBe(answer.status);
  expectSentence(answer);
}

/** Whatever was asked: an envelope, never a 500, and where it says no it says so in Chinese. */
export function expectClear(answer: Answer): void {
  const { envelope, status } = answer;
  if (status < 500 && typeof envelope?.code === 'number' && (status < 400 || isSentence(envelope.message)))
    return;
  const said = `${answer.label} → ${answer.status} ${answer.text.slice(0, 200)}`;
  expect.soft(answer.status, said).toBeLessThan(500);
  expect.soft(typeof answer.envelope?.code, said).toBe('number');
  if (answer.status >= 400) expectSentence(answer);
}

const chinese = /[\u4e00-\u9fff]{3}/;
const insides = /expected|received|invalid|undefined|select |error/i;

const isSentence = (message: string) => chinese.test(message) && !insides.test(message);

function expectSentence({ label, envelope }: Answer): void {
  expect.soft(envelope?.message, label).toMatch(chinese);
  expect.soft(envelope?.message, label).not.toMatch(insides);
}

/** Every call of the table that answers and ends, with its name. */
export const everyCall = Object.entries(api)
  .map(([name, call]) => ({ name, call: call as Call }))
  .filter(({ call }) => !call.isStream);

export const isWrite = (call: Call) => call.method !== 'GET';

/** The calls that end the session of whoever makes them. */
export const endsSession = (call: Call) => call.path.endsWith('/logout');

/** The path of a call with every `{name}` filled by `value`. */
export function fill(call: Call, value: (name: string) => string | number): string {
  return call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(value(name))));
}
