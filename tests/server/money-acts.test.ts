/** What moves money at the desk: a surplus that waits, a receipt that is taken back, a paid order that is given back. */

import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { DeskRefunded, RefundPlanWire } from '#lib/contract/shipping/desk-refund.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '#lib/server/core/context.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { passAct, refuseAct } from '#lib/server/countersign/countersign.ts';
import {
  auditLog,
  bankReceipt,
  bankStatementRow,
  order as orderTable,
  refund,
  waitingAct,
  wallet,
} from '#lib/server/db/schema.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { postEntry } from '#lib/server/ports/payments/wallet-rows.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { getDeskTransfer } from '#lib/server/transfers/list.ts';
import { receiveTransfer } from '#lib/server/transfers/receive.ts';
import { importStatement, listStatement, registerCredits } from '#lib/server/transfers/statement.ts';
import { undoReceipt } from '#lib/server/transfers/undo.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const plan = routeOf(api.deskRefundPlan);
const refundCall = routeOf(api.deskRefund);

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
completeEnv({ BANK_ACCOUNT_NAME: '药批网', BANK_ACCOUNT_NO: '6222000012345678', BANK_NAME: '示范银行' });
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
const as = (name: string, role: string): Context<'platform'> => ({
  ...byStaff(db),
  actor: { kind: 'platform', name, merchantId: null, role },
});
const [one, two] = [as('money.one', 'finance'), as('money.two', 'admin')];
let counted = 0;

async function begun(number = 10) {
  const [buyer] = await makeBuyers(db, 1, 0);
  const { trade_no, orders, pay_amount } = await order(db, buyer!, [{ goodsId, number }]);
  const { pay_no: payNo } = await pay(db, buyer!, trade_no, 'bank');
  return { buyer: buyer!, no: orders[0]!.no, payNo, amount: parseYuan(pay_amount) };
}

async function enter(payNo: string, amount: number, { confirm = 1 as 0 | 1, serial = '' } = {}) {
  counted += 1;
  const { state, submitted_at } = await getDeskTransfer(one, payNo);
  return receiveTransfer(one, {
    ...{ no: payNo, state, submitted_at, amount: formatYuan(amount), confirm },
    serial: serial || `MA${String(counted).padStart(6, '0')}`,
    ...{ received_on: dayKey(Date.now()), rest: 'balance', short: 'wait' },
  });
}

const balanceOf = async ({ companyId }: Account) =>
  (await db.select().from(wallet).where(eq(wallet.companyId, companyId)))[0]?.balance ?? 0;
const statusOf = async (no: string) =>
  (await db.select().from(orderTable).where(eq(orderTable.no, no)))[0]!.status;
const actsOf = (kind: 'surplus' | 'undo_receipt' | 'order_refund', { companyId }: Account) =>
  db
    .select()
    .from(waitingAct)
    .where(
      and(eq(waitingAct.kind, kind), eq(waitingAct.companyId, companyId), eq(waitingAct.state, 'waiting')),
    );
const serialOf = async (payNo: string) =>
  (await db.select().from(bankReceipt).where(eq(bankReceipt.payNo, payNo)))[0]!.serial;

describe('a surplus', () => {
  it('is asked about again, pays the order, and waits for a second person', async () => {
    const made = await begun();
    await expect(enter(made.payNo, made.amount * 100, { confirm: 0 })).rejects.toMatchObject({
      code: 422,
      data: { errors: { confirm: [expect.stringContaining(formatYuan(made.amount))] } },
    });
    expect(await statusOf(made.no)).toBe('to_pay');
    const row = await enter(made.payNo, made.amount + 500_00);
    expect(row.waits).toEqual(['转账多余款¥500.00等待另一位同事复核']);
    expect(await statusOf(made.no)).toBe('to_ship');
    expect(await balanceOf(made.buyer)).toBe(0);
    const [act] = await actsOf('surplus', made.buyer);
    await expect(passAct(one, { id: act!.id })).rejects.toMatchObject({ code: 403 });
    await Promise.all([1, 2, 3].map(() => passAct(two, { id: act!.id })));
    expect(await balanceOf(made.buyer)).toBe(500_00);
  });

  it('goes back to its account where the second person refuses', async () => {
    const made = await begun();
    await enter(made.payNo, made.amount + 500_00);
    const [act] = await actsOf('surplus', made.buyer);
    await refuseAct(two, { id: act!.id, reason: '金额有误' });
    expect(await balanceOf(made.buyer)).toBe(0);
    const back = await db.select().from(refund).where(eq(refund.companyId, made.buyer.companyId));
    expect(back).toMatchObject([{ amount: 500_00, status: 'requested' }]);
  });
});

