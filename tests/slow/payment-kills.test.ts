/**
 * kill -9 at each step of a payment and of a refund, by either house and for each purpose: the house of the other side
 * withholds its answer, or a row that is to be written is held, until the processes are gone. One kill catches all cells at
 * once; the next process puts the money right by itself, with its own jobs, and nothing is paid or given back twice. A bill
 * that was being fetched is read by the next one, once.
 */
import { eq, inArray } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { dayKey, findDay } from '#lib/rules/terms/activity-time.ts';
import { issueToCompany } from '#lib/server/coupons/rows.ts';
import {
  billDifference,
  company,
  companyCoupon,
  message,
  orderEvent,
  order as orderTable,
  payment,
  providerBill,
  refund,
  wallet,
} from '#lib/server/db/schema.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { holdRows } from '#tests/support/held-row.ts';
import { openKilledShop, openProviders, type ProviderName, type Work } from '#tests/support/killed-shop.ts';
import { fillCart, makeBuyers, makeGoods, payFreely, place } from '#tests/support/orders.ts';
import { type ServerProcess, until } from '#tests/support/server-process.ts';

const providerNames: readonly ProviderName[] = ['wechat', 'alipay'];
/** A trade by the house alone; by voucher, balance and house together; the wallet's top-up. */
const purposes = ['trade', 'mixed', 'topUp'] as const;
type Purpose = (typeof purposes)[number];
const every = purposes;
const trades = ['trade', 'mixed'] as const;

/**
 * Each step at which a payment can be interrupted: for which purposes it exists, how our row is found after the kill, and
 * whether the house then holds money that our books do not know.
 */
const paySteps = {
  written: { of: every, remoteState: 'requested', isOutside: false },
  ordered: { of: every, remoteState: 'requested', isOutside: false },
  orderedAndPaid: { of: every, remoteState: 'requested', isOutside: true },
  told: { of: every, remoteState: 'sent', isOutside: true },
  asked: { of: every, remoteState: 'sent', isOutside: true },
  // A top-up is closed by nobody but WeChat's own sheet (wechat-jsapi.test.ts).
  closing: { of: trades, remoteState: 'sent', isOutside: true },
} as const;
/** The same of a refund, all of which are found as sent; whether the house has given the money already. */
const refundSteps = {
  unheard: { of: every, isGiven: false },
  given: { of: every, isGiven: true },
  // Before those that are held until the end: the house may spoil one alone.
  stuck: { of: ['trade'], isGiven: false },
  answered: { of: every, isGiven: true },
  // It took its time, is told of when it is through, and the house is asked.
  noticed: { of: ['trade'], isGiven: true },
} as const;
type PayStep = keyof typeof paySteps;
type RefundStep = keyof typeof refundSteps;

