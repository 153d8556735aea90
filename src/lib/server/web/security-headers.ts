import type { ServerResponse } from 'node:http';
import { type Answer, headerOf, withHeaders } from './answer.ts';

const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Two years, as required by the browsers' preload lists. */
const HSTS = 'max-age=63072000; includeSubDomains';

/** Sets the headers that are the same for every response on the connection's next one. */
export function setConstantHeaders(res: ServerResponse, overHttps: boolean): void {
  for (const [name, value] of Object.entries(ALWAYS)) res.setHeader(name, value);
  if (overHttps) res.setHeader('Strict-Transport-Security', HSTS);
}

/** The content policy of a content type. Astro writes the pages' own policy, with the hashes of their scripts. */
export function policyFor(type: string, pagePolicy = ''): string {
  if (type.startsWith('text/html')) {
    // A stored page has the policy that it was stored with.
    if (pagePolicy.includes('frame-ancestors')) return pagePolicy;
    // Prerendered pages carry theirs in a meta element, where frame-ancestors has no effect.
    return [pagePolicy.trimEnd().replace(/;$/, ''), "frame-ancestors 'none'"].filter(Boolean).join('; ');
  }
  if (type.startsWith('application/json')) return "default-src 'none'; frame-ancestors 'none'";
  // A drawing opened directly could run scripts otherwise.
  if (type.startsWith('image/svg')) return "default-src 'none'; style-src 'unsafe-inline'; sandbox";
  return pagePolicy;
}

/** The response with its content policy. Idempotent. */
export function withPolicy(answer: Answer): Answer {
  const type = headerOf(answer, 'content-type');
  const own = headerOf(answer, 'content-security-policy');
  const policy = policyFor(type, own);
  const changes: Record<string, string> = {};
  if (policy !== own) changes['content-security-policy'] = policy;
  // Astro leaves the charset to the page; the header saves the browser a second parse.
  if (type === 'text/html') changes['content-type'] = 'text/html; charset=utf-8';
  return Object.keys(changes).length === 0 ? answer : withHeaders(answer, changes);
}
