/** A merchant's account by months: running balances, statements that foot with the books, and the answers to them. */
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowOf } from '#lib/contract/desk/list.ts';
import { accountBook } from '#lib/contract/desk/lists/account-book.ts';
import { statements } from '#lib/contract/desk/lists/statements.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { monthOf, monthSpan } from '#lib/rules/orders/statements.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { compareLedgers } from '#lib/server/backup/ledgers.ts';
import type { Context } from '#lib/server/core/context.ts';
import { auditLog, merchantNotice, statementAnswer } from '#lib/server/db/schema.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { getDeskWaiting } from '#lib/server/desk/waiting.ts';
import { foldAccounts } from '#lib/server/ledgers/fold.ts';
import { readMerchantMonth } from '#lib/server/ledgers/merchant-months.ts';
import {
  answerStatement,
  confirmStatement,
  findStatement,
  objectToStatement,
  readAccountMonths,
} from '#lib/server/ledgers/statements.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';

const { db, pool } = await testDatabase();

// Long before the demo: none of its entries is among these.
const now = new Date('2021-07-15T12:00:00+08:00');
const [random, gaps, theirs, open] = [6, 7, 8, 5];
const allOf2021 = { from: '2021-01-01', to: '2021-12-31' };

const at = (merchantId: number, role = 'finance', moment = now): Context<'merchant'> => ({
  ...byStaff(db, moment),
  actor: { kind: 'merchant', name: `shop${merchantId}`, merchantId, role },
});
const platform: Context<'platform'> = {
  ...byStaff(db, now),
  actor: { kind: 'platform', name: 'caiwu', merchantId: null, role: 'finance' },
};

type Cause = 'sale' | 'refund' | 'discount' | 'settlement';
const others: Record<Cause, string> = {
  sale: 'transit',
  refund: 'transit',
  discount: 'platform',
  settlement: 'house',
};
let booked = 0;

