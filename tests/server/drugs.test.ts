/** A list by drug and spec: each once, with all of its goods, in the order of the list. */
import { afterAll, describe, expect, test } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { shopActor } from '#lib/server/core/context.ts';
import { closeCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { openGoodsList } from '#lib/server/goods/list-page.ts';
import { testDatabase } from '#tests/support/database.ts';
import { priceKeysIn } from '#tests/support/leaks.ts';
import { accountOf, contextOf } from '#tests/support/orders.ts';

const { db } = await testDatabase();
afterAll(closeCatalogue);
const demo = await accountOf(db, known.users.demo);
const visitor = { ...contextOf(db, demo), actor: shopActor(null) };

const open = (query: Record<string, string>, context: Parameters<typeof openGoodsList>[0] = visitor) =>
  openGoodsList(context, new URLSearchParams(query), 20, undefined, true);

/** All pages of a list by drug. */
async function whole(query: Record<string, string>) {
  const first = await open(query);
  const pages = [first];
  for (let page = 2; page <= first.pages; page++) pages.push(await open({ ...query, page: String(page) }));
  return pages;
}

describe('a search by drug', () => {
  test('names each drug and spec once, over all pages, and counts every goods that was found', async () => {
    const query = { keywords: '阿莫西林' };
    const pages = await whole(query);
    const drugs = pages.flatMap((page) => page.drugs ?? []);
    const names = drugs.map(({ name, spec }) => `${name} ${spec}`);
    expect(new Set(names).size).toBe(names.length);
    const total = (await openGoodsList(visitor, new URLSearchParams(query), 20)).total;
    expect(drugs.reduce((sum, drug) => sum + drug.total, 0)).toBe(total);
    expect(pages[0]!.total).toBe(total);
  });

  test('has under each drug goods of it, as they stand in the list, and bounds what a page asks for', async () => {
    for (const { drugs, list } of (await whole({ keywords: '片' })).slice(0, 5)) {
      const items = new Map(list.map((item) => [item.id, item]));
      expect(list.length).toBeLessThanOrEqual(200);
      for (const { name, spec, ids, total, merchants } of drugs!) {
        expect(ids.length).toBe(Math.min(total, 12));
        const own = ids.map((id) => items.get(id)!);
        for (const item of own) expect([item.name, item.ypgg]).toEqual([name, spec]);
        const seen = new Set(own.map((item) => item.sjly.id)).size;
        expect(merchants).toBeGreaterThanOrEqual(seen);
        if (ids.length === total) expect(merchants).toBe(seen);
      }
    }
  });

  test('begins with what the list begins with', async () => {
    const query = { keywords: '布洛芬', sort: 'sale' };
    const [first] = (await openGoodsList(visitor, new URLSearchParams(query), 20)).list;
    expect((await open(query)).drugs![0]!.ids[0]).toBe(first!.id);
  });

  test('goes by a buyer’s own 到手单价 too, and tells a visitor no price', async () => {
    const query = { keywords: '阿莫西林', sort: 'net' };
    const buyer = { ...visitor, actor: shopActor(demo) };
    const own = await open(query, buyer);
    const plain = await openGoodsList(buyer, new URLSearchParams(query), 20);
    expect(own.drugs![0]!.ids[0]).toBe(plain.list[0]!.id);
    expect(own.isPrivate).toBe(true);
    expect(priceKeysIn((await open({ keywords: '阿莫西林' })).list)).toEqual([]);
  });

  test('a page beyond the last is the last; nothing found is no drug', async () => {
    const { pages } = await open({ keywords: '阿莫西林' });
    const last = await open({ keywords: '阿莫西林', page: '999' });
    expect(last.input.page).toBe(pages);
    expect(last.drugs!.length).toBeGreaterThan(0);
    expect(await open({ keywords: '这个药不存在的啊' })).toMatchObject({ drugs: [], pages: 1, total: 0 });
  });

  test('of very many goods it says that only the first are put together', async () => {
    const { notices, total } = await open({});
    expect(notices.length > 0).toBe(total > 5_000);
  });
});
