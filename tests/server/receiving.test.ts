/** The receiving package: papers of exactly the lots that came, for the company that bought them alone. */

import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { goodsPlain, goodsPlainSecond } from '#demo/seed/known.ts';
import { lotsList } from '#lib/contract/desk/lists/lots.ts';
import { orders } from '#lib/contract/desk/lists/orders.ts';
import type { ColdRecord } from '#lib/rules/orders/cold-chain.ts';
import type { Context } from '#lib/server/core/context.ts';
import { setLotReport } from '#lib/server/lots/reports.ts';
import { findPackage } from '#lib/server/receiving/package.ts';
import { askOrderPapers, getOrderPapers } from '#lib/server/receiving/papers.ts';
import { zipOf } from '#lib/server/receiving/zip.ts';
import { addCodes } from '#lib/server/shipping/add-codes.ts';
import { getDeskOrder } from '#lib/server/shipping/orders.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { pdfOf } from '#tests/support/papers.ts';
import { callHandler, loginAs } from '#tests/support/request.ts';
import { cellsOf } from '#tests/support/workbook.ts';
import { GET as zip } from '../../src/pages/file/package/[no]/index.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);

const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsPlain]))
  .rows[0].merchant_id;
const clerk: Context<'merchant'> = {
  db,
  now: new Date(),
  actor: { kind: 'merchant', name: '库管', merchantId },
  requestId: 'test',
};
const code = (n: number) => `8${String(n).padStart(19, '0')}`;

/** Codes that orders had: no piece goes out twice. */
let coded = 0;
let warehouse = 31_000;

async function sent() {
  // Of one warehouse, or they would be two orders.
  const place = { warehouseId: warehouse++, merchantId };
  const goods = [
    await makeGoods(db, goodsPlain, 100, place),
    await makeGoods(db, goodsPlainSecond, 100, place),
  ];
  const [buyer, stranger] = await makeBuyers(db, 2, 100_000_000);
  const made = await order(
    db,
    buyer!,
    goods.map((goodsId) => ({ goodsId, number: 10 })),
  );
  await pay(db, buyer!, made.trade_no);
  const no = made.orders[0]!.no;
  const { rows } = await pool.query<{ id: number; goods_id: number; lot_no: string }>(
    `select l.id, l.goods_id, g.lot_no from order_line l join goods g on g.id = l.goods_id
     where order_no = $1 order by l.id`,
    [no],
  );
  const traceCodes = Array.from({ length: 10 }, () => code(coded++));
  const ship = (coldRecord?: ColdRecord) =>
    shipOrder(clerk, {
      ...(coldRecord !== undefined && { coldRecord }),
      no,
      carrier: '顺丰速运',
      trackingNo: 'SF-PACKAGE',
      lines: rows.map(({ id }, at) => ({
        id,
        pieces: 10,
        ...(at === 0 && { traceCodes }),
      })),
    });
  const mine = contextOf(db, buyer!);
  return { no, ship, rows, traceCodes, mine, theirs: contextOf(db, stranger!) };
}

const pdf = (pages: number) => ({
  name: '报告.pdf',
  type: 'application/pdf',
  bytes: new Uint8Array(pdfOf(pages)),
});

/** The times of a ZIP's files, as its central directory says them: YYYY-MM-DD HH:mm. */
function timesOf(zip: Uint8Array): Set<string> {
  const view = new DataView(zip.buffer, zip.byteOffset);
  const times = new Set<string>();
  for (let at = 0; at + 46 <= zip.length; at++) {
    if (view.getUint32(at, true) !== 0x0201_4b50) continue;
    const [time, day] = [view.getUint16(at + 12, true), view.getUint16(at + 14, true)];
    const two = (part: number) => String(part).padStart(2, '0');
    times.add(
      `${1980 + (day >> 9)}-${two((day >> 5) & 15)}-${two(day & 31)} ${two(time >> 11)}:${two((time >> 5) & 63)}`,
    );
  }
  return times;
}

it('says the times of its files by the clock of Shanghai', async () => {
  const one = { name: 'a.txt', bytes: Buffer.from('a'), isPacked: false };
  async function* entries() {
    yield one;
    yield { ...one, name: 'b.txt', isPacked: true };
  }
  const made = zipOf(entries(), new Date('2026-11-28T18:38:00Z'));
  expect(timesOf(new Uint8Array(await new Response(made).arrayBuffer()))).toEqual(
    new Set(['2026-11-29 02:38']),
  );
});

