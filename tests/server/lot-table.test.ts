/** Lots by a table: checked row by row, put in once under any repeat, taken back, and the merchant's own alone. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { BulkRunWire } from '#lib/contract/desk/bulk.ts';
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import { lotImports } from '#lib/contract/desk/lists/lot-imports.ts';
import type { lotRows } from '#lib/contract/desk/lists/lot-rows.ts';
import type { BulkDone } from '#lib/contract/desk/schemas.ts';
import type { CheckedLotRow, LotsPutIn, LotTableChecked } from '#lib/contract/lot-table.ts';
import { lotHeads, lotSlice } from '#lib/rules/orders/lot-table.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { csvText } from '#lib/rules/text/csv.ts';
import { runJob } from '#lib/server/start/jobs.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { makeBuyers, makeGoods, order } from '#tests/support/orders.ts';
import { callHandler, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { GET as getTemplate } from '../../src/pages/api/desk/lots/template.ts';

const { db, pool } = await testDatabase();
const checkTable = routeOf(api.checkLotTable);
const putIn = routeOf(api.putInLots);
const keepWrong = routeOf(api.keepWrongLots);

let clerk: Person;
let stranger: Person;
let merchantId: number;

beforeAll(async () => {
  const { rows } = await pool.query('select merchant_id from goods where id = $1', [goodsPlain]);
  merchantId = rows[0].merchant_id;
  clerk = await person(db, 'biao.one', 'goods', merchantId);
  stranger = await person(db, 'biao.two', 'goods', merchantId === 1 ? 2 : 1);
});

const day = 86_400_000;
const now = Date.now();
const [produced, expires] = [dayKey(now - 180 * day), dayKey(now + 300 * day)];
const newGoods = () => makeGoods(db, goodsPlain, 0, { lotNo: '', producedOn: null, expiresOn: null });
const lot = (
  goodsId: number | string,
  lotNo: string,
  more: Partial<Record<keyof typeof lotHeads, string>> = {},
) => {
  const cells = {
    goods: String(goodsId),
    sku: '',
    lot: lotNo,
    produced,
    expires,
  };
  return Object.values({ ...cells, pieces: '5', doc: '', ...more });
};

async function check(rows: readonly (readonly string[])[], cookie = clerk.cookie): Promise<LotTableChecked> {
  const body = new FormData();
  body.set('file', new File([csvText([Object.values(lotHeads), ...rows])], '批次表.csv'));
  const answer = await request<LotTableChecked>(checkTable, { cookie, body });
  expect(answer).toMatchObject({ code: 200 });
  return answer.data;
}

/** Each is a table of its own, unless a test names the same. */
const newTable = () => ({ token: randomUUID(), file_name: '批次表.csv' });

function send(
  list: LotTableChecked['list'],
  cookie = clerk.cookie,
  confirmed: 0 | 1 = 0,
  table: ReturnType<typeof newTable> = newTable(),
) {
  const rows = list.map(({ row, goods_id, lot_no, produced_on, expires_on, pieces, doc }) => ({
    ...{ row, goods_id, lot_no, produced_on, expires_on, pieces, doc, confirmed },
  }));
  return request<LotsPutIn>(putIn, { cookie, body: { ...table, table_rows: rows.length, rows } });
}

const statesOf = ({ list }: { list: readonly { state: string; sentence: string }[] }) =>
  list.map(({ state, sentence }) => (sentence === '' ? state : `${state}: ${sentence}`));

async function stockOf(goodsId: number): Promise<number> {
  const { rows } = await pool.query('select stock from goods where id = $1', [goodsId]);
  return rows[0].stock;
}

