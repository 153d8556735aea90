/** Which pages a change calls for: those of the changed files, and a few that show every shared component. */
import { expect, it } from 'vitest';
import { routes } from '#lib/contract/routes.ts';
import { choosePages } from '#tests/support/page-graph.ts';

const graph = new Map([
  ['/a', new Set(['a.astro', 'Box.tsx', 'Frame.astro'])],
  ['/b', new Set(['b.astro', 'Box.tsx', 'Frame.astro', 'List.tsx'])],
  ['/c', new Set(['c.astro', 'Box.tsx', 'List.tsx'])],
  ['/d', new Set(['d.astro', 'List.tsx', 'Frame.astro'])],
]);

it('looks at every page where nothing is known', () => {
  expect([...choosePages(null, graph)]).toEqual(['/a', '/b', '/c', '/d']);
});

it('looks at pages that have every shared component among them, and at those of changed files', () => {
  expect([...choosePages([], graph)]).toEqual(['/b']);
  expect([...choosePages(['c.astro', 'elsewhere.ts'], graph)].sort()).toEqual(['/b', '/c']);
  expect([...choosePages(['List.tsx'], graph)].sort()).toEqual(['/b', '/c', '/d']);
});

it('finds the files of real pages through islands, layouts and zones', () => {
  const all = Object.keys(routes).length;
  const always = choosePages([]);
  expect(always.size).toBeLessThan(all / 4);
  expect(choosePages(['src/islands/desk/PaymentList.tsx'])).toContain('/desk/payments');
  expect(choosePages(['src/pages/_zone.astro'])).toContain('/zyyp');
  expect(choosePages(['src/layouts/Page.astro'])).toEqual(always);
});
