/**
 * kill -9 at each step of a payment and of a refund: the house of the other side withholds its answer, or a row that is to be
 * written is held, until the process is gone. One kill catches all steps at once; the next process puts the money right by
 * itself, with its own jobs, and nothing is paid or given back twice.
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { message, orderEvent, order as orderTable, payment, refund, wallet } from '#lib/server/db/schema.ts';
import { goodsPlain } from '#lib/server/db/seed/known.ts';
import { listToday } from '#lib/server/services/desk/today.ts';
import { openWechatHouse } from '#tests/counterparts/wechat-house.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { holdRow } from '#tests/support/held-row.ts';
import { makeBuyers, makeGoods, order, payFreely } from '#tests/support/orders.ts';
import { makeProject, type ServerProcess, startReady, until } from '#tests/support/server-process.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Stands in for the built app: what pays and gives back, and the shop's own ear for the house. */
const app = `
import { text } from 'node:stream/consumers';
import { getDb } from '${root}/src/lib/server/db/client.ts';
import { refundOrder } from '${root}/src/lib/server/services/orders/refund.ts';
import { byStaff } from '${root}/tests/support/context.ts';
import { accountOf, pay } from '${root}/tests/support/orders.ts';
import { callHandler } from '${root}/tests/support/request.ts';
import { POST as notify } from '${root}/src/pages/api/pay/notify/[provider].ts';
const acts = {
  '/api/test/pay': async ({ user, trade, balance }) =>
    pay(getDb(), await accountOf(getDb(), user), trade, 'wechat', new Date(), balance),
  '/api/test/refund': ({ no }) => refundOrder(byStaff(getDb()), { no, reason: '不要了' }),
};
export async function render({ url, headers, body }) {
  const sent = await text(body);
  if (url in acts) return Response.json(await acts[url](JSON.parse(sent)));
  return callHandler(notify, { path: url, params: { provider: 'wechat' }, body: sent, headers });
}
`;

