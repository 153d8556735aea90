// @vitest-environment happy-dom
/** A merchant's stop, taken back by the button of its message for ten seconds: the other act, with a reason that says so. */
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { MerchantState } from '#islands/desk/merchants/MerchantState.tsx';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import type { MerchantFileWire } from '#lib/contract/merchant-desk.ts';
import { clearDocument, does, draw, named, press, typeInto, until } from '#tests/support/dom.tsx';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();

const file = (stoppedOn = ''): MerchantFileWire => ({
  ...{ id: 3, code: 'M03', values: { alias: '新谷医药' }, licences: [], goods: 5, staff: 1, has_seal: 1 },
  ...{ stopped_on: stoppedOn, closing_at: '', closed_at: '', close_asked_by: '', is_resting: 0, hangs: [] },
});

const files: string[] = [];

beforeEach(() => {
  files.length = 0;
});

afterEach(async () => {
  for (const { id } of $toasts.get()) closeToast(id);
  await clearDocument();
});

const toastOf = (text: string) => $toasts.get().find((one) => one.text === text);

/** Stops the merchant in the page, with the toasts drawn; `entry` is what undoes it. */
async function stopped(entry = 7) {
  onTestFinished($toasts.listen(() => {}));
  const place = await draw(
    <MerchantState file={file()} side="platform" onFile={(now) => files.push(now.stopped_on)} />,
  );
  await press(named(place, '停止销售'));
  const dialog = place.querySelector('dialog[open]')!;
  await typeInto(dialog.querySelector<HTMLInputElement>('[name="reason"]')!, '停业整顿');
  await press([...dialog.querySelectorAll('button')].find(({ type }) => type === 'submit')!);
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/desk/merchants/3/stop reason=停业整顿&is_urgent=0');
  sent.answer(200, { ...file('2026-11-30'), entry });
  await until(() => expect(toastOf('已停止销售')).toBeDefined());
}

test('撤销 resumes the sales with the reason, and says so', async () => {
  await stopped();
  await does(() => toastOf('已停止销售')?.act?.run());
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/desk/merchants/3/resume reason=撤销“停止销售”&undoes=7');
  sent.answer(200, { ...file(), entry: 8 });
  await until(() => expect(toastOf('已撤销：停止销售')).toBeDefined());
  expect(files).toEqual(['2026-11-30', '']);
});

test('after ten seconds the message and its 撤销 are gone', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  await stopped();
  expect(toastOf('已停止销售')?.act?.text).toBe('撤销');
  const [ends] = timers.mock.calls.filter(([, ms]) => ms === 10_000);
  ends?.[0]();
  expect(toastOf('已停止销售')).toBeUndefined();
});

test('a stop over a colleague’s offers no 撤销: there is nothing to return to', async () => {
  await stopped(0);
  expect(toastOf('已停止销售')?.act).toBeUndefined();
});
