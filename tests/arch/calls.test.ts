/**
 * A page loads the calls that it makes, not the table of them: what `scripts/calls.ts` leaves of every file of the
 * browser, and what no file of the browser may import beside it.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { api } from '#lib/contract/api.ts';
import type { Call } from '#lib/contract/call.ts';
import { inlineCalls } from '../../scripts/calls.ts';

const src = resolve(import.meta.dirname, '../../src');
const browser = globSync('{islands,lib/client}/**/*.{ts,tsx}', { cwd: src }).map((file) => ({
  file,
  code: readFileSync(resolve(src, file), 'utf8'),
}));

const inlined = (code: string) => inlineCalls(code, parseAst(code, { lang: 'tsx' }));
const head = `import { api } from '#lib/contract/api.ts';\n`;

test('a call becomes its method and path, a read that may repeat says so, and nothing else is carried', () => {
  const [exempt] = Object.entries(api).find(([, row]) => 'isExempt' in row && row.isExempt === true) ?? [''];
  expect(inlined(`${head}call(api.fillCart, {}); open(api.events.path); call(api.${exempt}, {});`)).toMatch(
    /^\ncall\(\({"method":"POST","path":"\/api\/cart\/fill"}\), {}\); open\(\({"method":"GET","path":"\/api\/events"}\)\.path\); call\(\({"method":"GET","path":"[^"]+","isExempt":true}\), {}\);$/,
  );
});

test('what is no use of the table stays, and a use that is not one call by its name is refused', () => {
  expect(inlined(`const api = { desk: 1 }; api.desk;`)).toBe(`const api = { desk: 1 }; api.desk;`);
  expect(inlined(`${head}const said = 'api.desk'; call(api.cartTotal);`)).toContain(`'api.desk'`);
  expect(() => inlined(`${head}Object.keys(api);`)).toThrow('one at a time');
  expect(() => inlined(`${head}const name = 'cartTotal'; api[name];`)).toThrow('one at a time');
  expect(() => inlined(`${head}api.noSuchCall;`)).toThrow('noSuchCall');
});

test('no file of the browser carries the table, or a call that it does not make', () => {
  const users = browser.filter(({ code }) => code.includes('contract/api.ts'));
  expect(users.length).toBeGreaterThan(30);
  for (const { file, code } of users) {
    const left = inlined(code);
    expect(left, file).not.toContain('contract/api.ts');
    const named = [...code.matchAll(/\bapi\.(\w+)/g)].flatMap(([, name]) =>
      Object.entries(api)
        .filter(([key]) => key === name)
        .map(([, call]) => call.path),
    );
    const carried = [...left.matchAll(/"path":"([^"]+)"/g)].map(([, path]) => path);
    expect(new Set(carried), file).toEqual(new Set(named));
  }
});

test('nothing of the browser goes around the table to the rows of a noun', () => {
  const around = browser.filter(({ code }) =>
    /^import (?!type )[^;]*'[^']*\/contract\/(?:[\w-]+\/calls|call)\.ts'/m.test(code),
  );
  expect(around.map(({ file }) => file)).toEqual([]);
});

test('only what fills a cart or looks at an order takes who asks from what the process keeps', () => {
  const calls: Call[] = Object.values(api);
  const light = calls.filter(({ usesCachedActor }) => usesCachedActor);
  expect(light.length).toBeGreaterThan(0);
  for (const { path, method, once, may } of light) {
    expect(path, path).toMatch(/^\/api\/(?:cart|order\/preview)(?:\/|$)/);
    expect({ method, once, may }, path).toEqual({ method: 'POST', once: undefined, may: 'order' });
  }
});
