/** Lines kept for later, lines copied to other stores, and prices that moved since a line was added. */

import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { cartState, copied, laterList, storeList } from '#lib/contract/cart/calls.ts';
import { addLines, maxCartLines } from '#lib/server/cart/add.ts';
import { deleteLines } from '#lib/server/cart/change.ts';
import { copyLines, listStores } from '#lib/server/cart/copy.ts';
import { keepForLater, listLater } from '#lib/server/cart/later.ts';
import { listCart } from '#lib/server/cart/list.ts';
import { cartLine, company, goods } from '#lib/server/db/schema.ts';
import { closeCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const later = routeOf(api.keepForLater);
const copy = routeOf(api.copyLines);
const kept = routeOf(api.laterList);
const stores = routeOf(api.cartStores);

const { db } = await testDatabase();
const demo = await contextOf(db, 'demo');
const other = await contextOf(db, 'other');
const store = await contextOf(db, 'demo-fendian');

async function add(goodsId: number, number?: number, context = demo): Promise<number> {
  const { added } = await addLines(
    db,
    context.actor.account,
    [{ goods_id: goodsId, type: 0, number }],
    context.now,
  );
  return added[0]!.id;
}

async function numbersOf(context: typeof demo): Promise<Record<string, number>> {
  const { data } = await listCart(context);
  return Object.fromEntries(data.map((line) => [line.goods_id, line.number]));
}

beforeEach(() => db.delete(cartLine));
afterAll(closeCatalogue);

describe('kept for later', () => {
  it('leaves the cart and its total, and comes back; both safe to repeat', async () => {
    const cookie = await loginAs('demo');
    const id = await add(known.goodsPlain);
    const params = { id: String(id) };
    for (const _ of [1, 2]) {
      const answer = await request(later, { params, body: '', cookie });
      expect(laterList.parse(answer.data)).toMatchObject({ total: 1, list: [{ id, is_selected: 0 }] });
    }
    expect(await listCart(demo)).toMatchObject({ data: [], total: { pay_amount: '0.00' } });
    expect(laterList.parse((await request(kept, { cookie })).data).list[0]?.goods?.id).toBe(known.goodsPlain);
    for (const _ of [1, 2])
      expect(await request(later, { params, body: { is_later: 0 }, cookie })).toMatchObject({
        data: { total: 0 },
      });
    expect((await listCart(demo)).data).toMatchObject([{ id, is_wanted: 1 }]);
  });

  it('is taken back by adding the goods again, and can be deleted where it lies', async () => {
    const id = await add(known.goodsPlain, 20);
    await keepForLater(demo, { id, is_later: 1 });
    expect(await add(known.goodsPlain, 10)).toBe(id);
    expect(await numbersOf(demo)).toEqual({ [known.goodsPlain]: 10 });
    await keepForLater(demo, { id, is_later: 1 });
    await deleteLines(demo, { ids: [id] });
    expect((await listLater(demo)).total).toBe(0);
  });

  it('belongs to its person: others learn nothing and change nothing', async () => {
    const id = await add(known.goodsPlain);
    for (const stranger of [other, store, await contextOf(db, 'demo-caigou')])
      await expect(keepForLater(stranger, { id, is_later: 1 })).rejects.toMatchObject({ code: 404 });
    await keepForLater(demo, { id, is_later: 1 });
    expect((await listLater(other)).total).toBe(0);
    await expect(keepForLater(other, { id, is_later: 0 })).rejects.toMatchObject({ code: 404 });
    expect((await listLater(demo)).total).toBe(1);
    const viewer = await loginAs('demo-zhidu');
    expect(
      await request(later, { params: { id: String(id) }, body: { is_later: 1 }, cookie: viewer }),
    ).toMatchObject({ code: 403 });
    expect(await request(kept)).toMatchObject({ code: 401 });
    const cookie = await loginAs('demo');
    for (const wrong of ['0', 'abc', '1e3'])
      expect(await request(later, { params: { id: wrong }, body: '', cookie })).toMatchObject({ code: 422 });
    expect(await request(later, { params: { id: String(id) }, body: { is_later: 7 }, cookie })).toMatchObject(
      { code: 422 },
    );
  });

  it('shows no price to who may see none', async () => {
    const frozen = await contextOf(db, 'frozen');
    const { userId, companyId } = frozen.actor.account;
    await db
      .insert(cartLine)
      .values({ userId, companyId, goodsId: known.goodsPlain, number: 10, isSavedForLater: true });
    const text = JSON.stringify(await listLater(frozen));
    expect(text).toContain('布洛芬');
    expect(text).not.toMatch(/\d\.\d{2}"|"[^"]*(price|amount)[^"]*":/i);
  });

  it('never lets the cart grow beyond its lines, whoever comes back at once', async () => {
    const rows = await db
      .select({ id: goods.id })
      .from(goods)
      .limit(maxCartLines + 3);
    const { userId, companyId } = demo.actor.account;
    const lines = await db
      .insert(cartLine)
      .values(
        rows.map(({ id }, at) => ({
          userId,
          companyId,
          goodsId: id,
          number: 10,
          isSavedForLater: at < 5,
        })),
      )
      .returning();
    const waiting = lines.filter((line) => line.isSavedForLater).map(({ id }) => id);
    const results = await Promise.allSettled(waiting.map((id) => keepForLater(demo, { id, is_later: 0 })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect((await listCart(demo)).data).toHaveLength(maxCartLines);
  });
});

describe('other stores of the account', () => {
  it('are those of the same head office, each with who orders for it', async () => {
    const cookie = await loginAs('demo');
    const { list } = storeList.parse((await request(stores, { cookie })).data);
    expect(list).toMatchObject([{ user_id: known.users['demo-fendian'] }]);
    // From the store's side the head office is one of them, with all who order there.
    expect((await listStores(store)).list.map((one) => one.user_id)).toEqual([
      known.users.demo,
      known.users['demo-caigou'],
    ]);
    expect((await listStores(other)).list).toEqual([]);
  });

  it('get lines by their own rules, at least as many, however often', async () => {
    const ids = [await add(known.goodsPlain, 40), await add(known.goodsPlainSecond, 30)];
    await add(known.goodsPlain, 60, store);
    const input = { ids, other_user_ids: [known.users['demo-fendian']] };
    const results = await Promise.all([1, 2, 3].map(() => copyLines(demo, input)));
    for (const result of results)
      expect(copied.parse(result)).toMatchObject({ stores: [{ added: 2, refused: [] }] });
    expect(await numbersOf(store)).toEqual({ [known.goodsPlain]: 60, [known.goodsPlainSecond]: 30 });
    expect(await numbersOf(demo)).toEqual({ [known.goodsPlain]: 40, [known.goodsPlainSecond]: 30 });
    // Bought at the price of whoever gets it.
    const own = (await listCart(demo)).data.map((line) => line.price);
    expect((await listCart(store)).data.map((line) => line.price)).not.toEqual(own);
  });

  it('tell nothing of what lies in the other cart: not how many, not that it is full', async () => {
    const id = await add(known.goodsLimited, 40);
    await db.update(cartLine).set({ number: 50 }).where(eq(cartLine.id, id));
    const input = { ids: [id], other_user_ids: [known.users['demo-fendian']] };
    const [empty] = (await copyLines(demo, input)).stores;
    await add(known.goodsLimited, 30, store);
    const [filled] = (await copyLines(demo, input)).stores;
    expect(filled).toEqual(empty);
    expect(empty?.refused[0]?.reason).toContain('最多可购买');
    expect(JSON.stringify(filled)).not.toContain('已有');
    expect((await listCart(store)).data.map((line) => line.number)).toEqual([30]);
  });

  it('are told what they may not have', async () => {
    const id = await add(known.goodsPlain);
    await db.update(company).set({ status: 'frozen' }).where(eq(company.id, store.actor.account.companyId));
    const { stores: notified } = await copyLines(demo, {
      ids: [id],
      other_user_ids: [known.users['demo-fendian']],
    });
    expect(notified).toMatchObject([{ added: 0, refused: [{ goods_id: known.goodsPlain, code: 411 }] }]);
    expect(await db.$count(cartLine)).toBe(1);
    await db.update(company).set({ status: 'approved' }).where(eq(company.id, store.actor.account.companyId));
  });

  it('are nobody else: no other company, no colleague, no line of somebody else', async () => {
    const id = await add(known.goodsPlain);
    const cookie = await loginAs('demo');
    for (const stranger of [known.users.other, known.users['demo-caigou'], known.users.demo, 'nobody'])
      expect(await request(copy, { body: { ids: [id], other_user_ids: [stranger] }, cookie })).toMatchObject({
        code: 403,
      });
    const mine = { ids: [await add(known.goodsPlain, undefined, other)] };
    await expect(
      copyLines(demo, { ...mine, other_user_ids: [known.users['demo-fendian']] }),
    ).rejects.toMatchObject({ code: 404 });
    const body = { ids: [id], other_user_ids: [known.users['demo-fendian']] };
    expect(await request(copy, { body, cookie: await loginAs('demo-zhidu') })).toMatchObject({ code: 403 });
    for (const body of ['', 'ids[]=1', 'other_user_ids[]=a', `ids[]=x&other_user_ids[]=a`])
      expect(await request(copy, { body, cookie })).toMatchObject({ code: 422 });
    expect(await numbersOf(store)).toEqual({});
  });
});

describe('a price that moved', () => {
  it('is told with its difference, in its own filter, whatever the number', async () => {
    const down = await add(known.goodsPlain);
    const up = await add(known.goodsPlainSecond);
    await add(known.goodsWithLadder, 200);
    await db.update(cartLine).set({ priceWhenAdded: 1_200 }).where(eq(cartLine.id, down));
    await db.update(cartLine).set({ priceWhenAdded: 100 }).where(eq(cartLine.id, up));
    const { data, filter_data } = cartState.parse(await listCart(demo));
    const changeOf = (id: number) => data.find((line) => line.id === id)?.price_change;
    expect(changeOf(down)).toMatch(/^-\d+\.\d{2}$/);
    expect(changeOf(up)).toMatch(/^\d+\.\d{2}$/);
    // Many pieces of a ladder are cheaper apiece: nothing has moved.
    expect(data.find((line) => line.goods_id === known.goodsWithLadder)).not.toHaveProperty('price_change');
    expect(filter_data).toContainEqual({ id: 4, name: '已降价', count: 1 });
    expect((await listCart(demo, { filters: 4 })).data.map(({ id }) => id)).toEqual([down]);
  });
});