async function filesOf(context: Parameters<typeof findPackage>[0], no: string) {
  const stream = await findPackage(context, no);
  if (stream === null) return null;
  return unzipSync(new Uint8Array(await new Response(stream).arrayBuffer()));
}

describe('a package', () => {
  it('has the papers of exactly its lots, the codes, and says what is missing', async () => {
    const { no, ship, rows, traceCodes, mine, theirs } = await sent();
    expect(await findPackage(mine, no)).toBeNull();
    await ship();
    const [first] = rows;
    await setLotReport(clerk, { goods: first!.goods_id, lot_no: first!.lot_no, file: pdf(2) });
    const other = await makeGoods(db, goodsPlain, 100);
    const { rows: foreign } = await pool.query('select lot_no from goods where id = $1', [other]);
    await setLotReport(clerk, { goods: other, lot_no: foreign[0].lot_no, file: pdf(3) });

    const files = (await filesOf(mine, no))!;
    const names = Object.keys(files);
    expect(names.filter((name) => name.endsWith('.pdf'))).toEqual([
      expect.stringMatching(new RegExp(`^药检报告/.* ${first!.lot_no} ${first!.goods_id}\\.pdf$`)),
    ]);
    expect(names).toEqual(
      expect.arrayContaining([
        '随货同行单.html',
        '随货同行单.xlsx',
        '追溯码.xlsx',
        '首营资料.html',
        '目录.html',
      ]),
    );
    const textOf = (name: string) => strFromU8(files[name]!);
    // Twenty digits are a text: as a number a spreadsheet would round them.
    const codeRows = await cellsOf(files['追溯码.xlsx']!);
    expect(codeRows).toHaveLength(11);
    expect(codeRows.flat()).toContain(traceCodes[9]);
    expect((await cellsOf(files['随货同行单.xlsx']!)).flat()).toContain('SF-PACKAGE');
    expect(textOf('目录.html')).toContain('缺少：药检报告');
    expect(textOf('首营资料.html')).toContain('营业执照');
    expect(Buffer.from(files[names.find((name) => name.endsWith('.pdf'))!]!)).toEqual(pdfOf(2));
    expect(await findPackage(theirs, no)).toBeNull();
  });

  it('of a refrigerated order says at what temperature it left', async () => {
    const { no, ship, mine } = await sent();
    await pool.query('update "order" set is_cold_chain = true where no = $1', [no]);
    await ship({ degrees: 4.5, cooler: '冷藏箱07号', recorder: 'LJ-12' });
    const files = (await filesOf(mine, no))!;
    expect(strFromU8(files['随货同行单.html']!)).toContain('启运温度4.5℃，冷藏箱07号，记录仪LJ-12');
    const [heads, row] = await cellsOf(files['随货同行单.xlsx']!);
    expect(heads?.slice(-3)).toEqual(['启运温度', '冷藏车或冷藏箱', '温度记录仪编号']);
    expect(row?.slice(-3)).toEqual(['4.5℃', '冷藏箱07号', 'LJ-12']);
  });

  it('is not there for another company, a visitor and an unknown number', async () => {
    const { no, ship } = await sent();
    await ship();
    const see = async (cookie: string, of = no) =>
      (await callHandler(zip, { params: { no: of }, cookie })).status;
    expect(await see('')).toBe(404);
    expect(await see(await loginAs('other'))).toBe(404);
    expect(await see(await loginAs('demo'), 'D0')).toBe(404);
  });
});

