/** Days' bills of 微信支付 and 支付宝 against our books, over counterparts that serve them as the houses do. */
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { cellText } from '#lib/contract/desk/cells.ts';
import { bills } from '#lib/contract/desk/lists/bills.ts';
import type { BillLine } from '#lib/rules/orders/bill.ts';
import { dayKey, findDay } from '#lib/rules/terms/activity-time.ts';
import { settle } from '#lib/server/bills/differences.ts';
import { reconcileBills } from '#lib/server/bills/reconcile.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import {
  auditLog,
  billDifference,
  billLine,
  jobFailure,
  payment,
  providerBill,
  refund,
} from '#lib/server/db/schema.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { askProviders } from '#lib/server/paying/ask.ts';
import { startTopUp } from '#lib/server/paying/top-up.ts';
import { openAlipay } from '#tests/counterparts/alipay.ts';
import { alipayAccountOf, alipayBillOf, wechatAccountOf, wechatBillOf } from '#tests/counterparts/bills.ts';
import { openWechat } from '#tests/counterparts/wechat-pay.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';

const { db } = await testDatabase();
const wechat = await openWechat();
const alipay = await openAlipay();
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
const hour = 3_600_000;
const today = dayKey(Date.now());
/** Noon of the day after in Shanghai: the bill of today is there. */
const morrow = new Date(findDay(today)! + 36 * hour);
/** Differences as people read them. */
async function rowsOf(state = '') {
  const { rows } = await askList(byStaff(db), bills, { state });
  const { provider, kind, problem } = bills.columns;
  return rows.map((row) => ({
    ...row,
    provider: cellText(provider, row.provider),
    kind: cellText(kind, row.kind),
    problem: cellText(problem, row.problem),
  }));
}

beforeEach(async () => {
  completeEnv({ ...wechat.env, ...alipay.env });
  wechat.next.bill = null;
  wechat.next.accounts = {};
  alipay.next.bill = null;
  alipay.next.account = null;
  for (const table of [billDifference, billLine, providerBill, jobFailure]) await db.delete(table);
  // What other tests paid is not on this day's bill.
  await db.update(payment).set({ paidAt: new Date(0) });
  await db
    .update(refund)
    .set({ doneAt: new Date(0) })
    .where(eq(refund.status, 'done'));
});

/** An order that is paid by 微信支付 and told of unless it is `silent`. */
async function paid(isSilent = false) {
  const [buyer] = await makeBuyers(db, 1);
  const { trade_no, orders } = await order(db, buyer!, [{ goodsId, number: 10 }]);
  const { pay_no } = await pay(db, buyer!, trade_no, 'wechat');
  expect(wechat.scan(pay_no)).toBe(true);
  if (!isSilent) await wechat.notifyPaid(pay_no);
  const made = wechat.orders.get(pay_no)!;
  // Noon, so that the hour of the test does not matter.
  if (!isSilent)
    await db
      .update(payment)
      .set({ paidAt: new Date(findDay(today)! + 12 * hour) })
      .where(eq(payment.no, pay_no));
  const line: BillLine = { kind: 'payment', no: pay_no, providerNo: made.transactionId, amount: made.total };
  return { line, no: orders[0]!.no };
}

async function differences() {
  return (await rowsOf()).map(({ no, problem, ours, theirs }) => ({
    no,
    problem,
    ours,
    theirs,
  }));
}

