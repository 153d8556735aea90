/** The points mall at the desk: shipping, cases, goods without medicines, and the table of parcels. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, like } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { pointsGoodsList } from '#lib/contract/desk/lists/points-goods.ts';
import { pointsOrdersList } from '#lib/contract/desk/lists/points-orders.ts';
import { exchangeInput } from '#lib/contract/mall.ts';
import { type SaveMallGoodsInput, saveMallGoodsInput } from '#lib/contract/mall-desk.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { findDefaultAddress } from '#lib/server/addresses/rows.ts';
import {
  auditLog,
  message,
  pointsGoods,
  pointsParcel,
  storedFile,
  wallet,
  wheel,
} from '#lib/server/db/schema.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { getDeskWaiting } from '#lib/server/desk/waiting.ts';
import { isPointsPicture } from '#lib/server/mall/case-rows.ts';
import { askPointsCase } from '#lib/server/mall/cases.ts';
import { putOn, restock, saveMallGoods, takeOff } from '#lib/server/mall/desk-goods.ts';
import {
  callOffPointsOrder,
  correctPointsParcel,
  refusePointsCase,
  repayPointsCase,
  resendPointsCase,
  shipPointsOrder,
} from '#lib/server/mall/desk-orders.ts';
import { checkPointsDispatch } from '#lib/server/mall/dispatch.ts';
import { completePointsOrders } from '#lib/server/mall/due.ts';
import { exchangePoints } from '#lib/server/mall/exchange.ts';
import { cancelPointsOrder, getPointsOrder } from '#lib/server/mall/orders.ts';
import { mallParcels } from '#lib/server/mall/parcels.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { grantPoints } from '#lib/server/points/points.ts';
import { writeEvents } from '#lib/server/tracking/write.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { contextOf, makeBuyers, payFreely } from '#tests/support/orders.ts';
import { openedWheel, prize } from '#tests/support/wheels.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);
const desk = byStaff(db);
const day = 86_400_000;

let turn = 0;
const parcel = () => ({ carrier: '顺丰', tracking_no: `SF${1_000_000 + turn++}` });

/** A company with 100 points and ¥5 that has redeemed a thing for 100 points and ¥3. */
async function redeemed(): Promise<{ buyer: Account; no: string; goodsId: number }> {
  const [buyer] = await makeBuyers(db, 1, 500);
  const { companyId } = buyer!;
  const cause = { companyId, useType: 'task', ref: randomUUID(), note: '' } as const;
  await db.transaction((tx) => grantPoints(tx, { ...cause, points: 100 }));
  const terms = { kind: 'thing', name: '保温杯', points: 100, money: 300, stock: 5, isOn: true } as const;
  const [goods] = await db
    .insert(pointsGoods)
    .values({ ...terms, onFrom: new Date(Date.now() - day) })
    .returning();
  const address = await findDefaultAddress(db, companyId);
  const input = exchangeInput.parse({
    ...{ goods_id: goods!.id, points: 100, money_amount: formatYuan(300), address_id: address!.id },
  });
  const { order } = await exchangePoints({ ...contextOf(db, buyer!), key: randomUUID() }, input);
  return { buyer: buyer!, no: order.no, goodsId: goods!.id };
}

async function asked() {
  const made = await redeemed();
  const { buyer, no } = made;
  await shipPointsOrder(desk, { id: no, ...parcel() });
  const [file] = await db
    .insert(storedFile)
    .values({
      ...{ companyId: buyer.companyId, kind: 'image', digest: randomUUID(), contentType: 'image/jpeg' },
      ...{ name: '破损.jpg', bytes: 1, width: 1, height: 1, pages: 1 },
    })
    .returning({ id: storedFile.id });
  const form = { no, reason: '杯盖碎了', pictures: [file!.id], token: randomUUID() };
  await Promise.allSettled([1, 2, 3].map(() => askPointsCase(contextOf(db, buyer), form)));
  return { ...made, fileId: file!.id };
}

