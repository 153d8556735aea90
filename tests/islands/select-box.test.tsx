// @vitest-environment happy-dom
/** A choice among few that was made before the page came to life: it counts, whatever is drawn again meanwhile. */
import { useLayoutEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { clearDocument, does, draw } from '#tests/support/dom.tsx';

const asked = vi.fn();
const options = ['merchant', 'added', 'name'].map((value) => ({ value, text: value }));

/** An owner that is drawn again as it comes to life, as the cart is. */
function Owned({ first = 'merchant' }: { first?: string }) {
  const [value, setValue] = useState(first);
  const [, drawAgain] = useState(0);
  useLayoutEffect(() => drawAgain(1), []);
  return (
    <SelectBox
      label="排列方式"
      options={options}
      value={value}
      onChange={({ target }) => {
        asked(target.value);
        setValue(target.value);
      }}
    />
  );
}

/** What the server wrote, with `early` chosen before the page is alive; answers the box. */
async function hydrated(early?: string): Promise<HTMLSelectElement> {
  const place = document.body.appendChild(document.createElement('main'));
  place.innerHTML = renderToString(<Owned />);
  const box = place.querySelector('select')!;
  if (early !== undefined) box.value = early;
  await does(() => hydrateRoot(place, <Owned />));
  return place.querySelector('select')!;
}

beforeEach(() => asked.mockReset());
afterEach(async () => {
  await clearDocument();
  document.body.replaceChildren();
});

test('what was chosen early is reported and stays', async () => {
  const box = await hydrated('added');
  expect(asked.mock.calls).toEqual([['added']]);
  expect(box.value).toBe('added');
});

test('the browser’s own event says what was chosen, though all was drawn again in between', async () => {
  const place = document.body.appendChild(document.createElement('main'));
  place.innerHTML = renderToString(<Owned />);
  const box = place.querySelector('select')!;
  await does(() => {
    // It is taken over in the background; the first event of the box makes that happen at once.
    hydrateRoot(place, <Owned />);
    box.value = 'name';
    for (const kind of ['input', 'change']) box.dispatchEvent(new Event(kind, { bubbles: true }));
  });
  expect(asked.mock.lastCall).toEqual(['name']);
  expect(box.value).toBe('name');
});

test('where nothing was chosen early nothing is reported, nor by a box that the browser made', async () => {
  expect((await hydrated()).value).toBe('merchant');
  await draw(<Owned first="nowhere" />);
  expect(asked).not.toHaveBeenCalled();
});