/** Books a movement of a merchant's account; a negative amount is what it gives. */
async function book(
  merchantId: number,
  cause: Cause,
  amount: number,
  moment: string | Date,
  client: Pick<typeof pool, 'query'> = pool,
): Promise<void> {
  booked += 1;
  const own = ['merchant', String(merchantId)];
  const other = [others[cause], cause === 'settlement' ? 'bank' : cause === 'discount' ? 'promotions' : ''];
  const [from, to] = amount < 0 ? [own, other] : [other, own];
  await client.query(
    `insert into booking (cause, ref, from_account, from_owner, to_account, to_owner, amount, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [cause, `${1_900_000_000 + booked}:t`, ...from, ...to, Math.abs(amount), new Date(moment)],
  );
}

/** Bookings that no sum has yet. */
const unfolded = async (): Promise<number> =>
  (await pool.query('select count(*)::int as n from booking where id > (select up_to from account_fold)'))
    .rows[0].n;

const list = async (context: Context<'merchant'> | Context<'platform'>, asked = {}) =>
  (await askList(context, statements, { size: 100, ...asked })).rows;
type Row = RowOf<typeof statements>;
const seen = ({ before, sold, refunded, borne, settled, owed }: Row) => ({
  ...{ before, sold, refunded, borne, settled, owed },
});
const rowOf = async (context: Context<'merchant'> | Context<'platform'>, id: string) =>
  (await list(context)).find((row) => row.id === id)!;
const fen = (row: Row) =>
  Object.fromEntries(Object.entries(seen(row)).map(([name, yuan]) => [name, parseYuan(yuan)]));

describe('random bookings of half a year', () => {
  const first = monthSpan('2021-01')!.from;
  const last = monthSpan('2021-07')!.to;
  const moments = fc.oneof(
    fc.integer({ min: first, max: last - 1 }),
    // The edges of months, where several entries have one moment.
    fc.constantFrom('2021-01', '2021-03', '2021-05').chain((month) => {
      const { from, to } = monthSpan(month)!;
      return fc.constantFrom(from, to - 1, to);
    }),
  );
  const amounts = {
    sale: [1, 50_000],
    refund: [-9_000, -1],
    discount: [-300, 900],
    settlement: [-60_000, -1],
  };
  const entries = fc.sample(
    fc.constantFrom<Cause>('sale', 'sale', 'refund', 'discount', 'settlement').chain((cause) => {
      const [min, max] = amounts[cause];
      const amount = fc.integer({ min: min!, max: max! }).filter((one) => one !== 0);
      return fc.record({ cause: fc.constant(cause), amount, moment: moments });
    }),
    { numRuns: 160, seed: 20_260 },
  );

  it('foot in the list, in the account of each month and on paper', async () => {
    // Folded again and again, by two at once too, so that most come late for sums of their day; the last are not folded.
    for (const [nth, { cause, amount, moment }] of entries.entries()) {
      await book(random, cause, amount, new Date(moment));
      if (nth % 40 === 20) await Promise.all([foldAccounts(db, now), foldAccounts(db, now)]);
    }
    expect(await unfolded()).toBe(19);
    const inMonth = (month: string) => entries.filter(({ moment }) => monthOf(moment) === month);
    const sum = (some: typeof entries, cause?: Cause) =>
      some.reduce((total, one) => total + (cause === undefined || one.cause === cause ? one.amount : 0), 0);
    const rows = await list(at(random), { sort: 'month' });
    const months = ['2021-01', '2021-02', '2021-03', '2021-04', '2021-05', '2021-06'];
    expect(rows.map(({ month }) => month)).toEqual(months);
    let owed = 0;
    for (const row of rows) {
      const own = inMonth(row.month);
      expect(fen(row), row.month).toEqual({
        before: owed,
        sold: sum(own, 'sale'),
        refunded: 0 - sum(own, 'refund'),
        borne: sum(own, 'discount'),
        settled: 0 - sum(own, 'settlement'),
        owed: owed + sum(own),
      });
      owed += sum(own);
      const { code } = (await pool.query('select code from merchant where id = $1', [random])).rows[0];
      const month = (await readMerchantMonth(db, row.month))!.find((one) => one.code === code);
      expect(month).toMatchObject(fen(row));
      const paper = (await findStatement(at(random), row.id))!;
      expect(paper.figures).toEqual(fen(row));
      expect([paper.entries.length, paper.entries.at(-1)?.balance]).toEqual([own.length, owed]);
    }
  });

  it('have a running balance on every page and in both orders', async () => {
    for (const month of ['2021-01', '2021-04']) {
      const { from, to } = monthSpan(month)!;
      const search = { from: dayKey(from), to: dayKey(to - 1), size: 5 };
      for (const sort of ['at', '-at']) {
        const found = [];
        const asked = { ...search, sort };
        let page = await askList(at(random), accountBook, asked);
        const { facts } = page;
        found.push(...page.rows);
        while (page.next !== null) {
          page = await askList(at(random), accountBook, { ...asked, after: page.next });
          found.push(...page.rows);
        }
        const byTime = sort === 'at' ? found : found.toReversed();
        expect(byTime.length).toBeGreaterThan(10);
        let balance = parseYuan(facts.before);
        for (const row of byTime) {
          balance += parseYuan(row.amount);
          expect(parseYuan(row.balance), `${month} ${row.no}`).toBe(balance);
        }
        expect(balance).toBe(parseYuan(facts.owed));
      }
    }
  });

  it('keep the balance of the account where only some are searched, and have none in another order', async () => {
    const search = { from: '2021-01-01', to: '2021-06-30', size: 200 };
    const all = await askList(at(random), accountBook, search);
    const refunds = await askList(at(random), accountBook, { ...search, cause: 'refund' });
    const balances = new Map(all.rows.map(({ id, balance }) => [id, balance]));
    expect(refunds.rows.length).toBeGreaterThan(5);
    for (const { id, balance } of refunds.rows) expect(balance).toBe(balances.get(id));
    const byAmount = await askList(at(random), accountBook, { ...search, sort: 'amount' });
    expect(new Set(byAmount.rows.map(({ balance }) => balance))).toEqual(new Set(['']));
  });
});

describe('the fold of the books', () => {
  it('waits for a booking that is being written, however many come after it', async () => {
    await foldAccounts(db, now);
    const client = await pool.connect();
    try {
      const owed = async () => parseYuan((await askList(at(open), accountBook, allOf2021)).facts.owed);
      await client.query('begin');
      await book(open, 'sale', 4_000, '2021-03-10T10:00+08:00', client);
      await book(open, 'sale', 3_000, '2021-03-10T10:00+08:00');
      const fold = foldAccounts(db, now);
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect([await owed(), await unfolded()]).toEqual([3_000, 1]);
      await client.query('commit');
      expect(await owed()).toBe(7_000);
      expect(await fold).toMatchObject({ failed: 0 });
      expect([await owed(), await unfolded()]).toEqual([7_000, 0]);
      expect(await foldAccounts(db, now)).toEqual({ done: 0, failed: 0 });
    } finally {
      client.release();
    }
  });

  it('is compared with the books', async () => {
    const wrong = async () =>
      (await compareLedgers(pool)).wrong.filter((name) => name.startsWith('booking.sums'));
    expect(await wrong()).toEqual([]);
    for (const span of ['day', 'month']) {
      const off = `update account_sum set amount = amount + $1 where merchant_id = ${open} and span = '${span}'`;
      await pool.query(off, [1]);
      expect(await wrong()).toEqual(['booking.sums（1）']);
      await pool.query(off, [-1]);
    }
  });
});

describe('months', () => {
  it('are those with entries or a balance; what waits is as many as the list has', async () => {
    await book(gaps, 'sale', 10_000, '2021-01-10T10:00+08:00');
    await book(gaps, 'settlement', -10_000, '2021-02-10T10:00+08:00');
    await book(gaps, 'sale', 5_000, '2021-04-30T23:59:59.999+08:00');
    await book(gaps, 'sale', 7_000, '2021-07-01T00:00+08:00');
    expect(await readAccountMonths(at(gaps))).toEqual([
      ...['2021-07', '2021-06', '2021-05', '2021-04', '2021-02', '2021-01'],
    ]);
    const rows = await list(at(gaps));
    expect(rows.map(({ month, state, may_confirm: may }) => `${month} ${state} ${may}`)).toEqual(
      ['2021-06', '2021-05', '2021-04', '2021-02', '2021-01'].map((month) => `${month} open 1`),
    );
    for (const moment of [now, new Date('2021-03-15T00:00Z'), new Date('2020-12-01T00:00Z')]) {
      const own = at(gaps, 'finance', moment);
      const tile = (await listToday(own)).find(({ href }) => href === '/desk/statements');
      expect(tile?.count).toBe((await list(own)).length);
      const badge = (await getDeskWaiting(own)).list.find(({ href }) => href === '/desk/statements');
      expect(badge?.count ?? 0).toBe(tile?.count);
    }
    const [tile] = (await listToday(at(gaps))).filter(({ title }) => title === '待确认对账单');
    expect(tile?.since).toEqual(new Date('2021-02-01T00:00+08:00'));
    expect((await listToday(at(gaps, 'orders'))).some(({ href }) => href === '/desk/statements')).toBe(false);
    expect(await list(at(9))).toEqual([]);
  });
});

describe('an answer', () => {
  const june = `${theirs}-2021-06`;
  const state = async (id: string) => (await rowOf(platform, id)).state;
  const audited = (id: string) => db.$count(auditLog, eq(auditLog.subjectKey, id));

  it('is for a month that is over, of the own merchant, about the figures that were seen', async () => {
    await book(theirs, 'sale', 30_000, '2021-05-20T10:00+08:00');
    await book(theirs, 'sale', 20_000, '2021-06-20T10:00+08:00');
    await book(theirs, 'sale', 1_000, '2021-07-02T10:00+08:00');
    const row = await rowOf(at(theirs), june);
    expect(fen(row)).toMatchObject({ before: 30_000, sold: 20_000, owed: 50_000 });
    for (const id of [june, `${theirs}-2021-07`, 'x'])
      await expect(confirmStatement(at(gaps), { id, ...seen(row) })).rejects.toMatchObject({ code: 404 });
    await expect(
      confirmStatement(at(theirs), { id: `${theirs}-2021-07`, ...seen(row) }),
    ).rejects.toMatchObject({
      code: 409,
      message: '这个月还没有结束，下月1日起再核对',
    });
    await expect(
      confirmStatement(at(theirs), { id: `${theirs}-2020-12`, ...seen(row) }),
    ).rejects.toMatchObject({
      code: 404,
    });
    await expect(
      confirmStatement(at(theirs), { id: june, ...seen(row), sold: '200.01' }),
    ).rejects.toMatchObject({ code: 409, message: '账目有变动，请刷新后重新核对' });
    await expect(
      objectToStatement(at(theirs), { id: june, ...seen(row), reason: '不符', claimed: '1,5' }),
    ).rejects.toMatchObject({ code: 422 });
    await expect(answerStatement(platform, { id: june, answer: '已核对' })).rejects.toMatchObject({
      code: 409,
      message: '商家没有提出异议',
    });
    expect(await findStatement(at(gaps), june)).toBeNull();
    expect(await findStatement(at(theirs), `${theirs}-2021-07`)).toBeNull();
    expect(await findStatement(platform, june)).toMatchObject({ month: '2021-06', state: 'open' });
    expect(await audited(june)).toBe(0);
  });

  it('is an objection once, a reply once, then a confirmation, each also by two at once', async () => {
    const own = at(theirs);
    const said = { id: june, ...seen(await rowOf(own, june)), reason: '少一笔6月销售', claimed: '512.30' };
    await Promise.all([objectToStatement(own, said), objectToStatement(own, said)]);
    await objectToStatement(own, said);
    expect(await audited(june)).toBe(1);
    await expect(objectToStatement(own, { ...said, reason: '另一个原因' })).rejects.toMatchObject({
      code: 409,
    });
    await expect(confirmStatement(own, said)).rejects.toMatchObject({
      message: '已对这份对账单提出异议，平台答复后才能确认',
    });
    const objected = (await listToday(platform)).find(({ title }) => title === '待答复的对账异议');
    expect(objected).toMatchObject({ count: 1, since: now, href: '/desk/statements' });
    const [first] = await list(platform);
    expect(first).toMatchObject({
      id: june,
      state: 'objected',
      claimed: '512.30',
      may_answer: 1,
      may_confirm: 0,
    });

    const answer = { id: june, answer: '该笔订单7月付款' };
    const answers = await Promise.allSettled([
      answerStatement(platform, answer),
      answerStatement(platform, answer),
      answerStatement(platform, { id: june, answer: '另一种答复' }),
    ]);
    const row = await rowOf(own, june);
    expect(answers.filter(({ status }) => status === 'rejected').length).toBe(
      row.answer === answer.answer ? 1 : 2,
    );
    expect(await audited(june)).toBe(2);
    const notices = await db.select().from(merchantNotice);
    expect(notices.filter(({ ref }) => ref === `statement.answer ${june}`)).toMatchObject([
      { merchantId: theirs, kind: 'settlement', link: '/desk/statements?month=2021-06' },
    ]);
    expect(row).toMatchObject({ state: 'answered', may_confirm: 1, may_object: 0 });

    await Promise.all([confirmStatement(own, said), confirmStatement(own, said)]);
    await confirmStatement(own, { ...said, sold: '0.00' });
    expect([await state(june), await audited(june)]).toEqual(['confirmed', 3]);
    await expect(answerStatement(platform, { id: june, answer: '再答复' })).rejects.toMatchObject({
      code: 409,
    });
  });

  it('holds its figures: a later entry of the month shows as a difference', async () => {
    await book(theirs, 'refund', -1_250, '2021-06-30T23:00+08:00');
    const row = await rowOf(at(theirs), june);
    expect(row).toMatchObject({
      owed: '487.50',
      difference: '退款 +12.50，期末应付 -12.50',
      state: 'confirmed',
    });
    const paper = await findStatement(platform, june);
    expect(paper).toMatchObject({ changed: ['refunded', 'owed'], answer: { owed: 50_000 } });
    const may = await rowOf(at(theirs), `${theirs}-2021-05`);
    expect(may.difference).toBe('');
  });

  it('of two that contradict each other at once is one', async () => {
    const id = `${theirs}-2021-05`;
    const own = at(theirs);
    const row = await rowOf(own, id);
    const done = await Promise.allSettled([
      confirmStatement(own, { id, ...seen(row) }),
      objectToStatement(own, { id, ...seen(row), reason: '金额不符', claimed: '' }),
    ]);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await audited(id)).toBe(1);
    expect(await db.$count(statementAnswer)).toBe(2);
  });
});
