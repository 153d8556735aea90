/** What a page can forget while it still looks right. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { couponCenterInput } from '#lib/contract/coupons.ts';
import { merchantListInput } from '#lib/contract/merchants.ts';
import type { Route } from '#lib/contract/routes/route.ts';
import { findPattern, findRoute, type RoutePath, routes } from '#lib/contract/routes.ts';
import { cacheAddress } from '#lib/server/web/cache-address.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');
const files = (pattern: string) => globSync(pattern, { cwd: root }).sort();

const pages = files('src/pages/**/*.astro').map((file) => ({
  file,
  text: read(file),
  pattern:
    file
      .replace(/^src\/pages/, '')
      .replace(/\.astro$/, '')
      .replace(/\/index$/, '') || '/',
}));

/** A page and every part of ours that it draws, by their imports. */
function drawnBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(resolve(root, file))) return seen;
  seen.add(file);
  for (const [, path = ''] of read(file).matchAll(/from '([^']+\.astro)'/g)) {
    const known = path.startsWith('#') ? path.replace('#', 'src/') : undefined;
    drawnBy(known ?? relative(root, resolve(root, dirname(file), path)), seen);
  }
  return seen;
}

/** Inputs whose fields pages for everyone read of their query. */
const inputs: Readonly<Record<string, z.ZodObject>> = { couponCenterInput, merchantListInput };

describe('a page that is stored', () => {
  const isPublic = (pattern: string) => findRoute(pattern)?.who === 'all';

  it('has what it reads of its query in its name, else one query’s page is another’s', () => {
    const reads = pages
      .filter(({ pattern }) => isPublic(pattern))
      .flatMap(({ pattern, text }) => [
        ...[...text.matchAll(/searchParams\.(?:get|getAll|has)\('(\w+)'\)/g)].map(([, name = '']) => ({
          pattern,
          name,
        })),
        ...[...text.matchAll(/readQuery\(([\w.]+),/g)].flatMap(([, input = '']) =>
          Object.keys(
            inputs[input]?.shape ?? { [`${input} is not among the inputs of this test`]: true },
          ).map((name) => ({ pattern, name })),
        ),
      ]);
    expect(reads.length).toBeGreaterThan(3);
    const lost = reads.filter(({ pattern, name }) => {
      const address = pattern.replace(/\[\w+\]/g, '1');
      return cacheAddress(address) !== undefined && cacheAddress(`${address}?${name}=1`) === address;
    });
    expect(lost).toEqual([]);
  });

  it('does not ask who reads it', () => {
    const stored = pages.filter(({ text }) => /Astro\.cache\.set\(/.test(text));
    expect(stored.length).toBeGreaterThan(8);
    const curious = stored.filter(({ text }) =>
      /locals\.(account|staff)|buyerContext|staffContext/.test(text),
    );
    expect(curious.map(({ file }) => file)).toEqual([]);
  });

  it('is one that everyone may open', () => {
    const stored = pages.filter(({ text }) => /Astro\.cache\.set\(/.test(text));
    // Parts of the frame stand in no table.
    const parts = stored.filter(({ text }) => text.includes('export const partial = true'));
    expect(
      stored.filter((page) => !parts.includes(page) && !isPublic(page.pattern)).map(({ file }) => file),
    ).toEqual([]);
  });
});

describe('an address that is no page', () => {
  /** Routes in files that the table does not know, as an address; calls have no row either. */
  const others = files('src/pages/**/*.ts')
    .map((file) => file.replace(/^src\/pages/, '').replace(/(\/index)?\.ts$/, ''))
    .map((pattern) => ({ pattern, address: pattern.replace(/\[\w+\]/g, '1') }));

  it('is answered to who asks alone, but for those that are the same for everyone', () => {
    expect(others.length).toBeGreaterThan(30);
    const shared = others.filter(({ address }) => cacheAddress(address) !== undefined);
    expect(shared.map(({ pattern }) => pattern)).toEqual(['/sitemap.xml', '/sitemap/[part].xml']);
  });

  it('is hidden behind no page of the table', () => {
    const hidden = others.filter(({ address }) => findPattern(address) !== undefined);
    expect(hidden).toEqual([]);
  });
});

describe('a page that draws goods', () => {
  it('has GoodsHead, which asks for their prices before the page is read', () => {
    const withGoods = pages.filter(({ file }) =>
      [...drawnBy(file)].some((part) => /components\/goods\/Goods(Card|Table)\.astro$/.test(part)),
    );
    expect(withGoods.length).toBeGreaterThan(12);
    const without = withGoods.filter(
      ({ file }) => ![...drawnBy(file)].some((part) => part.endsWith('/GoodsHead.astro')),
    );
    expect(without.map(({ file }) => file)).toEqual([]);
  });
});

describe('a row of the route table', () => {
  /** Entered by addresses that come as data or from outside. */
  const fromOutside: ReadonlySet<string> = new Set<RoutePath>([
    '/loading',
    '/sandbox/wechat/connect/qrconnect',
    '/kxzq/goods/[url]/[ads]',
    '/ListOthershanghu/[id]/[name]',
  ]);
  const lists =
    /contract\/routes(\.ts$|\/)|web\/cache-address\.ts$|server\/site\/sitemap\.ts$|content\/zone-pages\.ts$/;
  const sources = files('src/**/*.{ts,tsx,astro}')
    .filter((file) => !lists.test(file))
    .map(read)
    .join('\n');

  it('is named by something that leads to it', () => {
    const alone = Object.entries<Route>(routes)
      // The desks' navigation is made of their rows.
      .filter(([pattern, { room }]) => room !== 'desk' || pattern.includes('['))
      .map(([pattern]) => pattern)
      .filter((pattern) => !sources.includes(`'${pattern}'`));
    expect(alone.filter((pattern) => !fromOutside.has(pattern))).toEqual([]);
    expect(
      [...fromOutside].filter((pattern) => !alone.includes(pattern)),
      'no exception any more',
    ).toEqual([]);
  });
});

it('what draws an item loads its price, also alone on a page', () => {
  const drawn = globSync('src/{components,pages}/**/*.astro').filter((file) =>
    readFileSync(file, 'utf8').includes('data-goods={'),
  );
  expect(drawn.length).toBeGreaterThan(3);
  for (const file of drawn)
    expect.soft(readFileSync(file, 'utf8'), file).toContain("import '#islands/goods/page-offers.ts'");
});
