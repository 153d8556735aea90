import { randomUUID } from 'node:crypto';
import type { APIContext, APIRoute } from 'astro';
import type { LoginName } from '#demo/seed/known.ts';
import { demoPassword } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { Envelope } from '#lib/contract/errors.ts';
import type { AnswerCall } from '#lib/server/core/calls/endpoint.ts';
import { responseOf } from '#lib/server/core/calls/ready-answer.ts';
import { staffReader } from '#lib/server/core/sessions/desk-session.ts';
import { accountReader, endReader } from '#lib/server/core/sessions/session.ts';
import { routeOf } from './routes.ts';

const logIn = routeOf(api.login);

/** A call's answer, or a route file of its own. */
export type Handler = APIRoute | AnswerCall;

export interface RequestOptions {
  method?: string;
  path?: string;
  params?: Record<string, string>;
  /** Text and forms with files are sent as they are; an object as JSON. */
  body?: string | FormData | object;
  type?: string;
  cookie?: string;
  headers?: Record<string, string>;
  address?: string;
}

export interface Answer<T = unknown> extends Envelope<T> {
  status: number;
  headers: Headers;
}

/** Calls a route's handler as the server does and reads the envelope. */
export async function request<T = unknown>(
  handler: Handler,
  options: RequestOptions = {},
): Promise<Answer<T>> {
  const response = await callHandler(handler, options);
  const envelope = (await response.json()) as Envelope<T>;
  return { ...envelope, status: response.status, headers: response.headers };
}

/** Calls a route's handler as the server does. */
export async function callHandler(handler: Handler, options: RequestOptions): Promise<Response> {
  const { path = '/api/test', params = {}, body, cookie, address = '127.0.0.1' } = options;
  const method = options.method ?? (body === undefined ? 'GET' : 'POST');
  const url = new URL(path, 'http://shop.test');
  const headers = new Headers({ host: 'shop.test', 'x-client-address': address, ...options.headers });
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (body !== undefined && !(body instanceof FormData)) {
    headers.set(
      'content-type',
      options.type ?? (typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json'),
    );
  }
  const sent = new Request(url, {
    method,
    headers,
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
    }),
  });
  const context = {
    request: sent,
    url,
    params,
    locals: {
      requestId: `test ${randomUUID()}`,
      clientAddress: address,
      ...readersOf(headers, method),
    },
  } as unknown as APIContext;
  const answer = await handler(context);
  return answer instanceof Response ? answer : responseOf(answer);
}

/** Who asks, by the cookies of a request. */
export function readersOf(headers: Headers, method = 'POST') {
  return {
    account: accountReader({ headers, method }),
    staff: staffReader(headers),
    whyOut: endReader(headers),
  };
}

/** Logs a demo account in and answers the cookie of its session. */
export async function loginAs(name: LoginName): Promise<string> {
  const answer = await request(logIn, { body: { username: name, password: demoPassword } });
  if (answer.code !== 200) throw new Error(`${name} could not log in: ${answer.message}`);
  return cookieOf(answer.headers);
}

/** The cookies that an answer sets, as the browser would send them back. */
export function cookieOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
