/** The build changes the text of Astro's modules: pages that are whole are passed on. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PageText, readyBody, unreadBody, withBody } from '#lib/server/core/calls/ready-answer.ts';
import { withoutStyle } from '#lib/server/fast/pages/island-style.ts';
import { gatherInParts, passWhole } from '#lib/server/fast/pages/whole-pages.ts';

const rendering = path.resolve('node_modules/astro/dist/runtime/server/render');

test('Astro renders pages in the way that a build expects', () => {
  const page = passWhole(readFileSync(path.join(rendering, 'page.js'), 'utf8'));
  expect(page.match(/return made\(whole, body, /g)).toHaveLength(2);
  expect(page).toContain('body = unreadBody(whole);');
  const gathering = gatherInParts(readFileSync(path.join(rendering, 'astro/render.js'), 'utf8'));
  expect(gathering.match(/page\.add\(/g)).toHaveLength(2);
  for (const change of [passWhole, gatherInParts])
    expect(() => change('export {}')).toThrow('in another way');
});

test('the style of islands is in base.css as Astro has it, and not in the body', () => {
  const server = path.join(rendering, '..');
  const scripts = withoutStyle(readFileSync(path.join(server, 'scripts.js'), 'utf8'));
  expect(scripts).not.toContain('<style>');
  expect(() => withoutStyle('export {}')).toThrow('in another way');
  const styles = readFileSync(path.join(server, 'astro-island-styles.js'), 'utf8');
  const [, own = ''] = /"(.+)"/.exec(styles) ?? [];
  const css = readFileSync('src/layouts/base.css', 'utf8').replace(/\s|;(?=\s*\})/g, '');
  expect(css).toContain(own);
});

test.each([
  [''],
  ['a'],
  ['药批网 ', '😀', ''],
  ['价'.repeat(400_000), '格'],
  ['\ud800x'],
  Array.from({ length: 9_000 }, (_, nth) => `<b>价${nth}</b>`),
])('a text is encoded as ever (%#)', (...pieces) => {
  const text = pieces.join('');
  const page = new PageText();
  for (const piece of pieces) page.add(piece);
  const bytes = page.toBytes();
  // What is encoded after it lies elsewhere.
  const other = new PageText();
  other.add('另一页'.repeat(10_000));
  other.toBytes();
  expect(bytes.equals(Buffer.from(text))).toBe(true);
});

test('a whole body is at hand unread, and can be read like any other', async () => {
  const body = Buffer.from('药批网');
  const response = withBody(
    new Response(unreadBody(body), { headers: { 'content-type': 'text/html' } }),
    body,
  );
  expect(readyBody(response)).toBe(body);
  expect(await response.text()).toBe('药批网');
  expect(readyBody(withBody(new Response('x'), undefined))).toBeUndefined();
  // Who reads it has bytes of their own: what is kept is not theirs to change.
  const other = new Response(unreadBody(body));
  (await other.bytes()).fill(0);
  expect(body.toString()).toBe('药批网');
});
