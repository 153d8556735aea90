/** 对公转账: from the pay page over the voucher to the desk's word, with wrong amounts, repeats and races. */

import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { payouts } from '#lib/contract/desk/lists/payouts.ts';
import { transfers } from '#lib/contract/desk/lists/transfers.ts';
import type { DeskTransferCase, DeskTransferWire } from '#lib/contract/transfers/calls.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { orderLimits } from '#lib/rules/orders/order-state.ts';
import { restWays, type TransferState } from '#lib/rules/orders/transfer-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '#lib/server/core/context.ts';
import { completeEnv, parseEnv } from '#lib/server/core/process/env.ts';
import { passAct } from '#lib/server/countersign/countersign.ts';
import {
  auditLog,
  bankReceipt,
  message,
  order as orderTable,
  payment,
  refund,
  trade,
  waitingAct,
  wallet,
  walletLedger,
} from '#lib/server/db/schema.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { cancelOverdue } from '#lib/server/orders/due.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { openPayPage } from '#lib/server/paying/pages.ts';
import { getPayment, listPayMethods } from '#lib/server/paying/read.ts';
import { runRefunds } from '#lib/server/payments/refunds.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { getDeskTransfer } from '#lib/server/transfers/list.ts';
import { donePayout } from '#lib/server/transfers/payouts.ts';
import { receiveTransfer } from '#lib/server/transfers/receive.ts';
import { refuseTransfer } from '#lib/server/transfers/refuse.ts';
import { handInVoucher } from '#lib/server/transfers/voucher.ts';
import { openCounter } from '#tests/counterparts/counter.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { noticeOf, sendNotice } from '#tests/support/counter.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { person } from '#tests/support/desk-people.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { pictureOf } from '#tests/support/papers.ts';
import { callHandler, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { GET as seeFile } from '../../src/pages/file/[id]/index.ts';

const listCall = routeOf(api.deskTransfers);
const oneCall = routeOf(api.deskTransfer);

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const account = {
  BANK_ACCOUNT_NAME: '药批网有限公司',
  BANK_ACCOUNT_NO: '6222 0000 1234 5678',
  BANK_NAME: '示范银行',
};
await openCounter();
completeEnv(account);

const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
const today = dayKey(Date.now());
const later = (ms: number) => new Date(Date.now() + ms);
const counted = { pictures: 0, serials: 0 };
function newSerial(): string {
  counted.serials += 1;
  return `BK${String(counted.serials).padStart(8, '0')}`;
}

async function voucherOf() {
  counted.pictures += 1;
  const seed = counted.pictures;
  return {
    name: `回单${seed}.png`,
    type: 'image/png',
    bytes: new Uint8Array(await pictureOf('#3366cc', 'png', 300 + seed)),
  };
}

async function unpaid(buyer: Account, number = 10) {
  const { trade_no, orders, pay_amount } = await order(db, buyer, [{ goodsId, number }]);
  return { tradeNo: trade_no, no: orders[0]!.no, amount: parseYuan(pay_amount) };
}

async function begun() {
  const [buyer] = await makeBuyers(db, 1, 0);
  const made = { buyer: buyer!, ...(await unpaid(buyer!)) };
  const { pay_no, status } = await pay(db, buyer!, made.tradeNo, 'bank');
  expect(status).toBe('pending');
  return { ...made, payNo: pay_no };
}

async function handIn(
  { buyer, payNo }: { buyer: Account; payNo: string },
  file?: Awaited<ReturnType<typeof voucherOf>>,
) {
  const { bytes, ...rest } = file ?? (await voucherOf());
  // Reading takes the bytes with it.
  return handInVoucher(contextOf(db, buyer), { no: payNo, file: { ...rest, bytes: bytes.slice() } });
}

async function submitted() {
  const made = await begun();
  await handIn(made);
  expect(await statusOf(made.no)).toBe('to_verify');
  return made;
}

interface Entering {
  amount: number;
  serial?: string;
  rest?: (typeof restWays)[number];
  short?: 'wait' | 'refuse';
  read?: { state: TransferState; submitted_at: string };
}

async function enter(
  payNo: string,
  { amount, serial = newSerial(), rest = 'balance', short = 'wait', read }: Entering,
) {
  const { state, submitted_at } = read ?? (await getDeskTransfer(byStaff(db), payNo));
  return receiveTransfer(byStaff(db), {
    no: payNo,
    state,
    submitted_at,
    amount: formatYuan(amount),
    serial,
    received_on: today,
    rest,
    short,
    confirm: 1,
  }).then(passed);
}

/** What is over, or a refund that is to become balance, waits for a second person: here they pass at once. */
async function passed<T>(done: T): Promise<T> {
  const waiting = await db
    .select()
    .from(waitingAct)
    .where(and(eq(waitingAct.kind, 'surplus'), eq(waitingAct.state, 'waiting')));
  const second: Context<'platform'> = {
    ...byStaff(db),
    actor: { kind: 'platform', name: '何二', merchantId: null, role: 'admin' },
  };
  await Promise.allSettled(waiting.map(({ id }) => passAct(second, { id })));
  return done;
}

async function refuse(
  payNo: string,
  reason: string,
  rest: (typeof restWays)[number] = 'balance',
  read?: DeskTransferWire,
) {
  const { state, submitted_at } = read ?? (await getDeskTransfer(byStaff(db), payNo));
  return refuseTransfer(byStaff(db), { no: payNo, state, submitted_at, reason, rest }).then(passed);
}

async function statusOf(no: string) {
  const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
  return row!.status;
}

async function paymentOf(no: string) {
  const [row] = await db.select().from(payment).where(eq(payment.no, no));
  return row!;
}

async function balanceOf({ companyId }: Account) {
  const [row] = await db.select().from(wallet).where(eq(wallet.companyId, companyId));
  return row?.balance ?? 0;
}

const refundsOf = ({ companyId }: Account) => db.select().from(refund).where(eq(refund.companyId, companyId));
const notified = ({ companyId }: Account) =>
  db
    .select({ title: message.title })
    .from(message)
    .where(eq(message.companyId, companyId))
    .then((rows) => rows.map((row) => row.title));

/** What came by the bank for a company is what its payments say: paid, or gone back. */
async function expectBooks({ companyId }: Account) {
  const { rows } = await pool.query<{ came: string; booked: string; entered: string; topped: string }>(
    `select
      (select coalesce(sum(r.amount), 0) from bank_receipt r join payment p on p.no = r.pay_no
        where p.company_id = $1 and r.settled_at is not null) as came,
      (select coalesce(sum(amount), 0) from payment where company_id = $1 and provider = 'bank'
        and status in ('paid', 'refunded')) as booked,
      (select coalesce(sum(amount), 0) from wallet_ledger where company_id = $1 and use_type = 'top_up') as entered,
      (select coalesce(sum(amount), 0) from payment where company_id = $1 and provider = 'bank'
        and purpose = 'top_up' and status = 'paid') as topped`,
    [companyId],
  );
  expect(rows[0]!.booked).toBe(rows[0]!.came);
  expect(rows[0]!.topped).toBe(rows[0]!.entered);
}

describe('the way', () => {
  it('is offered with an account only, and half of one is named at the start', async () => {
    const [buyer] = await makeBuyers(db, 1, 0);
    const keys = async () =>
      (await listPayMethods(contextOf(db, buyer!), {})).map(({ provider }) => provider);
    expect(await keys()).toContain('bank');
    completeEnv({ BANK_ACCOUNT_NAME: '', BANK_ACCOUNT_NO: '', BANK_NAME: '' });
    expect(await keys()).not.toContain('bank');
    completeEnv(account);
    expect(() => parseEnv({ BANK_NAME: '示范银行' })).toThrow(
      /BANK_ACCOUNT_NAME（对公转账账户不完整）.*BANK_ACCOUNT_NO（对公转账账户不完整）/,
    );
    expect(() => parseEnv({ ...account, BANK_ACCOUNT_NO: 'abc' })).toThrow(/8–32 位数字/);
  });

  it('gives 48 hours once, shows account and reference, and goes on with what was begun', async () => {
    const made = await begun();
    const [{ deadlineAt } = { deadlineAt: new Date() }] = await db
      .select()
      .from(orderTable)
      .where(eq(orderTable.no, made.no));
    expect(deadlineAt.getTime() - Date.now()).toBeGreaterThan(orderLimits.payBank - 60_000);
    const shown = await getPayment(contextOf(db, made.buyer), { no: made.payNo });
    expect(shown.transfer).toMatchObject({
      account: { holder: '药批网有限公司', no: '6222000012345678', bank: '示范银行', code: '' },
      reference: made.payNo,
      state: 'waiting',
      may_upload: 1,
      until: deadlineAt.toISOString(),
    });
    expect((await pay(db, made.buyer, made.tradeNo, 'bank', later(60_000))).pay_no).toBe(made.payNo);
    const [after] = await db.select().from(orderTable).where(eq(orderTable.no, made.no));
    expect(after!.deadlineAt).toEqual(deadlineAt);
    expect((await openPayPage(contextOf(db, made.buyer), made.tradeNo))?.transfer).toBe(made.payNo);
    // Another way closes it, and the first one gives no new time.
    await pay(db, made.buyer, made.tradeNo, 'sandbox');
    expect(await paymentOf(made.payNo)).toMatchObject({ status: 'closed' });
    await pay(db, made.buyer, made.tradeNo, 'bank', later(60 * 60_000));
    const [again] = await db.select().from(orderTable).where(eq(orderTable.no, made.no));
    expect(again!.deadlineAt).toEqual(deadlineAt);
    await cancelOverdue(db, new Date(deadlineAt.getTime() + 1000));
    expect(await statusOf(made.no)).toBe('cancelled');
  });

  it('takes no balance beside it, and nothing that is sold against the clock', async () => {
    const [buyer] = await makeBuyers(db, 1, 1_000_000);
    const made = await unpaid(buyer!);
    await expect(pay(db, buyer!, made.tradeNo, 'bank', new Date(), '1.00')).rejects.toMatchObject({
      code: 422,
    });
    await db.update(trade).set({ kind: 'flash' }).where(eq(trade.no, made.tradeNo));
    await expect(pay(db, buyer!, made.tradeNo, 'bank')).rejects.toMatchObject({ code: 422 });
    const page = await openPayPage(contextOf(db, buyer!), made.tradeNo);
    expect(page?.methods.find(({ provider }) => provider === 'bank')).toMatchObject({ is_enabled: 0 });
  });
});

describe('a voucher', () => {
  it('moves the orders to the desk, waits there beyond the deadline, and is seen by payments and nobody else', async () => {
    const made = await submitted();
    await cancelOverdue(db, later(orderLimits.payBank * 2));
    expect(await statusOf(made.no)).toBe('to_verify');
    await expect(pay(db, made.buyer, made.tradeNo, 'sandbox')).rejects.toMatchObject({ code: 409 });
    const { rows } = await askList(byStaff(db), transfers, { keyword: made.payNo });
    expect(rows).toMatchObject([{ no: made.payNo, state: '待核款', due: formatYuan(made.amount) }]);
    const id = String(rows[0]!.file_id);
    const money = await person(db, 'caiwu-bank', 'finance');
    const service = await person(db, 'kefu-bank', 'service');
    const shop = await person(db, 'shangjia-bank', 'admin', 1);
    expect((await callHandler(seeFile, { params: { id }, cookie: money.cookie })).status).toBe(200);
    expect((await callHandler(seeFile, { params: { id }, cookie: service.cookie })).status).toBe(404);
    expect((await request(listCall, { cookie: money.cookie })).code).toBe(200);
    expect((await request(listCall, { cookie: service.cookie })).code).toBe(403);
    expect((await request(listCall, { cookie: shop.cookie })).code).toBe(404);
    const one = (cookie: string, no = made.payNo) =>
      request<DeskTransferCase>(oneCall, { params: { no }, cookie });
    expect((await one(money.cookie)).data).toMatchObject({ no: made.payNo, log: [] });
    await enter(made.payNo, { amount: made.amount });
    const { log, state_text: text } = (await one(money.cookie)).data;
    expect([text, log.map((entry) => entry.act_text)]).toEqual(['已到账', ['登记转账到账']]);
    expect((await one(money.cookie, 'P1')).code).toBe(404);
    expect((await one(service.cookie)).code).toBe(403);
    expect((await one(shop.cookie)).code).toBe(404);
  });

  it('twice is one; of another transfer it is refused; another company neither sees nor hands in', async () => {
    const made = await begun();
    const file = await voucherOf();
    await Promise.all([handIn(made, file), handIn(made, file)]);
    const next = await unpaid(made.buyer);
    const { pay_no: other } = await pay(db, made.buyer, next.tradeNo, 'bank');
    await expect(handIn({ buyer: made.buyer, payNo: other }, file)).rejects.toMatchObject({ code: 409 });
    const [stranger] = await makeBuyers(db, 1, 0);
    await expect(handIn({ buyer: stranger!, payNo: made.payNo })).rejects.toMatchObject({ code: 404 });
    await expect(getPayment(contextOf(db, stranger!), { no: made.payNo })).rejects.toMatchObject({
      code: 404,
    });
    await expect(
      handIn(made, { name: 'x.png', type: 'image/png', bytes: new Uint8Array(Buffer.from('no picture')) }),
    ).rejects.toMatchObject({ code: 422 });
  });

  it('goes to one of two transfers that claim it at once', async () => {
    const [buyer] = await makeBuyers(db, 1, 0);
    const nos = [];
    for (const _ of [1, 2]) {
      const { tradeNo } = await unpaid(buyer!);
      nos.push((await pay(db, buyer!, tradeNo, 'bank')).pay_no);
    }
    const file = await voucherOf();
    const done = await Promise.allSettled(nos.map((payNo) => handIn({ buyer: buyer!, payNo }, file)));
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(done.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 409 } });
  });
});

