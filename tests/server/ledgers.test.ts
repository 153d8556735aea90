/** The ledgers of balance and points: found by kind and days, right to the fen in files too, the company's own. */

import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { companies } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { moneyLog, moneyLogInput, pointsLog } from '#lib/contract/wallet/calls.ts';
import { importLimits } from '#lib/server/engines/tables/limits.ts';
import { readTable } from '#lib/server/engines/tables/read-table.ts';
import { grantPoints, takeBackPoints } from '#lib/server/points/points.ts';
import { findWallet, postEntry } from '#lib/server/ports/payments/wallet-rows.ts';
import { openLedger } from '#lib/server/wallet/page.ts';
import { secondText } from '#lib/server/wallet/tables.ts';
import { listMoneyLog } from '#lib/server/wallet/wallet.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isEach } from '#tests/support/each.ts';
import { callHandler, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { GET as pointsFile } from '../../src/pages/wdqb/jfgl/[file].ts';
import { GET as moneyFile } from '../../src/pages/wdqb/yegl/[file].ts';

const pointsCall = routeOf(api.pointsLog);
const moneyCall = routeOf(api.moneyLog);

const { db } = await testDatabase();
const companyId = companies.demo;
const demo = await contextOf(db, 'demo');

/** Fen of yuan text, by hand: the test trusts no function of the product. */
const fenOf = (yuan: string) => Math.round(Number(yuan) * 100);

beforeAll(async () => {
  await db.transaction(async (tx) => {
    // One of a day that is known.
    await tx.execute(sql`
      with moved as (
        update wallet set balance = balance + 33333 where company_id = ${companyId} returning balance)
      insert into wallet_ledger (company_id, use_type, amount, balance_after, ref, note, created_at)
      select ${companyId}, 'top_up', 33333, balance, 't1', '充值', '2026-03-01T23:59:59+08:00' from moved`);
    await postEntry(tx, { companyId, useType: 'pay', amount: -10_007, ref: 't2', note: '=1+1,"恶意"' });
    await postEntry(tx, { companyId, useType: 'adjust', amount: 1, ref: 't3', note: '' });
    await grantPoints(tx, { companyId, useType: 'order', points: 120, ref: 't1', note: '订单D1' });
    const back = { companyId, orderNo: 't1', points: 20, ref: 'Rt1-1', note: '退款', now: new Date() };
    await takeBackPoints(tx, back);
  });
});

async function fileOf(handler: typeof moneyFile, file: string, query = '', cookie?: string) {
  return callHandler(handler, {
    path: `/wdqb/yegl/${file}${query}`,
    params: { file },
    ...(cookie !== undefined && { cookie }),
  });
}

describe('the balance’s ledger', () => {
  it('is found by kind and by days, under both names of the end', async () => {
    const cookie = await loginAs('demo-caiwu');
    const days = 'use_type=top_up&start_time=2026-03-01';
    for (const end of ['end_time', 'endtime']) {
      const answer = await request(moneyCall, {
        path: `/api/user/user-money/log?${days}&${end}=2026-03-01`,
        cookie,
      });
      expect(moneyLog.parse(answer.data), end).toMatchObject({
        total: 1,
        list: [{ use_type: 'top_up', use_type_text: '充值', amount: '333.33', note: '充值' }],
      });
    }
    const before = await request(moneyCall, {
      path: `/api/user/user-money/log?${days}&endtime=2026-02-28`,
      cookie,
    });
    expect(moneyLog.parse(before.data).total).toBe(0);
    const wrong = await request(moneyCall, { path: '/api/user/user-money/log?endtime=2026-02-30', cookie });
    expect([wrong.code, wrong.message]).toEqual([422, '日期不存在，请重新选择']);
  });

  it('sums to the balance, in pages and in both files', async () => {
    const { balance } = await findWallet(db, companyId);
    const { list } = await listMoneyLog(demo, moneyLogInput.parse({ size: 100 }));
    expect(list.reduce((sum, { amount }) => sum + fenOf(amount), 0)).toBe(balance);
    expect(fenOf(list[0]?.balance ?? '')).toBe(balance);
    const cookie = await loginAs('demo');
    for (const format of ['csv', 'xlsx']) {
      const answer = await fileOf(moneyFile, `mingxi.${format}`, '', cookie);
      expect(answer.headers.get('content-disposition')).toContain(`.${format}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const [heads, ...rows] = (await readTable(bytes, importLimits, 'test')).rows;
      expect(heads).toEqual(['流水号', '时间', '类型', '收支（元）', '余额（元）', '说明']);
      expect(rows, format).toHaveLength(list.length);
      expect(
        rows.reduce((sum, row) => sum + fenOf(row[3] ?? ''), 0),
        format,
      ).toBe(balance);
    }
  });

  it('runs no formula that a note carries', async () => {
    const answer = await fileOf(moneyFile, 'mingxi.csv', '?use_type=pay', await loginAs('demo'));
    expect(await answer.text()).toContain(`"'=1+1,""恶意"""`);
  });

  it('narrows the file as the page is narrowed', async () => {
    const answer = await fileOf(
      moneyFile,
      'mingxi.csv',
      '?use_type=top_up&start_time=2026-03-01&end_time=2026-03-01',
      await loginAs('demo'),
    );
    expect((await answer.text()).trim().split('\r\n')).toHaveLength(2);
  });

  it('is the company’s own, and of those who deal with the wallet', async () => {
    const others = await fileOf(moneyFile, 'mingxi.csv', '', await loginAs('other'));
    expect(await others.text()).not.toContain('恶意');
    expect((await fileOf(moneyFile, 'mingxi.csv', '', await loginAs('demo-zhidu'))).status).toBe(403);
    const visitor = await fileOf(moneyFile, 'mingxi.csv');
    expect([visitor.status, visitor.headers.get('location')]).toEqual([
      302,
      '/login?next=%2Fwdqb%2Fyegl%2Fmingxi.csv',
    ]);
    const cookie = await loginAs('demo');
    expect((await fileOf(moneyFile, 'mingxi.exe', '', cookie)).status).toBe(404);
    expect((await fileOf(moneyFile, 'mingxi.csv', '?use_type=x', cookie)).status).toBe(422);
  });

  it('opens without a day that the calendar has not', async () => {
    const asked = moneyLogInput.parse({ start_time: '2026-02-30', use_type: 'adjust' });
    const opened = await openLedger(asked, (input) => listMoneyLog(demo, input));
    expect(opened).toMatchObject({ asked: { use_type: 'adjust', start_time: '' }, found: { total: 1 } });
  });

  it('tells the time of Shanghai', () => {
    expect(secondText(new Date('2026-12-31T16:00:01Z'))).toBe('2027-01-01 00:00:01');
  });
});

describe('the points’ ledger', () => {
  it('lists what came and went with what was left, in the file too', async () => {
    const cookie = await loginAs('demo');
    const { points } = await findWallet(db, companyId);
    const { data } = await request(pointsCall, { path: '/api/points/log?size=100', cookie });
    const { list } = pointsLog.parse(data);
    expect(list.reduce((sum, { number }) => sum + number, 0)).toBe(points);
    expect(list[0]).toMatchObject({
      use_type_text: '退款扣回',
      number: -20,
      points,
      order_no: 't1',
      left: null,
    });
    expect(list[1]).toMatchObject({ use_type: 'order', number: 120, left: 100 });
    const narrowed = await request(pointsCall, { path: '/api/points/log?use_type=order', cookie });
    expect(isEach(pointsLog.parse(narrowed.data).list, ({ number }) => number > 0)).toBe(true);
    const answer = await fileOf(pointsFile, 'mingxi.xlsx', '', cookie);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const [, ...rows] = (await readTable(bytes, importLimits, 'test')).rows;
    expect(rows.reduce((sum, row) => sum + Number(row[3]), 0)).toBe(points);
  });

  it('is of those who deal with the wallet', async () => {
    const cookie = await loginAs('demo-caigou');
    expect((await request(pointsCall, { cookie })).code).toBe(403);
    expect((await fileOf(pointsFile, 'mingxi.csv', '', cookie)).status).toBe(403);
  });
});
