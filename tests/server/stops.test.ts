/** Stops of sale by the platform: what they are about, who may, and what orders of stopped goods do. */

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { BulkRunWire } from '#lib/contract/desk/bulk.ts';
import type { ActDone, ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import type { stops } from '#lib/contract/desk/lists/stops.ts';
import type { BulkDone } from '#lib/contract/desk/schemas.ts';
import type { StoppedMerchant } from '#lib/contract/merchant-desk.ts';
import type { Stopped } from '#lib/contract/stops.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

type StopRow = RowOf<typeof stops>;
const lift = routeOf(api.deskStopsLift);
const list = routeOf(api.deskStops);
const stop = routeOf(api.setStop);
const renew = routeOf(api.deskStopsRenew);
const liftMany = routeOf(api.deskStopsLiftMany);
const renewMany = routeOf(api.deskStopsRenewMany);

const { db, pool } = await testDatabase();
await payFreely(db);
const { rows: own } = await pool.query(
  'select g.merchant_id, p.approval_no from goods g join product p on p.id = g.product_id where g.id = $1',
  [goodsPlain],
);
const approvalNo: string = own[0].approval_no;
let quality: Person;
let service: Person;
let clerk: Person;
beforeAll(async () => {
  quality = await person(db, 'zhiguan', 'review');
  service = await person(db, 'kefu', 'service');
  clerk = await person(db, 'kuguan', 'admin', own[0].merchant_id);
});

const set = (who: Person, what: string, reason = '抽检待复核') =>
  request<Stopped>(stop, { cookie: who.cookie, body: { what, reason } });
const free = (who: Person, id: number, reason = '复核合格') =>
  request<ActDone<StopRow>>(lift, {
    method: 'POST',
    cookie: who.cookie,
    params: { id: String(id) },
    body: { reason },
  });
const isStopped = async (id: number) =>
  (await pool.query('select is_stopped from goods where id = $1', [id])).rows[0].is_stopped as boolean;

async function placed(goodsId: number) {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
  return { no: made.orders[0]!.no, pay: () => pay(db, buyer!, made.trade_no) };
}

it('a goods is stopped and freed once, by the platform’s quality people alone', async () => {
  const id = await makeGoods(db, goodsPlain, 100);
  expect((await set(clerk, String(id))).code).toBe(404);
  expect((await set(service, String(id))).code).toBe(403);
  expect((await set(quality, String(id), '')).code).toBe(422);
  expect((await set(quality, '999999999')).code).toBe(422);
  const open = await placed(id);
  const paid = await placed(id);
  await paid.pay();
  const [first, again] = await Promise.all([set(quality, String(id)), set(quality, String(id))]);
  expect([first.code, again.code]).toEqual([200, 200]);
  expect(again.data.id).toBe(first.data.id);
  expect((await set(quality, String(id), '别的原因')).code).toBe(409);
  expect(await isStopped(id)).toBe(true);
  // Unpaid orders are given back, paid ones wait and are not refunded.
  await expect(open.pay()).rejects.toMatchObject({ code: 409, message: expect.stringContaining('质量核查') });
  await expect(placed(id)).rejects.toMatchObject({ code: 409 });
  await expect(shipOrder(byStaff(db), { no: paid.no })).rejects.toMatchObject({
    code: 409,
    message: expect.stringContaining('质量核查'),
  });
  const found = await request<ListAnswer<StopRow>>(list, {
    cookie: quality.cookie,
    path: `/api/desk/stops?what=${id}`,
  });
  expect(found.data.rows).toMatchObject([{ goods_id: id, goods: 1, is_open: 1 }]);
  expect((await free(quality, first.data.id)).data).toMatchObject({
    row: { is_open: 0, lift_reason: '复核合格' },
  });
  expect((await free(quality, first.data.id, '再来一次')).data).toMatchObject({
    row: { lift_reason: '复核合格' },
    entry: 0,
  });
  expect(await isStopped(id)).toBe(false);
  const sent = await shipOrder(byStaff(db), { no: paid.no, carrier: '国药物流', trackingNo: randomUUID() });
  expect(sent.refunded).toBeNull();
  const { rows } = await pool.query(
    `select act, after from audit_log where subject = 'stop' and subject_key = $1`,
    [String(first.data.id)],
  );
  expect(rows.map(({ act }) => act)).toEqual(['stop.set', 'stop.lift']);
  // The kit puts the declared reason into the entry.
  expect(rows[1]?.after).toEqual({ reason: '复核合格' });
});

it('a 批准文号 stops all its goods, those that come afterwards and meanwhile too', async () => {
  const id = await makeGoods(db, goodsPlain, 100);
  const coming = pool.connect();
  const client = await coming;
  await client.query('begin');
  const { rows: made } = await client.query(
    `insert into goods (product_id, merchant_id, warehouse_id, price, member_price, market_price, stock, pack_step, case_pack)
     select product_id, merchant_id, 7, price, member_price, market_price, 5, 1, 1 from goods where id = $1 returning id`,
    [goodsPlain],
  );
  const stopping = set(quality, approvalNo);
  // It waits for the goods that is being written.
  await client.query('commit');
  client.release();
  const { data } = await stopping;
  expect(data.goods).toBeGreaterThan(1);
  expect(await isStopped(id)).toBe(true);
  expect(await isStopped(made[0].id)).toBe(true);
  const later = await makeGoods(db, goodsPlain, 100);
  expect(await isStopped(later)).toBe(true);
  const alone = (await set(quality, String(later), '仅此一家')).data;
  await free(quality, data.id);
  // Another stop stands for this one.
  expect([await isStopped(id), await isStopped(later)]).toEqual([false, true]);
  await free(quality, alone.id);
  expect(await isStopped(later)).toBe(false);
});

describe('undoing', () => {
  const undo = (who: Person, id: number, undoes: number) =>
    request<StopRow>(renew, {
      cookie: who.cookie,
      params: { id: String(id) },
      body: { undoes, reason: '撤销“解除暂停”' },
    });
  const many = (
    what: typeof liftMany | typeof renewMany,
    body: { ids?: number[]; of?: number; nos?: number[] },
    who = quality,
  ) =>
    request<BulkDone>(what, {
      cookie: who.cookie,
      body: { ...body, token: randomUUID(), reason: '批量处理' },
    });
  const isOpen = async (id: number) =>
    (await pool.query('select lifted_at is null as open from quality_stop where id = $1', [id])).rows[0].open;
  async function stopped() {
    const id = await makeGoods(db, goodsPlain, 100);
    return { id, stopId: (await set(quality, String(id))).data.id };
  }

  it('puts a lifted stop into force again, once, unless it was changed since', async () => {
    const { id, stopId } = await stopped();
    const { entry } = (await free(quality, stopId)).data;
    const by = { cookie: quality.cookie, params: { id: String(stopId) } };
    expect((await request(renew, { ...by, body: { reason: '没有撤销' } })).code).toBe(422);
    expect((await undo(service, stopId, entry)).code).toBe(403);
    const twice = await Promise.all([undo(quality, stopId, entry), undo(quality, stopId, entry)]);
    expect(twice.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect([await isOpen(stopId), await isStopped(id)]).toEqual([true, true]);
    const again = (await free(quality, stopId)).data.entry;
    const colleague = await person(db, 'zhiguan.er', 'review');
    // A colleague stops it anew: the row itself is as it was, its subject is not.
    expect((await set(colleague, String(id), '新的问题')).code).toBe(200);
    expect(await undo(quality, stopId, again)).toMatchObject({
      code: 409,
      message: 'zhiguan.er已另行暂停销售：新的问题',
    });
    expect(await isOpen(stopId)).toBe(false);
  });

  it('undoes those of a run that it changed and nobody has changed since, whole or in part', async () => {
    const rows = await Promise.all([1, 2, 3, 4].map(() => stopped()));
    const ids = rows.map(({ stopId }) => stopId);
    const [a, b, c, d] = ids as [number, number, number, number];
    await free(quality, d, '早已解除');
    const { data } = await many(liftMany, { ids });
    expect(data.run).toMatchObject({ rows: 4, done: 3, same: 1, state: 'done', undo: 'renew' });
    const of = data.run?.id ?? 0;
    expect((await many(renewMany, { ids: [a] })).code).toBe(422);
    expect((await many(renewMany, { of: of + 1000 })).code).toBe(404);
    const part = await many(renewMany, { of, nos: [2] });
    expect(part.data.run).toMatchObject({ rows: 1, done: 1, text: '撤销解除暂停', undo_of: of });
    expect(await Promise.all(ids.map(isOpen))).toEqual([false, true, false, false]);
    // One was put in force and lifted again by a colleague: it looks as the run left it.
    const colleague = await person(db, 'zhiguan.san', 'review');
    await pool.query(
      'update quality_stop set lifted_at = null, lifted_by = null, lift_reason = null where id = $1',
      [c],
    );
    await free(colleague, c, '另一个结论');
    const rest = await many(renewMany, { of });
    expect(rest.data.run).toMatchObject({ rows: 2, done: 1, refused: 1, undone: 0 });
    expect(rest.data.run?.refusals[0]?.why).toMatch(/^zhiguan\.san在.*已“解除暂停销售”，没有撤销$/);
    expect(await Promise.all(ids.map(isOpen))).toEqual([true, true, false, false]);
    const changed = await request<{ rows: { no: number }[] }>(routeOf(api.bulkChanged), {
      cookie: quality.cookie,
      params: { id: String(of) },
    });
    expect(changed.data.rows.map(({ no }) => no)).toEqual([3]);
    expect((await many(renewMany, { of, nos: [1, 2] })).code).toBe(422);
    expect(b).toBe(ids[1]);
  });

  it('answers every refused row of a short run; the list shows the first of them', async () => {
    const { data } = await many(liftMany, { ids: Array.from({ length: 30 }, (_, n) => 2_000_000 + n) });
    expect(data.run).toMatchObject({ state: 'done', done: 0, refused: 30 });
    expect(data.run?.refusals.map(({ name }) => name)).toEqual(
      Array.from({ length: 30 }, (_, n) => String(2_000_000 + n)),
    );
    const { runs } = (
      await request<{ runs: BulkRunWire[] }>(routeOf(api.bulkRuns), {
        cookie: quality.cookie,
        params: { list: 'stops' },
      })
    ).data;
    expect(runs.find(({ id }) => id === data.run?.id)?.refusals).toEqual(data.run?.refusals.slice(0, 20));
  });

  it('leaves one stop in force where a colleague stops the same at the same time', async () => {
    const rows = await Promise.all(Array.from({ length: 12 }, () => stopped()));
    const { data } = await many(liftMany, { ids: rows.map(({ stopId }) => stopId) });
    const colleague = await person(db, 'zhiguan.si', 'review');
    const [undone, ...own] = await Promise.all([
      many(renewMany, { of: data.run?.id ?? 0 }),
      ...rows.map(({ id }) => set(colleague, String(id), '同时暂停')),
    ]);
    const made = own.filter(({ code }) => code === 200).length;
    expect(undone.data.run?.done).toBe(12 - made);
    expect(undone.data.run?.refused).toBe(made);
    for (const { id } of rows) {
      const open = 'select count(*)::int as n from quality_stop where goods_id = $1 and lifted_at is null';
      expect((await pool.query(open, [id])).rows[0].n).toBe(1);
      expect(await isStopped(id)).toBe(true);
    }
  });
});

describe('a merchant’s stop, undone', () => {
  const act = (who: Person, what: 'stopMerchant' | 'resumeMerchant', reason: string, undoes?: number) =>
    request<StoppedMerchant>(routeOf(api[what]), {
      cookie: who.cookie,
      params: { id: String(own[0].merchant_id) },
      body: {
        reason,
        ...(undoes !== undefined && { undoes }),
        ...(what === 'stopMerchant' && { is_urgent: 1 }),
      },
    });
  const undo = (who: Person, undoes: number) => act(who, 'resumeMerchant', '撤销“停止销售”', undoes);
  const stoppedOn = async () =>
    (await pool.query('select stopped_on from merchant where id = $1', [own[0].merchant_id])).rows[0]
      .stopped_on as string | null;
  let colleague: Person;
  beforeAll(async () => {
    colleague = await person(db, 'zhiguan.wu', 'review');
  });

  it('lifts that stop alone, not the one that a colleague has set since', async () => {
    const first = (await act(quality, 'stopMerchant', '停业整顿')).data.entry;
    // The same again, as after a lost answer, is the same stop.
    expect((await act(quality, 'stopMerchant', '停业整顿')).data.entry).toBe(first);
    expect((await undo(quality, first)).data).toMatchObject({ stopped_on: '' });
    expect((await undo(quality, first)).data).toMatchObject({ stopped_on: '', entry: 0 });
    const own2 = (await act(quality, 'stopMerchant', '停业整顿')).data.entry;
    await act(colleague, 'resumeMerchant', '资料已补齐');
    await act(colleague, 'stopMerchant', '新的问题');
    expect(await undo(quality, own2)).toMatchObject({ code: 409, message: /zhiguan\.wu在.*没有撤销/ });
    expect(await stoppedOn()).not.toBeNull();
    await act(colleague, 'resumeMerchant', '查清了');
  });

  it('is refused over a further stop, which itself has nothing to return to', async () => {
    const first = (await act(quality, 'stopMerchant', '停业整顿')).data.entry;
    const second = await act(colleague, 'stopMerchant', '另有投诉');
    expect(second.data).toMatchObject({ stopped_on: expect.stringMatching(/^\d{4}/), entry: 0 });
    expect((await undo(quality, first)).code).toBe(409);
    const { rows } = await pool.query(
      `select max(id) as id from audit_log where act = 'merchant.stop' and actor_id = 'zhiguan.wu'`,
    );
    expect((await undo(colleague, rows[0].id)).code).toBe(409);
    expect(await stoppedOn()).not.toBeNull();
    await act(quality, 'resumeMerchant', '都查清了');
  });

  it('leaves the merchant stopped where a colleague stops it at the same time', async () => {
    for (let round = 0; round < 6; round++) {
      const mine = (await act(quality, 'stopMerchant', '停业整顿')).data.entry;
      const [, theirs] = await Promise.all([
        undo(quality, mine),
        act(colleague, 'stopMerchant', `投诉${round}`),
      ]);
      expect(theirs.code).toBe(200);
      expect(await stoppedOn()).not.toBeNull();
      await act(quality, 'resumeMerchant', '查清了');
    }
  });
});
