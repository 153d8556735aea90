/** What goes back to who asked, as data: steps make it and change it, `send.ts` alone writes it. */
import type { Readable } from 'node:stream';
import type { Envelope } from '#lib/contract/errors.ts';

/** Names in lower case. */
export type AnswerHeaders = Record<string, string | string[]>;

/**
 * A Response whose bytes are kept as bytes where they are whole: a stored page is answered without a stream of its own.
 * A stream is read as fast as the browser takes it, and destroyed when the browser has gone.
 */
export interface Answer {
  status: number;
  headers: AnswerHeaders;
  body: Buffer | Readable | null;
}

/** A header with one value; '' when it is not there. */
export function headerOf({ headers }: Answer, name: string): string {
  return String(headers[name] ?? '');
}

/** The same answer with other headers; undefined takes one away. */
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

/** Refuses before the app is asked: an envelope for calls, a sentence for pages. */
export function refusal({ isCall }: { isCall: boolean }, status: number, message: string): Answer {
  if (isCall) return envelope(status, { code: status, message, data: null });
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from(`${message}\n`),
  };
}
