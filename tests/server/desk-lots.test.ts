/** Lots at the desks, by their calls: found, put in, taken back, and nobody else's. */

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import type { lotsList } from '#lib/contract/desk/lists/lots.ts';
import type { BulkDone } from '#lib/contract/desk/schemas.ts';
import type { DeskLot, DeskLotRow, LotGoods } from '#lib/contract/lots.ts';
import { reservePaid } from '#lib/server/lots/reserve.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const one = routeOf(api.deskLot);
const recall = routeOf(api.recallLot);
const find = routeOf(api.deskLotGoods);
const list = routeOf(api.deskLots);
const put = routeOf(api.putInLot);

const { db, pool } = await testDatabase();
await payFreely(db);
const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsPlain]))
  .rows[0].merchant_id;
let clerk: Person;
let other: Person;
let finance: Person;
let quality: Person;
let service: Person;

beforeAll(async () => {
  clerk = await person(db, 'kuguan', 'goods', merchantId);
  other = await person(db, 'bieren', 'goods', merchantId + 1);
  finance = await person(db, 'caiwu', 'finance', merchantId);
  quality = await person(db, 'zhiguan', 'review');
  service = await person(db, 'kefu', 'service');
});

async function goodsOfOwn(): Promise<{ id: number; name: string; lotNo: string }> {
  const id = await makeGoods(db, goodsPlain, 100);
  const { rows } = await pool.query(
    'select g.lot_no, p.name from goods g join product p on p.id = g.product_id where g.id = $1',
    [id],
  );
  return { id, name: rows[0].name, lotNo: rows[0].lot_no };
}

async function paid(goodsId: number, number = 10) {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, [{ goodsId, number }]);
  await pay(db, buyer!, made.trade_no);
  return made.orders[0]!.no;
}

const listed = async (who: Person, query: Record<string, string>) =>
  (
    await request<ListAnswer<RowOf<typeof lotsList>>>(list, {
      cookie: who.cookie,
      path: `/api/desk/lots?${new URLSearchParams({ size: '100', ...query })}`,
    })
  ).data;
const read = (who: Person, goods: number, lotNo: string) =>
  request<DeskLot>(one, {
    cookie: who.cookie,
    params: { goods: String(goods) },
    path: `/api/desk/lots/${goods}?${new URLSearchParams({ lot_no: lotNo })}`,
  });
const bring = (who: Person, goods: number, over: object = {}) =>
  request<DeskLotRow>(put, {
    cookie: who.cookie,
    body: {
      ref: randomUUID(),
      goods_id: goods,
      lot_no: 'B-1',
      produced_on: '2026-10-01',
      expires_on: '2030-09-30',
      pieces: 50,
      // It ends beyond the goods' shelf life, after every other lot.
      confirmed: 1,
      ...over,
    },
  });
const takeBack = (who: Person, goods: number, lotNo: string, reason = '检验不合格') =>
  request<DeskLot>(recall, {
    method: 'POST',
    cookie: who.cookie,
    params: { goods: String(goods) },
    body: { lot_no: lotNo, reason },
  });

describe('the list', () => {
  it('has the lot that the goods itself names, with what orders took of it, and later what was put in', async () => {
    const goods = await goodsOfOwn();
    await paid(goods.id);
    const mine = async () =>
      (await listed(clerk, { goods: goods.name })).rows.filter(({ goods_id: id }) => id === goods.id);
    expect(await mine()).toMatchObject([{ lot_no: goods.lotNo, on_hand: 100, held: 10 }]);
    expect((await bring(clerk, goods.id)).data).toMatchObject({ lot_no: 'B-1', on_hand: 50, held: 0 });
    expect(await mine()).toMatchObject([
      { lot_no: goods.lotNo, on_hand: 100, held: 10, state_text: expect.any(String), is_closed: 0 },
      { lot_no: 'B-1', on_hand: 50, held: 0, state_text: '在库' },
    ]);
    const total = async (who: Person, query: Record<string, string>) =>
      (await listed(who, { lot_no: 'B-1', ...query })).rows.filter(({ goods_id: id }) => id === goods.id)
        .length;
    expect(await total(clerk, { goods: goods.name })).toBe(1);
    expect(await total(clerk, { goods: '没有这个药' })).toBe(0);
    expect(await total(clerk, { state: 'recalled' })).toBe(0);
    expect(await total(clerk, { state: 'near' })).toBe(0);
    expect(await total(clerk, { state: 'passed' })).toBe(0);
    expect(await total(clerk, { state: 'all' })).toBe(1);
    expect(await total(other, {})).toBe(0);
    expect(await total(quality, {})).toBe(1);
  });

  it('is open to who looks after lots', async () => {
    for (const [who, code] of [
      [clerk, 200],
      [quality, 200],
      [finance, 403],
      [service, 403],
    ] as const)
      expect.soft((await request(list, { cookie: who.cookie })).code, who.username).toBe(code);
    expect((await request(list, {})).code).toBe(404);
  });

  it('finds goods to put in by name and number, one’s own alone', async () => {
    const goods = await goodsOfOwn();
    const found = async (who: Person, name: string) =>
      (
        await request<{ list: LotGoods[] }>(find, {
          cookie: who.cookie,
          path: `/api/desk/lots/goods?${new URLSearchParams({ name })}`,
        })
      ).data.list.map(({ id }) => id);
    expect(await found(clerk, String(goods.id))).toEqual([goods.id]);
    expect(await found(clerk, goods.name)).toContain(goods.id);
    expect(await found(other, String(goods.id))).toEqual([]);
  });
});