describe('what is missing', () => {
  it('is asked for once, stands on the merchant’s desk, and the buyer is told when it comes', async () => {
    const { no, ship, rows, mine, theirs } = await sent();
    await ship();
    expect(await getOrderPapers(mine, { no })).toMatchObject({
      missing: 2,
      unasked: 2,
      trace_codes: 10,
      parcels: 1,
    });
    await expect(getOrderPapers(theirs, { no })).rejects.toMatchObject({ code: 404 });
    await expect(askOrderPapers(theirs, { no })).rejects.toMatchObject({ code: 404 });
    const asked = await Promise.all([askOrderPapers(mine, { no }), askOrderPapers(mine, { no })]);
    for (const papers of asked) expect(papers).toMatchObject({ missing: 2, unasked: 0 });
    const [first] = rows;
    const onDesk = async (within: Context<'merchant'>) =>
      (await askList(within, lotsList, { state: 'asked', size: 100 })).rows.filter(({ goods_id: id }) =>
        rows.some((row) => row.goods_id === id),
      );
    expect(await onDesk(clerk)).toMatchObject([{ asked: 1 }, { asked: 1 }]);
    expect(await onDesk({ ...clerk, actor: { ...clerk.actor, merchantId: merchantId + 1 } })).toEqual([]);
    await setLotReport(clerk, { goods: first!.goods_id, lot_no: first!.lot_no, file: pdf(4) });
    await setLotReport(clerk, { goods: first!.goods_id, lot_no: first!.lot_no, file: pdf(4) });
    const { rows: notified } = await pool.query(
      `select body from message where company_id = $1 and ref = $2`,
      [mine.actor.account.companyId, `report:${first!.goods_id}:${first!.lot_no}`],
    );
    expect(notified).toMatchObject([{ body: expect.stringContaining(no) }]);
    expect(await getOrderPapers(mine, { no })).toMatchObject({ missing: 1, unasked: 0 });
    expect(await onDesk(clerk)).toHaveLength(1);
  });

  it('codes are asked for by the same press, once, and added by the merchant alone, once', async () => {
    const { no, ship, rows, mine, theirs } = await sent();
    await ship();
    const own = await getOrderPapers(mine, { no });
    expect(own.lots.map(({ codes, codes_missing: missing }) => [codes, missing])).toEqual([
      [10, 0],
      [0, 10],
    ]);
    expect(own).toMatchObject({ codes_missing: 10 });
    expect(strFromU8((await filesOf(mine, no))!['目录.html']!)).toContain('缺10个，商家尚未提供');
    const onDesk = async (within: Context<'merchant'>) =>
      (await askList(within, orders, { state: 'codes', size: 200 })).rows.filter((row) => row.no === no)
        .length;
    await expect(askOrderPapers(theirs, { no })).rejects.toMatchObject({ code: 404 });
    expect(await onDesk(clerk)).toBe(0);
    await Promise.all([askOrderPapers(mine, { no }), askOrderPapers(mine, { no })]);
    expect(await getOrderPapers(mine, { no })).toMatchObject({ unasked: 0, lots: [{}, { codes_asked: 1 }] });
    const others = { ...clerk, actor: { ...clerk.actor, merchantId: merchantId + 1 } };
    expect([await onDesk(clerk), await onDesk(others)]).toEqual([1, 0]);

    const [first, bare] = (await getDeskOrder(clerk, { no })).sent[0]!.lots;
    expect([first?.codes_missing, bare?.codes_missing, bare?.codes_asked]).toEqual([0, 10, 1]);
    const codes = Array.from({ length: 10 }, () => code(coded++));
    const add = (within: Context<'merchant'>, text: string) =>
      addCodes(within, { no, lot_id: bare!.id, codes: text });
    await expect(add(others, codes.join('\n'))).rejects.toMatchObject({ code: 404 });
    for (const [text, says] of [
      [codes.slice(1).join(' '), '追溯码9个，与所缺数量10不符'],
      ['123', '须为20位数字'],
    ] as const)
      await expect(add(clerk, text)).rejects.toMatchObject({
        code: 422,
        message: expect.stringContaining(says),
      });
    // Two people with the same codes, and one of them again.
    await Promise.all([add(clerk, codes.join('\n')), add(clerk, codes.join(' '))]);
    await add(clerk, codes.join('\n'));
    const more = Array.from({ length: 10 }, () => code(coded++)).join(' ');
    await expect(add(clerk, more)).rejects.toMatchObject({ code: 409 });
    const { rows: kept } = await pool.query(
      `select cardinality(sl.trace_codes) as lot, (select count(*)::int from trace_code t
         where t.order_line_id = sl.order_line_id) as claimed from shipment_lot sl where sl.id = $1`,
      [bare!.id],
    );
    expect(kept).toEqual([{ lot: 10, claimed: 10 }]);
    expect(rows).toHaveLength(2);
    const { rows: notified } = await pool.query(
      `select body from message where company_id = $1 and title = '商家已补登追溯码'`,
      [mine.actor.account.companyId],
    );
    expect(notified).toEqual([{ body: expect.stringContaining(`订单${no}`) }]);
    expect(await getOrderPapers(mine, { no })).toMatchObject({ codes_missing: 0, trace_codes: 20 });
    expect(await onDesk(clerk)).toBe(0);
  });
});
