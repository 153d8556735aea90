/** What an answer says about being shared, and how it goes out. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { StoredPage } from '#lib/server/cache/page-cache.ts';
import type { Captured } from './captured-response.ts';
import type { Exchange } from './exchange.ts';

/** Headers of Astro's cache; they are for us and go no further. */
const control = 'cdn-cache-control';
const tagHeader = 'cache-tag';
/** Made anew for every answer. */
const perAnswer: ReadonlySet<string> = new Set([
  control,
  tagHeader,
  'x-request-id',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'date',
  'x-cache',
]);

/** An answer as a page for everyone; undefined when it is for who asked only. */
export function sharedPage({ status, headers, body }: Captured): StoredPage | undefined {
  const seconds = Number(/max-age=(\d+)/.exec(String(headers[control] ?? ''))?.[1] ?? 0);
  if (seconds === 0 || status !== 200 || headers['set-cookie'] !== undefined) return undefined;
  const kept: Record<string, string> = {};
  for (const [header, value] of Object.entries(headers))
    if (!perAnswer.has(header)) kept[header] = String(value);
  kept['cache-control'] = 'public, max-age=0, must-revalidate';
  kept['content-length'] = String(body.byteLength);
  kept.etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const tags = String(headers[tagHeader] ?? '')
    .split(',')
    .map((tag) => tag.trim());
  return { headers: kept, body, tags, seconds, reads: 0 };
}

export function sendPage(
  { req, res }: Exchange,
  { headers, body }: StoredPage,
  how: 'hit' | 'wait' | 'miss',
): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader('X-Cache', how);
  const known = req.headers['if-none-match'];
  if (known !== undefined && known === headers.etag) {
    res.removeHeader('Content-Length');
    res.removeHeader('Content-Encoding');
    res.writeHead(304);
    res.end();
    return;
  }
  res.writeHead(200);
  res.end(req.method === 'HEAD' ? undefined : body);
}

export function sendOwn({ req, res }: Exchange, { status, headers, body }: Captured): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  removeControl(res);
  res.writeHead(status);
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** Takes off what is for us. */
export function removeControl(res: ServerResponse): void {
  res.removeHeader(control);
  res.removeHeader(tagHeader);
}
