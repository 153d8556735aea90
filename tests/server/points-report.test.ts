/** 积分报表: its sums are those of the lots, the wallets and the ledger, for all and for each payer. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { sumUses } from '#lib/rules/points/report.ts';
import { makeRandom } from '#lib/rules/text/random.ts';
import { auditLog, pointsLedger, pointsLot } from '#lib/server/db/schema.ts';
import { giveBackPoints, grantPoints, lapsePoints, spendPoints } from '#lib/server/points/points.ts';
import { readPointsReport } from '#lib/server/points/report.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { makeBuyers } from '#tests/support/orders.ts';
import { callHandler, request } from '#tests/support/request.ts';
import { GET as getFile } from '../../src/pages/api/desk/points-report/file.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);

const read = (asked: Partial<Parameters<typeof readPointsReport>[1]> = {}) =>
  readPointsReport({ db }, { months: '24', payer: undefined, ...asked });
const rowsOf = async <Row>(query: ReturnType<typeof sql>) => (await db.execute(query)).rows as Row[];

/** Grants by two merchants and the platform, spends, what comes back, ends and a debt, in this and earlier months. */
beforeAll(async () => {
  const random = makeRandom('report');
  for (const { companyId } of await makeBuyers(db, 4, 0)) {
    const cause = () => ({ companyId, ref: randomUUID(), note: '' });
    for (let turn = 0; turn < 12; turn += 1) {
      const merchantId = random.pick([null, 1, 2]);
      const spent = cause();
      await db.transaction(async (tx) => {
        await grantPoints(tx, { ...cause(), useType: 'sign_in', points: random.int(1, 80), merchantId });
        const isSpent = await spendPoints(tx, { ...spent, points: random.int(1, 90) });
        if (isSpent && turn % 3 === 0) await giveBackPoints(tx, spent);
      });
    }
    await db.execute(sql`
      update points_lot set expires_at = now() - interval '1 day'
      where id = (select min(id) from points_lot where company_id = ${companyId} and remaining > 0)`);
    await lapsePoints(db, new Date());
  }
  // Some of it is of months before.
  await redate(sql`update points_ledger set created_at = created_at - (id % 5) * interval '31 days'`);
});

/** Changes moments of the append-only ledger. */
async function redate(query: ReturnType<typeof sql>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table points_ledger disable trigger user`);
    await tx.execute(query);
    await tx.execute(sql`alter table points_ledger enable trigger user`);
  });
}

describe('points outstanding', () => {
  it('are the lots and the wallets, and the end of the last month', async () => {
    const { total, ends, months, payers } = await read();
    const [sums] = await rowsOf<{ lots: number; wallets: number; debt: number }>(sql`
      select (select sum(remaining) from points_lot)::int as lots, sum(points)::int as wallets,
        sum(points_debt)::int as debt from wallet`);
    expect(total).toMatchObject({ points: sums?.lots, debt: sums?.debt, value: sums?.lots });
    expect(sums?.wallets).toBe(sums?.lots);
    const sum = (rows: readonly { points: number }[]) => rows.reduce((all, { points }) => all + points, 0);
    expect([sum(ends), sum(payers), months.at(-1)?.closing]).toEqual([
      total.points,
      total.points,
      total.points,
    ]);
    expect(months.at(0)?.opening).toBe(0);
  });

  it('of a payer are its lots alone, with the entries that moved them', async () => {
    const all = await read();
    const each = await Promise.all([0, 1, 2].map((payer) => read({ payer })));
    for (const [payer, one] of each.entries()) {
      const [lots] = await rowsOf<{ points: number }>(
        sql`select sum(remaining)::int as points from points_lot where coalesce(merchant_id, 0) = ${payer}`,
      );
      expect(one.total.points).toBe(lots?.points);
      expect(one.payers).toHaveLength(1);
      expect(one.months[0]?.opening).toBe(0);
    }
    expect(each.reduce((sum, one) => sum + one.total.points, 0)).toBe(all.total.points);
    const uses = (of: typeof all) => of.months.map((row) => sumUses(row.uses));
    expect(uses(all)).toEqual(
      all.months.map((_, at) => each.reduce((sum, one) => sum + (uses(one)[at] ?? 0), 0)),
    );
  });
});

describe('the entries of a month', () => {
  it('are those of the ledger by their kind, in Shanghai', async () => {
    // One of the last minute of a month and one of the first of the next, in Shanghai.
    const [first, second] = await db.select({ id: pointsLedger.id }).from(pointsLedger).limit(2);
    const [{ month } = { month: '' }] = await rowsOf<{ month: string }>(
      sql`select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM') as month`,
    );
    await redate(sql`update points_ledger set created_at = (${`${month}-01`}::timestamp at time zone 'Asia/Shanghai')
      - case when id = ${first?.id ?? 0} then interval '1 second' else interval '0 seconds' end
      where id in (${first?.id ?? 0}, ${second?.id ?? 0})`);
    const { months } = await read();
    const ledger = await rowsOf<{ month: string; use: string; points: number }>(sql`
      select to_char((created_at + interval '8 hours') at time zone 'UTC', 'YYYY-MM') as month, use_type as use,
        sum(amount)::int as points from points_ledger group by 1, 2`);
    const told = months.flatMap((row) =>
      Object.entries(row.uses).map(([use, points]) => ({ month: row.month, use, points })),
    );
    const inOrder = (rows: typeof told) => rows.map((row) => JSON.stringify(row)).toSorted();
    expect(inOrder(told)).toEqual(
      inOrder(
        ledger
          .filter(({ points }) => points !== 0)
          .map(({ month: of, use, points }) => ({ month: of, use, points })),
      ),
    );
    expect(new Set(told.map(({ use }) => use))).toEqual(
      new Set(['adjust', 'sign_in', 'spend', 'give_back', 'expire']),
    );
    expect(new Set(told.map(({ month: of }) => of)).size).toBeGreaterThan(3);
  });

  it('of a shorter span begin with what was there before', async () => {
    const [long, short] = [await read(), await read({ months: '3' })];
    expect(short.months).toEqual(long.months.slice(-3));
    expect(short.months[0]?.opening).not.toBe(0);
  });
});

it('its files are for 活动运营 and finance, and in the audit log', async () => {
  const { cookie } = await person(db, 'jf.one', 'marketing');
  const ask = (search: string) =>
    callHandler(getFile, { cookie, path: `/api/desk/points-report/file?${search}` });
  const ends = await (await ask('table=ends')).text();
  const { ends: rows, total } = await read({ months: '12' });
  const lines = ends.trim().split('\r\n').slice(1);
  expect(lines).toHaveLength(rows.length);
  expect(lines.reduce((sum, line) => sum + Number(line.split(',')[2]), 0)).toBe(total.points);
  expect((await ask('table=months&months=6&payer=1&form=xlsx')).headers.get('content-type')).toContain(
    'spreadsheetml',
  );
  expect(await db.select().from(auditLog).where(eq(auditLog.subjectKey, '积分收支'))).toMatchObject([
    { act: 'list.export', after: { form: 'xlsx', filter: '?months=6&payer=1' } },
  ]);
  const { cookie: service } = await person(db, 'jf.two', 'service');
  expect(await request(getFile, { cookie: service })).toMatchObject({ code: 403 });
  const { cookie: merchant } = await person(db, 'jf.three', 'admin', 1);
  expect(await request(getFile, { cookie: merchant })).toMatchObject({ code: 404 });
  expect(await request(getFile, { cookie, path: '/api/desk/points-report/file?months=7' })).toMatchObject({
    code: 422,
  });
  expect(await db.$count(pointsLot)).toBeGreaterThan(0);
});