describe('a receipt that is taken back', () => {
  const undo = (payNo: string, serial: string, amount = '0') =>
    undoReceipt(one, { no: payNo, serial, amount, reason: '填错了' });
  async function undone(made: Awaited<ReturnType<typeof begun>>, amount = '0') {
    const serial = await serialOf(made.payNo);
    await undo(made.payNo, serial, amount);
    const [act] = await actsOf('undo_receipt', made.buyer);
    return { act: act!, serial };
  }

  it('cancels the order that it paid and leaves no money, and its serial may be entered again', async () => {
    const made = await begun();
    await enter(made.payNo, made.amount + 500_00);
    const [over] = await actsOf('surplus', made.buyer);
    await passAct(two, { id: over!.id });
    const { act, serial } = await undone(made);
    await expect(undo(made.payNo, serial)).rejects.toMatchObject({ code: 409 });
    await Promise.all([1, 2].map(() => passAct(two, { id: act.id })));
    expect(await statusOf(made.no)).toBe('closed');
    expect(await balanceOf(made.buyer)).toBe(0);
    const left = await db.select().from(refund).where(eq(refund.companyId, made.buyer.companyId));
    expect(left.map(({ status }) => status)).toEqual(['done']);
    // The money that really came is nobody's order's any more: it waits as a surplus.
    const row = await enter(made.payNo, made.amount, { serial });
    expect(row.waits).toHaveLength(1);
  });

  it('of a wrong amount is corrected, and the order stays paid', async () => {
    const made = await begun();
    await enter(made.payNo, made.amount + 500_00);
    const { act } = await undone(made, formatYuan(made.amount));
    await passAct(two, { id: act.id });
    expect(await statusOf(made.no)).toBe('to_ship');
    expect(await actsOf('surplus', made.buyer)).toEqual([]);
    const [receipt] = await db.select().from(bankReceipt).where(eq(bankReceipt.payNo, made.payNo));
    expect(receipt).toMatchObject({ amount: made.amount });
  });

  it('that waited for more lets the order wait anew', async () => {
    const made = await begun();
    await enter(made.payNo, made.amount - 100);
    expect(await statusOf(made.no)).toBe('to_verify');
    const { act } = await undone(made);
    await passAct(two, { id: act.id });
    expect(await statusOf(made.no)).toBe('to_pay');
    expect(await getDeskTransfer(one, made.payNo)).toMatchObject({ state: 'waiting', receipts: [] });
  });

  it('says of itself whether it waits, while another of the same transfer does', async () => {
    const made = await begun();
    await enter(made.payNo, made.amount - 5_00);
    const large = await serialOf(made.payNo);
    await enter(made.payNo, 5_50, { serial: 'MSMALL01' });
    const three = as('money.three', 'finance');
    const ask = (serial: string, amount: string) =>
      undoReceipt(three, { no: made.payNo, serial, amount, reason: '填错了' });
    expect(await ask(large, '0')).toMatchObject({ is_done: 0, waits: [expect.any(String)] });
    expect(await ask('MSMALL01', '5.00')).toMatchObject({ is_done: 1, waits: [expect.any(String)] });
    expect(await statusOf(made.no)).toBe('to_ship');
  });

  it('is not, once its balance is spent or its order shipped; of both at once one wins', async () => {
    const sent = await begun();
    await enter(sent.payNo, sent.amount);
    await shipOrder(byStaff(db), { no: sent.no });
    const { act } = await undone(sent);
    await expect(passAct(two, { id: act.id })).rejects.toMatchObject({ code: 409 });
    const made = await begun();
    await enter(made.payNo, made.amount + 500_00);
    const [over] = await actsOf('surplus', made.buyer);
    await passAct(two, { id: over!.id });
    const { act: back } = await undone(made, formatYuan(made.amount));
    const { companyId } = made.buyer;
    const spend = () =>
      db.transaction((tx) =>
        postEntry(tx, { companyId, useType: 'adjust', amount: -1, ref: 'spent', note: '花' }),
      );
    const [spent, taken] = await Promise.allSettled([spend(), passAct(two, { id: back.id })]);
    const isSpent = spent.status === 'fulfilled' && spent.value !== null;
    expect(isSpent).not.toBe(taken.status === 'fulfilled');
    expect(await balanceOf(made.buyer)).toBe(isSpent ? 499_99 : 0);
  });
});

