/** The only place that writes a response, at the pace of its reader. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { log } from '#lib/server/core/process/log.ts';
import type { Answer } from './answer.ts';
import type { Exchange } from './exchange.ts';

/** Statuses without a body and its length. */
const isBare = (status: number) => status < 200 || status === 204 || status === 304;

/** Resolves when everything is handed to the connection, or the browser is gone. */
export async function sendAnswer({ res, method, id }: Exchange, answer: Answer): Promise<void> {
  const { status, headers, body } = answer;
  const isStream = body instanceof Readable;
  if (res.destroyed || isBare(status) || method === 'HEAD') {
    if (isStream) body.destroy();
    if (res.destroyed) return;
    const isCounted = Buffer.isBuffer(body) && !isBare(status);
    res.writeHead(status, isCounted ? { ...headers, 'content-length': body.byteLength } : headers);
    res.end();
    return;
  }
  if (!isStream) {
    if ('content-length' in headers) res.writeHead(status, headers);
    else res.writeHead(status, { ...headers, 'content-length': body?.byteLength ?? 0 });
    res.end(body);
    return;
  }
  res.writeHead(status, headers);
  try {
    await pipeline(body, res);
  } catch (error) {
    // Either the browser left, which ends the stream; or the stream broke, which cuts the connection: an end would look
    // complete.
    if (body.errored && !isGone(error)) log().error({ id, err: error }, 'an answer broke off');
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
