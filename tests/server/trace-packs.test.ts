/** Cases of trace codes: one scan stands for the boxes, which go out once, and a code knows its product. */
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain, goodsPlainSecond } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import type { DispatchChecked } from '#lib/contract/shipping/dispatch.ts';
import type { PacksRead, Scanned } from '#lib/contract/shipping/packs.ts';
import { csvText } from '#lib/rules/text/csv.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const bring = routeOf(api.importPacks);
const scan = routeOf(api.scanCode);
const ship = routeOf(api.shipParcel);
const one = routeOf(api.deskOrder);
const add = routeOf(api.addCodes);
const dispatch = routeOf(api.checkDispatch);

const { db, pool } = await testDatabase();
await payFreely(db);
const goodsId = await makeGoods(db, goodsPlain, 100_000);
const secondId = await makeGoods(db, goodsPlainSecond, 100_000);
const { rows: owner } = await pool.query('select merchant_id from goods where id = $1', [goodsId]);
const merchantId: number = owner[0].merchant_id;
let clerk: Person;
let other: Person;
let finance: Person;

beforeAll(async () => {
  await pool.query(
    `update goods set merchant_id = $2, warehouse_id = (select warehouse_id from goods where id = $3) where id = $1`,
    [secondId, merchantId, goodsId],
  );
  clerk = await person(db, 'xiangma', 'orders', merchantId);
  other = await person(db, 'xiangma.other', 'orders', merchantId + 1);
  finance = await person(db, 'xiangma.books', 'finance', merchantId);
});

/** A code whose first seven digits are those of a product; it does not end in noughts, as cut ones do. */
const code = (product: number, n: number) =>
  `8${String(product).padStart(6, '0')}${String(n).padStart(12, '0')}7`;

async function paid(lines = [{ goodsId, number: 10 }]) {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, lines);
  await pay(db, buyer!, made.trade_no);
  return made.orders[0]!.no;
}

function send(who: Person, rows: readonly (readonly string[])[]) {
  const body = new FormData();
  body.set('file', new File([csvText([['箱码', '追溯码'], ...rows])], '箱码.csv'));
  return request<PacksRead>(bring, { cookie: who.cookie, body });
}

const scanned = (who: Person, no: string, text: string) =>
  request<Scanned>(scan, {
    cookie: who.cookie,
    params: { no },
    path: `/api/test?${new URLSearchParams({ code: text })}`,
  });
const read = async (no: string) =>
  (await request<DeskOrder>(one, { params: { no }, cookie: clerk.cookie })).data;

async function shipped(no: string, codes: string, pieces = 10) {
  const [line] = (await read(no)).lines;
  return request<DeskOrder>(ship, {
    method: 'POST',
    params: { no },
    cookie: clerk.cookie,
    body: {
      carrier: '顺丰速运',
      tracking_no: `SF${no.slice(-10)}-${pieces}`,
      lines: [{ line_id: line!.id, pieces, codes }],
    },
  });
}

const boxesOf = (product: number, first: number, count: number) =>
  Array.from({ length: count }, (_, at) => code(product, first + at));

describe('a file of cases', () => {
  it('is taken once, moves what was packed anew, and is audited', async () => {
    const [first, second] = [code(901, 1), code(901, 2)];
    const boxes = boxesOf(901, 11, 3);
    const rows = boxes.map((box) => [first, box]);
    expect((await send(clerk, rows)).data).toMatchObject({ cases: 1, boxes: 3, added: 3, moved: 0 });
    expect((await send(clerk, rows)).data).toMatchObject({ added: 0, moved: 0 });
    expect((await send(clerk, [[second, boxes[0]!]])).data).toMatchObject({ added: 0, moved: 1 });
    const both = await Promise.all([send(clerk, rows), send(clerk, rows)]);
    expect(both.map(({ data }) => data.moved).sort()).toEqual([0, 1]);
    const { rows: kept } = await pool.query(
      `select actor_id, after from audit_log where act = 'lot.packs' order by id`,
    );
    expect(kept.map(({ after }) => [after.added, after.moved])).toEqual([
      [3, 0],
      [0, 1],
      [0, 1],
    ]);
    expect(kept[0].actor_id).toBe('xiangma');
  });

  it('with a wrong row saves nothing, and is for who ships', async () => {
    const wrong = [
      [code(902, 1), code(902, 11)],
      [code(902, 1), '12'],
    ];
    expect((await send(clerk, wrong)).data).toMatchObject({ boxes: 0, wrong: 1, faults: [{ row: 3 }] });
    const { rows } = await pool.query('select 1 from trace_pack where code = $1', [code(902, 11)]);
    expect(rows).toEqual([]);
    expect((await send(finance, wrong)).code).toBe(403);
  });
});