describe('a bill of 微信支付', () => {
  it('that says what we say leaves nothing, and is read once', async () => {
    const { line } = await paid();
    wechat.next.bill = wechatBillOf([line]);
    await reconcileBills(db, morrow);
    expect(await differences()).toEqual([]);
    const before = wechat.count('bill', `tradebill?bill_date=${today}`);
    await reconcileBills(db, morrow);
    expect(wechat.count('bill', `tradebill?bill_date=${today}`)).toBe(before);
    expect(await db.select().from(billLine).where(eq(billLine.day, today))).toHaveLength(1);
  });

  it('shows what is on one side alone and what is of another amount, once', async () => {
    const [right, dearer, lacking] = [await paid(), await paid(), await paid()];
    const strange: BillLine = { kind: 'payment', no: 'P999', providerNo: '4200999', amount: 1 };
    wechat.next.bill = wechatBillOf([
      right.line,
      { ...dearer.line, amount: dearer.line.amount + 100 },
      strange,
    ]);
    await Promise.all([reconcileBills(db, morrow), reconcileBills(db, morrow)]);
    const found = await differences();
    expect(found).toHaveLength(3);
    expect(found).toContainEqual(expect.objectContaining({ no: dearer.line.no, problem: '两边金额不同' }));
    expect(found).toContainEqual(
      expect.objectContaining({ no: lacking.line.no, theirs: '', problem: '本站已入账，机构账单没有' }),
    );
    expect(found).toContainEqual(expect.objectContaining({ no: 'P999', ours: '', theirs: '0.01' }));
  });

  it('makes up for money that we never heard of: it is asked about, and the difference is gone', async () => {
    const { line } = await paid(true);
    await db.update(payment).set({ askAt: null }).where(eq(payment.no, line.no));
    wechat.next.bill = wechatBillOf([line]);
    await reconcileBills(db, morrow);
    expect(await differences()).toMatchObject([{ no: line.no, problem: '机构已入账，本站未入账' }]);
    await askProviders(db, morrow);
    const [row] = await db.select().from(payment).where(eq(payment.no, line.no));
    expect(['paid', 'refunded']).toContain(row!.status);
    await reconcileBills(db, morrow);
    expect(await differences()).toEqual([]);
  });

  it('has refunds, also one that they closed and took under the next number', async () => {
    const { line, no } = await paid();
    await refundOrder(byStaff(db), { no, reason: '不要了' });
    const [given] = [...wechat.refunds.values()].filter((one) => one.orderNo === line.no);
    wechat.next.bill = wechatBillOf([
      line,
      { kind: 'refund', no: `${given!.no}_1`, providerNo: `503${given!.no}`, amount: given!.refund },
    ]);
    await reconcileBills(db, morrow);
    expect(await differences()).toEqual([]);
  });

  it('that was changed, or lacks a line, is not believed', async () => {
    const { line } = await paid();
    const whole = wechatBillOf([line, { ...line, no: 'P2', providerNo: '2' }]);
    const rows = whole.split('\r\n');
    wechat.next.bill = [...rows.slice(0, 1), ...rows.slice(2)].join('\r\n');
    expect((await reconcileBills(db, morrow)).failed).toBeGreaterThan(0);
    wechat.next.bill = whole;
    wechat.next.digest = '0'.repeat(40);
    await db.delete(jobFailure);
    expect((await reconcileBills(db, morrow)).failed).toBeGreaterThan(0);
    wechat.next.digest = null;
    expect(await db.select().from(providerBill).where(eq(providerBill.day, today))).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ source: 'wechat' })]),
    );
  });

  it('that is not there yet is waited for while we have money of the day', async () => {
    await paid();
    await reconcileBills(db, morrow);
    expect(await differences()).toEqual([]);
    await reconcileBills(db, new Date(morrow.getTime() + 48 * hour));
    expect(await differences()).toHaveLength(1);
  });
});