describe('a bank statement', () => {
  const fileOf = (rows: readonly (readonly string[])[]) => ({
    name: '流水.csv',
    type: 'text/csv',
    bytes: new Uint8Array(
      Buffer.from([['交易日期', '收入金额', '对方户名', '摘要', '流水号'], ...rows].map(String).join('\n')),
    ),
  });

  const keep = async (rows: readonly (readonly string[])[]) => {
    const read = await importStatement(one, { bank: '工行', file: fileOf(rows), confirm: 0 });
    const columns = read.table.columns.map(({ key }) => key);
    return importStatement(one, { bank: '工行', file: fileOf(rows), columns, confirm: 1 });
  };

  it('is kept and matched once its columns were confirmed, as somebody chose them before', async () => {
    const ask = (columns?: string[], confirm: 0 | 1 = 0) =>
      importStatement(one, {
        ...{ bank: '农行', columns, confirm },
        file: fileOf([[dayKey(Date.now()), '7.77', '路人', 'x', 'ST000009']]),
      });
    expect(await ask()).toMatchObject({ list: [], read: 1, sum: '7.77', is_written: 0 });
    await expect(ask(undefined, 1)).rejects.toMatchObject({ code: 422 });
    expect((await listStatement(one)).list).toEqual([]);
    const chosen = ['date', 'credit', '', 'payer', 'serial'];
    expect(await ask(chosen)).toMatchObject({ table: { is_remembered: 0 } });
    expect(await ask()).toMatchObject({
      table: { is_remembered: 1, columns: [{}, {}, { key: '' }, { key: 'payer' }, {}] },
    });
    await expect(ask(['', 'credit', '', '', 'serial'])).rejects.toMatchObject({ code: 422 });
    expect(await ask(['date', 'credit', 'payer', 'remark', 'serial'], 1)).toMatchObject({ fresh: 1 });
    await db.delete(bankStatementRow);
  });

  it('is matched, counts once for ever, and pays with one press, also by two at once', async () => {
    const [first, second] = [await begun(), await begun(20)];
    const day = dayKey(Date.now());
    const rows = [
      [day, formatYuan(first.amount), '某药房', `货款${first.payNo}`, 'ST000001'],
      [day, formatYuan(second.amount + 900), '某药房', second.payNo, 'ST000002'],
      [day, '3.33', '路人', '', 'ST000003'],
    ];
    const read = await keep(rows);
    expect(read).toMatchObject({ fresh: 3, known: 0, wrong: [] });
    const of = (serial: string) => read.list.find((row) => row.serial === serial)!;
    expect([of('ST000001').match, of('ST000002').match, of('ST000003').match]).toEqual([
      'sure',
      'doubtful',
      'none',
    ]);
    const again = await keep(rows);
    expect(again).toMatchObject({ fresh: 0, known: 3 });
    const imported = and(eq(auditLog.act, 'transfer.import'), eq(auditLog.subjectKey, '工行'));
    expect(await db.select().from(auditLog).where(imported)).toMatchObject([
      { actorId: 'money.one', after: { name: '流水.csv', rows: 3 } },
    ]);
    const input = { rows: [{ id: of('ST000001').id, no: first.payNo, confirm: 0 as const }] };
    const both = await Promise.all([registerCredits(one, input), registerCredits(two, input)]);
    for (const { list } of both) expect(list).toMatchObject([{ match: 'done', no: first.payNo }]);
    expect(await statusOf(first.no)).toBe('to_ship');
    expect(await db.$count(bankReceipt, eq(bankReceipt.payNo, first.payNo))).toBe(1);
    // Far from what is asked for: refused until a person says that it is right.
    const far = { id: of('ST000002').id, no: second.payNo };
    const asked = await registerCredits(one, { rows: [{ ...far, confirm: 0 }] });
    expect(asked.list[0]).toMatchObject({ match: 'doubtful', said: expect.stringContaining('不一致') });
    await registerCredits(one, { rows: [{ ...far, confirm: 1 }] });
    expect(await statusOf(second.no)).toBe('to_ship');
    expect((await listStatement(one)).list.map(({ serial }) => serial)).toEqual(['ST000003']);
    expect(await keep([])).toMatchObject({ fresh: 0 });
  });
});

