import { env } from '../process/env.ts';
import type { AskedCall } from '../requests/asked-call.ts';

/**
 * True when a write comes from the site's own pages, or from a client that is no browser (it sends no Origin). The
 * site's address is SITE_URL, or whatever host the request was made to.
 */
export function isOwnOrigin(request: Pick<AskedCall['request'], 'headers'>): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return (request.headers.get('sec-fetch-site') ?? 'none') !== 'cross-site';
  if (!URL.canParse(origin)) return false;
  const site = env().SITE_URL;
  if (site !== undefined && new URL(site).origin === origin) return true;
  return new URL(origin).host === request.headers.get('host');
}