/** Stock is the pieces of lots; pieces are the sum of movements. */
async function outOfStep(goodsIds: readonly number[]): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select g.id from goods g where g.id = any($1::int[]) and (
       g.stock <> (select coalesce(sum(l.on_hand), 0) from lot l where l.goods_id = g.id)
       or g.stock <> (select coalesce(sum(m.pieces), 0) from lot_movement m join lot l on l.id = m.lot_id
         where l.goods_id = g.id))`,
    [goodsIds],
  );
  return rows;
}

describe('a table', () => {
  it('comes in once, whole and again, by another file too', async () => {
    const [one, two] = [await newGoods(), await newGoods()];
    const rows = [lot(one, 'A1'), lot(one, 'A2', { pieces: '7' }), lot(two, 'B1')];
    const checked = await check(rows);
    expect(statesOf(checked)).toEqual(['ready', 'ready', 'ready']);
    expect([await stockOf(one), await stockOf(two)]).toEqual([0, 0]);
    expect(statesOf((await send(checked.list)).data)).toEqual(['in', 'in', 'in']);
    expect(statesOf((await send(checked.list)).data)).toEqual(
      Array.from({ length: 3 }, () => 'done: 之前已入库，没有重复'),
    );
    const again = await check([...rows, lot(two, 'B2')]);
    expect(again.list.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'ready']);
    expect(again.list[1]?.sentence).toMatch(/^\d{4}-\d\d-\d\d已入库7.+，不再重复；再次到货请填写入库单号$/);
    expect([await stockOf(one), await stockOf(two)]).toEqual([12, 5]);
    // Another delivery of the same lot is another row; the same delivery with other pieces is a mistake.
    const more = await check([lot(one, 'A1', { doc: 'RK-2' })]);
    expect(statesOf((await send(more.list)).data)).toEqual(['in']);
    expect((await check([lot(one, 'A1', { doc: 'RK-2', pieces: '6' })])).list[0]?.sentence).toMatch(
      /^单号RK-2的这个批次.+已入库5.+，数量不同，请核对$/,
    );
    expect(await stockOf(one)).toBe(17);
    expect(await outOfStep([one, two])).toEqual([]);
  });

  it('twice at once adds once', async () => {
    const goods = await Promise.all(Array.from({ length: 4 }, newGoods));
    const { list } = await check(goods.flatMap((id) => [lot(id, 'R1'), lot(id, 'R2')]));
    const answers = await Promise.all([send(list), send([...list].reverse()), send(list)]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    const came = answers.flatMap(({ data }) => data.list).filter(({ state }) => state === 'in');
    expect(came).toHaveLength(list.length);
    for (const id of goods) expect(await stockOf(id)).toBe(10);
    expect(await outOfStep(goods)).toEqual([]);
  });

  it('says row by row what is refused and what is asked', async () => {
    const [known, fresh] = [await newGoods(), await newGoods()];
    await send((await check([lot(known, 'K1'), lot(known, 'K2')])).list);
    await pool.query(`update lot set recalled_at = now() where goods_id = $1 and lot_no = 'K2'`, [known]);
    const checked = await check([
      lot(known, 'K1', { expires: dayKey(now + 301 * day), pieces: '6' }),
      lot(known, 'K2', { pieces: '6' }),
      lot(fresh, 'F1', { expires: '2099-01-01' }),
      lot(fresh, '', {}),
      lot(999_999_999, 'X1'),
      lot('', 'X2', { sku: 'no-such' }),
      [String(fresh), '', '', '', '', '', ''],
    ]);
    expect(statesOf(checked)).toEqual([
      `wrong: 批号K1已登记：生产日期${produced}，有效期至${expires}，请核对`,
      'wrong: 批号K2已召回，不能入库',
      expect.stringMatching(/^asks: 有效期2099-01-01超过了商品的有效期/),
      'wrong: 请填写批号',
      'wrong: 没有这个商品，或者不属于本店',
      'wrong: 没有这个商品，或者不属于本店',
    ]);
    expect(checked.skipped).toBe(1);
    // What is refused there is refused when it is sent all the same, and the rest comes in.
    const { data } = await send(checked.list.slice(0, 3));
    expect(data.list.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
    expect((await send(checked.list.slice(2, 3), clerk.cookie, 1)).data.list[0]?.state).toBe('in');
    expect([await stockOf(known), await stockOf(fresh)]).toEqual([10, 5]);
  });

  it('takes no goods of another merchant, whoever sends them', async () => {
    const id = await newGoods();
    const { list } = await check([lot(id, 'M1')]);
    expect(statesOf(await check([lot(id, 'M1')], stranger.cookie))).toEqual([
      'wrong: 没有这个商品，或者不属于本店',
    ]);
    expect(statesOf((await send(list, stranger.cookie)).data)).toEqual(['failed: 没有这个商品']);
    expect(await stockOf(id)).toBe(0);
  });

  it('is pasted cells too; an empty one is refused', async () => {
    const id = await newGoods();
    const cells = [Object.values(lotHeads), lot(id, 'P1')].map((row) => row.join('\t')).join('\n');
    const pasted = await request<LotTableChecked>(checkTable, {
      cookie: clerk.cookie,
      body: { text: cells },
    });
    expect(statesOf(pasted.data)).toEqual(['ready']);
    expect(await request(checkTable, { cookie: clerk.cookie, body: { text: '' } })).toMatchObject({
      code: 422,
      data: { errors: { file: ['请选择批次表，或粘贴表格内容'] } },
    });
  });
});

describe('a table that came in', () => {
  const cancelMany = routeOf(api.deskLotRowsCancelMany);
  const cancelOne = routeOf(api.deskLotRowsCancel);
  const reason = '表格传错了';
  const rowsOf = (record: number, cookie = clerk.cookie) =>
    request<ListAnswer<RowOf<typeof lotRows>>>(routeOf(api.deskLotRows), {
      cookie,
      params: { import: String(record) },
    });
  const undo = (asked: object, cookie = clerk.cookie) =>
    request<BulkDone>(cancelMany, { cookie, body: { token: randomUUID(), reason, ...asked } });

  it('is listed with the results of its rows, for its merchant alone', async () => {
    const id = await newGoods();
    const table = newTable();
    const { list } = await check([lot(id, 'S1'), lot(id, 'S2'), lot(id, 'S3')]);
    const [one, two, three] = list as [CheckedLotRow, CheckedLotRow, CheckedLotRow];
    const first = await send([one, { ...two, expires_on: '2025-01-01' }], clerk.cookie, 0, table);
    const record = first.data.import;
    // Another slice, a repeat, and a row that is sent again once it is right belong to the same record.
    expect((await send([one, two, three], clerk.cookie, 0, table)).data.import).toBe(record);
    const found = await rowsOf(record);
    expect(found).toMatchObject({ code: 200 });
    const { rows } = found.data;
    expect(rows.map(({ lot_no, state, is_in }) => [lot_no, state, is_in]).sort()).toEqual([
      ['S1', 'in', 1],
      ['S2', 'in', 1],
      ['S3', 'in', 1],
    ]);
    expect((await rowsOf(record, stranger.cookie)).data.rows).toEqual([]);
    const other = { cookie: stranger.cookie, params: { id: String(rows[0]?.id) }, body: { reason } };
    expect((await request(cancelOne, other)).code).toBe(404);
    expect(await stockOf(id)).toBe(15);
  });

  it('keeps what the check refused with number, text and reason, once, and for its merchant alone', async () => {
    const id = await newGoods();
    const table = newTable();
    const { list } = await check([
      lot(id, 'W1'),
      lot('999999999', 'W2'),
      lot(id, 'W3', { produced: '13月', pieces: '0' }),
      lot(id, ''),
    ]);
    const wrong = list.filter(({ state }) => state === 'wrong');
    expect(wrong.map(({ row }) => row)).toEqual([3, 4, 5]);
    const keep = (cookie = clerk.cookie, rows: object[] = wrong) =>
      request<{ import: number }>(keepWrong, { cookie, body: { ...table, table_rows: list.length, rows } });
    const kept = await Promise.all([keep(), keep()]);
    const record = kept[0]!.data.import;
    expect(kept.map(({ data }) => data.import)).toEqual([record, record]);
    expect((await send(list.slice(0, 1), clerk.cookie, 0, table)).data.import).toBe(record);
    const { rows } = (await rowsOf(record)).data;
    const shown = rows.toSorted((a, b) => Number(a.sheet_row) - Number(b.sheet_row));
    expect(
      shown.map(({ sheet_row, lot_no, produced_on, state }) => [sheet_row, lot_no, produced_on, state]),
    ).toEqual([
      [2, 'W1', produced, 'in'],
      [3, 'W2', produced, 'wrong'],
      [4, 'W3', '', 'wrong'],
      [5, '', produced, 'wrong'],
    ]);
    expect(shown.map(({ note }) => note)).toEqual([
      '',
      '商品999999999：没有这个商品，或者不属于本店',
      expect.stringContaining('生产日期'),
      '请填写批号',
    ]);
    expect(shown.map(({ is_in }) => is_in)).toEqual([1, 0, 0, 0]);
    const { rows: records } = await askList(
      { db, now: new Date(), actor: { kind: 'merchant', name: 'biao.one', merchantId } },
      lotImports,
    );
    // `table_rows` of the slice that came first: all that the table has.
    expect(records.find((row) => row.id === record)).toMatchObject({
      rows: 1,
      came: 1,
      wrong: 3,
      left_out: 0,
    });
    expect((await rowsOf(record, stranger.cookie)).data.rows).toEqual([]);
    // Of another merchant's person the same token is another record.
    expect((await keep(stranger.cookie)).data.import).not.toBe(record);
    expect(await keep(clerk.cookie, [])).toMatchObject({ code: 422 });
  });

  it('is taken back in part and whole, once under any repeat, but for rows that were used since', async () => {
    const [id, used] = [await newGoods(), await newGoods()];
    const table = newTable();
    const { list } = await check([
      lot(id, 'U1'),
      lot(id, 'U2'),
      lot(id, 'U3'),
      lot(used, 'U4'),
      lot(used, 'U5'),
    ]);
    const record = (await send(list, clerk.cookie, 0, table)).data.import;
    const keyOf = async (lotNo: string) =>
      (await rowsOf(record)).data.rows.find(({ lot_no: no }) => no === lotNo)?.id ?? 0;
    const part = await Promise.all([1, 2].map(async () => undo({ ids: [await keyOf('U1')] })));
    expect(part.map(({ code }) => code)).toEqual([200, 200]);
    expect(await stockOf(id)).toBe(10);
    // A count, and an order that nobody has paid yet, use what came in.
    const counted = { counted: 4, known: 5, reason: '盘点', ref: randomUUID(), lot_no: 'U4' };
    const count = { cookie: clerk.cookie, params: { goods: String(used) }, body: counted };
    expect((await request(routeOf(api.countLot), count)).code).toBe(200);
    const [buyer] = await makeBuyers(db, 1);
    await order(db, must(buyer, 'a buyer'), [{ goodsId: used, number: 9 }]);
    const whole = await undo({ search: `import=${record}`, count: 5 });
    expect(whole.data.run).toMatchObject({ rows: 5 });
    await runJob(db, 'runBulk', new Date());
    const { runs } = (
      await request<{ runs: BulkRunWire[] }>(routeOf(api.bulkRuns), {
        cookie: clerk.cookie,
        params: { list: 'lot-rows' },
      })
    ).data;
    const run = runs.find(({ id: one }) => one === whole.data.run?.id);
    expect(run).toMatchObject({ state: 'done', done: 2, same: 1, refused: 2 });
    expect(run?.refusals.map(({ why }) => why).sort()).toEqual([
      expect.stringMatching(/^批号U4在.+已“盘点”，没有撤销$/),
      expect.stringMatching(/^订单还要发9，登记后可发的只剩4。这些订单已占用：/),
    ]);
    expect([await stockOf(id), await outOfStep([id])]).toEqual([0, []]);
    const states = (await rowsOf(record)).data.rows.map(({ lot_no, state, is_used }) => [
      lot_no,
      state,
      is_used,
    ]);
    expect(states.sort()).toEqual([
      ['U1', 'cancelled', 0],
      ['U2', 'cancelled', 0],
      ['U3', 'cancelled', 0],
      ['U4', 'in', 1],
      ['U5', 'in', 0],
    ]);
    // A late repeat of the slice adds nothing; the mended table comes in anew.
    expect((await send(list.slice(0, 1), clerk.cookie, 0, table)).data.list[0]?.state).toBe('done');
    const mended = await check([lot(id, 'U1')]);
    expect(statesOf(mended)).toEqual(['ready']);
    expect((await send(mended.list)).data.list[0]?.state).toBe('in');
    expect((await send(mended.list)).data.list[0]?.state).toBe('done');
    expect([await stockOf(id), await outOfStep([id])]).toEqual([5, []]);
  });
});

it('five thousand rows are checked at once and come in by slices', { timeout: 300_000 }, async () => {
  const goods = await Promise.all(Array.from({ length: 20 }, newGoods));
  const rows = Array.from({ length: 5_000 }, (_, nth) =>
    lot(goods[nth % goods.length] ?? 0, `L${nth}`, { pieces: '1' }),
  );
  const { list } = await check(rows);
  expect(list).toHaveLength(5_000);
  expect(list.every(({ state }) => state === 'ready')).toBe(true);
  // Some slices stand for the rest: each is a call of its own.
  const some = list.slice(0, 4 * lotSlice);
  for (let from = 0; from < some.length; from += lotSlice)
    expect(
      (await send(some.slice(from, from + lotSlice))).data.list.every(({ state }) => state === 'in'),
    ).toBe(true);
  const again = await check(rows);
  expect(again.list.filter(({ state }) => state === 'done')).toHaveLength(some.length);
  expect(
    await request(putIn, {
      cookie: clerk.cookie,
      body: { ...newTable(), table_rows: 5_000, rows: list.slice(0, lotSlice + 1) },
    }),
  ).toMatchObject({
    code: 422,
  });
  expect(await outOfStep(goods)).toEqual([]);
});

it('the template has the items of the merchant, and comes back as it is', async () => {
  const answer = await callHandler(getTemplate, { cookie: clerk.cookie });
  const body = new FormData();
  body.set('file', new File([await answer.arrayBuffer()], '批次入库表.xlsx'));
  expect(await request(checkTable, { cookie: clerk.cookie, body })).toMatchObject({
    code: 422,
    data: { errors: { file: ['表里没有填写批号和数量的行'] } },
  });
});