describe('a paid order at a desk', () => {
  async function paid(number = 10) {
    const [buyer] = await makeBuyers(db, 1, 100_000_000);
    const made = await order(db, buyer!, [{ goodsId, number }]);
    await pay(db, buyer!, made.trade_no);
    const [row] = await db.select().from(orderTable).where(eq(orderTable.no, made.orders[0]!.no));
    return { buyer: buyer!, no: row!.no, merchantId: row!.merchantId, amount: row!.payAmount };
  }
  const give = (
    { cookie }: Pick<Person, 'cookie'>,
    no: string,
    lines: { line_id: number; pieces: number }[] = [],
    key: string = crypto.randomUUID(),
  ) =>
    request<DeskRefunded>(refundCall, {
      ...{ method: 'POST', params: { no }, cookie, headers: { 'idempotency-key': key } },
      body: JSON.stringify({ lines, reason: '买家来电取消' }),
      type: 'application/json',
    });

  it('is cancelled by who may, once, and a merchant’s people their own', async () => {
    const made = await paid();
    const clerk = await person(db, 'refund.clerk', 'service');
    const own = await person(db, 'refund.own', 'orders', made.merchantId);
    const foreign = await person(db, 'refund.foreign', 'orders', made.merchantId === 1 ? 2 : 1);
    const review = await person(db, 'refund.review', 'review');
    expect((await give(foreign, made.no)).code).toBe(404);
    expect((await give(review, made.no)).code).toBe(403);
    expect((await give({ cookie: '' }, made.no)).code).toBe(404);
    const key = crypto.randomUUID();
    const tries = await Promise.all([1, 2, 3].map(() => give(own, made.no, [], key)));
    for (const answer of tries)
      expect(answer).toMatchObject({ code: 200, data: { waits: 0, amount: formatYuan(made.amount) } });
    expect(await statusOf(made.no)).toBe('closed');
    expect(await balanceOf(made.buyer)).toBe(100_000_000);
    expect((await give(clerk, made.no)).code).toBe(409);
  });

  it('is given back in part, never more than is not shipped, above the limit by two', async () => {
    const made = await paid(300);
    const clerk = await person(db, 'refund.part', 'service');
    const lines = (
      await request<{ lines: { id: number; left: number }[] }>(plan, {
        params: { no: made.no },
        cookie: clerk.cookie,
      })
    ).data.lines;
    const [{ id, left }] = lines as [{ id: number; left: number }];
    expect((await give(clerk, made.no, [{ line_id: id, pieces: left + 1 }])).code).toBe(409);
    const asked = await request<RefundPlanWire>(plan, {
      params: { no: made.no },
      path: `/?lines[0][line_id]=${id}&lines[0][pieces]=1`,
      cookie: clerk.cookie,
    });
    expect(asked.data).toMatchObject({ is_whole: 0, problem: '' });
    const given = await give(clerk, made.no, [{ line_id: id, pieces: 1 }]);
    expect(given.data).toEqual({ waits: 0, amount: asked.data.amount });
    const all = await give(clerk, made.no);
    expect(all.data).toMatchObject({ waits: 1 });
    const [act] = await actsOf('order_refund', made.buyer);
    // The order goes on meanwhile: what was shipped is not given back.
    await shipOrder(byStaff(db), { no: made.no, isPart: true });
    await expect(passAct(two, { id: act!.id })).rejects.toMatchObject({ code: 409 });
    await refuseAct(two, { id: act!.id, reason: '已发货' });
    expect(await statusOf(made.no)).toBe('part_shipped');
  });
});