const orderOf = (buyer: Account, no: string) => getPointsOrder(contextOf(db, buyer), { no });

async function walletOf({ companyId }: Account) {
  const [row] = await db.select().from(wallet).where(eq(wallet.companyId, companyId));
  return [row!.points, row!.balance];
}

const titlesOf = async ({ companyId }: Account) =>
  (await db.select().from(message).where(eq(message.companyId, companyId))).map(({ title }) => title);

const actsOf = async (key: string | number) =>
  (
    await db
      .select()
      .from(auditLog)
      .where(and(like(auditLog.subject, 'points_%'), eq(auditLog.subjectKey, String(key))))
      .orderBy(asc(auditLog.id))
  ).map(({ act }) => act);

describe('shipping', () => {
  it('happens once for a parcel, is told and recorded, and shows in the list', async () => {
    const { buyer, no } = await redeemed();
    const waiting = await askList(desk, pointsOrdersList, { status: 'to_ship', no });
    expect(waiting.rows.map((row) => [row.id, row.may_ship, row.may_call_off])).toEqual([[no, 1, 1]]);
    const sent = parcel();
    await Promise.all([1, 2, 3].map(() => shipPointsOrder(desk, { id: no, ...sent })));
    const order = await orderOf(buyer, no);
    expect([order.status, order.parcels.map(({ carrier, tracking_no: own }) => [carrier, own])]).toEqual([
      'shipped',
      [['顺丰速运', sent.tracking_no]],
    ]);
    expect([await titlesOf(buyer), await actsOf(no)]).toEqual([['积分订单已发货'], ['points_order.ship']]);
    await expect(shipPointsOrder(desk, { id: no, ...parcel() })).rejects.toMatchObject({ code: 409 });
  });

  it('with a wrong number is corrected until it is signed for: the old one is told of no more', async () => {
    const { buyer, no } = await redeemed();
    const wrong = parcel();
    const known = `顺丰速运 ${wrong.tracking_no}`;
    const correct = (body: typeof wrong, seen = known) =>
      correctPointsParcel(desk, { id: no, ...body, parcel: seen });
    const shown = async () => (await askList(desk, pointsOrdersList, { no })).rows[0]!;
    await expect(correct(wrong)).rejects.toMatchObject({ code: 409 });
    await shipPointsOrder(desk, { id: no, ...wrong });
    expect(await shown()).toMatchObject({ parcel: known, may_correct: 1 });
    const [row] = await db.select().from(pointsParcel).where(eq(pointsParcel.orderNo, no));
    const report = (trackingNo: string) =>
      writeEvents(db, row!.id, [{ at: new Date(), text: '正在派送', state: 'delivering' }], {
        ...{ now: new Date(), askEvery: day, trackingNo, book: mallParcels },
      });
    expect(await report(wrong.tracking_no)).toBe(1);
    const right = { carrier: '京东', tracking_no: 'JD00112233' };
    await expect(correct({ ...right, tracking_no: '1' })).rejects.toMatchObject({ code: 422 });
    await Promise.all([1, 2, 3].map(() => correct(right)));
    const { parcels } = await orderOf(buyer, no);
    expect(parcels).toMatchObject([{ carrier: '京东物流', tracking_no: right.tracking_no, events: [] }]);
    expect(await actsOf(no)).toEqual(['points_order.ship', 'points_order.correct']);
    // The delivery of the right parcel is told too.
    await Promise.all([1, 2].map(() => report(right.tracking_no)));
    expect(await titlesOf(buyer)).toEqual([
      ...['积分订单已发货', '包裹正在派送', '积分订单的运单号已更正', '包裹正在派送'],
    ]);
    await db.update(pointsParcel).set({ state: 'signed' }).where(eq(pointsParcel.orderNo, no));
    const { parcel: signed, may_correct } = await shown();
    expect(may_correct).toBe(0);
    await expect(correct(wrong, signed)).rejects.toMatchObject({ message: '包裹已签收，不能更正运单' });
  });

  it('is corrected by one of two colleagues: the second one has read an older number', async () => {
    const { no } = await redeemed();
    const wrong = parcel();
    await shipPointsOrder(desk, { id: no, ...wrong });
    const known = `顺丰速运 ${wrong.tracking_no}`;
    const both = await Promise.allSettled(
      [parcel(), parcel()].map((right) => correctPointsParcel(desk, { id: no, ...right, parcel: known })),
    );
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject([{ code: 409, message: '运单刚刚已被同事更正，请刷新后核对' }]);
    expect(await actsOf(no)).toEqual(['points_order.ship', 'points_order.correct']);
  });

  it('and cases wait on the page of today and at the navigation, for the roles that may work on them', async () => {
    const atEntry = async (role: 'marketing' | 'service') => {
      const { list } = await getDeskWaiting({ ...desk, actor: { ...desk.actor, role } });
      return list.find(({ href }) => href === '/desk/points-orders')?.count ?? 0;
    };
    const countsOf = async (role: 'marketing' | 'service') =>
      (await listToday({ ...desk, actor: { ...desk.actor, role } }))
        .filter(({ href }) => href === '/desk/points-orders')
        .map(({ search, count }) => [search, count] as const);
    const before = new Map(await countsOf('marketing'));
    const beforeAtEntry = await atEntry('marketing');
    await Promise.all([redeemed(), asked()]);
    expect([await atEntry('marketing'), await atEntry('service')]).toEqual([beforeAtEntry + 2, 0]);
    const oneMore = (search: string) => [search, (before.get(search) ?? 0) + 1];
    expect(await countsOf('marketing')).toEqual([oneMore('?status=to_ship'), oneMore('?cases=asked')]);
    expect(await countsOf('service')).toEqual([]);
  });

  it.each([[{ carrier: '不知道谁', tracking_no: 'SF1000000' }], [{ carrier: '顺丰', tracking_no: '12 3' }]])(
    'refuses %o',
    async (wrong) => {
      const { no } = await redeemed();
      await expect(shipPointsOrder(desk, { id: no, ...wrong })).rejects.toMatchObject({ code: 422 });
    },
  );

  it('and a cancel of the buyer at once end one way', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { buyer, no } = await redeemed();
      await Promise.allSettled([
        shipPointsOrder(desk, { id: no, ...parcel() }),
        cancelPointsOrder(contextOf(db, buyer), { no }),
      ]);
      const { status } = await orderOf(buyer, no);
      expect(await walletOf(buyer)).toEqual(status === 'shipped' ? [0, 200] : [100, 500]);
    }
  });

  it('by a table is checked row by row, and repeated it sends nothing twice', async () => {
    const [one, other] = [await redeemed(), await redeemed()];
    const text = `积分订单号,快递公司,快递单号\n${one.no},顺丰,SF20000001\n${other.no},顺丰,1\nJ0,顺丰,SF20000002\n${other.no},,\n`;
    // Each request brings its own bytes.
    const check = () =>
      checkPointsDispatch(desk, {
        file: { name: '发货.csv', type: 'text/csv', bytes: new TextEncoder().encode(text) },
        columns: undefined,
      });
    const read = await check();
    expect(read.parcels).toMatchObject([{ row: 2, no: one.no, carrier: '顺丰速运', is_done: 0 }]);
    expect(read.faults.map(({ row }) => row)).toEqual([3, 4]);
    await shipPointsOrder(desk, { id: one.no, carrier: '顺丰速运', tracking_no: 'SF20000001' });
    const again = await check();
    expect(again.parcels).toMatchObject([{ no: one.no, is_done: 1 }]);
  });
});

