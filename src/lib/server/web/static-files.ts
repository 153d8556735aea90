import type { ServerResponse } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import sirv from 'sirv';
import type { Outcome, Step } from './exchange.ts';
import { policyFor } from './security-headers.ts';

/** Files with active content; without an extension it is a prerendered page. */
const types: Record<string, string> = {
  '': 'text/html',
  '.html': 'text/html',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Names under /_astro/ carry a content hash and never change. Everything else is revalidated by its tag. */
export function setFileHeaders(res: ServerResponse, pathname: string): void {
  const isForever = pathname.startsWith('/_astro/');
  res.setHeader(
    'Cache-Control',
    isForever ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
  );
  const policy = policyFor(types[path.posix.extname(pathname)] ?? '');
  if (policy !== '') res.setHeader('Content-Security-Policy', policy);
}

/** The only range form that sirv handles correctly: from a byte on, up to another one that is not before it. */
function isPlainRange(range: string): boolean {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  return from !== undefined && (to === '' || Number(to) >= Math.max(1, Number(from)));
}

/** sirv's decision before it returns: it serves the file, or passes on to the next step. */
export function serveFile(serve: ReturnType<typeof sirv>, { req, res }: Parameters<Step>[0]): Outcome {
  const { range, 'if-range': condition } = req.headers;
  // An invalid range is ignored (RFC 9110, 14.2), and any range may be answered with the whole file. The next step
  // reads it itself.
  if (range !== undefined && (condition !== undefined || !isPlainRange(range))) delete req.headers.range;
  let missed = false;
  // The file is gone or cannot be opened, or the caller left: sirv listens to neither event.
  res.once('pipe', (file: Readable) => {
    file.once('error', () => res.destroy());
    res.once('close', () => file.destroy());
  });
  serve(req, res, () => {
    missed = true;
  });
  if (range !== undefined) req.headers.range = range;
  return missed ? undefined : 'sent';
}

/** Serves the built client folder, including prerendered pages, from the compressed copies of the build. */
export function staticFiles(folder: string): Step {
  const serve = sirv(folder, { brotli: true, gzip: true, etag: true, setHeaders: setFileHeaders });
  return (exchange) => {
    if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return undefined;
    return serveFile(serve, exchange);
  };
}
