// @vitest-environment happy-dom
/** The quantity box of a row that is added later: whole packs downwards after a pause, the next pack by one press. */
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PackBox } from '#islands/buy/PackBox.tsx';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import { quantityDelay, typingDelay } from '#lib/contract/constants.ts';
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

const rest = (delay = typingDelay) => does(() => vi.advanceTimersByTime(delay));

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

test('a number that may grow while it is typed waits, and one that fits counts soon', async () => {
  const place = await draw(<Row />);
  const box = place.querySelector('input')!;
  const counted = () => [box.value, place.querySelector('output')?.textContent];
  await typeInto(box, '3');
  await rest(quantityDelay * 2);
  expect([counted(), $toasts.get()]).toEqual([['3', '20'], []]);
  await typeInto(box, '30');
  await rest(quantityDelay);
  expect([counted(), $toasts.get()]).toEqual([['30', '30'], []]);
  await does(() => box.focus());
  await typeInto(box, '4');
  await does(() => box.blur());
  expect([counted()[0], $toasts.get().map(({ text }) => text)]).toEqual(['10', ['10盒起购，已调整为10盒']]);
});

test('below the least purchase of single pieces the sentence names that, not a pack of one', async () => {
  const bounds = { min: 10, max: 50, step: 1, disabled: false };
  const place = await draw(<PackBox value={12} bounds={bounds} unit="盒" label="数量" onNumber={() => {}} />);
  await typeInto(place.querySelector('input')!, '3');
  await rest();
  expect($toasts.get().map(({ text }) => text)).toEqual(['10盒起购，已调整为10盒']);
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
