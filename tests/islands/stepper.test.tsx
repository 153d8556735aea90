// @vitest-environment happy-dom
/** The quantity box: what is asked for, what its owner makes of it, and what was typed before it lived. */
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Stepper } from '#islands/ui/Stepper.tsx';
import { clearDocument, does, draw, named, press, typeInto, typeKey } from '#tests/support/dom.tsx';

const asked = vi.fn();
const entered = vi.fn();

const common = { min: 10, max: 50, step: 10, label: '数量', onChange: (next: number) => asked(next) };

/** An owner that takes what is asked for, in whole packs and not beyond the most. */
function Owned() {
  const [value, setValue] = useState(20);
  return (
    <Stepper
      {...common}
      value={value}
      onEnter={entered}
      onChange={(next) => {
        asked(next);
        setValue(Math.min(50, Math.floor(next / 10) * 10));
      }}
    />
  );
}

const box = (place: ParentNode) => place.querySelector('input')!;

beforeEach(() => {
  asked.mockReset();
  entered.mockReset();
});
afterEach(clearDocument);

test('buttons and arrows ask for a step more or less, Enter is told', async () => {
  const place = await draw(<Owned />);
  await press(named(place, '增加'));
  await press(named(place, '减少'));
  await does(() => box(place).focus());
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'Enter', 'x']) await typeKey(key);
  expect(asked.mock.calls.flat()).toEqual([30, 20, 30, 40, 30]);
  expect([entered.mock.calls.length, box(place).value]).toEqual([1, '30']);
});

test('at its ends a button rests', async () => {
  const place = await draw(<Stepper {...common} value={10} />);
  const off = () =>
    [...place.querySelectorAll('button')].map((button) => [
      button.getAttribute('aria-label'),
      button.disabled,
    ]);
  expect(off()).toEqual([
    ['减少', true],
    ['增加', false],
  ]);
  await draw(<Stepper {...common} value={50} />, place);
  expect(off()).toEqual([
    ['减少', false],
    ['增加', true],
  ]);
});

test.each([
  ['a number', '35', [35], '30'],
  ['full width', '４０', [40], '40'],
  ['with spaces', ' 20 ', [20], '20'],
  ['more than the most', '999', [999], '50'],
  ['no number', '两盒', [], ''],
  ['a number with a word', '3盒', [], '3'],
  ['nothing', '', [], ''],
])('%s typed', async (_name, text, notified, shown) => {
  const place = await draw(<Owned />);
  await typeInto(box(place), text);
  expect([asked.mock.calls.flat(), box(place).value]).toEqual([notified, shown]);
});

test('an empty box is the buyer’s until they leave it; then it shows what holds', async () => {
  const place = await draw(<Owned />);
  await does(() => box(place).focus());
  await typeInto(box(place), '');
  expect(box(place).value).toBe('');
  await does(() => box(place).blur());
  expect([box(place).value, asked.mock.calls]).toEqual(['20', []]);
});

test.each(['', '两盒'])('Enter with %j in the box orders nothing, and shows what holds', async (text) => {
  const place = await draw(<Owned />);
  await does(() => box(place).focus());
  await typeInto(box(place), text);
  await typeKey('Enter');
  expect([box(place).value, entered.mock.calls.length]).toEqual(['20', 0]);
  await typeKey('Enter');
  expect(entered).toHaveBeenCalledOnce();
});

test('what is off takes nothing, and says for what it is', async () => {
  const place = await draw(<Stepper {...common} value={20} disabled />);
  expect([...place.querySelectorAll('button')].every(({ disabled }) => disabled)).toBe(true);
  expect(place.querySelector('fieldset')?.disabled).toBe(true);
  expect(box(place).getAttribute('aria-label')).toBe('数量，10到50');
});

test('a number typed before the page came to life counts once it does', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(<Stepper {...common} value={20} />);
  box(place).value = '40';
  const root = await does(() => undefined).then(() => hydrateRoot(place, <Stepper {...common} value={20} />));
  await does(() => undefined);
  expect(asked.mock.calls).toEqual([[40]]);
  await does(() => root.unmount());
  place.remove();
});
