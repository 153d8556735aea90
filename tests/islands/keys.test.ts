// @vitest-environment happy-dom
/** `q` leads to the first quantity, also where the rows above it have no price yet. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startKeys } from '#islands/shell/keys.ts';
import { soon } from '#tests/support/soon.ts';

const waiting = '<div data-waiting></div>';
/** What an island that is just awake shows for a moment. */
const face = '<div class="when-visitor"></div>';
const quantity = '<fieldset><input></fieldset>';

beforeAll(() => {
  document.documentElement.dataset.buyer = '';
  startKeys([]);
});

function draw(...rows: string[]): HTMLElement[] {
  const cells = rows.map((row) => `<tr data-goods="1"><td>${row}</td></tr>`);
  document.body.innerHTML = `<main><table><tbody>${cells.join('')}</tbody></table></main>`;
  return [...document.querySelectorAll('td')];
}

function press(key: string): void {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

/** Where the focus is: the number of the row, or null. */
function row(): number | null {
  const at = [...document.querySelectorAll('tr')].findIndex((one) => one.contains(document.activeElement));
  return at < 0 ? null : at;
}

/** What listens for another act begins behind the key that was pressed. */
const behind = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
});

test('to the first, where all are drawn or never will have one', () => {
  draw('<p>商品已下架</p>', quantity, quantity);
  press('q');
  expect(row()).toBe(1);
});

test('waits for a row above the first one that is drawn', async () => {
  const [first] = draw(waiting, quantity);
  press('q');
  await behind();
  expect(row()).toBeNull();
  first!.innerHTML = quantity;
  await soon(() => expect(row()).toBe(0));
});

test('waits where there is none at all, and for an island that sleeps', async () => {
  const [first, second] = draw('<astro-island ssr client="buyer"></astro-island>', face);
  press('q');
  await behind();
  first!.innerHTML = '<p>无货</p>';
  await behind();
  expect(row()).toBeNull();
  second!.innerHTML = quantity;
  await soon(() => expect(row()).toBe(1));
});

test('what is done meanwhile is not disturbed', async () => {
  const [first] = draw(waiting, quantity);
  press('q');
  await behind();
  press('x');
  first!.innerHTML = quantity;
  await behind();
  expect(row()).toBeNull();
});
