/** After-sale, from asking to the money: by the rules' table, once each, bound to company and merchant. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { cases } from '#lib/contract/desk/lists/cases.ts';
import type { AfterSaleKind } from '#lib/rules/orders/after-sale-state.ts';
import { afterSaleLimits } from '#lib/rules/orders/after-sale-state.ts';
import { orderLimits } from '#lib/rules/orders/order-state.ts';
import {
  acceptAfterSale,
  agreeAfterSale,
  appealAfterSale,
  arriveAfterSale,
  refuseAfterSale,
  repayAfterSale,
  sendAfterSale,
  withdrawAfterSale,
} from '#lib/server/after-sale/acts.ts';
import { askAfterSale, findAskForm, previewAfterSale } from '#lib/server/after-sale/ask.ts';
import { afterSaleDue } from '#lib/server/after-sale/due.ts';
import { uploadCasePicture, uploadDeskPicture } from '#lib/server/after-sale/picture.ts';
import { getDeskCase, getMyCase, listMyCases } from '#lib/server/after-sale/read.ts';
import { deskTalkAfterSale, talkAfterSale } from '#lib/server/after-sale/talk.ts';
import type { Context } from '#lib/server/core/context.ts';
import { findFile } from '#lib/server/files/rows.ts';
import { recallLot } from '#lib/server/lots/change.ts';
import { settleReturned } from '#lib/server/lots/returned.ts';
import { getContact, setContact } from '#lib/server/merchants/contact.ts';
import { isCasePicture } from '#lib/server/orders/after-sale-rows.ts';
import { confirmMyOrder, refuseMyOrder } from '#lib/server/orders/change.ts';
import { creditPromises } from '#lib/server/orders/due.ts';
import { getMyOrder } from '#lib/server/orders/read.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { findNotes, getPickList } from '#lib/server/shipping/notes.ts';
import { getDeskOrder } from '#lib/server/shipping/orders.ts';
import { shipParcel } from '#lib/server/shipping/parcels.ts';
import { settleRefusal } from '#lib/server/shipping/refusal.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import {
  contextOf,
  makeBuyers,
  makeGoods,
  order,
  pay,
  payFreely,
  withMembership,
} from '#tests/support/orders.ts';
import { pdfOf, pictureOf } from '#tests/support/papers.ts';
import { refusalOf } from '#tests/support/refusal.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);

function byMerchant(merchantId: number, now = new Date(), name = '售后员'): Context<'merchant'> {
  return { db, now, actor: { kind: 'merchant', name, merchantId }, requestId: 'test' };
}

/** Goods that travel as they are. */
const warm = { temperature: '', cooler: '', recorder: '' };

interface Bought {
  buyer: Account;
  no: string;
  lineId: number;
  lotNo: string;
  merchantId: number;
  paid: number;
}

/** An order of `number` pieces: paid, and received where it is asked for. */
async function bought(number = 10, isReceived = true, rebate = 0): Promise<Bought> {
  const goodsId = await makeGoods(db, goodsPlain, 1000, { rebate });
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, [{ goodsId, number }]);
  await pay(db, buyer!, made.trade_no);
  const no = made.orders[0]!.no;
  if (isReceived) {
    await shipOrder(byStaff(db), { no, carrier: '国药物流', trackingNo: `GY-${randomUUID().slice(0, 8)}` });
    await confirmMyOrder(contextOf(db, buyer!), { no });
  }
  const { rows } = await pool.query(
    `select l.id, l.paid::int, o.merchant_id, coalesce((select lot_no from shipment_lot s where s.order_line_id = l.id limit 1), '') as lot
     from order_line l join "order" o on o.no = l.order_no where l.order_no = $1`,
    [no],
  );
  const [{ id, paid, merchant_id: merchantId, lot: lotNo }] = rows;
  return { buyer: buyer!, no, lineId: id, lotNo, merchantId, paid };
}

async function ask(
  { buyer, no, lineId, lotNo }: Bought,
  number: number,
  kind: AfterSaleKind = 'return_refund',
  over: { token?: string; reasons?: string[]; pictures?: number[]; amount?: string } = {},
) {
  const context = contextOf(db, buyer);
  const lines = [{ line_id: lineId, lot_no: lotNo, number }];
  const { amount } = await previewAfterSale(context, { no, kind, lines });
  const reasons = over.reasons ?? [kind === 'papers' ? '发票' : lotNo === '' ? '不需要了' : '其他原因'];
  return askAfterSale(context, {
    no,
    kind,
    lines,
    reasons,
    text: '请处理',
    pictures: over.pictures ?? [],
    expected_amount: over.amount ?? amount,
    token: over.token ?? randomUUID(),
  });
}

/** A clerk sends pieces though the buyer asks them back. */
function shipAll({ no, lineId, merchantId }: Bought, pieces: number, now = new Date()) {
  return shipParcel(byMerchant(merchantId, now), {
    no,
    carrier: '国药物流',
    tracking_no: `GY-${randomUUID().slice(0, 8)}`,
    ...warm,
    ships_asked: 1,
    lines: [{ line_id: lineId, pieces, codes: '' }],
  });
}

async function money({ no, buyer }: Bought) {
  const { rows } = await pool.query(
    `select o.refunded_amount::int as refunded, o.pay_amount::int as paid,
      (select coalesce(sum(amount), 0)::int from wallet_ledger where company_id = $2 and use_type = 'refund') as wallet
     from "order" o where o.no = $1`,
    [no, buyer.companyId],
  );
  return rows[0] as { refunded: number; paid: number; wallet: number };
}

