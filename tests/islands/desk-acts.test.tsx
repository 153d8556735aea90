// @vitest-environment happy-dom
/** Acts at the desks as a person sees them: 撤销 in the messages, and what a second person decides, on either side. */
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { useUndo } from '#islands/desk/kit/use-undo.ts';
import { RefundPanel } from '#islands/desk/order/RefundPanel.tsx';
import { OwnPriceDialog } from '#islands/desk/prices/OwnPriceDialog.tsx';
import { PriceList } from '#islands/desk/prices/PriceList.tsx';
import { RefuseDialog } from '#islands/desk/transfers/RefuseDialog.tsx';
import { UndoDialog } from '#islands/desk/transfers/UndoDialog.tsx';
import { $toasts, closeToast, holdToast } from '#lib/client/stores/shell/toasts.ts';
import { ownPrices } from '#lib/contract/desk/lists/own-prices.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import type { DeskTransferWire } from '#lib/contract/transfers/calls.ts';
import {
  boxOf,
  clearDocument,
  does,
  draw,
  named,
  press,
  typeInto,
  typeKey,
  until,
} from '#tests/support/dom.tsx';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();

afterEach(async () => {
  for (const { id } of $toasts.get()) closeToast(id);
  await clearDocument();
});

const toastOf = (text: string) => $toasts.get().find((one) => one.text === text);
const said = () => $toasts.get().map(({ text, link }) => [text, link?.href]);
const submit = (place: ParentNode) =>
  press([...place.querySelectorAll('button')].find(({ type }) => type === 'submit')!);

const undone: string[] = [];
function Acts() {
  const offerUndo = useUndo();
  return ['甲', '乙'].map((name) => (
    <button
      key={name}
      type="button"
      onClick={() => offerUndo(`${name}已停用`, name, async () => void undone.push(name))}
    >
      {name}
    </button>
  ));
}
async function drawActs() {
  undone.length = 0;
  onTestFinished($toasts.listen(() => {}));
  return draw(<Acts />);
}

test('each message undoes its own act, once; Z undoes the last one and closes its message', async () => {
  const place = await drawActs();
  await press(named(place, '甲'));
  await press(named(place, '乙'));
  const { act } = toastOf('甲已停用')!;
  await does(() => act?.run());
  await does(() => act?.run());
  expect(undone).toEqual(['甲']);
  await typeKey('z');
  expect([undone, toastOf('乙已停用')]).toEqual([['甲', '乙'], undefined]);
  await typeKey('z');
  expect(undone).toEqual(['甲', '乙']);
});

test('a message that the pointer holds keeps its 撤销 beyond the time of Z', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const place = await drawActs();
  await press(named(place, '甲'));
  const { id, act } = toastOf('甲已停用')!;
  holdToast(id, true);
  vi.advanceTimersByTime(11_000);
  await typeKey('z');
  expect([undone, toastOf('甲已停用')?.id]).toEqual([[], id]);
  await does(() => act?.run());
  expect(undone).toEqual(['甲']);
});

const low = '低于底价的，由平台复核后生效。';

test('a merchant reads that the platform decides a low price, before and after, without a way to its list', async () => {
  const row = {
    ...{ id: '5-7', company: '1号药房', company_id: 5, goods_id: 7, name: '感冒灵', spec: '10片' },
    ...{ member_price: '12.00', agreed: '11.00' },
  };
  const initial = {
    ...{ rows: [row], total: 1, is_more: 0 as const, next: null, before: null },
    ...{ values: {}, sums: {}, facts: null },
  };
  const place = await draw(
    <PriceList
      {...{ list: ownPrices, title: '协议价', icon: '', initial, views: [], search: '', roles: [], runs: [] }}
      asked={{ sort: '', after: '', before: '', size: 50, columns: '' }}
    />,
  );
  await press(named(place, '修改：1号药房'));
  const dialog = place.querySelector('dialog[open]')!;
  expect(dialog.textContent).toContain(low);
  await typeInto(boxOf(dialog, '协议价'), '1.00');
  await submit(dialog);
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/desk/prices/5-7/change price=1.00&agreed=11.00');
  sent.answer(200, { row, waits: 1, entry: 0 });
  await until(() => expect(said()).toEqual([['修改已提交：等待平台复核', undefined]]));

  const other = await draw(<OwnPriceDialog onClose={() => {}} onDone={() => {}} />);
  expect(other.textContent).toContain(low);
});

