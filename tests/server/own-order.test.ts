/** Lists in the orders that are a buyer's own: by 到手单价 and by the last purchase, over all pages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { type GoodsItem, type GoodsList, goodsList, goodsListInput } from '#lib/contract/goods/calls.ts';
import { shopActor } from '#lib/server/core/context.ts';
import { closeCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { listGoods } from '#lib/server/goods/list.ts';
import { openGoodsList } from '#lib/server/goods/list-page.ts';
import { mostByNet } from '#lib/server/goods/own-order.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { cacheAddress } from '#lib/server/web/cache-address.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accountOf, contextOf, makeBuyers, order, pay } from '#tests/support/orders.ts';

const { db } = await testDatabase();
afterAll(closeCatalogue);
let demo: Account;
let buyer: Account;
beforeAll(async () => {
  demo = await accountOf(db, known.users.demo);
  [buyer] = (await makeBuyers(db, 1, 100_000_000)) as [Account];
});

const as = (account: Account | null) => ({ ...contextOf(db, demo), actor: shopActor(account) });

async function list(account: Account | null, query: Record<string, unknown>): Promise<GoodsList> {
  return goodsList.parse(await listGoods(as(account), goodsListInput.parse(query)));
}

/** All pages of a list, each a page of ten. */
async function whole(account: Account | null, query: Record<string, unknown>): Promise<GoodsItem[]> {
  const items: GoodsItem[] = [];
  for (let page = 1; ; page++) {
    const { list: part, total } = await list(account, { ...query, page, size: 10 });
    items.push(...part);
    if (part.length === 0 || items.length >= total) return items;
  }
}

const idsOf = (items: readonly GoodsItem[]) => items.map(({ id }) => id);

describe('by 到手单价', () => {
  const words = { keywords: '阿莫西林' };

  test.each(['asc', 'desc'] as const)('what is shown beside the goods goes one way: %s', async (way) => {
    const items = await whole(demo, { ...words, sort: 'net', order: way });
    const shown = items.flatMap(({ net }) => (net ? [Number(net.price)] : []));
    expect(shown.length).toBeGreaterThan(10);
    expect(shown).toEqual(shown.toSorted((a, b) => (way === 'asc' ? a - b : b - a)));
    // What has none comes last, and nothing is lost or doubled.
    expect(items.slice(0, shown.length).every(({ net }) => net !== undefined)).toBe(true);
    const plain = await whole(demo, words);
    expect(idsOf(items).toSorted()).toEqual(idsOf(plain).toSorted());
    const [own, other] = await Promise.all([list(demo, { ...words, sort: 'net' }), list(demo, words)]);
    expect([own.facets, own.total]).toEqual([other.facets, other.total]);
  });

  test('of too many it says that it goes by the price of a piece, and does', async () => {
    const found = await list(demo, { sort: 'net' });
    expect(found.total).toBeGreaterThan(mostByNet);
    expect(found.message).toContain('已按单价排序');
    const byPrice = await list(demo, { sort: 'price' });
    expect(idsOf(found.list)).toEqual(idsOf(byPrice.list));
    expect(byPrice.total, 'everything by price').toBe((await list(demo, {})).total);
    const page = await openGoodsList(as(demo), new URLSearchParams({ sort: 'net' }), 20);
    expect(page.notices.join()).toContain('已按单价排序');
  });
});

describe('by the last purchase', () => {
  test('what was bought comes first, the latest before, then all else as ever', async () => {
    const ids = [known.goodsPlain, known.goodsFullReduction, known.goodsWithLadder];
    for (const [at, goodsId] of ids.entries()) {
      const now = new Date(Date.now() - (10 - at) * 1000);
      const trade = await order(db, buyer, [{ goodsId, number: 100 }], now);
      await pay(db, buyer, trade.trade_no, 'balance', now);
    }
    const some = { category_id: 1 };
    const plain = idsOf(await whole(buyer, some));
    const bought = ids.toReversed().filter((id) => plain.includes(id));
    expect(bought.length).toBeGreaterThan(0);
    const rest = plain.filter((id) => !bought.includes(id));
    expect(idsOf(await whole(buyer, { ...some, sort: 'last' }))).toEqual([...bought, ...rest]);
    const oldest = await list(buyer, { sort: 'last', order: 'asc' });
    expect(idsOf(oldest.list).slice(0, 3)).toEqual(ids);
    // By what a piece cost then: those that were bought first, and what is shown beside them goes one way.
    for (const [order, sign] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      const byPrice = (await list(buyer, { sort: 'last_price', order })).list;
      expect(new Set(idsOf(byPrice).slice(0, 3))).toEqual(new Set(ids));
      const shown = byPrice.slice(0, 3).map(({ last }) => Number(last?.price));
      expect(shown).toEqual(shown.toSorted((a, b) => sign * (a - b)));
      expect(byPrice.slice(3).every(({ last }) => last === undefined)).toBe(true);
    }
    // Another company has bought other things.
    const [other] = (await makeBuyers(db, 1)) as [Account];
    expect(idsOf((await list(other, { ...some, sort: 'last' })).list)).toEqual(plain.slice(0, 20));
  });
});

test.each(['net', 'last'])('who sees no prices gets the usual order for %s, and is told', async (sort) => {
  const usual = idsOf((await list(null, {})).list);
  for (const account of [null, await accountOf(db, known.users.pending)])
    expect(idsOf((await list(account, { sort })).list)).toEqual(usual);
  const page = await openGoodsList(as(null), new URLSearchParams({ sort }), 20);
  expect(page.notices.join()).toContain('登录');
  expect(page.isPrivate).toBe(true);
  expect(cacheAddress(`/list?sort=${sort}`), 'is stored for nobody').toBeUndefined();
});