async function picture({ companyId }: Account): Promise<number> {
  const { rows } = await pool.query(
    `insert into stored_file (company_id, digest, kind, content_type, bytes, width, height, name)
     values ($1, $2, 'image', 'image/jpeg', 1, 1, 1, '破损.jpg') returning id`,
    [companyId, randomUUID()],
  );
  return rows[0].id;
}

it('goods go back and the money comes, by the way it was paid and as it was shown', async () => {
  const one = await bought();
  const form = await findAskForm(contextOf(db, one.buyer), one.no);
  expect(form).toMatchObject({ stage: 'received', lines: [{ lot_no: one.lotNo, most: 10 }] });
  const made = await ask(one, 4);
  expect(made).toMatchObject({
    status_text: '待商家审核',
    waits_for: 'merchant',
    is_open: 1,
    refunded_amount: '',
  });
  const desk = byMerchant(one.merchantId);
  expect(await agreeAfterSale(desk, { id: made.id, waives: 0, text: '请寄回。' })).toMatchObject({
    state: 'to_return',
    return_to: { phone: expect.any(String) },
  });
  const sent = { id: made.id, carrier: '顺丰', tracking_no: 'SF12345678' };
  await sendAfterSale(contextOf(db, one.buyer), sent);
  await expect(
    acceptAfterSale(desk, { id: made.id, carrier: '', tracking_no: '', ...warm }),
  ).rejects.toMatchObject({
    code: 409,
  });
  await arriveAfterSale(desk, { id: made.id });
  const done = await acceptAfterSale(desk, { id: made.id, carrier: '', tracking_no: '', ...warm });
  expect(done).toMatchObject({ state: 'completed', refunded_amount: made.amount });
  const { refunded, wallet } = await money(one);
  expect([refunded, wallet]).toEqual([Number(made.amount) * 100, refunded].map(Math.round));
  const notes = (await getMyCase(contextOf(db, one.buyer), { id: made.id })).notes;
  expect(notes.map(({ who, act }) => `${who} ${act}`)).toEqual([
    '买家 提交申请',
    '商家 同意',
    '买家 填写寄回单号',
    '商家 登记到货',
    '商家 验收通过',
  ]);
  const { rows } = await pool.query(`select body from message where company_id = $1 and kind = 'aftersale'`, [
    one.buyer.companyId,
  ]);
  expect(rows).toHaveLength(5);
  expect(rows.filter(({ body }) => body.includes('同意：请寄回。请在7天内'))).toHaveLength(1);
  const { rows: audit } = await pool.query(
    `select act, merchant_id from audit_log where subject = 'aftersale' and subject_key = $1 order by id`,
    [String(made.id)],
  );
  expect(audit.map(({ act }) => act)).toEqual(['aftersale.agree', 'aftersale.arrive', 'aftersale.accept']);
  expect(audit.every(({ merchant_id: id }) => id === one.merchantId)).toBe(true);
});

it('a merchant’s address for returns is followed until the goods are sent, and kept from then on', async () => {
  const one = await bought();
  const { id } = await ask(one, 4);
  const desk = byMerchant(one.merchantId);
  await agreeAfterSale(desk, { id, waives: 0, text: '' });
  const shown = async () => (await getMyCase(contextOf(db, one.buyer), { id })).return_to;
  const before = await shown();
  const set = async (address: string, version?: string) => {
    const known = await getContact(desk);
    return setContact(desk, {
      phone: '027-59990102',
      return_name: '退货组',
      return_phone: '',
      return_address: address,
      version: version ?? known.version,
    });
  };
  const { version } = await getContact(desk);
  const [first, again] = await Promise.all([set('新仓1号', version), set('新仓1号', version)]);
  expect([first.return_address, again.return_address]).toEqual(['新仓1号', '新仓1号']);
  await expect(set('新仓3号', version)).rejects.toMatchObject({ code: 409 });
  expect(await shown()).toEqual({ name: '退货组', phone: '027-59990102', address: '新仓1号' });
  const { rows: notified } = await pool.query(
    `select body from message where company_id = $1 and title = '退货地址已变更'`,
    [one.buyer.companyId],
  );
  expect(notified).toMatchObject([{ body: expect.stringContaining('新仓1号') }]);
  await sendAfterSale(contextOf(db, one.buyer), { id, carrier: '顺丰', tracking_no: 'SF12345679' });
  await set('新仓2号');
  expect(await shown()).toMatchObject({ address: '新仓1号' });
  const { rows: audit } = await pool.query(
    `select after from audit_log where act = 'merchant.contact' and merchant_id = $1 order by id`,
    [one.merchantId],
  );
  expect(audit.map(({ after }) => after.returnAddress)).toEqual(['新仓1号', '新仓2号']);
  await pool.query(`update merchant set return_name = '', return_address = '' where id = $1`, [
    one.merchantId,
  ]);
  expect(before?.address).not.toBe('新仓1号');
});

it('before it goes out money comes back at once, freight with the whole order; what was sent meanwhile is refused', async () => {
  const whole = await bought(3, false);
  const made = await ask(whole, 3, 'refund_only');
  await agreeAfterSale(byMerchant(whole.merchantId), { id: made.id, waives: 0, text: '' });
  const after = await money(whole);
  expect(after.refunded).toBe(after.paid);
  expect(Math.round(Number(made.amount) * 100)).toBe(after.paid);

  const late = await bought(3, false);
  const { id } = await ask(late, 2, 'refund_only');
  const parcel = { no: late.no, carrier: '国药物流', trackingNo: 'GY-LATE01' };
  await expect(shipOrder(byMerchant(late.merchantId), parcel)).rejects.toMatchObject({
    code: 409,
    message: expect.stringMatching(/买家申请退款中：“.+”有2/),
  });
  await shipAll(late, 3);
  await expect(
    agreeAfterSale(byMerchant(late.merchantId), { id, waives: 0, text: '' }),
  ).rejects.toMatchObject({ code: 409, message: expect.stringContaining('已驳回') });
  expect((await money(late)).refunded).toBe(0);
});

