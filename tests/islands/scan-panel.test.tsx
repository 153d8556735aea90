// @vitest-environment happy-dom
/** The box for all codes of a parcel: each code goes to its line, counted, and what is not taken says why. */
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ScanPanel } from '#islands/desk/order/ScanPanel.tsx';
import { clearDocument, does, draw, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();
afterEach(clearDocument);

const waiting = [
  { id: 1, name: '阿莫西林', spec: '24粒' },
  { id: 2, name: '布洛芬', spec: '20片' },
];
const code = (n: number) => `8123456${String(n).padStart(13, '0')}`;

function Packing() {
  const form = useRef<HTMLFormElement>(null);
  return (
    <form ref={form}>
      <ScanPanel no="D1" waiting={waiting} form={form} />
      {waiting.map(({ id }) => (
        <div key={id}>
          <input name={`pieces-${id}`} aria-label={`数量${id}`} defaultValue="3" />
          <textarea name={`codes-${id}`} aria-label={`追溯码${id}`} />
        </div>
      ))}
    </form>
  );
}

const codesOf = (place: HTMLElement, id: number) =>
  place.querySelector<HTMLTextAreaElement>(`[name=codes-${id}]`)?.value;

async function scan(place: HTMLElement, text: string): Promise<void> {
  const box = place.querySelector('input');
  await does(() => {
    if (box === null) throw new Error('no box to scan into');
    box.value = text;
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  });
}

const answer = (boxes: string[], more: object = {}) => ({
  code: boxes[0],
  is_case: 0,
  boxes,
  line_ids: [2],
  ...more,
});

test('a code goes to its line, a case with all of its boxes, and a used one says why', async () => {
  const place = await draw(<Packing />);
  await scan(place, code(1));
  const asked = await shop.next();
  expect(asked.line).toBe(`GET /api/desk/orders/D1/scan?code=${code(1)}`);
  asked.answer(200, answer([code(1)]));
  await until(() => expect(place.textContent).toContain('布洛芬 1/3'));
  await scan(place, code(9));
  (await shop.next()).answer(200, answer([code(2), code(3)], { code: code(9), is_case: 1 }));
  await until(() => expect(place.textContent).toContain('整箱2盒，布洛芬 3/3'));
  expect([codesOf(place, 1), codesOf(place, 2)]).toEqual(['', [1, 2, 3].map(code).join('\n')]);
  expect(place.textContent).toContain('3/6');
  await scan(place, code(4));
  (await shop.next()).answer(409, null, `追溯码${code(4)}已随订单D0发出`);
  await until(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('已随订单D0发出'));
  await scan(place, code(5));
  (await shop.next()).answer(200, answer([code(5)]));
  await until(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('已扫满'));
});

test('codes of an unknown product wait for their line, which the next ones find by themselves', async () => {
  const place = await draw(<Packing />);
  await scan(place, `${code(1)} ${code(2)}`);
  for (const n of [1, 2]) (await shop.next()).answer(200, answer([code(n)], { line_ids: [] }));
  await until(() => expect(place.textContent).toContain('2个码还不认识'));
  const choice = place.querySelector('select');
  await does(() => {
    if (choice) choice.value = '1';
    choice?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await until(() => expect(codesOf(place, 1)).toBe([1, 2].map(code).join('\n')));
  await scan(place, code(3));
  (await shop.next()).answer(200, answer([code(3)], { line_ids: [] }));
  await until(() => expect(place.textContent).toContain('阿莫西林 3/3'));
});