describe('the accounts of 微信支付', () => {
  const rate = 0.006;
  const sendNotice = async () =>
    (await rowsOf()).map(({ provider, kind, no, problem, ours, theirs }) => [
      provider,
      kind,
      no,
      problem,
      ours,
      theirs,
    ]);

  it('that hold what was listed, fees taken and given back with refunds, leave nothing; what the merchant took out neither', async () => {
    const { line, no } = await paid();
    await refundOrder(byStaff(db), { no, reason: '不要了' });
    const [given] = [...wechat.refunds.values()].filter((one) => one.orderNo === line.no);
    const back: BillLine = {
      kind: 'refund',
      no: given!.no,
      providerNo: `503${given!.no}`,
      amount: given!.refund,
    };
    wechat.next.bill = wechatBillOf([line, back], rate);
    wechat.next.accounts.BASIC = wechatAccountOf([line], rate, 100);
    wechat.next.accounts.OPERATION = wechatAccountOf([back], rate);
    await reconcileBills(db, morrow);
    expect(await sendNotice()).toEqual([]);
    const kinds = await db.select().from(billLine).where(eq(billLine.source, 'wechat_account'));
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['fee', 'fee_back', 'payment', 'refund']);
    const asks = () => wechat.count('bill', `fundflowbill?bill_date=${today}`);
    const before = asks();
    await reconcileBills(db, morrow);
    expect(asks()).toBe(before);
  });

  it('that lack a payment, take another fee or pay what nobody listed, show it once; what is booked later is gone by itself', async () => {
    const [right, lacking, dearer] = [await paid(), await paid(), await paid()];
    const strange: BillLine = { kind: 'refund', no: 'R999', providerNo: '503999', amount: 100 };
    wechat.next.bill = wechatBillOf([right.line, lacking.line, dearer.line], rate);
    wechat.next.accounts = {
      BASIC: wechatAccountOf([right.line, strange], rate),
      FEES: wechatAccountOf([dearer.line], rate * 2),
    };
    await Promise.all([reconcileBills(db, morrow), reconcileBills(db, morrow)]);
    const found = await sendNotice();
    const yuan = (fen: number) => (fen / 100).toFixed(2);
    const fee = (one: typeof right, share = rate) => yuan(Math.round(one.line.amount * share));
    expect(found).toHaveLength(5);
    expect(found).toEqual(
      expect.arrayContaining([
        [
          '微信支付资金账户',
          '收款',
          lacking.line.no,
          '交易账单有，资金账单没有',
          yuan(lacking.line.amount),
          '',
        ],
        ['微信支付资金账户', '手续费', lacking.line.no, '交易账单有，资金账单没有', fee(lacking), ''],
        [
          '微信支付资金账户',
          '手续费',
          dearer.line.no,
          '交易账单和资金账单金额不同',
          fee(dearer),
          fee(dearer, rate * 2),
        ],
        ['微信支付资金账户', '退款', '503999', '资金账单有，交易账单没有', '', '1.00'],
        ['微信支付资金账户', '退回手续费', '503999', '资金账单有，交易账单没有', '', '0.01'],
      ]),
    );
    // Booked a day later.
    const tomorrow = dayKey(morrow.getTime());
    const { no, providerNo, amount } = lacking.line;
    const late = { source: 'wechat_account', no: providerNo, day: tomorrow };
    await db.insert(billLine).values([
      { ...late, kind: 'payment', providerNo: `late${no}`, amount },
      { ...late, kind: 'fee', providerNo: `fee${no}`, amount: Math.round(amount * rate) },
    ]);
    await reconcileBills(db, morrow);
    expect(await sendNotice()).toHaveLength(3);
  });

  it('wait for the list of trades, and are not believed when they do not sum up', async () => {
    const { line } = await paid();
    const whole = wechatAccountOf([line], rate);
    wechat.next.accounts.BASIC = whole;
    await reconcileBills(db, morrow);
    const read = () => db.select().from(providerBill).where(eq(providerBill.source, 'wechat_account'));
    expect((await read()).filter(({ day }) => day === today)).toEqual([]);
    wechat.next.bill = wechatBillOf([line], rate);
    wechat.next.accounts.BASIC = whole.replace('扣除交易手续费,`支出,`0.', '扣除交易手续费,`支出,`9.');
    expect((await reconcileBills(db, morrow)).failed).toBeGreaterThan(0);
    expect((await read()).filter(({ day }) => day === today)).toEqual([]);
    await db.delete(jobFailure);
    wechat.next.accounts.BASIC = whole;
    expect((await reconcileBills(db, morrow)).failed).toBe(0);
    expect(await sendNotice()).toEqual([]);
  });
});