const { url, db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
const [held, fromBalance] = [100_000, 3_000];
const folder = makeProject(app);
const clock = path.join(folder, 'clock');
let server: ServerProcess | undefined;
const house = await openWechatHouse(async (body, headers) => {
  const answer = await fetch(`${server?.url}/api/pay/notify/wechat`, { method: 'POST', body, headers });
  return { status: answer.status, body: await answer.json() };
});

afterAll(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  house.close();
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

/** Starts the shop with its clock so far ahead, ms. */
async function startAt(ahead: number): Promise<void> {
  writeFileSync(clock, String(ahead));
  const preload = pathToFileURL(path.join(root, 'tests/model/clock-preload.ts')).href;
  const own = {
    MODEL_CLOCK: clock,
    NODE_OPTIONS: `--import=${preload}`,
    AUTH_SECRET: 'x'.repeat(32),
    LIMIT_SCALE: '100',
  };
  server = await startReady(folder, { DATABASE_URL: url, DEMO: '1', ...house.env, ...own }, 120_000);
}

/** Asks the shop's process; null when it went before it answered. */
async function ask(act: 'pay' | 'refund', body: object): Promise<{ pay_no: string } | null> {
  const sent = { method: 'POST', body: JSON.stringify(body) };
  return fetch(`${server?.url}/api/test/${act}`, sent).then(
    (answer) => answer.json(),
    () => null,
  );
}

interface Trade {
  user: string;
  companyId: number;
  trade: string;
  no: string;
}

/** A trade that waits for its money; the buyer's balance holds something. */
async function unpaid(): Promise<Trade> {
  const [buyer] = await makeBuyers(db, 1, held);
  const { trade_no, orders } = await order(db, buyer!, [{ goodsId, number: 10 }]);
  return { user: buyer!.userId, companyId: buyer!.companyId, trade: trade_no, no: orders[0]!.no };
}

const beginOf = ({ user, trade }: Trade, balance?: string) => ask('pay', { user, trade, balance });

/** The same, paid by a phone that scanned it. */
async function paid(balance?: string): Promise<Trade & { payNo: string }> {
  const made = await unpaid();
  const payNo = (await beginOf(made, balance))?.pay_no ?? '';
  expect(house.scan(payNo)).toBe(true);
  expect(await house.tellPaid(payNo)).toMatchObject({ status: 200 });
  return { ...made, payNo };
}

const paymentsOf = ({ companyId }: Trade) =>
  db.select().from(payment).where(eq(payment.companyId, companyId)).orderBy(payment.createdAt, payment.no);
const remoteOf = async (made: Trade) =>
  (await paymentsOf(made)).filter(({ provider }) => provider === 'wechat');
const refundsOf = ({ companyId }: Trade) =>
  db.select().from(refund).where(eq(refund.companyId, companyId)).orderBy(refund.no);

async function balanceOf({ companyId }: Trade): Promise<number> {
  const [row] = await db.select().from(wallet).where(eq(wallet.companyId, companyId));
  return row!.balance;
}

/** How often an order moved to a state, and where it stands. */
async function movesOf({ no }: Trade, to: string) {
  const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
  const events = await db.select().from(orderEvent).where(eq(orderEvent.orderNo, no));
  return [row!.status, events.filter(({ toStatus }) => toStatus === to).length];
}

/** Titles of what a buyer was told, without what is told of an order that was placed. */
async function toldTo({ companyId }: Trade): Promise<string[]> {
  const rows = await db.select().from(message).where(eq(message.companyId, companyId)).orderBy(message.id);
  return rows.map(({ title }) => title).filter((title) => !title.startsWith('订单已提交'));
}

test('what a process had under way when it was killed is put right by the next one, once', {
  timeout: 120_000,
}, async () => {
  await startAt(0);
  // Written down and not heard of by the house; the house's order made and not answered, with and without its money.
  const [written, made, madeAndPaid] = [await unpaid(), await unpaid(), await unpaid()];
  // Told and not booked.
  const told = await unpaid();
  const toldNo = (await beginOf(told))?.pay_no ?? '';
  // Refunds: asked and not done; done and not answered; answered and not booked; asked, and not to be done at all.
  const [asked, done, answered, stuck] = [await paid(), await paid('30.00'), await paid(), await paid()];
  const began = Date.now();

  const natives = house.count('native');
  house.trouble('native', 'silent');
  void beginOf(written, '30.00');
  await until('it was asked', () => house.count('native') > natives);
  for (const one of [made, madeAndPaid]) {
    const before = house.orders.size;
    house.trouble('native', 'held');
    void beginOf(one);
    await until('the house has its order', () => house.orders.size > before);
  }
  const [unheard] = await remoteOf(madeAndPaid);
  expect(house.scan(unheard!.no)).toBe(true);
  house.scan(toldNo);
  const freeTrade = await holdRow(
    pool,
    { query: 'select 1 from trade where no = $1 for update', no: told.trade },
    () => house.tellPaid(toldNo).catch(() => undefined),
  );
  for (const [one, kind] of [
    [asked, 'silent'],
    [done, 'held'],
    [stuck, 'held'],
    [answered, 'held'],
  ] as const) {
    const before = house.count('refund');
    house.trouble('refund', kind);
    if (one === stuck) house.next.refund = 'ABNORMAL';
    void ask('refund', { no: one.no });
    await until('it was asked', () => house.count('refund') > before);
  }
  const [owed] = await refundsOf(answered);
  const freeRefund = await holdRow(
    pool,
    { query: 'select 1 from refund where no = $1 for update', no: owed!.no },
    house.letGo,
  );
  server!.child.kill('SIGKILL');
  await server!.ended;
  await Promise.all([freeTrade(), freeRefund()]);
  expect(Date.now() - began, 'no answer was given up before the kill').toBeLessThan(8_000);

  const remote = await Promise.all([written, made, madeAndPaid, told].map(remoteOf));
  expect(remote.map(([row]) => [row!.status, row!.remoteState])).toEqual([
    ...[1, 2, 3].map(() => ['pending', 'requested']),
    ['pending', 'sent'],
  ]);
  const back = await Promise.all([asked, done, answered, stuck].map(refundsOf));
  expect(back.map((rows) => rows.find(({ provider }) => provider === 'wechat')!.status)).toEqual(
    back.map(() => 'sent'),
  );
  expect(await balanceOf(written)).toBe(held - fromBalance);

  await startAt(90_000);
  // The house tells again, as it does where nobody said that it was heard; so does the buyer who begins again.
  expect(await house.tellPaid(toldNo)).toMatchObject({ status: 200, body: { code: 'SUCCESS' } });
  const again = (await beginOf(made))?.pay_no ?? '';
  const anew = (await beginOf(written, '30.00'))?.pay_no ?? '';
  await until(
    'what was paid unheard is booked',
    async () => (await movesOf(madeAndPaid, 'to_ship'))[1] === 1,
  );
  await until('the try before is closed at the house', async () => (await remoteOf(made))[0]!.askAt === null);
  for (const no of [again, anew]) {
    expect(house.scan(no)).toBe(true);
    expect(await house.tellPaid(no)).toMatchObject({ status: 200 });
  }
  await until('refunds are through or refused', async () => {
    const rows = await db
      .select()
      .from(refund)
      .where(inArray(refund.status, ['requested', 'sent', 'unknown']));
    return rows.every(({ provider }) => provider !== 'wechat');
  });

  // Each order is paid once, by one payment, and its buyer is told once.
  for (const one of [written, made, madeAndPaid, told]) {
    expect(await movesOf(one, 'to_ship')).toEqual(['to_ship', 1]);
    expect((await remoteOf(one)).filter(({ status }) => status === 'paid')).toHaveLength(1);
    const title = expect.stringContaining('付款成功');
    const released = one === written ? [expect.stringContaining('退款¥30.00')] : [];
    expect(await toldTo(one)).toEqual([...released, title]);
    const [first] = await remoteOf(one);
    expect(house.scan(first!.no), 'the first try can be paid no more').toBe(false);
    expect(house.given(first!.no)).toEqual([]);
  }
  expect(await balanceOf(written)).toBe(held - fromBalance);

  // Each refund is given once, and told once; the one that the house cannot give is at the desk.
  for (const one of [asked, done, answered]) {
    const rows = await refundsOf(one);
    expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'done'));
    const [remotely] = rows.filter(({ provider }) => provider === 'wechat');
    expect(house.given(one.payNo)).toEqual([remotely!.amount]);
    expect(await movesOf(one, 'closed')).toEqual(['closed', 1]);
    expect((await toldTo(one)).filter((title) => title.startsWith('退款¥'))).toHaveLength(rows.length);
  }
  expect(await balanceOf(done)).toBe(held);
  expect(await refundsOf(stuck)).toMatchObject([{ status: 'failed' }]);
  expect(house.given(stuck.payNo)).toEqual([]);
  const today = await listToday(byStaff(db));
  expect(today.find(({ title }) => title === '受阻的退款')?.count).toBe(1);
});
