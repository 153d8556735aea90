/** The tables of calls and routes against the files that answer them, and habits that a reader could forget. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import { findMoved, movedPaths } from '#lib/contract/moved-paths.ts';
import type { Route } from '#lib/contract/routes/route.ts';
import { routes } from '#lib/contract/routes.ts';
import { plainZones } from '../../src/content/zone-pages.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');
const files = (pattern: string) => globSync(pattern, { cwd: root }).sort();

/** `src/pages/list/info/[id].astro` → `/list/info/[id]`. */
function patternOf(file: string): string {
  const path = file
    .replace(/^src\/pages/, '')
    .replace(/\.(astro|ts)$/, '')
    .replace(/\/index$/, '');
  return path === '' ? '/' : path;
}

describe('the call table', () => {
  const calls = Object.values(api).map(({ method, path }) => `${method} ${path}`);
  const handlers = files('src/pages/api/**/[!.]*.ts')
    .filter((file) => !file.includes('[...'))
    .flatMap((file) =>
      [...read(file).matchAll(/export const (GET|POST|DELETE|PUT|PATCH)\b/g)].map(
        ([, method]) => `${method} ${patternOf(file).replace(/\[(\w+)\]/g, '{$1}')}`,
      ),
    );

  it('names each call once', () => {
    expect(new Set(calls).size).toBe(calls.length);
  });

  it('names a part of a path in one way, whatever the method', () => {
    const byShape = Map.groupBy(
      Object.values(api).map(({ path }) => path),
      (path) => path.replaceAll(/\{\w+\}/g, '{}'),
    );
    expect([...byShape.values()].filter((paths) => new Set(paths).size > 1)).toEqual([]);
  });

  it('has a route file for every stream and notice, and for nothing else', () => {
    const own = Object.values(api)
      .filter((call) => 'isStream' in call || 'isSigned' in call)
      .map(({ method, path }) => `${method} ${path}`);
    expect(handlers.toSorted()).toEqual(own.toSorted());
  });
});

describe('the route table', () => {
  const pages = files('src/pages/**/*.astro')
    // A part of the frame is no page.
    .filter((file) => !read(file).includes('export const partial = true') && file !== 'src/pages/_zone.astro')
    .map(patternOf)
    .concat(plainZones.map((id) => `/${id}`));

  it('has a page for every row', () => {
    expect(Object.keys(routes).filter((route) => !pages.includes(route))).toEqual([]);
  });

  it('has a row for every page', () => {
    expect(pages.filter((page) => !(page in routes))).toEqual([]);
  });

  it('leads old forms to pages that are there', () => {
    const targets = movedPaths.map(({ to }) => to.replace(/:(\w+)\??/g, '[$1]'));
    expect(targets.filter((target) => !(target in routes))).toEqual([]);
  });

  it.each([
    ['/register_index/step1', '/register/step1'],
    ['/register_index/register_step3', '/register/step3'],
    ['/register/register_step2', '/register/step2'],
    ['/register_step1', '/register/step1'],
    ['/register_dd/step1', '/register/dd/step1'],
    ['/register_dd/register_dd_step2', '/register/dd/step2'],
    ['/register/register_dd_step3', '/register/dd/step3'],
    ['/register_dd_step1', '/register/dd/step1'],
    ['/register_index', '/register/step1'],
    ['/register_dd', '/register/dd/step1'],
    ['/wdqb', '/wdqb/yegl'],
    ['/zhzx/', '/zhzx/basic'],
    ['/zzfw', '/zzfw/kjcg'],
    ['/order/order', '/order'],
    ['/order_order', '/order'],
    ['/order/order_order', '/order'],
    ['/register_index/step4', undefined],
    ['/wdqb/x', undefined],
  ])('%s leads to %s', (from, to) => {
    expect(findMoved(from)).toBe(to);
  });

  it('keeps alive what comes back to its place', () => {
    const kept = Object.entries<Route>(routes).filter(([, route]) => route.keepAlive);
    expect(kept.length).toBeGreaterThan(40);
    expect(kept.filter(([, { savesScroll }]) => savesScroll === false)).toEqual([]);
    for (const page of ['/list', '/search', '/zyyp', '/order'] as const)
      expect(routes[page].keepAlive).toBe(true);
  });
});

describe('habits', () => {
  const sources = files('src/**/*.{ts,tsx,astro}').filter((file) => !file.includes('/migrations/'));

  it('stores are set in the browser only: no page, layout or middleware writes one', () => {
    const writers = sources.filter(
      (file) =>
        /^src\/(pages|layouts|components|middleware)/.test(file) &&
        /\$\w+\.set(Key)?\(/.test(read(file).replace(/<script[\s\S]*?<\/script>/g, '')),
    );
    expect(writers).toEqual([]);
  });

  it('server HTML carries no style attribute, the content policy refuses them', () => {
    expect(files('src/**/*.astro').filter((file) => /\sstyle=/.test(read(file)))).toEqual([]);
  });

  it('islands leave fetching to the client', () => {
    // Scripts inside the page, which load nothing: one asks before the client is there, which takes its answer; the
    // other asks whether its island is needed at all.
    const own = ['src/islands/goods/early-offers.ts', 'src/islands/wheel/draw-popup.ts'];
    expect(files('src/islands/**/*.{ts,tsx}').filter((file) => /\bfetch\(/.test(read(file)))).toEqual(own);
  });

  it('a status of ours is compared in the rules only', () => {
    const status = /\b(order|trade|payment|company|account|coupon)\w*\.(status|companyState)\s*[!=]==/i;
    expect(sources.filter((file) => !file.startsWith('src/lib/rules/') && status.test(read(file)))).toEqual(
      [],
    );
  });
});

describe('an ad', () => {
  it('shows the number of its approval wherever its title stands', () => {
    const faces = files('src/{layouts,components,islands}/**/*.{astro,tsx}').filter((file) =>
      /import type \{[^}]*\b(Ad|FloatLinks)\b[^}]*\} from '#lib\/contract\/ads\.ts'/.test(read(file)),
    );
    const titled = faces.filter((file) => /\{(ad|banner|first)\.title\}/.test(read(file)));
    expect(titled.length).toBeGreaterThan(4);
    expect(titled.filter((file) => !/\{\w+\.approval_no && /.test(read(file)))).toEqual([]);
  });
});

it('migrations keep the newest snapshot alone: each has fifteen thousand lines', () => {
  const folder = 'src/lib/server/db/migrations/meta';
  const journal = JSON.parse(read(`${folder}/_journal.json`)) as { entries: { idx: number }[] };
  const newest = String(journal.entries.at(-1)?.idx).padStart(4, '0');
  expect(files(`${folder}/*`)).toEqual([`${folder}/${newest}_snapshot.json`, `${folder}/_journal.json`]);
});