const plan = {
  ...{ no: 'D1', lines: [{ id: 3, name: '感冒灵', unit: '盒', left: 2 }], amount: '900.00' },
  ...{ is_whole: 1, problem: '', waits: '' },
};

test.each([
  ['merchant', '由平台复核后生效', '等待平台复核', undefined],
  ['platform', '由另一位财务或管理员在“待复核”通过后生效', '等另一位财务或管理员复核', '/desk/countersign'],
] as const)(
  'a refund at the desk of the %s says who passes what is above the limit',
  async (side, by, waits, href) => {
    const order = { no: 'D1', pieces_left: 2 } as DeskOrder;
    const place = await draw(<RefundPanel order={order} side={side} onDone={() => {}} />);
    (await shop.next()).answer(200, plan);
    await until(() => expect(place.querySelector('section button')).not.toBeNull());
    await press(place.querySelector('section button')!);
    const left = await shop.next();
    expect(left.line).toBe('GET /api/desk/countersign/left?kind=order_refund');
    left.answer(200, { left: '500.00' });
    await until(() => expect(place.textContent).toContain(`您今天还可单独办理¥500.00，超过的${by}。`));
    await typeInto(boxOf<HTMLTextAreaElement>(place, '原因'), '买家来电取消');
    // Its amount is asked for again with every change of the form.
    (await shop.next()).answer(200, plan);
    await submit(place);
    const sent = await shop.next();
    expect(sent.line).toContain('POST /api/desk/orders/D1/refund');
    sent.answer(200, { waits: 1, amount: '900.00' });
    await until(() => expect(said()).toEqual([[`退款¥900.00：${waits}`, href]]));
    for (const _ of ['order', 'plan']) {
      const again = await shop.next();
      again.answer(200, again.line.includes('/refund') ? plan : order);
    }
  },
);

const transfer = {
  ...{ no: 'T1', company: '1号药房', state: 'submitted', submitted_at: '', received: '100.00', waits: [] },
  receipts: [{ serial: 'AB12', amount: '100.00', received_on: '2026-11-21', staff: 'li', is_settled: 1 }],
} as Partial<DeskTransferWire> as DeskTransferWire;
const whole = '须由另一位财务或管理员在“待复核”通过后生效。';

test('money that came for a refused voucher may need a second person: said beforehand, and afterwards', async () => {
  const done: unknown[] = [];
  const own = { onClose: () => {}, onDone: (row: unknown) => void done.push(row) };
  const none = await draw(<RefuseDialog row={{ ...transfer, received: '0.00' }} {...own} />);
  expect(none.textContent).not.toContain('余额');
  await clearDocument();
  const place = await draw(<RefuseDialog row={transfer} {...own} />);
  const left = await shop.next();
  expect(left.line).toBe('GET /api/desk/countersign/left?kind=surplus');
  left.answer(200, { left: '0.00' });
  await until(() => expect(place.textContent).toContain(whole));
  await typeInto(boxOf<HTMLTextAreaElement>(place, '驳回原因'), '看不清');
  await submit(place);
  (await shop.next()).answer(200, { ...transfer, waits: ['转账多余款¥100.00等待另一位同事复核'] });
  await until(() =>
    expect(said()).toEqual([['已驳回，买家会收到原因，转账多余款¥100.00等待另一位同事复核', undefined]]),
  );
});

test.each([
  [1, 'T1：到账已更正', undefined],
  [0, '撤销到账：等另一位财务或管理员复核', '/desk/countersign'],
] as const)(
  'a receipt that is undone (%i) is told by its own answer, whatever else waits',
  async (isDone, text, href) => {
    const place = await draw(<UndoDialog row={transfer} onClose={() => {}} onDone={() => {}} />);
    (await shop.next()).answer(200, { left: '0.00' });
    await until(() => expect(place.textContent).toContain(whole));
    await typeInto(boxOf<HTMLTextAreaElement>(place, '撤销原因'), '填错了');
    await submit(place);
    (await shop.next()).answer(200, {
      ...transfer,
      waits: ['撤销到账¥9.00等待另一位同事复核'],
      is_done: isDone,
    });
    await until(() => expect(said()).toEqual([[text, href]]));
  },
);
