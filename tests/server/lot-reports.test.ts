/** 药检报告 and seals: handed in once, read by the merchant, the platform and who got the lot; nobody else. */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import type { lotsList } from '#lib/contract/desk/lists/lots.ts';
import type { DeskLot, MatchedReports } from '#lib/contract/lots.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { lotReport } from '#lib/server/db/schema.ts';
import { findReportBytes, findSeal } from '#lib/server/lots/reports.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { pdfOf, pictureOf } from '#tests/support/papers.ts';
import { callHandler, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { GET as file } from '../../src/pages/file/report/[goods].ts';

const list = routeOf(api.deskLots);
const report = routeOf(api.setLotReport);
const seal = routeOf(api.setSeal);

const { db, pool } = await testDatabase();
await payFreely(db);
const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-reports-'));
completeEnv({ FILES_TO: path.join(folder, 'files') });
afterAll(() => rmSync(folder, { recursive: true }));

const goodsId = await makeGoods(db, goodsPlain, 1_000);
const { rows } = await pool.query('select merchant_id, lot_no from goods where id = $1', [goodsId]);
const merchantId: number = rows[0].merchant_id;
const lotNo: string = rows[0].lot_no;
let clerk: Person;
let other: Person;
let quality: Person;
let finance: Person;

beforeAll(async () => {
  clerk = await person(db, 'kuguan', 'orders', merchantId);
  other = await person(db, 'bieren', 'orders', merchantId + 1);
  quality = await person(db, 'zhiguan', 'review');
  finance = await person(db, 'caiwu', 'finance', merchantId);
});

function send(who: Person, bytes: Buffer, name: string, lot = lotNo) {
  const body = new FormData();
  body.set('goods', String(goodsId));
  body.set('lot_no', lot);
  body.set('file', new File([new Uint8Array(bytes)], name));
  return request<DeskLot>(report, { cookie: who.cookie, body });
}
const see = (cookie: string, lot = lotNo) =>
  callHandler(file, {
    cookie,
    params: { goods: String(goodsId) },
    path: `/file/report/${goodsId}?${new URLSearchParams({ lot_no: lot })}`,
  });
const missing = async (who: Person) =>
  (
    await request<ListAnswer<RowOf<typeof lotsList>>>(list, {
      cookie: who.cookie,
      path: `/api/desk/lots?state=unreported&lot_no=${lotNo}&size=100`,
    })
  ).data.rows.some(({ goods_id: id }) => id === goodsId);

describe('a report', () => {
  it('is one of the merchant’s own lots, a PDF, and kept once', async () => {
    expect(await missing(clerk)).toBe(true);
    expect((await send(other, pdfOf(), 'a.pdf')).code).toBe(404);
    expect((await send(finance, pdfOf(), 'a.pdf')).code).toBe(403);
    expect((await send(quality, pdfOf(), 'a.pdf')).code).toBe(404);
    const refused = await send(clerk, await pictureOf('#fff'), 'a.jpg');
    expect(refused.code).toBe(422);
    expect(JSON.stringify(refused)).toContain('须为PDF');
    expect((await send(clerk, pdfOf(), 'a.pdf', '没有这批')).code).toBe(404);
    const [first, again] = await Promise.all([
      send(clerk, pdfOf(), '报告.pdf'),
      send(clerk, pdfOf(), '报告.pdf'),
    ]);
    expect([first.code, again.code].sort()).toEqual([200, 200]);
    expect(first.data).toMatchObject({ has_report: 1, report_name: '报告.pdf' });
    expect(await db.$count(lotReport)).toBe(1);
    expect(readdirSync(path.join(folder, 'files'))).toHaveLength(1);
    expect(await missing(clerk)).toBe(false);
    const { rows: kept } = await pool.query(
      `select count(*)::int as entries from audit_log where act = 'lot.report'`,
    );
    expect(kept).toEqual([{ entries: 1 }]);
  });

  it('of many finds its lot by the name of its file, among the merchant’s own alone', async () => {
    const names = [`报告/${goodsId}_${lotNo.toLowerCase()}.pdf`, '没有这批.pdf'];
    const ask = (who: Person, asked: unknown = names) =>
      request<MatchedReports>(routeOf(api.matchReports), { cookie: who.cookie, body: { names: asked } });
    expect((await ask(clerk)).data.list).toMatchObject([
      { goods_id: goodsId, lot_no: lotNo, has_report: 1, why: '' },
      { goods_id: 0, why: '没有这个批号的批次' },
    ]);
    expect((await ask(other)).data.list).toMatchObject([{ goods_id: 0 }, { goods_id: 0 }]);
    expect((await ask(quality)).code).toBe(404);
    expect((await ask(finance)).code).toBe(403);
    expect((await ask(clerk, Array(501).fill('a.pdf'))).code).toBe(422);
  });

  it('is read by the merchant, the platform and who got the lot', async () => {
    await send(clerk, pdfOf(2), '报告2.pdf');
    const [buyer, stranger] = await makeBuyers(db, 2, 100_000_000);
    const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
    await pay(db, buyer!, made.trade_no);
    const lot = { goodsId, lotNo };
    const asBuyer = (account: typeof buyer) => findReportBytes(db, { account: account!, staff: null }, lot);
    expect(await asBuyer(buyer)).toBeNull();
    await shipOrder(byStaff(db), { no: made.orders[0]!.no });
    expect((await asBuyer(buyer))?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await asBuyer(stranger)).toBeNull();
    expect((await see(clerk.cookie)).status).toBe(200);
    expect((await see(quality.cookie)).headers.get('content-type')).toBe('application/pdf');
    for (const cookie of [other.cookie, finance.cookie, '', await loginAs('demo')])
      expect.soft((await see(cookie)).status).toBe(404);
    expect((await see(clerk.cookie, 'x')).status).toBe(404);
  });
});

it('a seal is a picture of the merchant’s own, the newest one', async () => {
  const stamp = async (who: Person, bytes: Buffer, name: string) => {
    const body = new FormData();
    body.set('file', new File([new Uint8Array(bytes)], name));
    return (await request(seal, { cookie: who.cookie, body })).code;
  };
  expect(await findSeal(db, merchantId)).toBeNull();
  expect(await stamp(clerk, pdfOf(), 'a.pdf')).toBe(422);
  expect(await stamp(finance, await pictureOf('#f00'), 'a.jpg')).toBe(403);
  expect(await stamp(clerk, await pictureOf('#f00'), 'a.jpg')).toBe(200);
  const first = await findSeal(db, merchantId);
  expect(await stamp(clerk, await pictureOf('#00f', 'png'), 'b.png')).toBe(200);
  expect((await findSeal(db, merchantId))?.equals(first!)).toBe(false);
  expect(await findSeal(db, merchantId + 1)).toBeNull();
});
