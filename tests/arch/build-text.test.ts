/** What a build changes in the text of modules: in ASCII they say the same, and pages that are whole are handed on. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { bytesOf, readyBody, unreadBody, withBody } from '#lib/server/calls/ready-answer.ts';
import { inAscii } from '../../scripts/ascii.ts';
import { keepWhole } from '../../scripts/whole-pages.ts';

test.each([
  `'药批网 “引号” é 😀'`,
  '`行一\n行二 \\n \\\\ \\“ `.concat("内", `层`)',
  `'\\\\药' + "\\”" + '\\u836f' + '\\\\u836f'`,
  `['“a”'.match(/[“”]\\—?/g), /^[\\u4e00-龥]+$/.test('药品'), /😀{2}/u.test('😀😀'), /[^😀]/u.test('😀')]`,
  `({ 价: 1, '数量': 2 }).价 /* 注释 */ // 再注释`,
  `JSON.parse('["药",{"名":"é"}]')`,
])('%s is the same in ASCII', (code) => {
  const ascii = inAscii(code);
  expect(ascii).toMatch(/^[\0-\x7f]*$/);
  expect(vm.runInNewContext(ascii)).toEqual(vm.runInNewContext(code));
});

const page = path.resolve('node_modules/astro/dist/runtime/server/render/page.js');

test('Astro renders pages in the way that a build expects', () => {
  const text = keepWhole(readFileSync(page, 'utf8'));
  expect(text.match(/withBody\(new Response\(body/g)).toHaveLength(2);
  expect(text).toContain('body = unreadBody(whole);');
  expect(() => keepWhole('export {}')).toThrow('in another way');
});

test.each(['', 'a', '药批网 😀', '价'.repeat(400_000), '\ud800x'])('a text is encoded as ever', (text) => {
  const bytes = bytesOf(text);
  // What is encoded after it lies elsewhere.
  bytesOf('另一页');
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
