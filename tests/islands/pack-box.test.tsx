// @vitest-environment happy-dom
/** The quantity box of a row that is added later: whole packs downwards after a pause, the next pack by one press. */
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PackBox } from '#islands/buy/PackBox.tsx';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import { quantityDelay } from '#lib/contract/constants.ts';
import { clearDocument, does, draw, named, typeInto, typeKey } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';

domPage();

function Row() {
  const [number, setNumber] = useState(20);
  const bounds = { min: 10, max: 50, step: 10, disabled: false };
  return (
    <>
      <PackBox value={number} bounds={bounds} unit="盒" label="数量" onNumber={setNumber} />
      <output>{number}</output>
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(async () => {
  await clearDocument();
  for (const { id } of $toasts.get()) closeToast(id);
  vi.useRealTimers();
});

const rest = () => does(() => vi.advanceTimersByTime(quantityDelay));

test('a number between two packs goes down, and says so', async () => {
  const place = await draw(<Row />);
  const box = place.querySelector('input')!;
  await typeInto(box, '37');
  expect([box.value, place.querySelector('output')?.textContent]).toEqual(['37', '20']);
  await rest();
  expect([box.value, place.querySelector('output')?.textContent]).toEqual(['30', '30']);
  const [toast] = $toasts.get();
  expect([toast?.text, toast?.act?.text]).toEqual(['按10盒起订，已调整为30盒', '改为40盒']);
  await does(() => toast?.act?.run());
  expect(box.value).toBe('40');
});

test('Enter does not wait, and the maximum is told', async () => {
  const place = await draw(<Row />);
  const box = place.querySelector('input')!;
  await typeInto(box, '90');
  box.focus();
  await typeKey('Enter');
  expect([box.value, $toasts.get().map(({ text }) => text)]).toEqual(['50', ['已达最大购买量']]);
  expect(named(place, '增加')).toMatchObject({ disabled: true });
});
