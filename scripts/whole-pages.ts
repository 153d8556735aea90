/**
 * A page that Astro has rendered as a whole is handed on as it is: by itself it is encoded, copied into a Response and
 * read out of it again, some 150 KB each time, which nobody clears up for a while.
 */
import path from 'node:path';
import type { Plugin } from 'vite';

const bodies = path.resolve('src', 'lib', 'server', 'calls', 'ready-answer.ts');

const encoded = `    body = encoder.encode(body);
    headers.set("Content-Length", body.byteLength.toString());`;
const declared = '  let body;\n';
const made = /return (new Response\(body, \{ \.\.\.init, headers(?:, status, statusText)? \}\));/g;

/**
 * Astro's module with the bytes of a whole page beside its Response.
 * @throws Error where Astro renders pages in another way.
 */
export function keepWhole(code: string): string {
  if (!code.includes(encoded) || !code.includes(declared) || code.match(made)?.length !== 2)
    throw new Error('Astro renders its pages in another way: see scripts/whole-pages.ts');
  return `import { bytesOf, unreadBody, withBody } from ${JSON.stringify(bodies)};
${code
  .replace(
    encoded,
    `    whole = bytesOf(body);
    body = unreadBody(whole);
    headers.set("Content-Length", whole.byteLength.toString());`,
  )
  .replace(declared, `${declared}  let whole;\n`)
  .replace(made, 'return withBody($1, whole);')}`;
}

export const wholePagesPlugin: Plugin = {
  name: 'whole-pages',
  transform: {
    filter: { id: /\/astro\/dist\/runtime\/server\/render\/page\.js$/ },
    handler: (code) => ({ code: keepWhole(code), map: null }),
  },
};