describe('pieces that are asked back before they go out', () => {
  const parcel = (no: string, over = {}) => ({
    no,
    carrier: '国药物流',
    trackingNo: `GY-${randomUUID().slice(0, 8)}`,
    ...over,
  });

  it('are shown to who ships, and go out only with the word of a clerk, which answers the case', async () => {
    const one = await bought(5, false);
    const { id } = await ask(one, 2, 'refund_only');
    const desk = byMerchant(one.merchantId);
    expect(await getDeskOrder(desk, { no: one.no })).toMatchObject({
      pieces_left: 5,
      pieces_asked: 2,
      lines: [{ left: 5, asked: 2 }],
    });
    const [picked] = (await getPickList(desk, [one.no])).orders;
    expect(picked?.askedBack).toMatch(/有2/);
    // They stay where they lie: nobody brings them.
    expect(picked?.rows.map(({ pieces }) => pieces)).toEqual([3]);
    // What nobody asks back goes out.
    await shipOrder(desk, parcel(one.no, { lines: [{ id: one.lineId, pieces: 3 }] }));
    const list = await getPickList(desk, [one.no]);
    expect(list.orders).toMatchObject([{ askedBack: expect.stringMatching(/有2/), rows: [] }]);
    expect(list.together).toEqual([]);
    await expect(shipOrder(desk, parcel(one.no))).rejects.toMatchObject({ code: 409 });
    expect(await getMyCase(contextOf(db, one.buyer), { id })).toMatchObject({ is_open: 1 });
    const both = await Promise.allSettled([1, 2].map(() => shipAll(one, 2)));
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const answered = await getMyCase(contextOf(db, one.buyer), { id });
    expect(answered).toMatchObject({ status_text: '已驳回', is_open: 0 });
    expect(JSON.stringify(answered)).toContain('商品已发出，收货后可以申请售后');
    expect(await getDeskOrder(desk, { no: one.no })).toMatchObject({ pieces_left: 0, pieces_asked: 0 });
    const { rows } = await pool.query(
      `select act from audit_log where subject = 'aftersale' and subject_key = $1`,
      [String(id)],
    );
    expect(rows.map(({ act }) => act)).toEqual(['aftersale.refuse']);
    expect((await money(one)).refunded).toBe(0);
  });

  it('stay where they are once the platform has the case, whatever a clerk says', async () => {
    const one = await bought(4, false);
    await ask(one, 2, 'refund_only');
    const late = new Date(Date.now() + afterSaleLimits.answer + 60_000);
    await afterSaleDue(db, late);
    await expect(shipAll(one, 4, late)).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('待平台处理'),
    });
    expect(await getDeskOrder(byMerchant(one.merchantId), { no: one.no })).toMatchObject({ parcels: 0 });
  });

  it('asked for and sent at once: one of them comes first, and the other hears of it', async () => {
    for (let at = 0; at < 5; at += 1) {
      const one = await bought(4, false);
      const [asked, sent] = await Promise.allSettled([
        ask(one, 4, 'refund_only'),
        shipOrder(byMerchant(one.merchantId), parcel(one.no)),
      ]);
      expect([asked.status, sent.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      for (const tried of [asked, sent])
        if (tried.status === 'rejected') expect(tried.reason).toMatchObject({ code: 409 });
    }
  });
});

it('an order that is closed by paying everything back ends its open cases with a word; its own refund does not', async () => {
  const one = await bought(3, false);
  const first = await ask(one, 1, 'refund_only');
  const second = await ask(one, 2, 'refund_only');
  const other = await bought(3, false);
  const apart = await ask(other, 1, 'refund_only');
  const both = await Promise.allSettled([
    refundOrder(byStaff(db), { no: one.no, reason: '买家拒收' }),
    agreeAfterSale(byMerchant(one.merchantId), { id: first.id, waives: 0, text: '' }),
  ]);
  expect(both[0].status).toBe('fulfilled');
  const cases = await Promise.all(
    [first, second].map(({ id }) => getMyCase(contextOf(db, one.buyer), { id })),
  );
  // Whichever came first: agreed to before, or withdrawn; the other one is withdrawn in any case.
  expect(cases[0]?.state).toBe(both[1].status === 'fulfilled' ? 'completed' : 'withdrawn');
  expect(cases[1]).toMatchObject({ state: 'withdrawn', is_open: 0, actions: [], refunded_amount: '' });
  expect(cases[1]?.notes.at(-1)).toMatchObject({ act: '订单已全部退款，自动撤销' });
  const { refunded, paid } = await money(one);
  expect(refunded).toBe(paid);
  const { rows: notified } = await pool.query(
    `select title, body from message where company_id = $1 and kind = 'aftersale' order by id desc limit 1`,
    [one.buyer.companyId],
  );
  expect(notified[0]).toMatchObject({
    title: '售后申请已自动撤销',
    body: expect.stringContaining(`订单${one.no}已全部退款`),
  });
  await expect(
    agreeAfterSale(byMerchant(one.merchantId), { id: second.id, waives: 0, text: '' }),
  ).rejects.toMatchObject({ code: 409, message: expect.stringContaining('已撤销') });
  expect(await getMyCase(contextOf(db, other.buyer), { id: apart.id })).toMatchObject({ state: 'reviewing' });

  const last = await bought(2, false);
  const own = await ask(last, 2, 'refund_only');
  await agreeAfterSale(byMerchant(last.merchantId), { id: own.id, waives: 0, text: '' });
  expect(await getMyCase(contextOf(db, last.buyer), { id: own.id })).toMatchObject({ state: 'completed' });
});

