/** Calling the shop from outside, without the conveniences of its own client. */
import { type APIResponse, type BrowserContext, expect } from '@playwright/test';
import type { Call } from '#lib/contract/call.ts';
import type { Envelope } from '#lib/contract/errors.ts';
import { api } from '#lib/contract/table/api.ts';

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

/** Sends one request with the cookies of a visitor; redirects are not followed. */
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
  const response: APIResponse = await visitor.request.fetch(address, {
    method,
    maxRedirects: 0,
    ...(body !== undefined && { data: Buffer.from(body) }),
    headers: { ...(body !== undefined && { 'content-type': type }), ...headers },
  });
  const text = await response.text();
  return {
    label: `${method} ${address.slice(0, 120)} ${body?.slice(0, 120) ?? ''}`,
    status: response.status(),
    headers: response.headers(),
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
  const said = `${answer.label} → ${answer.status} ${answer.text.slice(0, 200)}`;
  expect.soft(codes, said).toContain(answer.status);
  expect.soft(answer.envelope?.code, said).toBe(answer.status);
  expectSentence(answer);
}

/** Whatever was asked: an envelope, never a 500, and where it says no it says so in Chinese. */
export function expectClear(answer: Answer): void {
  const said = `${answer.label} → ${answer.status} ${answer.text.slice(0, 200)}`;
  expect.soft(answer.status, said).toBeLessThan(500);
  expect.soft(typeof answer.envelope?.code, said).toBe('number');
  if (answer.status >= 400) expectSentence(answer);
}

function expectSentence({ label, envelope }: Answer): void {
  expect.soft(envelope?.message, label).toMatch(/[\u4e00-\u9fff]{3}/);
  expect.soft(envelope?.message, label).not.toMatch(/expected|received|invalid|undefined|select |error/i);
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