const { url, db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
/** How long the shop waits for a house, ms. */
const answerWithin = 8_000;
const [held, fromBalance, fromVoucher, topUp] = [100_000, 3_000, 2_000, 20_000];
const shop = openKilledShop(url);
let server: ServerProcess;
const counterparts = await openProviders(() => server.url);

afterAll(async () => {
  await shop.close();
  for (const counterpart of Object.values(counterparts)) counterpart.close();
});

interface Cell {
  name: string;
  counterpart: ProviderName;
  purpose: Purpose;
  step: PayStep | RefundStep;
  user: string;
  companyId: number;
  trade: string;
  no: string;
  voucher: number;
  payNo: string;
}

/** A buyer with a balance, and where it is for a trade one that waits for its money. */
async function newCell(counterpart: ProviderName, purpose: Purpose, step: Cell['step']): Promise<Cell> {
  const [buyer] = await makeBuyers(db, 1, held);
  const { userId: user, companyId } = buyer!;
  const cell = { name: `${counterpart} ${purpose} ${step}`, counterpart, purpose, step, user, companyId };
  const none = { trade: '', no: '', voucher: 0, payNo: '' };
  if (purpose === 'topUp') return { ...cell, ...none };
  const times = { validFrom: new Date(0), validTo: new Date('2999-01-01') };
  const given = { kind: 'voucher', name: '测试', remarks: '', threshold: 0, value: fromVoucher } as const;
  const voucher =
    purpose === 'mixed'
      ? await db.transaction((tx) => issueToCompany(tx, companyId, { ...given, ...times }))
      : 0;
  const ids = await fillCart(db, buyer!, [{ goodsId, number: 10 }]);
  const more = voucher === 0 ? {} : { vouchers: [voucher] };
  const { trade_no: trade, orders } = await place(db, buyer!, { ids, more });
  return { ...cell, ...none, trade, no: orders[0]!.no, voucher };
}

/** Begins a cell's payment, by the house's code or where the browser pays; null when the process went away meanwhile. */
async function begin(to: ServerProcess, cell: Cell, by: 'coded' | 'paid') {
  const way = counterparts[cell.counterpart].ways[by];
  if (cell.purpose === 'topUp') return shop.ask(to, 'top-up', { user: cell.user, amount: '200', way });
  const balance = cell.purpose === 'mixed' ? '30.00' : undefined;
  return shop.ask(to, 'pay', { user: cell.user, trade: cell.trade, way, balance });
}

/** Begins it where the browser pays; the payer is at the cashier then. */
async function begun(to: ServerProcess, cell: Cell): Promise<void> {
  const said = await begin(to, cell, 'paid');
  counterparts[cell.counterpart].visit(said?.redirect);
  cell.payNo = said?.pay_no ?? '';
}

const remoteRowsOf = async ({ companyId }: Cell) => {
  const rows = await db
    .select()
    .from(payment)
    .where(eq(payment.companyId, companyId))
    .orderBy(payment.createdAt, payment.no);
  return rows.filter(({ provider }) => provider !== 'balance');
};
const refundsOf = ({ companyId }: Cell) =>
  db.select().from(refund).where(eq(refund.companyId, companyId)).orderBy(refund.no);
const remoteRefundOf = async (cell: Cell) =>
  (await refundsOf(cell)).find(({ provider }) => provider !== 'balance')!;

async function balanceOf({ companyId }: Cell): Promise<number> {
  const [row] = await db.select().from(wallet).where(eq(wallet.companyId, companyId));
  return row!.balance;
}

async function voucherOf({ voucher }: Cell): Promise<number | null> {
  const [row] = await db.select().from(companyCoupon).where(eq(companyCoupon.id, voucher));
  return row?.balance ?? null;
}

/** How often an order moved to a state, and where it stands. */
async function movesOf({ no }: Cell, to: string) {
  const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
  const events = await db.select().from(orderEvent).where(eq(orderEvent.orderNo, no));
  return [row!.status, events.filter(({ toStatus }) => toStatus === to).length];
}

/** How often a buyer was told something whose title begins so. */
async function timesNotified({ companyId }: Cell, title: string): Promise<number> {
  const rows = await db.select().from(message).where(eq(message.companyId, companyId));
  return rows.filter((row) => row.title.startsWith(title)).length;
}

/** Withholds so many answers of a house, does what asks for them, and waits until all were asked. */
async function withheld(
  name: ProviderName,
  work: Work,
  kind: 'silent' | 'held',
  acts: (() => unknown)[],
  answers = acts.length,
) {
  const counterpart = counterparts[name];
  const before = counterpart.count(work);
  counterpart.withhold(work, kind, answers);
  for (const act of acts) void act();
  await until(`${name} was asked: ${work}`, () => counterpart.count(work) >= before + acts.length);
}

const cellsOf = async <Step extends PayStep | RefundStep>(
  steps: Record<Step, { of: readonly Purpose[] }>,
): Promise<Cell[]> => {
  const wanted = providerNames.flatMap((counterpart) =>
    (Object.keys(steps) as Step[]).flatMap((step) =>
      steps[step].of.map((purpose) => [counterpart, purpose, step] as const),
    ),
  );
  const cells: Cell[] = [];
  for (const one of wanted) cells.push(await newCell(...one));
  return cells;
};

test('what processes had under way when they were killed is put right by the next one, once', {
  timeout: 600_000,
}, async () => {
  const env = { ...counterparts.wechat.env, ...counterparts.alipay.env };
  const pays = await shop.start(0, env);
  const gives = await shop.start(0, env);
  server = gives;
  const [paying, backing] = [await cellsOf(paySteps), await cellsOf(refundSteps)];
  const at = (cells: readonly Cell[], step: Cell['step'], counterpart?: ProviderName) =>
    cells.filter(
      (cell) => cell.step === step && (counterpart === undefined || cell.counterpart === counterpart),
    );
  const coded = ['written', 'ordered', 'orderedAndPaid'];
  const early = paying.filter(({ step }) => !coded.includes(step));
  // A few at once: the processes are to be killed by us, not by the crowd.
  const first = [...early, ...backing];
  for (let from = 0; from < first.length; from += 4)
    await Promise.all(
      first.slice(from, from + 4).map((cell) => begun(cell.step in paySteps ? pays : gives, cell)),
    );
  for (const cell of [...early, ...backing])
    expect(counterparts[cell.counterpart].take(cell.payNo), cell.name).toBe(true);
  const isTopUp = ({ purpose }: Cell) => purpose === 'topUp';
  for (const cell of backing.filter((one) => !isTopUp(one)))
    expect(await counterparts[cell.counterpart].sendNotice(cell.payNo), cell.name).toBe(true);
  // Money of a top-up goes back where the company is gone when it comes.
  for (const { companyId } of backing.filter(isTopUp))
    await db.update(company).set({ status: 'closed' }).where(eq(company.id, companyId));
  const began = Date.now();

  const giveBack = (cell: Cell) =>
    isTopUp(cell)
      ? counterparts[cell.counterpart].sendNotice(cell.payNo).catch(() => false)
      : shop.ask(gives, 'refund', { no: cell.no });
  await Promise.all(
    providerNames.flatMap((name) => [
      (async () => {
        const acts = (step: PayStep) =>
          at(paying, step, name).map((cell) => () => begin(pays, cell, 'coded'));
        await withheld(name, 'order', 'silent', acts('written'));
        await withheld(name, 'order', 'held', [...acts('ordered'), ...acts('orderedAndPaid')]);
        const asks = (step: PayStep) =>
          at(paying, step, name).map(
            ({ payNo: no }) =>
              () =>
                shop.ask(pays, 'ask', { no }),
          );
        await withheld(name, 'query', 'held', asks('asked'));
        // The processes' own jobs close what is cancelled and repeat it until the kill: no attempt is answered.
        const cancels = at(paying, 'closing', name).map(({ user, no, payNo }) => async () => {
          await shop.ask(pays, 'cancel', { user, no });
          await shop.ask(pays, 'ask', { no: payNo });
        });
        await withheld(name, 'close', 'held', cancels, Number.POSITIVE_INFINITY);
      })(),
      (async () => {
        const acts = (step: RefundStep) => at(backing, step, name).map((cell) => () => giveBack(cell));
        await withheld(name, 'refund', 'silent', acts('unheard'));
        await withheld(name, 'refund', 'held', acts('given'));
        counterparts[name].spoil();
        await withheld(name, 'refund', 'held', acts('stuck'));
      })(),
    ]),
  );
  for (const cell of paying) cell.payNo ||= (await remoteRowsOf(cell))[0]!.no;
  for (const cell of at(paying, 'orderedAndPaid'))
    expect(counterparts[cell.counterpart].take(cell.payNo), cell.name).toBe(true);
  const told = at(paying, 'told');
  const answered = at(backing, 'answered');
  for (const { counterpart, ...cell } of at(backing, 'noticed')) {
    counterparts[counterpart].slow();
    await shop.ask(gives, 'refund', { no: cell.no });
    const { no } = await remoteRefundOf({ counterpart, ...cell });
    counterparts[counterpart].settle(no);
    await withheld(counterpart, 'standing', 'held', [
      () => counterparts[counterpart].notifyRefund(no).catch(() => false),
    ]);
  }
  // Days before hold nothing; today's list is asked for and not answered.
  const today = dayKey(Date.now());
  const morrow = { at: findDay(today)! + 36 * 60 * 60_000 };
  await shop.ask(gives, 'bills', morrow);
  for (const name of providerNames)
    counterparts[name].bill([{ kind: 'payment', no: 'P0', providerNo: `${name}1`, amount: 100 }]);
  await withheld('wechat', 'bill', 'held', [() => shop.ask(gives, 'bills', morrow)]);
  for (const name of providerNames)
    await withheld(
      name,
      'refund',
      'held',
      at(backing, 'answered', name).map((cell) => () => giveBack(cell)),
    );
  const owed = await Promise.all(answered.map(async (cell) => (await remoteRefundOf(cell)).no));
  server = pays;
  // Rows are waited for some seconds only: these come last.
  const free = await Promise.all([
    holdRows(
      pool,
      {
        query: 'select 1 from payment where no = any($1) for update',
        nos: told.map(({ payNo }) => payNo),
      },
      () =>
        told.map(({ counterpart, payNo }) => counterparts[counterpart].sendNotice(payNo).catch(() => false)),
    ),
    holdRows(pool, { query: 'select 1 from refund where no = any($1) for update', nos: owed }, () => {
      for (const { counterpart } of answered) counterparts[counterpart].letGo();
    }),
  ]);
  await shop.kill();
  for (const counterpart of Object.values(counterparts)) counterpart.restore();
  await Promise.all(free.map((letGo) => letGo()));
  // Where the machine is so slow that an answer was given up before the kill, that is written down.
  const isSlow = Date.now() - began > answerWithin;
  const isFound = (state: string | null, expected: string) =>
    state === expected || (isSlow && state === 'unknown');

  for (const cell of paying) {
    const { remoteState, isOutside } = paySteps[cell.step as PayStep];
    const [row] = await remoteRowsOf(cell);
    const status = cell.step === 'closing' ? 'closed' : 'pending';
    expect(row!.status, cell.name).toBe(status);
    expect(isFound(row!.remoteState, remoteState), `${cell.name}: ${row!.remoteState}`).toBe(true);
    expect(counterparts[cell.counterpart].hasTaken(cell.payNo), cell.name).toBe(isOutside);
  }
  for (const cell of backing) {
    const { amount, status } = await remoteRefundOf(cell);
    const { isGiven } = refundSteps[cell.step as RefundStep];
    expect(isFound(status, 'sent'), `${cell.name}: ${status}`).toBe(true);
    expect(counterparts[cell.counterpart].given(cell.payNo), cell.name).toEqual(isGiven ? [amount] : []);
  }

  const readToday = async () =>
    (await db.select().from(providerBill).where(eq(providerBill.day, today)))
      .map(({ source }) => source)
      .sort();
  expect(await readToday()).toEqual([]);

  server = await shop.start(90_000, env);
  await shop.ask(server, 'bills', morrow);
  expect(await readToday()).toEqual(['alipay', 'wechat']);
  const unbooked = await db.select().from(billDifference).where(eq(billDifference.no, 'P0'));
  expect(unbooked.map(({ source }) => source).sort()).toEqual(['alipay', 'wechat']);
  // A house tells again, as it does where nobody said that it was heard; so does the buyer who begins again.
  for (const { counterpart, payNo } of told.filter(({ purpose }) => purpose === 'trade'))
    expect(await counterparts[counterpart].sendNotice(payNo)).toBe(true);
  const again = [...at(paying, 'written'), ...at(paying, 'ordered')];
  const anew = await Promise.all(again.map((cell) => begin(server, cell, 'coded')));
  const closable = at(again, 'ordered', 'wechat').filter((cell) => !isTopUp(cell));
  await until('tries before are closed at 微信支付', async () => {
    const rows = await Promise.all(closable.map(remoteRowsOf));
    return rows.every(([first]) => first!.askAt === null);
  });
  for (const [index, cell] of again.entries()) {
    const no = anew[index]!.pay_no;
    expect(no === cell.payNo, cell.name).toBe(isTopUp(cell));
    expect(counterparts[cell.counterpart].take(no), cell.name).toBe(true);
    expect(await counterparts[cell.counterpart].sendNotice(no), cell.name).toBe(true);
    if (isTopUp(cell)) continue;
    // 支付宝 cannot close a code that nobody scanned: who pays it all the same has the money back.
    const isTaken = counterparts[cell.counterpart].take(cell.payNo);
    expect(isTaken, cell.name).toBe(cell.counterpart === 'alipay' && cell.step === 'ordered');
    if (isTaken) expect(await counterparts[cell.counterpart].sendNotice(cell.payNo)).toBe(true);
  }
  const isPaidAt = async (cell: Cell) =>
    (await remoteRowsOf(cell)).some(
      ({ status }) => status === (cell.step === 'closing' ? 'refunded' : 'paid'),
    );
  await until('what was paid unheard is booked', async () =>
    (await Promise.all(paying.map(isPaidAt))).every(Boolean),
  );
  await until('refunds are through or refused', async () => {
    const open = await db
      .select()
      .from(refund)
      .where(inArray(refund.status, ['requested', 'sent', 'unknown']));
    return open.length === 0;
  });

  for (const cell of paying) {
    const { name, purpose, step, counterpart } = cell;
    const rows = await remoteRowsOf(cell);
    const [first] = rows;
    const isOver = step === 'closing';
    const spent = !isOver && purpose === 'mixed' ? fromBalance : 0;
    const gained = purpose === 'topUp' ? topUp : 0;
    expect(await balanceOf(cell), name).toBe(held - spent + gained);
    if (purpose === 'mixed') expect(await voucherOf(cell), name).toBe(isOver ? fromVoucher : 0);
    // It is paid once, by one payment, and its buyer is told once; what else came goes back.
    expect(
      rows.filter(({ status }) => status === 'paid'),
      name,
    ).toHaveLength(isOver ? 0 : 1);
    if (purpose === 'topUp') expect(await timesNotified(cell, '充值到账¥200.00'), name).toBe(1);
    else if (isOver) expect(await movesOf(cell, 'cancelled'), name).toEqual(['cancelled', 1]);
    else {
      expect(await movesOf(cell, 'to_ship'), name).toEqual(['to_ship', 1]);
      expect(await timesNotified(cell, '付款成功'), name).toBe(1);
    }
    const isScannedLate = counterpart === 'alipay' && step === 'ordered' && purpose !== 'topUp';
    expect(counterparts[counterpart].given(first!.no), name).toEqual(
      isOver || isScannedLate ? [first!.amount] : [],
    );
    // A part of the balance goes back with the try that it was for.
    const triedTwice = purpose === 'mixed' && (step === 'written' || step === 'ordered');
    const sentences = Number(isOver || isScannedLate) + Number(triedTwice || (isOver && purpose === 'mixed'));
    expect(await timesNotified(cell, '退款¥'), name).toBe(sentences);
  }
  for (const cell of backing.filter(({ step }) => step !== 'stuck')) {
    const { name, purpose, counterpart } = cell;
    const rows = await refundsOf(cell);
    expect(
      rows.map(({ status }) => status),
      name,
    ).toEqual(rows.map(() => 'done'));
    const { amount } = await remoteRefundOf(cell);
    expect(counterparts[counterpart].given(cell.payNo), name).toEqual([amount]);
    expect(await balanceOf(cell), name).toBe(held);
    if (purpose === 'mixed') expect(await voucherOf(cell), name).toBe(fromVoucher);
    if (purpose !== 'topUp') expect(await movesOf(cell, 'closed'), name).toEqual(['closed', 1]);
    expect(await timesNotified(cell, '退款¥'), name).toBe(rows.length);
  }
  // What a house cannot give is at the desk.
  const stuck = at(backing, 'stuck');
  for (const cell of stuck) {
    expect(await refundsOf(cell), cell.name).toMatchObject([{ status: 'failed' }]);
    expect(counterparts[cell.counterpart].given(cell.payNo), cell.name).toEqual([]);
  }
  const work = await listToday(byStaff(db));
  expect(work.find(({ title }) => title === '受阻的退款')?.count).toBe(stuck.length);
});