describe('putting in', () => {
  it('takes what a scanner reads, and is found by any form of it', async () => {
    const goods = await goodsOfOwn();
    const { rows } = await pool.query(
      'select p.barcode from product p join goods g on g.product_id = p.id where g.id = $1',
      [goods.id],
    );
    const scanned = `]C1010${rows[0].barcode}1729093010 B-9X`.replace(' ', '');
    expect((await bring(clerk, goods.id, { lot_no: scanned })).data).toMatchObject({ lot_no: 'B-9X' });
    expect((await bring(clerk, goods.id, { lot_no: ' Ｂ－９ X' })).data).toMatchObject({
      lot_no: 'B-9X',
      on_hand: 100,
    });
    for (const lot_no of ['B-9X', 'ｂ-9x', 'B-9 X', scanned])
      expect((await listed(clerk, { lot_no, goods: goods.name })).rows.map((row) => row.goods_id)).toContain(
        goods.id,
      );
    expect((await read(clerk, goods.id, 'Ｂ-9X')).data).toMatchObject({ lot_no: 'B-9X' });
    const found = await request<{ list: LotGoods[] }>(find, {
      cookie: clerk.cookie,
      path: `/api/desk/lots/goods?${new URLSearchParams({ name: `(01)0${rows[0].barcode}` })}`,
    });
    expect(found.data.list.length).toBeGreaterThan(0);
    const asked = await bring(clerk, goods.id, { lot_no: 'B-10', expires_on: '2099-01-01', confirmed: 0 });
    expect([asked.code, asked.data]).toMatchObject([409, { asks: 1 }]);
  });

  it('twice by one press is once, and a merchant’s own alone', async () => {
    const goods = await goodsOfOwn();
    const ref = randomUUID();
    const [first, again] = await Promise.all([
      bring(clerk, goods.id, { ref }),
      bring(clerk, goods.id, { ref }),
    ]);
    expect([first.code, again.code]).toEqual([200, 200]);
    expect(first.data.on_hand).toBe(50);
    expect((await bring(other, goods.id)).code).toBe(404);
    expect((await bring(quality, goods.id)).code).toBe(404);
    expect((await bring(finance, goods.id)).code).toBe(403);
  });

  it.each<[string, object, string]>([
    ['no number', { lot_no: '' }, '请填写批号'],
    ['no day', { expires_on: '明年' }, '请填写有效期'],
    ['days the wrong way round', { expires_on: '2026-09-30' }, '有效期不能早于生产日期'],
    ['no pieces', { pieces: 0 }, '入库数量须为'],
  ])('%s is refused with a sentence', async (_name, over, says) => {
    const goods = await goodsOfOwn();
    const answer = await bring(clerk, goods.id, over);
    expect(answer.code).toBe(422);
    expect(JSON.stringify(answer)).toContain(says);
    expect((await listed(clerk, { lot_no: 'B-1', goods: goods.name })).rows).not.toContainEqual(
      expect.objectContaining({ goods_id: goods.id }),
    );
  });
});