describe('the desk', () => {
  it('confirms once: the same serial again is done, the orders are paid, the buyer hears', async () => {
    const made = await submitted();
    const read = await getDeskTransfer(byStaff(db), made.payNo);
    const serial = newSerial();
    const rows = await Promise.all(
      [1, 2].map(() => enter(made.payNo, { amount: made.amount, serial, read })),
    );
    expect(rows).toMatchObject([{ state: 'settled' }, { state: 'settled' }]);
    expect(await statusOf(made.no)).toBe('to_ship');
    expect(await paymentOf(made.payNo)).toMatchObject({ status: 'paid', providerNo: serial });
    expect(await notified(made.buyer)).toContain(`付款成功¥${formatYuan(made.amount)}`);
    const entries = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.act, 'transfer.receive'), eq(auditLog.subjectKey, made.payNo)));
    expect(entries).toHaveLength(1);
    // The money of another serial on it is over.
    const other = await submitted();
    await expect(enter(other.payNo, { amount: other.amount, serial })).rejects.toMatchObject({ code: 422 });
    expect(await statusOf(other.no)).toBe('to_verify');
    await expectBooks(made.buyer);
  });

  it('lets one of two clerks decide, whichever they press', async () => {
    for (const _ of [1, 2, 3]) {
      const made = await submitted();
      const read = await getDeskTransfer(byStaff(db), made.payNo);
      const done = await Promise.allSettled([
        enter(made.payNo, { amount: made.amount, read }),
        refuse(made.payNo, '未查到到账', 'balance', read),
        enter(made.payNo, { amount: made.amount, read }),
      ]);
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const one of done) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 409 });
      const receipts = await db.select().from(bankReceipt).where(eq(bankReceipt.payNo, made.payNo));
      expect(receipts.length).toBe((await statusOf(made.no)) === 'to_ship' ? 1 : 0);
      await expectBooks(made.buyer);
    }
  });

  it('one serial at once for two transfers pays one of them', async () => {
    const [one, two] = [await submitted(), await submitted()];
    const serial = newSerial();
    const done = await Promise.allSettled(
      [one, two].map(({ payNo, amount }) => enter(payNo, { amount, serial })),
    );
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const paid = await Promise.all([statusOf(one.no), statusOf(two.no)]);
    expect(paid.sort()).toEqual(['to_ship', 'to_verify']);
  });

  it('refuses with a reason: the buyer has 48 hours anew and hands in another one', async () => {
    const made = await submitted();
    const row = await refuse(made.payNo, '回单金额不清楚');
    expect(row).toMatchObject({ state: 'refused', reason: '回单金额不清楚' });
    await refuse(made.payNo, '回单金额不清楚');
    expect((await notified(made.buyer)).filter((title) => title === '转账凭证被驳回')).toHaveLength(1);
    expect(await statusOf(made.no)).toBe('to_pay');
    const shown = await getPayment(contextOf(db, made.buyer), { no: made.payNo });
    expect(shown).toMatchObject({ status: 'pending', transfer: { reason: '回单金额不清楚', may_upload: 1 } });
    await handIn(made);
    expect(await statusOf(made.no)).toBe('to_verify');
    await enter(made.payNo, { amount: made.amount });
    expect(await statusOf(made.no)).toBe('to_ship');
  });

  it('of one transfer for several trades pays them all', async () => {
    const [buyer] = await makeBuyers(db, 1, 0);
    const trades = [await unpaid(buyer!), await unpaid(buyer!, 20)];
    const { pay_no: payNo } = await pay(
      db,
      buyer!,
      trades.map(({ tradeNo }) => tradeNo),
      'bank',
    );
    await handIn({ buyer: buyer!, payNo });
    const row = await enter(payNo, { amount: trades[0]!.amount + trades[1]!.amount });
    expect(row).toMatchObject({ state: 'settled', lacks: '0.00' });
    for (const { no } of trades) expect(await statusOf(no)).toBe('to_ship');
    await expectBooks(buyer!);
  });
});