describe('a scan', () => {
  it('of a case stands for its boxes at any depth, for its own merchant alone', async () => {
    const [big, middle] = [code(910, 1), code(910, 2)];
    const boxes = boxesOf(910, 11, 4);
    await send(clerk, [[big, middle], ...boxes.slice(0, 2).map((box) => [middle, box])]);
    await send(
      clerk,
      boxes.slice(2).map((box) => [big, box]),
    );
    const no = await paid();
    const [line] = (await read(no)).lines;
    expect((await scanned(clerk, no, big)).data).toEqual({
      code: big,
      is_case: 1,
      boxes,
      line_ids: [line!.id],
    });
    expect((await scanned(clerk, no, middle)).data.boxes).toEqual(boxes.slice(0, 2));
    expect((await scanned(clerk, no, boxes[0]!)).data).toMatchObject({ is_case: 0, boxes: [boxes[0]] });
    expect((await scanned(other, no, big)).code).toBe(404);
    expect((await scanned(finance, no, big)).code).toBe(403);
    expect(await scanned(clerk, no, '123')).toMatchObject({ code: 422 });
  });

  it('knows the line by the product’s digits once boxes of it went out', async () => {
    const first = await paid();
    const unknown = await paid([
      { goodsId, number: 10 },
      { goodsId: secondId, number: 10 },
    ]);
    expect((await scanned(clerk, unknown, code(920, 900))).data.line_ids).toEqual([]);
    expect((await shipped(first, boxesOf(920, 1, 10).join('\n'))).code).toBe(200);
    const lines = (await read(unknown)).lines;
    const { rows } = await pool.query('select id, goods_id from order_line where order_no = $1', [unknown]);
    const mine = rows.find(({ goods_id: id }) => id === goodsId).id;
    expect(lines).toHaveLength(2);
    expect((await scanned(clerk, unknown, code(920, 900))).data.line_ids).toEqual([mine]);
    const strange = await paid([{ goodsId: secondId, number: 10 }]);
    expect(await scanned(clerk, strange, code(920, 900))).toMatchObject({
      code: 409,
      message: expect.stringContaining('不在本单待发商品里'),
    });
  });
});

describe('a case in a parcel', () => {
  it('goes out as its boxes, once; a used box holds its case, and is named', async () => {
    const whole = code(930, 1);
    const boxes = boxesOf(930, 11, 10);
    await send(
      clerk,
      boxes.map((box) => [whole, box]),
    );
    const [first, second] = [await paid(), await paid()];
    const beside = await shipped(first, `${whole} ${boxes[3]}`);
    expect([beside.code, JSON.stringify(beside)]).toEqual([
      422,
      expect.stringContaining(`追溯码重复：${boxes[3]}`),
    ]);
    expect((await shipped(first, boxes[3]!, 1)).code).toBe(200);
    expect(await scanned(clerk, second, whole)).toMatchObject({
      code: 409,
      message: expect.stringContaining(`箱码${whole}不能整箱发出：追溯码${boxes[3]}已随订单${first}发出`),
    });
    expect(await shipped(second, whole)).toMatchObject({
      code: 409,
      message: expect.stringContaining(boxes[3]!),
    });
    expect((await scanned(clerk, second, boxes[3]!)).code).toBe(409);
    const rest = code(930, 2);
    const more = boxesOf(930, 31, 10);
    await send(
      clerk,
      more.map((box) => [rest, box]),
    );
    const both = await Promise.all([shipped(second, rest), shipped(await paid(), rest)]);
    expect(both.map((answer) => answer.code).sort()).toEqual([200, 409]);
    const { rows } = await pool.query('select count(*)::int as n from trace_code where code = any($1)', [
      more,
    ]);
    expect(rows[0].n).toBe(10);
  });

  it('adds the codes that a parcel went out without', async () => {
    const whole = code(950, 1);
    const boxes = boxesOf(950, 11, 10);
    await send(
      clerk,
      boxes.map((box) => [whole, box]),
    );
    const no = await paid();
    expect((await shipped(no, '')).code).toBe(200);
    const lotId = (await read(no)).sent[0]!.lots[0]!.id;
    const body = { lot_id: lotId, codes: whole };
    const added = await request<DeskOrder>(add, {
      method: 'POST',
      params: { no },
      cookie: clerk.cookie,
      body,
    });
    expect(added.data.sent[0]!.lots).toMatchObject([{ trace_codes: 10, codes_missing: 0 }]);
    const again = await request<DeskOrder>(add, {
      method: 'POST',
      params: { no },
      cookie: clerk.cookie,
      body,
    });
    expect(again.code).toBe(200);
  });

  it('is opened in a table of parcels, where a box beside its case is a fault', async () => {
    const whole = code(940, 1);
    const boxes = boxesOf(940, 11, 10);
    await send(
      clerk,
      boxes.map((box) => [whole, box]),
    );
    const [good, bad] = [await paid(), await paid()];
    const body = new FormData();
    const table = [
      ['订单号', '承运方', '运单号', '商品编号', '数量', '追溯码'],
      [good, '顺丰速运', 'SF-PACK-1', goodsId, 10, whole],
      [bad, '顺丰速运', 'SF-PACK-2', goodsId, 1, boxes[0]!],
    ];
    body.set('file', new File([csvText(table)], '发货表.csv'));
    const { data } = await request<DispatchChecked>(dispatch, { cookie: clerk.cookie, body });
    expect(data.parcels).toMatchObject([{ no: good, pieces: 10, lines: [{ codes: boxes.join(' ') }] }]);
    expect(data.faults).toEqual([{ row: 3, no: bad, sentence: `追溯码重复：${boxes[0]}` }]);
  });
});
