/** Lots by a table: checked row by row, put in once under any repeat, and the merchant's own alone. */
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { LotsPutIn, LotTableChecked } from '#lib/contract/lot-table.ts';
import { lotHeads, lotSlice } from '#lib/rules/orders/lot-table.ts';
import { csvText } from '#lib/rules/text/csv.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { makeGoods } from '#tests/support/orders.ts';
import { callHandler, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { GET as getTemplate } from '../../src/pages/api/desk/lots/template.ts';

const { db, pool } = await testDatabase();
const checkTable = routeOf(api.checkLotTable);
const putIn = routeOf(api.putInLots);

let clerk: Person;
let stranger: Person;
let merchantId: number;

beforeAll(async () => {
  const { rows } = await pool.query('select merchant_id from goods where id = $1', [goodsPlain]);
  merchantId = rows[0].merchant_id;
  clerk = await person(db, 'biao.one', 'goods', merchantId);
  stranger = await person(db, 'biao.two', 'goods', merchantId === 1 ? 2 : 1);
});

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
    produced: '2026-01-05',
    expires: '2027-06-04',
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

function send(list: LotTableChecked['list'], cookie = clerk.cookie, confirmed: 0 | 1 = 0) {
  const rows = list.map(({ row, goods_id, lot_no, produced_on, expires_on, pieces, doc }) => ({
    ...{ row, goods_id, lot_no, produced_on, expires_on, pieces, doc, confirmed },
  }));
  return request<LotsPutIn>(putIn, { cookie, body: { rows } });
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
      lot(known, 'K1', { expires: '2027-06-05', pieces: '6' }),
      lot(known, 'K2', { pieces: '6' }),
      lot(fresh, 'F1', { expires: '2099-01-01' }),
      lot(fresh, '', {}),
      lot(999_999_999, 'X1'),
      lot('', 'X2', { sku: 'no-such' }),
      [String(fresh), '', '', '', '', '', ''],
    ]);
    expect(statesOf(checked)).toEqual([
      'wrong: 批号K1已登记：生产日期2026-01-05，有效期至2027-06-04，请核对',
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
    await request(putIn, { cookie: clerk.cookie, body: { rows: list.slice(0, lotSlice + 1) } }),
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
