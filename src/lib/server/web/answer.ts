/** The response as data: steps create and change it, only `send.ts` writes it. */
import type { Readable } from 'node:stream';
import type { Envelope } from '#lib/contract/errors.ts';

/** Names in lower case. */
export type AnswerHeaders = Record<string, string | string[]>;

/**
 * A Response whose body stays a buffer where it is complete: a stored page needs no stream. A stream is read at the
 * pace of the browser, and destroyed when the browser is gone.
 */
export interface Answer {
  status: number;
  headers: AnswerHeaders;
  body: Buffer | Readable | null;
}

/** The value of a header with one value; '' when it is missing. */
export function headerOf({ headers }: Answer, name: string): string {
  return String(headers[name] ?? '');
}

/** The same response with changed headers; undefined removes one. */
export function withHeaders(answer: Answer, changes: Record<string, string | undefined>): Answer {
  const headers = { ...answer.headers };
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  return { ...answer, headers };
}

/** The JSON envelope. */
export function envelope(status: number, content: Envelope<unknown>): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from(JSON.stringify(content)),
  };
}

/** Refuses before the app runs: an envelope for calls, a sentence for pages. */
export function refusal({ isCall }: { isCall: boolean }, status: number, message: string): Answer {
  if (isCall) return envelope(status, { code: status, message, data: null });
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from(`${message}\n`),
  };
}