describe('calling off', () => {
  it('gives everything back once, with a reason that the company reads', async () => {
    const { buyer, no, goodsId } = await redeemed();
    const off = () => callOffPointsOrder(desk, { id: no, reason: '缺货' });
    await Promise.all([off(), off(), off()]);
    expect([await walletOf(buyer), (await orderOf(buyer, no)).cancel_reason]).toEqual([[100, 500], '缺货']);
    const [goods] = await db.select().from(pointsGoods).where(eq(pointsGoods.id, goodsId));
    expect([goods!.stock, goods!.sold]).toEqual([5, 0]);
  });
});

describe('a damaged thing', () => {
  it('is one case a form, holds the order open, and is repaid once', async () => {
    const { buyer, no, fileId } = await asked();
    const { rows } = await askList(desk, pointsOrdersList, { no });
    expect([rows[0]?.case_pictures, await isPointsPicture(db, fileId)]).toEqual([String(fileId), true]);
    const open = await orderOf(buyer, no);
    expect([open.case_text, open.cases.map(({ files }) => files.length), open.actions]).toEqual([
      '待处理',
      [1],
      ['receive'],
    ]);
    await completePointsOrders(db, new Date(Date.now() + 16 * day));
    expect((await orderOf(buyer, no)).status).toBe('shipped');
    await Promise.all([1, 2, 3].map(() => repayPointsCase(desk, { id: no, text: '已核实' })));
    const done = await orderOf(buyer, no);
    expect([done.status, done.case_text, await walletOf(buyer)]).toEqual([
      'cancelled',
      '已退积分',
      [100, 500],
    ]);
  });

  it('is sent again in another parcel', async () => {
    const { buyer, no } = await asked();
    const again = parcel();
    await Promise.all([1, 2].map(() => resendPointsCase(desk, { id: no, ...again })));
    const order = await orderOf(buyer, no);
    expect([order.status, order.parcels.length, order.case_text]).toEqual(['shipped', 2, '已补发']);
    expect(await walletOf(buyer)).toEqual([0, 200]);
  });

  it('is refused with a reason, or repaid: of both at once one holds', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { buyer, no } = await asked();
      await Promise.allSettled([
        refusePointsCase(desk, { id: no, reason: '不属于破损' }),
        repayPointsCase(desk, { id: no }),
      ]);
      const { case_text: text } = await orderOf(buyer, no);
      expect(await walletOf(buyer)).toEqual(text === '已驳回' ? [0, 200] : [100, 500]);
    }
  });
});

