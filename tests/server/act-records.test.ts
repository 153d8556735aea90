/** The audit log of what two people do, and of prices and statements that two sides agree: each step, who, before, after. */
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { companies, goodsPlain } from '#demo/seed/known.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { auditLines, auditLineText } from '#lib/rules/site/audit-lines.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { setPrice } from '#lib/server/companies/prices.ts';
import { acceptProposal, refuseProposal, withdrawProposal } from '#lib/server/companies/proposals.ts';
import type { Context } from '#lib/server/core/context.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { passAct, refuseAct, withdrawAct } from '#lib/server/countersign/countersign.ts';
import { auditLog, bankReceipt, booking, goods, waitingAct } from '#lib/server/db/schema.ts';
import { answerStatement, confirmStatement, objectToStatement } from '#lib/server/ledgers/statements.ts';
import { getDeskTransfer } from '#lib/server/transfers/list.ts';
import { receiveTransfer } from '#lib/server/transfers/receive.ts';
import { undoReceipt } from '#lib/server/transfers/undo.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';

const { db } = await testDatabase();
completeEnv({ BANK_ACCOUNT_NAME: '药批网', BANK_ACCOUNT_NO: '6222000012345678', BANK_NAME: '示范银行' });
const as = (name: string, role: string): Context<'platform'> => ({
  ...byStaff(db),
  actor: { kind: 'platform', name, merchantId: null, role },
});
const [one, two] = [as('records.one', 'finance'), as('records.two', 'admin')];

const auditOf = (subject: string, key: string | number) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), eq(auditLog.subjectKey, String(key))))
    .orderBy(auditLog.id);

it('holds each step of what waits for a second person, and the receipt that was taken back', async () => {
  const [buyer] = await makeBuyers(db, 1);
  const goodsId = await makeGoods(db, goodsPlain, 1_000);
  const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
  const { pay_no: no } = await pay(db, buyer!, made.trade_no, 'bank');
  const { state, submitted_at } = await getDeskTransfer(one, no);
  const amount = parseYuan(made.pay_amount);
  await receiveTransfer(one, {
    ...{ no, state, submitted_at, amount: formatYuan(amount), confirm: 1, serial: 'RECORDS1' },
    ...{ received_on: dayKey(Date.now()), rest: 'balance', short: 'wait' },
  });
  const [receipt] = await db.select().from(bankReceipt).where(eq(bankReceipt.payNo, no));
  const { serial } = receipt!;
  const asked = async () => {
    await undoReceipt(one, { no, serial, amount: '0', reason: '填错了' });
    const [act] = await db
      .select()
      .from(waitingAct)
      .where(and(eq(waitingAct.companyId, buyer!.companyId), eq(waitingAct.state, 'waiting')));
    return act!.id;
  };
  const steps = async (id: number) =>
    (await auditOf('act', id)).map(({ act, actorId, before, after }) => ({ act, actorId, before, after }));
  const about = { companyId: buyer!.companyId, kind: 'undo_receipt', amount };
  const ask = {
    ...{ act: 'act.ask', actorId: 'records.one', before: null },
    after: { ...about, reason: expect.stringContaining('填错了') },
  };
  const before = { ...about, askedBy: 'records.one', state: 'waiting' };

  const back = await asked();
  await withdrawAct(one, { id: back });
  await withdrawAct(one, { id: back });
  expect(await steps(back)).toMatchObject([
    ask,
    { act: 'act.withdraw', actorId: 'records.one', before, after: { state: 'withdrawn' } },
  ]);
  const refused = await asked();
  await refuseAct({ ...two, reason: '确已到账' }, { id: refused, reason: '确已到账' });
  expect(await steps(refused)).toMatchObject([
    ask,
    { act: 'act.refuse', actorId: 'records.two', before, after: { state: 'refused', reason: '确已到账' } },
  ]);
  expect((await auditOf('transfer', no)).map(({ act }) => act)).toEqual(['transfer.receive']);
  const passed = await asked();
  await passAct(two, { id: passed });
  await passAct(two, { id: passed });
  expect(await steps(passed)).toMatchObject([
    ask,
    { act: 'act.pass', actorId: 'records.two', before, after: { state: 'passed' } },
  ]);
  expect((await auditOf('transfer', no)).slice(1)).toMatchObject([
    {
      ...{ act: 'transfer.undo', actorId: 'records.two', before: { serial, amount } },
      after: { act: passed, amount: 0, reason: '填错了' },
    },
  ]);
});