describe('a wrong amount', () => {
  it.each(restWays)('more than asked for pays, and the rest goes (%s)', async (rest) => {
    const made = await submitted();
    await enter(made.payNo, { amount: made.amount + 12_34, rest });
    expect(await statusOf(made.no)).toBe('to_ship');
    expect(await balanceOf(made.buyer)).toBe(rest === 'balance' ? 12_34 : 0);
    const open = await refundsOf(made.buyer);
    expect(open.map(({ amount, status }) => ({ amount, status }))).toEqual(
      rest === 'back' ? [{ amount: 12_34, status: 'requested' }] : [],
    );
    await expectBooks(made.buyer);
  });

  it('less waits for the rest, whatever time passes', async () => {
    const made = await submitted();
    const row = await enter(made.payNo, { amount: made.amount - 500 });
    expect(row).toMatchObject({ state: 'short', lacks: '5.00' });
    expect(await notified(made.buyer)).toContain('转账金额不足');
    expect(await statusOf(made.no)).toBe('to_verify');
    await handIn(made);
    expect(await getDeskTransfer(byStaff(db), made.payNo)).toMatchObject({ state: 'short' });
    await enter(made.payNo, { amount: 500 });
    expect(await statusOf(made.no)).toBe('to_ship');
    await expectBooks(made.buyer);
  });

  it.each(['at once', 'later'])(
    'less is refused %s: what came goes back, the order can be paid again',
    async (when) => {
      const made = await submitted();
      if (when === 'at once') await enter(made.payNo, { amount: 300, short: 'refuse', rest: 'back' });
      else {
        await enter(made.payNo, { amount: 300 });
        await refuse(made.payNo, '差额未补', 'back');
      }
      expect(await statusOf(made.no)).toBe('to_pay');
      expect(await refundsOf(made.buyer)).toMatchObject([
        { amount: 300, provider: 'bank', status: 'requested' },
      ]);
      expect(await enter(made.payNo, { amount: made.amount })).toMatchObject({ state: 'settled' });
      expect(await statusOf(made.no)).toBe('to_ship');
      await expectBooks(made.buyer);
    },
  );

  it('for several trades pays none of them before it is whole, then all; what is over goes once', async () => {
    const [buyer] = await makeBuyers(db, 1, 0);
    const trades = [await unpaid(buyer!), await unpaid(buyer!, 20), await unpaid(buyer!, 30)];
    const { pay_no: payNo } = await pay(
      db,
      buyer!,
      trades.map(({ tradeNo }) => tradeNo),
      'bank',
    );
    await handIn({ buyer: buyer!, payNo });
    const [first, ...others] = trades;
    const row = await enter(payNo, { amount: first!.amount });
    expect(row).toMatchObject({ state: 'short' });
    // What one of them costs pays none: the transfer is for all.
    expect(await Promise.all(trades.map(({ no }) => statusOf(no)))).toEqual(trades.map(() => 'to_verify'));
    const missing = others.reduce((sum, { amount }) => sum + amount, 0);
    await enter(payNo, { amount: missing + 700, rest: 'balance' });
    expect(await Promise.all(trades.map(({ no }) => statusOf(no)))).toEqual(trades.map(() => 'to_ship'));
    expect(await balanceOf(buyer!)).toBe(700);
    await expectBooks(buyer!);
  });

  it('after some of it was cancelled is over by that much', async () => {
    const [buyer] = await makeBuyers(db, 1, 0);
    const [kept, dropped] = [await unpaid(buyer!), await unpaid(buyer!, 30)];
    const { pay_no: payNo } = await pay(db, buyer!, [kept.tradeNo, dropped.tradeNo], 'bank');
    await handIn({ buyer: buyer!, payNo });
    await cancelMyOrder(contextOf(db, buyer!), { no: dropped.no, reason: '不要了' });
    expect(await paymentOf(payNo)).toMatchObject({ status: 'pending' });
    await enter(payNo, { amount: kept.amount + dropped.amount });
    expect(await statusOf(kept.no)).toBe('to_ship');
    expect(await statusOf(dropped.no)).toBe('cancelled');
    expect(await balanceOf(buyer!)).toBe(dropped.amount);
    await expectBooks(buyer!);
    // What is refunded of the rest is what it paid.
    const { amount } = await refundOrder(byStaff(db), { no: kept.no, reason: '缺货' });
    expect(amount).toBe(kept.amount);
  });

  it('after all of it was cancelled, or at the same moment, is never kept', async () => {
    for (const atOnce of [false, true]) {
      const made = await submitted();
      const cancel = () => cancelMyOrder(contextOf(db, made.buyer), { no: made.no, reason: '不要了' });
      if (!atOnce) await cancel();
      await Promise.allSettled([...(atOnce ? [cancel()] : []), enter(made.payNo, { amount: made.amount })]);
      const isPaid = (await statusOf(made.no)) === 'to_ship';
      expect(await statusOf(made.no)).toBe(isPaid ? 'to_ship' : 'cancelled');
      expect(await balanceOf(made.buyer)).toBe(isPaid ? 0 : made.amount);
      await expectBooks(made.buyer);
    }
  });

  it('on a transfer that was closed, or has paid already, goes to the balance whole', async () => {
    const made = await begun();
    await pay(db, made.buyer, made.tradeNo, 'sandbox');
    await enter(made.payNo, { amount: made.amount });
    expect(await balanceOf(made.buyer)).toBe(made.amount);
    const twice = await submitted();
    await enter(twice.payNo, { amount: twice.amount });
    await enter(twice.payNo, { amount: twice.amount });
    expect(await balanceOf(twice.buyer)).toBe(twice.amount);
    await expectBooks(twice.buyer);
  });
});

