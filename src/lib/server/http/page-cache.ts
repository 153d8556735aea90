/** Answers public pages from the store, and fills it from what the steps behind it send. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  cacheGeneration,
  findPage,
  isCacheListening,
  keepPage,
  type StoredPage,
} from '#lib/server/page-cache.ts';
import { cacheAddress } from './cache-address.ts';
import { pickEncoding } from './encoding.ts';
import type { Exchange } from './exchange.ts';
import { beforeHead } from './head.ts';

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
  'date',
  'x-cache',
]);

/**
 * The step before compression: a stored page is answered as it is; anything else goes on, and is kept when the page
 * allows it (`Astro.cache.set`), was complete, came with 200 and nothing was purged meanwhile.
 */
export function pageCache({ req, res }: Exchange): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  const name = isCacheListening() ? cacheAddress(req.url ?? '') : undefined;
  const address = name && `${pickEncoding(req.headers['accept-encoding']) ?? 'plain'} ${name}`;
  const page = address && findPage(address, Date.now());
  if (page) {
    send(res, page, req.headers['if-none-match'], req.method === 'HEAD');
    return true;
  }
  watch(res, req.method === 'GET' ? address : undefined);
  return false;
}

function send(res: ServerResponse, page: StoredPage, known: string | undefined, isHead: boolean): void {
  for (const [name, value] of Object.entries(page.headers)) res.setHeader(name, value);
  res.setHeader('X-Cache', 'hit');
  if (known !== undefined && known === page.headers.etag) {
    res.removeHeader('Content-Length');
    res.removeHeader('Content-Encoding');
    res.writeHead(304);
    res.end();
    return;
  }
  res.writeHead(page.status);
  res.end(isHead ? undefined : page.body);
}

/** Collects what is sent under `address`, and takes the cache's own headers off every answer. */
function watch(res: ServerResponse, address: string | undefined): void {
  const begun = cacheGeneration();
  const pieces: Buffer[] = [];
  let seconds = 0;
  let tags: string[] = [];
  beforeHead(res, () => {
    seconds = Number(/max-age=(\d+)/.exec(String(res.getHeader(control) ?? ''))?.[1] ?? 0);
    tags = String(res.getHeader(tagHeader) ?? '')
      .split(',')
      .map((tag) => tag.trim());
    res.removeHeader(control);
    res.removeHeader(tagHeader);
    if (seconds > 0) {
      res.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
      res.setHeader('X-Cache', 'miss');
    }
  });
  if (address === undefined) return;
  const { write, end } = res;
  function collect(chunk: unknown, charset: unknown): void {
    if (typeof chunk === 'string')
      pieces.push(Buffer.from(chunk, typeof charset === 'string' ? (charset as BufferEncoding) : 'utf8'));
    else if (chunk instanceof Uint8Array) pieces.push(Buffer.from(chunk));
  }
  res.write = ((...args: Parameters<typeof write>) => {
    collect(args[0], args[1]);
    return write.apply(res, args);
  }) as typeof write;
  res.end = ((...args: Parameters<typeof end>) => {
    collect(args[0], args[1]);
    return end.apply(res, args);
  }) as typeof end;
  res.once('finish', () => {
    if (seconds === 0 || res.statusCode !== 200 || res.hasHeader('set-cookie')) return;
    const body = Buffer.concat(pieces);
    keepPage(
      address,
      { status: 200, headers: headersOf(res, body), body, tags, until: Date.now() + seconds * 1000 },
      begun,
    );
  });
}

function headersOf(res: ServerResponse, body: Buffer): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(res.getHeaders())) {
    if (!perAnswer.has(name) && value !== undefined) headers[name] = String(value);
  }
  headers['content-length'] = String(body.byteLength);
  headers.etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  delete headers['transfer-encoding'];
  return headers;
}