describe('pieces and amounts', () => {
  it('open cases hold their pieces; withdrawn and refused ones let them go', async () => {
    const one = await bought(10);
    const first = await ask(one, 7);
    await expect(ask(one, 4)).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('最多还可申请3'),
    });
    await ask(one, 4, 'papers');
    await withdrawAfterSale(contextOf(db, one.buyer), { id: first.id });
    await withdrawAfterSale(contextOf(db, one.buyer), { id: first.id });
    const all = await ask(one, 10, 'refund_only', { reasons: ['少发'] });
    const { rows: notified } = await pool.query(
      `select body from message where company_id = $1 and kind = 'aftersale' order by id desc limit 1`,
      [one.buyer.companyId],
    );
    expect(notified[0].body, 'in the unit of the goods').toMatch(/少发，共10(?!件)[^，]{1,2}，预计退款/);
    await agreeAfterSale(byMerchant(one.merchantId), { id: all.id, waives: 0, text: '' });
    expect((await money(one)).refunded).toBe(one.paid);
    await expect(ask(one, 1)).rejects.toMatchObject({ code: 409 });
  });

  it('an amount other than the one that was shown is refused with the new one', async () => {
    const one = await bought();
    await expect(ask(one, 2, 'return_refund', { amount: '0.01' })).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('可退金额已变为'),
    });
  });

  it('the same form twice, also at once, is one case', async () => {
    const one = await bought();
    const token = randomUUID();
    const made = await Promise.all([1, 2, 3].map(() => ask(one, 5, 'return_refund', { token })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    // Two forms at once share what is there: one of them is refused.
    const both = await Promise.allSettled([ask(one, 4), ask(one, 4)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('an exchange takes new pieces out of the stock, under their lot', async () => {
    const one = await bought();
    const { rows: before } = await pool.query(
      'select g.stock, g.id from goods g join order_line l on l.goods_id = g.id where l.id = $1',
      [one.lineId],
    );
    const made = await ask(one, 3, 'exchange');
    const desk = byMerchant(one.merchantId);
    await agreeAfterSale(desk, { id: made.id, waives: 0, text: '' });
    await sendAfterSale(contextOf(db, one.buyer), {
      id: made.id,
      carrier: '顺丰',
      tracking_no: 'SF00000001',
    });
    await arriveAfterSale(desk, { id: made.id });
    await expect(
      acceptAfterSale(desk, { id: made.id, carrier: '', tracking_no: '', ...warm }),
    ).rejects.toMatchObject({
      code: 422,
    });
    const parcel = { id: made.id, carrier: '国药物流', tracking_no: 'GY-NEW0001', ...warm };
    const both = await Promise.allSettled([acceptAfterSale(desk, parcel), acceptAfterSale(desk, parcel)]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const { rows: after } = await pool.query('select stock from goods where id = $1', [before[0].id]);
    expect(after[0].stock).toBe(before[0].stock - 3);
    const { rows: lots } = await pool.query(
      `select l.on_hand, l.returned, (select sum(pieces)::int from lot_movement m where m.lot_id = l.id and m.kind <> 'returned') as moved from lot l where l.goods_id = $1`,
      [before[0].id],
    );
    expect(lots.map(({ on_hand: hand, moved, returned }) => [hand - moved, returned])).toEqual([[0, 3]]);
    expect((await money(one)).refunded).toBe(0);
    // What was sent in their place may be faulty too.
    expect((await findAskForm(contextOf(db, one.buyer), one.no))?.lines[0]?.most).toBe(10);
  });

  it('an exchange of refrigerated goods tells its record, on its paper too, and does not go without', async () => {
    const one = await bought();
    await pool.query('update "order" set is_cold_chain = true where no = $1', [one.no]);
    const made = await ask(one, 2, 'exchange');
    const desk = byMerchant(one.merchantId);
    await agreeAfterSale(desk, { id: made.id, waives: 0, text: '' });
    const back = { id: made.id, carrier: '顺丰', tracking_no: 'SF00000002' };
    await sendAfterSale(contextOf(db, one.buyer), back);
    expect(await arriveAfterSale(desk, { id: made.id })).toMatchObject({ is_cold: 1 });
    const parcel = { id: made.id, carrier: '国药物流', tracking_no: 'GY-COLD0001' };
    for (const temperature of ['', '60', '凉的'])
      await expect(
        acceptAfterSale(desk, { ...parcel, temperature, cooler: '冷藏箱', recorder: 'LJ-1' }),
      ).rejects.toMatchObject({
        code: 422,
        message: expect.stringContaining('启运温度'),
      });
    const notes = () => findNotes(db, one.no, { companyId: one.buyer.companyId });
    const before = await notes();
    expect(before?.map(({ coldRecord }) => coldRecord)).toEqual(before?.map(() => ''));
    await acceptAfterSale(desk, { ...parcel, temperature: '4.5℃', cooler: '冷藏箱', recorder: 'LJ-1' });
    expect((await notes())?.at(-1)).toMatchObject({
      trackingNo: 'GY-COLD0001',
      isCold: true,
      coldRecord: '4.5℃，冷藏箱，记录仪LJ-1',
      rows: [{ quantity: 2 }],
    });
  });

  describe('an exchange without stock', () => {
    /** Goods of an exchange are back; the merchant has nothing to send in their place. */
    async function back(number = 3) {
      const one = await bought();
      const { id } = await ask(one, number, 'exchange');
      const desk = byMerchant(one.merchantId);
      await agreeAfterSale(desk, { id, waives: 0, text: '' });
      await sendAfterSale(contextOf(db, one.buyer), { id, carrier: '顺丰', tracking_no: 'SF00000009' });
      return { one, id, desk };
    }
    const parcel = (id: number) => ({
      id,
      carrier: '国药物流',
      tracking_no: `GY-${randomUUID().slice(0, 8)}`,
      ...warm,
    });

    it('is paid back as a return is: the amount was shown, the buyer reads why, and it is once', async () => {
      const { one, id, desk } = await back();
      const { amount } = await previewAfterSale(contextOf(db, one.buyer), {
        no: one.no,
        kind: 'return_refund',
        lines: [{ line_id: one.lineId, lot_no: one.lotNo, number: 3 }],
      });
      const repay = { id, text: '厂家断货', expected_amount: amount };
      await expect(repayAfterSale(desk, repay)).rejects.toMatchObject({ code: 409 });
      expect(await arriveAfterSale(desk, { id })).toMatchObject({ repay_amount: amount, repay_fault: '' });
      await pool.query(
        'update goods set stock = 0 where id = (select goods_id from order_line where id = $1)',
        [one.lineId],
      );
      await expect(acceptAfterSale(desk, parcel(id))).rejects.toMatchObject({
        code: 409,
        message: expect.stringContaining('不够换货'),
      });
      await expect(repayAfterSale(desk, { ...repay, expected_amount: '0.01' })).rejects.toMatchObject({
        code: 409,
        message: expect.stringContaining(`¥${amount}`),
      });
      await expect(repayAfterSale(byMerchant(one.merchantId + 1), repay)).rejects.toMatchObject({
        code: 404,
      });
      expect((await money(one)).refunded).toBe(0);
      await Promise.all([1, 2, 3].map(() => repayAfterSale(desk, repay)));
      expect(await getMyCase(contextOf(db, one.buyer), { id })).toMatchObject({
        state: 'completed',
        refunded_amount: amount,
      });
      const { refunded, wallet } = await money(one);
      expect([refunded, wallet]).toEqual([Math.round(Number(amount) * 100), refunded]);
      const { rows } = await pool.query(
        `select title, body from message where company_id = $1 and title like '换货改为退款%'`,
        [one.buyer.companyId],
      );
      expect(rows).toHaveLength(1);
      expect(rows[0].body).toContain('厂家断货');
      // What was paid back is nobody's to ask for again.
      expect((await findAskForm(contextOf(db, one.buyer), one.no))?.lines[0]?.most).toBe(7);
    });

    it('the platform pays back what a merchant leaves lying', async () => {
      const { one, id, desk } = await back();
      const { repay_amount: amount } = await arriveAfterSale(desk, { id });
      const late = new Date(Date.now() + afterSaleLimits.answer + 1000);
      const repay = { id, text: '超时未处理', expected_amount: amount };
      await expect(repayAfterSale(byStaff(db), repay)).rejects.toMatchObject({ code: 409 });
      expect(await repayAfterSale(byStaff(db, late), repay)).toMatchObject({ state: 'completed' });
      expect((await money(one)).refunded).toBeGreaterThan(0);
    });

    it('exchanged and paid back at once: one of the two, never both', async () => {
      for (let turn = 0; turn < 4; turn++) {
        const { one, id, desk } = await back();
        const { repay_amount: amount } = await arriveAfterSale(desk, { id });
        const both = await Promise.allSettled([
          acceptAfterSale(desk, parcel(id)),
          repayAfterSale(desk, { id, text: '库存不足', expected_amount: amount }),
        ]);
        expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        const { rows } = await pool.query(
          `select count(*)::int as parcels from shipment where order_no = $1`,
          [one.no],
        );
        const isExchanged = rows[0].parcels === 2;
        expect((await money(one)).refunded > 0).toBe(!isExchanged);
      }
    });
  });

  it('pieces that are being paid back are counted once', async () => {
    const one = await bought();
    const { id } = await ask(one, 4, 'refund_only', { reasons: ['少发'] });
    await agreeAfterSale(byMerchant(one.merchantId), { id, waives: 0, text: '' });
    // As it stands while a provider outside has not answered.
    await pool.query(
      `update after_sale set state = 'refunding', ended_at = null, ended_by = null where id = $1`,
      [id],
    );
    expect((await findAskForm(contextOf(db, one.buyer), one.no))?.lines[0]?.most).toBe(6);
  });

  it('damage needs a picture of one’s own, and may be refunded without sending anything', async () => {
    const one = await bought();
    const other = await bought();
    await expect(ask(one, 1, 'damage')).rejects.toMatchObject({ code: 422 });
    await expect(ask(one, 1, 'damage', { pictures: [await picture(other.buyer)] })).rejects.toMatchObject({
      code: 422,
    });
    const made = await ask(one, 1, 'damage', { pictures: [await picture(one.buyer)] });
    expect(made.notes[0]?.files).toHaveLength(1);
    await agreeAfterSale(byMerchant(one.merchantId), { id: made.id, waives: 1, text: '' });
    expect((await money(one)).refunded).toBe(Math.round(Number(made.amount) * 100));
  });
});

describe('goods that came back', () => {
  /** A goods, its lot and what lies apart of it. */
  async function lotOf({ lineId, lotNo }: Bought) {
    const { rows } = await pool.query(
      `select l.id, l.goods_id as goods, l.on_hand as hand, l.returned, g.stock from lot l join goods g on g.id = l.goods_id
       where l.lot_no = $2 and l.goods_id = (select goods_id from order_line where id = $1)`,
      [lineId, lotNo],
    );
    return rows[0] as { id: number; goods: number; hand: number; returned: number; stock: number };
  }

  /** Pieces of a received order are back and taken. */
  async function givenBack(number = 4) {
    const one = await bought();
    const before = await lotOf(one);
    const { id } = await ask(one, number);
    const desk = byMerchant(one.merchantId);
    await agreeAfterSale(desk, { id, waives: 0, text: '' });
    await sendAfterSale(contextOf(db, one.buyer), { id, carrier: '顺丰', tracking_no: 'SF00000011' });
    await arriveAfterSale(desk, { id });
    const accept = () => acceptAfterSale(desk, { id, carrier: '', tracking_no: '', ...warm });
    await Promise.all([accept(), accept()]);
    return { one, desk, before };
  }
  const settle = (
    one: Bought,
    goods: number,
    over: { act: 'put_back' | 'written_off'; pieces: number; ref?: string; merchantId?: number },
  ) =>
    settleReturned(byMerchant(over.merchantId ?? one.merchantId), {
      goods,
      lot_no: one.lotNo,
      text: '外观完好，验收合格',
      ref: over.ref ?? randomUUID(),
      act: over.act,
      pieces: over.pieces,
    });

  it('lie apart under their lot, once, neither on hand nor for sale, until they are put back or written off', async () => {
    const { one, before } = await givenBack(4);
    expect(await lotOf(one)).toEqual({ ...before, returned: 4 });
    const { goods } = before;
    const ref = randomUUID();
    const back = { act: 'put_back', pieces: 3, ref } as const;
    await expect(settle(one, goods, { ...back, merchantId: one.merchantId + 1 })).rejects.toMatchObject({
      code: 404,
    });
    await Promise.all([settle(one, goods, back), settle(one, goods, back)]);
    expect(await lotOf(one)).toEqual({
      ...before,
      hand: before.hand + 3,
      stock: before.stock + 3,
      returned: 1,
    });
    await expect(settle(one, goods, { act: 'written_off', pieces: 2 })).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('只有1'),
    });
    // Two people at once about the last piece: one of them has it.
    const both = await Promise.allSettled([
      settle(one, goods, { act: 'written_off', pieces: 1 }),
      settle(one, goods, { act: 'put_back', pieces: 1 }),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await lotOf(one)).returned).toBe(0);
    const { rows } = await pool.query(
      `select act, after ->> 'text' as text from audit_log where subject = 'lot' and subject_key = $1 order by id`,
      [String(before.id)],
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual({ act: 'lot.put_back', text: '外观完好，验收合格' });
  });

  it('of a recalled lot are written off and never sold again', async () => {
    const { one, desk, before } = await givenBack(2);
    await recallLot(desk, { goodsId: before.goods, lotNo: one.lotNo, reason: '抽检不合格' });
    await expect(settle(one, before.goods, { act: 'put_back', pieces: 1 })).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('已召回'),
    });
    const lot = await settle(one, before.goods, { act: 'written_off', pieces: 2 });
    expect(lot).toMatchObject({ returned: 0, on_hand: before.hand });
  });

  it('and what a parcel that was refused at the door brought back, once the merchant has it', async () => {
    const one = await bought(5, false);
    const two = byMerchant(one.merchantId);
    await shipOrder(byStaff(db), { no: one.no, carrier: '国药物流', trackingNo: 'GY-REFUSED1' });
    const { rows } = await pool.query('select lot_no from shipment_lot where order_line_id = $1', [
      one.lineId,
    ]);
    const sent = { ...one, lotNo: rows[0].lot_no };
    await refuseMyOrder(contextOf(db, one.buyer), { no: one.no, reason: '外包装破损' });
    expect((await lotOf(sent)).returned).toBe(0);
    await settleRefusal(two, { no: one.no, act: 'take_back', reason: '拒收退回' });
    expect((await lotOf(sent)).returned).toBe(5);
  });
});

it('a picture is handed in by whoever may ask for something, and by nobody else', async () => {
  const [one] = await makeBuyers(db, 1);
  const bytes = new Uint8Array(await pictureOf('red'));
  // Reading takes the bytes along.
  const file = () => ({ name: '破损.jpg', type: 'image/jpeg', bytes: bytes.slice() });
  for (const role of ['owner', 'buyer', 'finance', 'receiver'] as const)
    expect(await uploadCasePicture(contextOf(db, { ...one!, role }), { file: file() })).toMatchObject({
      id: expect.any(Number),
    });
  const viewer = contextOf(db, { ...one!, role: 'viewer' });
  await expect(uploadCasePicture(viewer, { file: file() })).rejects.toMatchObject({ code: 403 });
});

it('papers are asked for by who looks after invoices too, and nothing else is', async () => {
  const one = await bought();
  const of = (role: 'finance' | 'receiver' | 'buyer') => ({ ...one, buyer: { ...one.buyer, role } });
  const kindsOf = async (role: 'finance' | 'receiver' | 'buyer') =>
    (await findAskForm(contextOf(db, of(role).buyer), one.no))?.kinds.map(({ kind }) => kind) ?? [];
  expect(await kindsOf('finance')).toEqual(['papers']);
  expect(await kindsOf('receiver')).toContain('return_refund');
  expect(await kindsOf('buyer')).toEqual([]);
  const actions = async (role: 'finance' | 'receiver') =>
    (await getMyOrder(contextOf(db, of(role).buyer), { no: one.no })).actions;
  expect(await actions('finance')).toContain('invoice');
  expect(await actions('receiver')).not.toContain('invoice');
  await expect(ask(of('finance'), 1, 'return_refund')).rejects.toMatchObject({ code: 403 });
  await expect(ask(of('buyer'), 1, 'papers')).rejects.toMatchObject({ code: 403 });
  const made = await ask(of('finance'), 10, 'papers');
  expect(made).toMatchObject({ kind: 'papers', may_talk: 1, refunded_amount: '' });
  expect(made.actions.map(({ verb }) => verb)).toContain('withdraw');
  await talkAfterSale(contextOf(db, of('finance').buyer), {
    id: made.id,
    text: '请开专票',
    pictures: [],
    token: randomUUID(),
  });
  await agreeAfterSale(byMerchant(one.merchantId), { id: made.id, waives: 0, text: '已随货寄出' });
  expect(await getMyCase(contextOf(db, one.buyer), { id: made.id })).toMatchObject({ state: 'completed' });
});

describe('pictures of the desk in the talk', () => {
  const upload = async (of: Context<'merchant'>, id: number) => {
    const bytes = new Uint8Array(await pictureOf('#0a7d5a'));
    return uploadDeskPicture(of, { id, file: { name: '到货.jpg', type: 'image/jpeg', bytes } });
  };
  const say = (of: Context<'merchant'>, id: number, pictures: number[], text = '请看照片') =>
    deskTalkAfterSale(of, { id, text, pictures, token: randomUUID() });

  it('are seen by the buyer and this desk, before and after they are sent', async () => {
    const one = await bought();
    const made = await ask(one, 1);
    const own = byMerchant(one.merchantId);
    const file = await upload(own, made.id);
    // Again it is the same file; of another case another one.
    expect((await upload(own, made.id)).id).toBe(file.id);
    const other = await ask(one, 1);
    expect((await upload(own, other.id)).id).not.toBe(file.id);
    expect([
      await isCasePicture(db, file.id, one.merchantId),
      await isCasePicture(db, file.id, null),
      await isCasePicture(db, file.id, one.merchantId + 1),
    ]).toEqual([true, true, false]);
    const notified = await say(own, made.id, [file.id]);
    expect(notified.notes.at(-1)).toMatchObject({ text: '请看照片', files: [{ id: file.id }] });
    const seen = await getMyCase(contextOf(db, one.buyer), { id: made.id });
    expect(seen.notes.at(-1)?.files).toMatchObject([{ id: file.id, kind: 'image' }]);
    expect(await findFile(db, file.id, one.buyer.companyId)).toMatchObject({ id: file.id });
  });

  it('are this case’s alone: no paper of the company, no picture of another case, nothing at another desk', async () => {
    const one = await bought();
    const made = await ask(one, 1);
    const other = await ask(one, 1);
    const own = byMerchant(one.merchantId);
    const paper = await picture(one.buyer);
    const elsewhere = await upload(own, other.id);
    for (const id of [paper, elsewhere.id, 999_999_999])
      expect(await refusalOf(say(own, made.id, [id]))).toMatchObject({
        code: 422,
        message: expect.stringContaining('图片已失效'),
      });
    expect((await getMyCase(contextOf(db, one.buyer), { id: made.id })).notes).toHaveLength(1);
    const strange = byMerchant(one.merchantId + 1);
    expect(await refusalOf(upload(strange, made.id))).toMatchObject({ code: 404 });
    expect(await refusalOf(say(strange, made.id, []))).toMatchObject({ code: 404 });
    const pdf = { name: '记录.pdf', type: 'application/pdf', bytes: new Uint8Array(pdfOf()) };
    expect(await refusalOf(uploadDeskPicture(own, { id: made.id, file: pdf }))).toMatchObject({ code: 422 });
  });
});

describe('deciding', () => {
  it('two clerks at once: one decision stands, the other hears of it', async () => {
    const one = await bought();
    const { id } = await ask(one, 5, 'refund_only', { reasons: ['少发'] });
    const desk = byMerchant(one.merchantId);
    const both = await Promise.allSettled([
      agreeAfterSale(desk, { id, waives: 0, text: '' }),
      refuseAfterSale(byMerchant(one.merchantId, new Date(), '另一人'), { id, text: '没有少发' }),
      withdrawAfterSale(contextOf(db, one.buyer), { id }),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { refunded, wallet } = await money(one);
    expect(refunded).toBe(wallet);
    const { state } = await getDeskCase(desk, { id });
    expect(refunded > 0).toBe(state === 'completed');
  });

  it('the same decision pressed twice is one, and one refund', async () => {
    const one = await bought();
    const { id, amount } = await ask(one, 5, 'refund_only', { reasons: ['少发'] });
    const desk = byMerchant(one.merchantId);
    await Promise.all([1, 2, 3].map(() => agreeAfterSale(desk, { id, waives: 0, text: '' })));
    expect((await money(one)).wallet).toBe(Math.round(Number(amount) * 100));
  });

  it('a merchant that does not answer in 48 hours: the platform decides', async () => {
    const one = await bought();
    const { id } = await ask(one, 5, 'refund_only', { reasons: ['少发'] });
    await expect(agreeAfterSale(byStaff(db), { id, waives: 0, text: '' })).rejects.toMatchObject({
      code: 409,
    });
    const late = new Date(Date.now() + afterSaleLimits.answer + 1000);
    // Before the job came by it is true already.
    await expect(
      agreeAfterSale(byMerchant(one.merchantId, late), { id, waives: 0, text: '' }),
    ).rejects.toMatchObject({ code: 409 });
    await afterSaleDue(db, late);
    await afterSaleDue(db, late);
    const { rows } = await askList(byStaff(db, late), cases, { no: one.no });
    expect(rows).toMatchObject([{ id, status: '待平台处理', due_at: '' }]);
    await agreeAfterSale(byStaff(db, late), { id, waives: 0, text: '平台判定退款' });
    expect((await money(one)).refunded).toBeGreaterThan(0);
  });

  it('a refusal goes to the platform once', async () => {
    const one = await bought();
    const { id } = await ask(one, 5);
    await refuseAfterSale(byMerchant(one.merchantId), { id, text: '无质量问题' });
    const mine = contextOf(db, one.buyer);
    expect(await appealAfterSale(mine, { id, text: '有照片' })).toMatchObject({ status_text: '待平台处理' });
    await refuseAfterSale(byStaff(db), { id, text: '证据不足' });
    await expect(appealAfterSale(mine, { id, text: '再看看' })).rejects.toMatchObject({ code: 409 });
  });

  it('what an order promised waits while the platform can still be asked', async () => {
    const one = await bought(10, true, 30);
    const credited = async (now: Date) => {
      await creditPromises(db, now);
      const { rows } = await pool.query('select credited_at from "order" where no = $1', [one.no]);
      return rows[0].credited_at !== null;
    };
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    const asked = await ask(one, 5);
    await refuseAfterSale(byMerchant(one.merchantId, days(1)), { id: asked.id, text: '无质量问题' });
    // Over for who has no case, not for this one: until the eighth day it may go on.
    expect(await credited(days(7.9))).toBe(false);
    expect(await credited(days(8.1))).toBe(true);
  });

  it('refused pieces that were asked for again cannot come back with the refusal', async () => {
    const one = await bought();
    const { id } = await ask(one, 6);
    await refuseAfterSale(byMerchant(one.merchantId), { id, text: '无质量问题' });
    await ask(one, 6);
    await expect(appealAfterSale(contextOf(db, one.buyer), { id, text: '有照片' })).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('最多还可申请4'),
    });
  });

  it('goods that are not sent back in seven days end the case, and may be asked for anew', async () => {
    const one = await bought();
    const { id } = await ask(one, 5);
    await agreeAfterSale(byMerchant(one.merchantId), { id, waives: 0, text: '' });
    const late = new Date(Date.now() + afterSaleLimits.sendBack + 1000);
    await afterSaleDue(db, late);
    expect(await getMyCase(contextOf(db, one.buyer, {}, late), { id })).toMatchObject({
      state: 'withdrawn',
      actions: [],
    });
    await ask(one, 10);
  });

  it('after seven days nothing can be asked for', async () => {
    const one = await bought();
    const late = contextOf(db, one.buyer, {}, new Date(Date.now() + orderLimits.afterSale + 60_000));
    expect(await findAskForm(late, one.no)).toBeNull();
    await expect(
      previewAfterSale(late, {
        no: one.no,
        kind: 'return_refund',
        lines: [{ line_id: one.lineId, lot_no: one.lotNo, number: 1 }],
      }),
    ).rejects.toMatchObject({ code: 409 });
  });
});

it('is nobody else’s: another company, another merchant, a role that may not', async () => {
  const one = await bought();
  const other = await bought();
  const { id } = await ask(one, 5);
  const foreign = contextOf(db, other.buyer);
  await expect(getMyCase(foreign, { id })).rejects.toMatchObject({ code: 404 });
  await expect(withdrawAfterSale(foreign, { id })).rejects.toMatchObject({ code: 404 });
  await expect(talkAfterSale(foreign, { id, text: '你好', pictures: [], token: '' })).rejects.toMatchObject({
    code: 404,
  });
  await expect(ask({ ...one, buyer: other.buyer }, 1)).rejects.toMatchObject({ code: 404 });
  expect((await listMyCases(foreign, { tab: '', page: 1, size: 10 })).total).toBe(0);
  const elsewhere = byMerchant(one.merchantId + 1);
  await expect(getDeskCase(elsewhere, { id })).rejects.toMatchObject({ code: 404 });
  await expect(agreeAfterSale(elsewhere, { id, waives: 0, text: '' })).rejects.toMatchObject({ code: 404 });
  await expect(
    deskTalkAfterSale(elsewhere, { id, text: '你好', pictures: [], token: '' }),
  ).rejects.toMatchObject({
    code: 404,
  });
  const viewer = contextOf(db, await withMembership(db, one.buyer, { role: 'viewer' }));
  expect((await getMyCase(viewer, { id })).actions).toEqual([]);
  await expect(withdrawAfterSale(viewer, { id })).rejects.toMatchObject({ code: 403 });
  await withMembership(db, one.buyer, { role: 'owner' });
});

it('talk is kept once a form, in its order', async () => {
  const one = await bought();
  const { id } = await ask(one, 5);
  const mine = contextOf(db, one.buyer);
  const words = { id, text: '什么时候处理？', pictures: [], token: 'form-0001' };
  await Promise.all([talkAfterSale(mine, words), talkAfterSale(mine, words)]);
  await deskTalkAfterSale(byMerchant(one.merchantId), {
    id,
    text: '今天处理',
    pictures: [],
    token: 'form-0002',
  });
  // Until a desk answers, the word stands at both of them and nowhere else.
  const listed = async (context: Context<'staff'>) => {
    const [said, all] = await Promise.all(
      ['words', 'all'].map((tab) => askList(context, cases, { no: one.no, tab })),
    );
    return [said!.rows.map((row) => row.id), all!.rows.map((row) => row.has_word)];
  };
  expect(await listed(byMerchant(one.merchantId))).toEqual([[], [0]]);
  await talkAfterSale(mine, { id, text: '还在等', pictures: [], token: 'form-0003' });
  expect(await listed(byMerchant(one.merchantId))).toEqual([[id], [1]]);
  expect(await listed(byStaff(db))).toEqual([[id], [1]]);
  expect(await listed(byMerchant(one.merchantId + 1))).toEqual([[], []]);
  await deskTalkAfterSale(byMerchant(one.merchantId), {
    id,
    text: '已安排',
    pictures: [],
    token: 'form-0004',
  });
  expect(await listed(byStaff(db))).toEqual([[], [0]]);
  const { notes } = await getMyCase(mine, { id });
  expect(notes.map(({ who, text }) => `${who}：${text}`)).toEqual([
    '买家：请处理',
    '买家：什么时候处理？',
    '商家：今天处理',
    '买家：还在等',
    '商家：已安排',
  ]);
});
