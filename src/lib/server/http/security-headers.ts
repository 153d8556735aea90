import type { ServerResponse } from 'node:http';
import { beforeHead } from './head.ts';

const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Two years, as the browsers' preload lists want it. */
const HSTS = 'max-age=63072000; includeSubDomains';

/** What a type of content may do. Astro writes the pages' own policy, with the hashes of their scripts. */
function policyFor(type: string, pagePolicy: string | undefined): string | undefined {
  if (type.startsWith('text/html')) {
    // A stored page brings the policy it was stored with.
    if (pagePolicy?.includes('frame-ancestors')) return pagePolicy;
    // Prerendered pages carry theirs in a meta element, where frame-ancestors does not count.
    return [pagePolicy?.trimEnd().replace(/;$/, ''), "frame-ancestors 'none'"].filter(Boolean).join('; ');
  }
  if (type.startsWith('application/json')) return "default-src 'none'; frame-ancestors 'none'";
  // A drawing opened by itself could run scripts otherwise.
  if (type.startsWith('image/svg')) return "default-src 'none'; style-src 'unsafe-inline'; sandbox";
  return pagePolicy;
}

/** Puts the security headers on an answer, whoever writes it. */
export function secure(res: ServerResponse, overHttps: boolean): void {
  for (const [name, value] of Object.entries(ALWAYS)) res.setHeader(name, value);
  if (overHttps) res.setHeader('Strict-Transport-Security', HSTS);
  beforeHead(res, () => {
    // Astro leaves the charset to the page; saying it here spares the browser a second look.
    if (res.getHeader('Content-Type') === 'text/html')
      res.setHeader('Content-Type', 'text/html; charset=utf-8');
    const own = res.getHeader('Content-Security-Policy');
    const policy = policyFor(
      String(res.getHeader('Content-Type') ?? ''),
      own === undefined ? own : String(own),
    );
    if (policy) res.setHeader('Content-Security-Policy', policy);
  });
}