describe('returned pieces', () => {
  const settle = (who: Person, act: 'resell' | 'scrap', ids: number[], text = '验收合格') =>
    request<BulkDone>(routeOf(act === 'resell' ? api.deskLotsResellMany : api.deskLotsScrapMany), {
      method: 'POST',
      cookie: who.cookie,
      body: { ids, text, token: 'many lots' },
    });
  const states = async (ids: number[]) =>
    (await pool.query('select on_hand, returned from lot where id = any($1) order by id', [ids])).rows.map(
      ({ on_hand: onHand, returned }) => [onHand, returned],
    );
  /** Recorded lots with returned pieces. */
  async function back(pieces: readonly number[]): Promise<number[]> {
    const ids: number[] = [];
    for (const returned of pieces) {
      const goods = await goodsOfOwn();
      await bring(clerk, goods.id);
      const { rows } = await pool.query(
        `with l as (update lot set returned = $2 where goods_id = $1 and lot_no = 'B-1' returning id)
         insert into lot_movement (lot_id, kind, pieces, ref, actor, actor_id)
         select id, 'returned', $2, 'test', 'system', 'test' from l returning lot_id`,
        [goods.id, returned],
      );
      ids.push(rows[0].lot_id);
    }
    return ids;
  }

  it('of many lots are sold again or written off with one reason, once, by their own merchant alone', async () => {
    const ids = await back([3, 4]);
    const waiting = (await listed(clerk, { state: 'returned', sort: '-returned' })).rows;
    expect(waiting.filter(({ id }) => ids.includes(id))).toMatchObject([
      { returned: 4, may_resell: 1, may_scrap: 1 },
      { returned: 3 },
    ]);
    const seen = (await listed(quality, { state: 'returned' })).rows.filter(({ id }) => ids.includes(id));
    expect(seen).toMatchObject([{ may_resell: 0, may_put_in: 0 }, { may_scrap: 0 }]);
    expect((await settle(other, 'scrap', ids)).data).toMatchObject({ done: 0, refused: [{}, {}] });
    expect((await settle(quality, 'scrap', ids)).code).toBe(404);
    expect((await settle(finance, 'scrap', ids)).code).toBe(403);
    expect((await settle(clerk, 'resell', ids, '')).code).toBe(422);
    expect(await states(ids)).toEqual([
      [50, 3],
      [50, 4],
    ]);
    const both = await Promise.all([settle(clerk, 'resell', ids), settle(clerk, 'resell', ids)]);
    for (const { data } of both) expect(data).toMatchObject({ done: 2, refused: [] });
    expect(await states(ids)).toEqual([
      [53, 0],
      [54, 0],
    ]);
    const { rows } = await pool.query(
      `select after from audit_log where act = 'lot.put_back' and subject_key = any($1)`,
      [ids.map(String)],
    );
    expect(rows.map(({ after }) => [after.pieces, after.text]).sort()).toEqual([
      [3, '验收合格'],
      [4, '验收合格'],
    ]);
  });

  it('of a locked lot are written off alone', async () => {
    const ids = await back([2, 5]);
    await pool.query(
      `update lot set locked_at = now(), locked_by = 'platform', lock_reason = '待复查' where id = $1`,
      [ids[0]],
    );
    const mixed = (await settle(clerk, 'resell', ids)).data;
    expect(mixed).toMatchObject({
      done: 1,
      refused: [{ name: 'B-1', why: expect.stringContaining('只能报损') }],
    });
    expect((await settle(clerk, 'scrap', ids)).data).toMatchObject({ done: 2 });
    expect(await states(ids)).toEqual([
      [50, 0],
      [55, 0],
    ]);
  });
});

describe('taking back', () => {
  it('lists the orders that held it and had not gone out, with what they lack since', async () => {
    const goods = await goodsOfOwn();
    const no = await paid(goods.id);
    await bring(clerk, goods.id, { pieces: 4 });
    await reservePaid(db, new Date());
    const { data } = await takeBack(clerk, goods.id, goods.lotNo);
    expect(data).toMatchObject({ buyers: [], moved: [{ order_no: no, pieces: 10, lacks: 6 }] });
    await bring(clerk, goods.id, { lot_no: 'B-2' });
    await reservePaid(db, new Date());
    expect((await read(quality, goods.id, goods.lotNo)).data).toMatchObject({
      moved: [{ order_no: no, pieces: 10, lacks: 0 }],
    });
    expect((await read(clerk, goods.id, 'B-1')).data).toMatchObject({ moved: [] });
  });

  it('names every buyer, is done once, and by the platform too; another merchant finds no such lot', async () => {
    const goods = await goodsOfOwn();
    const no = await paid(goods.id);
    await shipOrder(byStaff(db), { no });
    expect((await takeBack(other, goods.id, goods.lotNo)).code).toBe(404);
    expect((await takeBack(service, goods.id, goods.lotNo)).code).toBe(403);
    expect((await takeBack(clerk, goods.id, goods.lotNo, '')).code).toBe(422);
    expect((await read(other, goods.id, goods.lotNo)).code).toBe(404);
    expect((await read(clerk, goods.id, goods.lotNo)).data).toMatchObject({
      may_recall: 1,
      buyers: [{ order_no: no, pieces: 10 }],
      moves: [
        { kind_text: '发货', pieces: -10 },
        { kind_text: '入库', by: '系统' },
      ],
    });
    const done = await Promise.all([
      takeBack(quality, goods.id, goods.lotNo),
      takeBack(clerk, goods.id, goods.lotNo),
    ]);
    for (const { data } of done)
      expect(data).toMatchObject({ state_text: '已召回', may_recall: 0, buyers: [{ order_no: no }] });
    const { rows } = await pool.query(
      `select merchant_id from audit_log where act = 'lot.recall' and after->>'goodsId' = $1`,
      [String(goods.id)],
    );
    expect(rows).toEqual([{ merchant_id: merchantId }]);
    expect((await read(clerk, goods.id, goods.lotNo)).data).toMatchObject({ moved: [] });
    const lots = (await listed(clerk, { state: 'recalled', lot_no: goods.lotNo })).rows;
    expect(lots).toContainEqual(
      expect.objectContaining({ goods_id: goods.id, recall_reason: '检验不合格', is_closed: 1 }),
    );
  });
});