describe('a refund', () => {
  async function owed() {
    const made = await submitted();
    await enter(made.payNo, { amount: made.amount });
    const { openAmount } = await refundOrder(byStaff(db), { no: made.no, reason: '缺货' });
    expect(openAmount).toBe(made.amount);
    await runRefunds(db, later(24 * 60 * 60_000));
    const [row] = await refundsOf(made.buyer);
    expect(row).toMatchObject({ status: 'requested', provider: 'bank' });
    return { ...made, refundNo: row!.no };
  }
  const list = async (state: 'open' | 'done', keyword: string) =>
    (await askList(byStaff(db), payouts, { state, keyword })).rows;

  it('waits for a person, is sent once, and its serial is one refund’s', async () => {
    const made = await owed();
    expect(await list('open', made.refundNo)).toMatchObject([{ no: made.refundNo, is_open: 1 }]);
    const done = { no: made.refundNo, way: 'bank' as const, serial: newSerial() };
    await expect(donePayout(byStaff(db), { ...done, serial: '' })).rejects.toMatchObject({ code: 422 });
    await Promise.all([1, 2].map(() => donePayout(byStaff(db), done)));
    expect(await list('done', made.refundNo)).toMatchObject([{ is_open: 0, sent_by: done.serial }]);
    await expect(donePayout(byStaff(db), { ...done, way: 'balance' })).rejects.toMatchObject({ code: 409 });
    const other = await owed();
    await expect(donePayout(byStaff(db), { ...done, no: other.refundNo })).rejects.toMatchObject({
      code: 422,
    });
    expect(await refundsOf(other.buyer)).toMatchObject([{ status: 'requested' }]);
  });

  it('becomes balance once, whoever presses', async () => {
    const made = await owed();
    const done = { no: made.refundNo, way: 'balance' as const, serial: '' };
    await Promise.allSettled([
      donePayout(byStaff(db), done),
      donePayout(byStaff(db), { ...done, way: 'bank' as const, serial: newSerial() }),
      donePayout(byStaff(db), done),
    ]);
    await passed(null);
    const [row] = await list('done', made.refundNo);
    expect(await balanceOf(made.buyer)).toBe(row!.sent_by === '余额' ? made.amount : 0);
    const entries = await db
      .select()
      .from(walletLedger)
      .where(and(eq(walletLedger.companyId, made.buyer.companyId), eq(walletLedger.useType, 'refund')));
    expect(entries).toHaveLength(row!.sent_by === '余额' ? 1 : 0);
  });
});

it('money of another house that comes while the desk looks goes back', async () => {
  const [buyer] = await makeBuyers(db, 1, 0);
  const made = await unpaid(buyer!);
  const first = await pay(db, buyer!, made.tradeNo, 'sandbox');
  const { pay_no: payNo } = await pay(db, buyer!, made.tradeNo, 'bank');
  await handIn({ buyer: buyer!, payNo });
  await sendNotice(noticeOf(first.pay_no, made.amount));
  expect(await statusOf(made.no)).toBe('to_verify');
  expect(await paymentOf(first.pay_no)).toMatchObject({ status: 'refunded' });
  await enter(payNo, { amount: made.amount });
  expect(await statusOf(made.no)).toBe('to_ship');
});
