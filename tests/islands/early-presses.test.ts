// @vitest-environment happy-dom
/** Presses before an island is hydrated arrive afterwards, in the order in which they were made. */
import { runInThisContext } from 'node:vm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { earlyPresses } from '#islands/shell/early-presses.ts';
import { until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';

domPage();

let arrived: string[] = [];

beforeAll(() => {
  runInThisContext(earlyPresses);
});

beforeEach(() => {
  arrived = [];
  document.body.innerHTML =
    '<astro-island ssr><button>draw</button><button>close</button></astro-island><button>elsewhere</button>';
});

const button = (name: string) => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`no button ${name}`);
  return found;
};

/** What astro-island does once the component answers. */
function hydrate(): void {
  const island = document.querySelector('astro-island');
  for (const { textContent } of document.querySelectorAll('button'))
    button(textContent ?? '').addEventListener('click', () => arrived.push(textContent ?? ''));
  island?.removeAttribute('ssr');
  island?.dispatchEvent(new Event('astro:hydrate'));
}

test('a press waits until its island is hydrated', async () => {
  button('draw').click();
  expect(button('draw').dataset.pressed).toBe('');
  hydrate();
  expect(button('draw').dataset.pressed).toBeUndefined();
  await until(() => expect(arrived).toEqual(['draw']));
});

test('a press right behind the hydration does not overtake the one that waits', async () => {
  button('draw').click();
  hydrate();
  button('close').click();
  button('draw').click();
  expect(arrived).toEqual([]);
  await until(() => expect(arrived).toEqual(['draw', 'close', 'draw']));
  button('close').click();
  expect(arrived.at(-1)).toBe('close');
  expect(document.querySelector('[data-waits]')).toBeNull();
});

test('presses elsewhere do not wait', () => {
  hydrate();
  button('elsewhere').click();
  expect(arrived).toEqual(['elsewhere']);
});
