import type { ServerResponse } from 'node:http';
import sirv from 'sirv';
import type { Step } from './exchange.ts';

/** Names under /_astro/ carry a hash of their content: they never change. The rest is asked for again, by its tag. */
function cacheControl(res: ServerResponse, pathname: string): void {
  if (pathname.startsWith('/_astro/')) immutable(res);
  else res.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
}

export function immutable(res: ServerResponse): void {
  res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
}

/** Serves the built client folder, prerendered pages included, from the compressed copies made by the build. */
export function staticFiles(folder: string): Step {
  const serve = sirv(folder, { brotli: true, gzip: true, etag: true, setHeaders: cacheControl });
  return ({ req, res }) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    let missed = false;
    // sirv looks in its list of files: it decides before it returns.
    serve(req, res, () => {
      missed = true;
    });
    return !missed;
  };
}