describe('goods', () => {
  const form = (values: Partial<SaveMallGoodsInput> = {}) =>
    saveMallGoodsInput.parse({
      ...{ kind: 'thing', name: `雨伞${turn++}`, points: 100, stock: 3, on_from: '2026-01-01' },
      token: randomUUID(),
      ...values,
    });

  it('are made once a form, changed as they were read, and recorded', async () => {
    const values = form();
    const made = await Promise.all([1, 2, 3].map(() => saveMallGoods(desk, values)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const { id, version } = made[0]!;
    const changed = await saveMallGoods(desk, { ...values, id, version, points: 200 });
    expect([changed.points, changed.version, changed.stock]).toEqual([200, version + 1, 3]);
    // The same again is answered as done; another change of the old version is refused.
    expect((await saveMallGoods(desk, { ...values, id, version, points: 200 })).version).toBe(
      changed.version,
    );
    await expect(saveMallGoods(desk, { ...values, id, version, points: 300 })).rejects.toMatchObject({
      code: 409,
      data: { version: changed.version },
    });
    expect(await actsOf(id)).toEqual(['points_goods.add', 'points_goods.change']);
  });

  it.each([
    ['a drug of the catalogue', { name: '阿莫西林胶囊 24粒' }],
    ['an approval number', { description: '内含国药准字H20013179' }],
    ['a prohibited thing', { name: '吗啡' }],
  ])('refuse %s', async (_, values) => {
    await expect(saveMallGoods(desk, form(values))).rejects.toMatchObject({ code: 422 });
  });

  it.each([
    ['a coupon without a value', { kind: 'coupon', valid_days: 30 }, 'value'],
    [
      'a coupon whose threshold is its value',
      { kind: 'coupon', value: '5', threshold: '5', valid_days: 30 },
      'threshold',
    ],
    ['a voucher without days', { kind: 'voucher', value: '5' }, 'valid_days'],
    ['a voucher that is too large', { kind: 'voucher', value: '5000.01', valid_days: 30 }, 'value'],
    ['a voucher that lasts too long', { kind: 'voucher', value: '5', valid_days: 367 }, 'valid_days'],
    ['an end before the beginning', { on_to: '2025-12-31' }, 'on_to'],
    ['a picture that nobody has uploaded', { pictures: ['A'.repeat(22)] }, 'pictures'],
  ] as const)('refuse %s', async (_, values, field) => {
    await expect(saveMallGoods(desk, form(values as Partial<SaveMallGoodsInput>))).rejects.toMatchObject({
      code: 422,
      data: { errors: { [field]: [expect.any(String)] } },
    });
  });

  it('that are chances are of an opened wheel with tickets left', async () => {
    const prizes = [prize('points', 1), prize('nothing', 1)];
    const { id } = await openedWheel(db, prizes);
    const values = form({ kind: 'chance', wheel_id: id });
    const made = await saveMallGoods(desk, values);
    expect(made.wheel_id).toBe(id);
    const draft = await openedWheel(db, prizes, { openedAt: null, secretHash: null, sealedSecret: null });
    const over = await openedWheel(db, prizes, { drawn: 2 });
    for (const wheel_id of [draft.id, over.id, 2_000_000])
      await expect(saveMallGoods(desk, form({ kind: 'chance', wheel_id }))).rejects.toMatchObject({
        code: 422,
        data: { errors: { wheel_id: [expect.any(String)] } },
      });
    await db.update(wheel).set({ drawn: 2 }).where(eq(wheel.id, id));
    await expect(putOn(desk, { id: made.id })).rejects.toMatchObject({ code: 422 });
  });

  it('keep what an opened wheel promises until it is closed', async () => {
    const values = form({ value: '20' });
    const { id, version } = await saveMallGoods(desk, values);
    const cup = prize('thing', 1, { name: '雨伞', goodsId: id, cost: 20_00 });
    const { id: wheelId } = await openedWheel(db, [cup, prize('nothing', 9)]);
    for (const other of [{ name: '别的伞' }, { description: '换了一把' }, { value: '1' }])
      await expect(saveMallGoods(desk, { ...values, ...other, id, version })).rejects.toMatchObject({
        code: 409,
        message: /大转盘“测试转盘”的奖品/,
      });
    const cheaper = await saveMallGoods(desk, { ...values, id, version, points: 90 });
    await db.update(wheel).set({ closedAt: new Date(), secret: '' }).where(eq(wheel.id, wheelId));
    const renamed = await saveMallGoods(desk, { ...values, id, version: cheaper.version, name: '长柄伞' });
    expect(renamed.name).toBe('长柄伞');
  });

  it('go on and off the shelf, and their stock is changed as it was read', async () => {
    const { id, stock } = await saveMallGoods(desk, form());
    await Promise.all([putOn(desk, { id }), putOn(desk, { id })]);
    await takeOff(desk, { id });
    await restock(desk, { id, count: '9', stock });
    await expect(restock(desk, { id, count: '7', stock })).rejects.toMatchObject({ code: 409 });
    await expect(restock(desk, { id, count: '-1', stock: 9 })).rejects.toMatchObject({ code: 422 });
    const { rows } = await askList(desk, pointsGoodsList, { shelf: 'off', kind: 'thing' });
    expect(rows.find((row) => row.id === id)).toMatchObject({ stock: 9, is_off: 1 });
    expect(await actsOf(id)).toEqual([
      'points_goods.add',
      'points_goods.put_on',
      'points_goods.take_off',
      'points_goods.restock',
    ]);
  });
});
