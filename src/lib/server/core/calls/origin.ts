import type { AskedCall } from '../asked-call.ts';
import { env } from '../process/env.ts';

type Headers = Pick<AskedCall['request']['headers'], 'get'>;

/**
 * True when a write comes from the site's own pages (scheme, host and port), or from a client that is not a browser: it
 * sends no Origin or other header about the requesting site. The site's address is SITE_URL, or the host that the
 * request was made to.
 */
export function isOwnOrigin({ headers }: { headers: Headers }): boolean {
  const origin = headers.get('origin');
  if (origin === null) return ['same-origin', 'none', null].includes(headers.get('sec-fetch-site'));
  const site = env().SITE_URL;
  const own = [site, `${schemeOf(headers)}://${headers.get('host')}`];
  return own.some((one) => one !== undefined && URL.parse(one)?.origin === origin);
}

/** The scheme of the browser's request: a TLS proxy reports it, and an https site has no other. */
function schemeOf(headers: Headers): string {
  const { SITE_URL, TRUST_PROXY } = env();
  if (SITE_URL?.startsWith('https:')) return 'https';
  const said = TRUST_PROXY ? headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim() : undefined;
  return said === 'https' ? 'https' : 'http';
}
