/**
 * A page that Astro has rendered completely is passed on directly: Astro itself joins it into one text, encodes it,
 * copies it into a Response and reads it out again, about 150 KB each time, which stays in memory for a while.
 */
import path from 'node:path';
import type { Plugin } from 'vite';

const bodies = path.resolve('src/lib/server/core/calls/ready-answer.ts');

/** A text in a module of Astro, its number of occurrences, and its replacement. */
interface Change {
  from: string;
  to: string;
  times?: number;
}

function changed(code: string, names: string, changes: readonly Change[]): string {
  let text = code;
  for (const { from, to, times = 1 } of changes) {
    const parts = text.split(from);
    if (parts.length !== times + 1)
      throw new Error('Astro renders its pages in another way: see src/lib/server/fast/pages/whole-pages.ts');
    text = parts.join(to);
  }
  return `import { ${names} } from ${JSON.stringify(bodies)};\n${text}`;
}

/**
 * Astro's module with the bytes of a complete page next to its Response.
 * @throws Error where Astro renders pages in another way.
 */
export function passWhole(code: string): string {
  return changed(code, 'PageText, unreadBody, withBody', [
    { from: '  let body;\n', to: '  let body;\n  let whole;\n' },
    { from: 'if (!streaming && typeof body === "string") {', to: 'if (body instanceof PageText) {' },
    { from: 'body = encoder.encode(body);', to: 'whole = body.toBytes();\n    body = unreadBody(whole);' },
    { from: 'body.byteLength', to: 'whole.byteLength' },
    {
      from: 'return new Response(body, { ...init, headers',
      to: 'return made(whole, body, { ...init, headers',
      times: 2,
    },
  ]).concat('\nconst made = (whole, body, init) => withBody(new Response(body, init), whole);\n');
}

/**
 * Astro's module for joining its output, with a page's text in parts.
 * @throws Error where Astro joins it in another way.
 */
export function gatherInParts(code: string): string {
  return changed(code, 'PageText', [
    { from: '  let str = "";\n', to: '  let str = "";\n  const page = isPage ? new PageText() : null;\n' },
    { from: 'str += doctype;', to: 'page.add(doctype);' },
    {
      from: 'str += chunkToString(result, chunk);',
      to: 'if (page) page.add(chunkToString(result, chunk));\n      else str += chunkToString(result, chunk);',
    },
    { from: 'return str;', to: 'return page ?? str;' },
  ]);
}

const changes = new Map([
  ['page', passWhole],
  ['astro/render', gatherInParts],
]);
const module = /\/astro\/dist\/runtime\/server\/render\/(page|astro\/render)\.js$/;

export const wholePagesPlugin: Plugin = {
  name: 'whole-pages',
  transform: {
    filter: { id: module },
    handler(code, id) {
      const change = changes.get(module.exec(id)?.[1] ?? '');
      return change && { code: change(code), map: null };
    },
  },
};
