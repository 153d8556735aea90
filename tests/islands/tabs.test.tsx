// @vitest-environment happy-dom
/** Tabs: one stop of the keyboard, arrows and ends, and the panel that they name; links stay links. */
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { LinkTabs, Tabs, tabPanel } from '#islands/ui/Tabs.tsx';
import { clearDocument, does, draw, named, press, typeKey } from '#tests/support/dom.tsx';

const items = [
  { id: 'all', text: '全部', count: 12 },
  { id: 'dropped', text: '已降价', count: 0 },
  { id: 'refused', text: '不可购买' },
] as const;
type Id = (typeof items)[number]['id'];

function Filter() {
  const [current, setCurrent] = useState<Id>('all');
  return (
    <>
      <Tabs label="筛选" items={items} current={current} panelId="lines" onSelect={setCurrent} />
      <section {...tabPanel('lines', current)}>{current}</section>
    </>
  );
}

afterEach(clearDocument);

const tabs = (place: ParentNode) => [...place.querySelectorAll<HTMLElement>('[role=tab]')];
const stops = (place: ParentNode) =>
  tabs(place)
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ textContent }) => textContent);

test('a row of tabs is one stop, at the one that is chosen, and names its panel', async () => {
  const place = await draw(<Filter />);
  const panel = place.querySelector('[role=tabpanel]')!;
  expect(place.querySelector('[role=tablist]')?.getAttribute('aria-label')).toBe('筛选');
  expect(tabs(place).map((tab) => tab.getAttribute('aria-controls'))).toEqual(Array(3).fill(panel.id));
  expect(stops(place)).toEqual(['全部12']);
  await press(named(place, '不可购买'));
  expect([stops(place), panel.textContent]).toEqual([['不可购买'], 'refused']);
  const label = panel.getAttribute('aria-labelledby') ?? '';
  expect(document.getElementById(label)?.textContent).toBe('不可购买');
  expect(tabs(place).map((tab) => tab.getAttribute('aria-selected'))).toEqual(['false', 'false', 'true']);
});

test.each<[string, string[], Id]>([
  ['to the right', ['ArrowRight'], 'dropped'],
  ['to the right over the end', ['ArrowRight', 'ArrowRight', 'ArrowRight'], 'all'],
  ['to the left over the beginning', ['ArrowLeft'], 'refused'],
  ['to the end', ['End'], 'refused'],
  ['to the end and to the beginning', ['End', 'Home'], 'all'],
  ['nowhere by other keys', ['ArrowDown', 'a'], 'all'],
])('keys lead %s, and the focus with them', async (_name, keys, chosen) => {
  const place = await draw(<Filter />);
  await does(() => tabs(place)[0]?.focus());
  for (const key of keys) await typeKey(key);
  expect(place.querySelector('[role=tabpanel]')?.textContent).toBe(chosen);
  expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
  expect(stops(place)).toEqual([document.activeElement?.textContent]);
});

test('keys of the browser are left to it: Alt and an arrow is the way back', async () => {
  const place = await draw(<Filter />);
  await does(() => tabs(place)[0]?.focus());
  await typeKey('ArrowLeft', { altKey: true });
  expect(place.querySelector('[role=tabpanel]')?.textContent).toBe('all');
});

test('tabs that are pages are links, the shown one is the current page, and nothing counts as zero', async () => {
  const links = items.map((item) => ({ ...item, href: `/order?status=${item.id}` }));
  const place = await draw(<LinkTabs label="订单状态" items={links} current="dropped" />);
  expect(place.querySelectorAll('[role=tab], button')).toHaveLength(0);
  const shown = [...place.querySelectorAll('a')].map((one) => [
    one.textContent,
    one.getAttribute('href'),
    one.getAttribute('aria-current'),
  ]);
  expect(shown).toEqual([
    ['全部12', '/order?status=all', null],
    ['已降价', '/order?status=dropped', 'page'],
    ['不可购买', '/order?status=refused', null],
  ]);
});