describe('a bill of 支付宝', () => {
  it('is read out of its ZIP', async () => {
    const lines: BillLine[] = [
      { kind: 'payment', no: 'P5', providerNo: '2026', amount: 1_250 },
      { kind: 'refund', no: 'R5', providerNo: '2026', amount: 250 },
    ];
    alipay.next.bill = alipayBillOf(lines);
    await reconcileBills(db, morrow);
    const read = await db
      .select()
      .from(billLine)
      .where(and(eq(billLine.source, 'alipay'), eq(billLine.day, today)));
    expect(read).toEqual(
      expect.arrayContaining(lines.map((line) => expect.objectContaining({ ...line, source: 'alipay' }))),
    );
    expect(await differences()).toHaveLength(2);
    alipay.next.bill = Buffer.from('<html>');
    for (const table of [billDifference, billLine, providerBill]) await db.delete(table);
    expect((await reconcileBills(db, morrow)).failed).toBeGreaterThan(0);
  });
});

describe('the two bills of 支付宝', () => {
  const rate = 0.006;
  const noon = new Date(findDay(today)! + 12 * hour);
  const yuan = (fen: number) => (fen / 100).toFixed(2);
  const sendNotice = async () =>
    (await rowsOf()).map(({ provider, kind, no, problem, ours, theirs }) => [
      provider,
      kind,
      no,
      problem,
      ours,
      theirs,
    ]);

  async function booked(payNo: string): Promise<BillLine> {
    alipay.take(payNo);
    await alipay.sendNotice(payNo);
    await db.update(payment).set({ paidAt: noon }).where(eq(payment.no, payNo));
    const { tradeNo, amount } = alipay.trades.get(payNo)!;
    return { kind: 'payment', no: payNo, providerNo: tradeNo, amount };
  }

  /** An order by its code, the rest of it given back; a top-up; and an order whose notice came twice and one that nobody took back. */
  async function day() {
    const buyers = await makeBuyers(db, 3);
    const lines: BillLine[] = [];
    for (const buyer of buyers.slice(0, 2)) {
      const { trade_no, orders } = await order(db, buyer, [{ goodsId, number: 10 }]);
      const { pay_no } = await pay(db, buyer, trade_no, 'alipay_qr');
      lines.push(await booked(pay_no));
      if (buyer !== buyers[0]) continue;
      await refundOrder(byStaff(db), { no: orders[0]!.no, reason: '不要了' });
      const [row] = await db.select().from(refund).where(eq(refund.payNo, pay_no));
      lines.push({ kind: 'refund', no: row!.no, providerNo: row!.providerNo, amount: row!.amount });
    }
    const input = { amount: '500', provider: 'alipay_qr' };
    lines.push(await booked((await startTopUp(contextOf(db, buyers[2]!), input)).pay_no));
    return lines;
  }

  it('that say what we say of orders, a refund and a top-up, and book their fees, leave nothing; what was taken out neither', async () => {
    const lines = await day();
    alipay.next.bill = alipayBillOf(lines, rate);
    alipay.next.account = alipayAccountOf(lines, rate, 10_000);
    await reconcileBills(db, morrow);
    expect(await sendNotice()).toEqual([]);
    const kinds = await db.select().from(billLine).where(eq(billLine.source, 'alipay_account'));
    expect(kinds.map(({ kind }) => kind).sort()).toEqual([
      'fee',
      'fee',
      'fee',
      'fee_back',
      'payment',
      'payment',
      'payment',
      'refund',
    ]);
  });

  it('show a top-up that the account lacks, a fee of another rate, and a refund that nobody listed', async () => {
    const [back, ...rest] = (await day()).toSorted((a, b) => b.kind.localeCompare(a.kind));
    const [ordered, other, topUp] = rest as [BillLine, BillLine, BillLine];
    expect([back!.kind, topUp.amount]).toEqual(['refund', 50_000]);
    const strange: BillLine = {
      kind: 'refund',
      no: 'R999',
      providerNo: '2026112322001000000000000999',
      amount: 100,
    };
    alipay.next.bill = alipayBillOf([back!, ordered, other, topUp], rate);
    // Two lists as they are, one of them of another rate: the rows of the second follow the first's.
    alipay.next.account = alipayAccountOf(
      [back!, ordered, { ...other, amount: other.amount + 1_000 }, strange],
      rate,
    );
    await Promise.all([reconcileBills(db, morrow), reconcileBills(db, morrow)]);
    const fee = (fen: number) => yuan(Math.round(fen * rate));
    const account = '支付宝资金账户';
    expect((await sendNotice()).toSorted()).toEqual(
      [
        [account, '收款', topUp.no, '交易账单有，资金账单没有', yuan(topUp.amount), ''],
        [account, '手续费', topUp.no, '交易账单有，资金账单没有', fee(topUp.amount), ''],
        [
          account,
          '收款',
          other.no,
          '交易账单和资金账单金额不同',
          yuan(other.amount),
          yuan(other.amount + 1_000),
        ],
        [
          account,
          '手续费',
          other.no,
          '交易账单和资金账单金额不同',
          fee(other.amount),
          fee(other.amount + 1_000),
        ],
        [account, '退款', strange.providerNo, '资金账单有，交易账单没有', '', '1.00'],
        [account, '退回手续费', strange.providerNo, '资金账单有，交易账单没有', '', '0.01'],
      ].toSorted(),
    );
  });

  it('hold the money of a refund that the house never gave: our books alone have it', async () => {
    const lines = await day();
    const kept = lines.filter(({ kind }) => kind === 'payment');
    alipay.next.bill = alipayBillOf(kept);
    await db
      .update(refund)
      .set({ doneAt: noon })
      .where(eq(refund.no, lines.find(({ kind }) => kind === 'refund')!.no));
    await reconcileBills(db, morrow);
    expect(await sendNotice()).toMatchObject([
      ['支付宝', '退款', expect.any(String), '本站已入账，机构账单没有', expect.any(String), ''],
    ]);
  });

  it('are not believed when they do not sum up', async () => {
    const lines = await day();
    alipay.next.bill = alipayBillOf(lines, rate);
    alipay.next.account = alipayAccountOf(lines.slice(1), rate);
    await reconcileBills(db, morrow);
    const found = (await sendNotice()).length;
    expect(found).toBeGreaterThan(0);
    for (const table of [billDifference, billLine, providerBill]) await db.delete(table);
    const whole = alipayAccountOf(lines, rate);
    alipay.next.account = Buffer.from(whole.subarray(0, whole.length - 30));
    expect((await reconcileBills(db, morrow)).failed).toBeGreaterThan(0);
    await db.delete(jobFailure);
    alipay.next.account = whole;
    expect((await reconcileBills(db, morrow)).failed).toBe(0);
    expect(await sendNotice()).toEqual([]);
  });
});

describe('the desk', () => {
  it('says once what was done, and the log keeps it', async () => {
    wechat.next.bill = wechatBillOf([{ kind: 'payment', no: 'P7', providerNo: '7', amount: 7 }]);
    await reconcileBills(db, morrow);
    const [row] = await rowsOf();
    const act = () => settle(byStaff(db), { id: row!.id, note: '商户平台已原路退回' });
    const done = await Promise.allSettled([act(), act()]);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(done.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 409 } });
    await expect(settle(byStaff(db), { id: 999_999, note: '没有' })).rejects.toMatchObject({ code: 404 });
    expect(
      await db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.act, 'bill.settle'), eq(auditLog.subjectKey, String(row!.id)))),
    ).toHaveLength(1);
    // Looked at again it stays settled.
    await db.delete(providerBill);
    await reconcileBills(db, morrow);
    expect(await differences()).toEqual([]);
    const list = await rowsOf('settled');
    expect(list.find(({ id }) => id === row!.id)).toMatchObject({ note: '商户平台已原路退回' });
  });
});