it('holds what a merchant says of a proposed price, and that it was withdrawn', async () => {
  const [row] = await db.select().from(goods).where(eq(goods.id, goodsPlain));
  const { merchantId, memberPrice } = row!;
  const shop: Context<'merchant'> = {
    ...byStaff(db),
    actor: { kind: 'merchant', name: 'records.shop', merchantId, role: 'goods' },
  };
  const id = companies.other;
  const price = formatYuan(memberPrice);
  const proposed = async () => (await setPrice(two, { id, goods_id: goodsPlain, price, was: undefined })).id;
  const begin = (await auditOf('company', id)).length;
  await withdrawProposal(two, { id: await proposed() });
  await refuseProposal({ ...shop, reason: '价格太低' }, { id: await proposed(), reason: '价格太低' });
  await acceptProposal(shop, { id: await proposed() });
  const found = (await auditOf('company', id))
    .slice(begin)
    .filter(({ act }) => act.startsWith('price.') && act !== 'price.propose');
  expect(found).toMatchObject([
    { act: 'price.withdraw', actor: 'platform', actorId: 'records.two', merchantId },
    { act: 'price.refuse', actor: 'merchant', actorId: 'records.shop', merchantId },
    { act: 'price.accept', actor: 'merchant', actorId: 'records.shop', merchantId },
  ]);
  expect(JSON.stringify(found[0]!.before)).toBe(JSON.stringify({ [goodsPlain]: memberPrice }));
  expect(JSON.stringify(found[1]!.after)).toContain('价格太低');
});

it('holds what both sides say of a statement, with the amounts', async () => {
  const merchantId = 9;
  await db.insert(booking).values({
    ...{ cause: 'sale', ref: 'records', fromAccount: 'transit', fromOwner: '' },
    ...{
      toAccount: 'merchant',
      toOwner: String(merchantId),
      amount: 5_000,
      at: new Date('2021-06-10T04:00:00Z'),
    },
  });
  const shop: Context<'merchant'> = {
    ...byStaff(db),
    actor: { kind: 'merchant', name: 'records.books', merchantId, role: 'finance' },
  };
  const id = `${merchantId}-2021-06`;
  const none = { before: '0.00', refunded: '0.00', borne: '0.00', settled: '0.00' };
  const seen = { ...none, id, sold: '50.00', owed: '50.00' };
  await objectToStatement(shop, { ...seen, reason: '少一笔', claimed: '60' });
  await answerStatement(one, { id, answer: '在下月' });
  await confirmStatement(shop, seen);
  const found = await auditOf('statement', id);
  expect(found).toMatchObject([
    {
      ...{ act: 'statement.object', actor: 'merchant', actorId: 'records.books', merchantId, before: null },
      after: { state: 'objected', owed: 5_000, claimed: 6_000, reason: '少一笔' },
    },
    {
      ...{ act: 'statement.answer', actor: 'platform', actorId: 'records.one', merchantId },
      ...{ before: { state: 'objected' }, after: { state: 'answered', answer: '在下月' } },
    },
    {
      ...{ act: 'statement.confirm', actorId: 'records.books', merchantId },
      ...{ before: { state: 'answered' }, after: { state: 'confirmed', owed: 5_000 } },
    },
  ]);
  const { act, before, after } = found[0]!;
  expect(auditLineText(auditLines(act, before, after))).toBe(
    '期末应付：¥50.00；状态：有异议；原因：少一笔；商家认为应付：¥60.00',
  );
});
