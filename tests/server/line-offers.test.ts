/** What a row of a purchase list may become: offers with what they add to all that is about to be paid. */

import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeEach, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import {
  type Candidate,
  type CandidatesInput,
  candidates,
  candidatesInput,
} from '#lib/contract/quick-order/candidates.ts';
import { emptyChoices } from '#lib/rules/terms/asked.ts';
import { addToCart } from '#lib/server/cart/add.ts';
import { loadQuotedCart } from '#lib/server/cart/quoted-cart.ts';
import { cartLine, goods } from '#lib/server/db/schema.ts';
import { closeCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { listCandidates } from '#lib/server/quick-order/line-offers.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const POST = routeOf(api.listCandidates);

const { db } = await testDatabase();
const demo = await contextOf(db, 'demo');
const products = new Map(
  (
    await db
      .select({ id: goods.id, productId: goods.productId })
      .from(goods)
      .where(inArray(goods.id, [known.goodsPlain, known.goodsHerbal, known.goodsControlled]))
  ).map((row) => [row.id, row.productId]),
);
const productOf = (id: number) => products.get(id)!;

async function ask(input: Partial<CandidatesInput>, context = demo): Promise<Candidate[]> {
  const { list } = await listCandidates(context, candidatesInput.parse({ text: '布洛芬 20盒', ...input }));
  return candidates.parse({ list }).list;
}

beforeEach(() => db.delete(cartLine));
afterAll(closeCatalogue);

it('shows every offer of the product by what it adds, then those of the others', async () => {
  const list = await ask({
    number: 20,
    product_ids: [productOf(known.goodsPlain), productOf(known.goodsHerbal)],
  });
  const own = list.filter((one) => one.goods.product_id === productOf(known.goodsPlain));
  expect(list.slice(0, own.length)).toEqual(own);
  expect(own.length).toBeGreaterThan(1);
  const each = own.flatMap((one) => (one.each === undefined ? [] : Number(one.each)));
  expect(each.length).toBeGreaterThan(1);
  expect(each).toEqual(each.toSorted((a, b) => a - b));
  expect(list.slice(own.length).every((one) => one.goods.product_id === productOf(known.goodsHerbal))).toBe(
    true,
  );
  for (const one of list) expect(one.number > 0).toBe(one.each !== undefined && one.refusal === '');
});

it('what a piece adds is what the cart then costs more, freight counted', async () => {
  const before = await loadQuotedCart(db, demo.actor.account, { choices: emptyChoices }, demo.now);
  const [best] = await ask({ number: 20, product_ids: [productOf(known.goodsPlain)] });
  expect(best?.freight).toMatch(/^(运费\+¥\d+\.\d{2}|已免运费)/);
  await addToCart(demo, { lines: [{ goods_id: best!.goods.id, type: 0, number: best!.number }] });
  const after = await loadQuotedCart(db, demo.actor.account, { choices: emptyChoices }, demo.now);
  const more = after.quote.totals.pay - before.quote.totals.pay;
  expect(Math.round(Number(best!.each) * 100)).toBe(Math.ceil(more / best!.number));
  // A second goods of the merchant comes along, or fills the gap.
  const [again] = await ask({ number: 20, product_ids: [productOf(known.goodsPlain)] });
  expect(again?.goods.id).toBe(best!.goods.id);
});

it('of what is in the cart already, the figure is that of all pieces in its line', async () => {
  const ask20 = () => ask({ number: 20, product_ids: [productOf(known.goodsPlain)] });
  const own = (list: Candidate[]) => list.find((one) => one.goods.id === known.goodsPlain)!;
  const { goods: item, number } = own(await ask20());
  await addToCart(demo, { lines: [{ goods_id: item.id, type: 0, number: 30 }] });
  const said = own(await ask20());
  expect(said).toMatchObject({ number, in_cart: 30, refusal: '' });
  // The same with the pieces in another row of the list.
  await db.delete(cartLine);
  const listed = await ask({
    number: 20,
    product_ids: [productOf(known.goodsPlain)],
    basket: [{ goods_id: item.id, number: 30 }],
  });
  expect(own(listed)).toMatchObject({ number, in_cart: 30, each: said.each });
  await addToCart(demo, { lines: [{ goods_id: item.id, type: 0, number: 30 + number }] });
  const cart = await loadQuotedCart(db, demo.actor.account, { choices: emptyChoices }, demo.now);
  expect(said.each).toBe((cart.quote.totals.pay / (30 + number) / 100).toFixed(2));
  // What stock leaves beside the cart is all that is offered.
  const [{ stock } = { stock: 0 }] = await db.select().from(goods).where(eq(goods.id, item.id));
  await db.update(cartLine).set({ number: stock - (stock % item.zbz) });
  expect(own(await ask20())).toMatchObject({ number: 0, refusal: expect.stringContaining('已达最大购买量') });
});

it('the rest of the list counts: its merchant sends what comes along for no more freight', async () => {
  const alone = await ask({ number: 20, product_ids: [productOf(known.goodsPlain)] });
  const [own] = await db.select().from(goods).where(eq(goods.id, known.goodsPlain));
  const mates = await db
    .select({ id: goods.id })
    .from(goods)
    .where(eq(goods.merchantId, own!.merchantId))
    .limit(60);
  const basket = mates
    .filter(({ id }) => id !== known.goodsPlain)
    .map(({ id }) => ({ goods_id: id, number: 100 }));
  const beside = await ask({ number: 20, product_ids: [productOf(known.goodsPlain)], basket });
  const of = (list: Candidate[]) => list.find((one) => one.goods.id === known.goodsPlain)!;
  expect(of(beside).freight).toBe('已免运费');
  expect(Number(of(beside).each)).toBeLessThanOrEqual(Number(of(alone).each));
});

it('finds by words, and tells why what is found cannot be bought', async () => {
  const found = await ask({ keywords: 'blf' });
  expect(found.length).toBeGreaterThan(0);
  expect(found.every((one) => one.goods.name.includes('布洛芬'))).toBe(true);
  const controlled = await ask({ product_ids: [productOf(known.goodsControlled)] });
  const refused = controlled.find((one) => one.goods.id === known.goodsControlled);
  expect(refused).toMatchObject({ number: 0, refusal: expect.stringMatching(/./) });
  expect(await ask({ keywords: '没有这种东西呀' })).toEqual([]);
});

it('shows no price to a company that sees none', async () => {
  const list = await ask(
    { product_ids: [productOf(known.goodsPlain)], number: 20 },
    await contextOf(db, 'pending'),
  );
  expect(list.length).toBeGreaterThan(0);
  expect(JSON.stringify(list)).not.toMatch(/"[^"]*(price|qhj|rebate|terms|each|freight)[^"]*":|\d\.\d{2}"/i);
});

it('refuses what makes no sense, and who may not buy', async () => {
  const cookie = await loginAs('demo');
  const many = Array.from({ length: 22 }, (_, at) => at + 1);
  for (const body of [
    { text: '' },
    { text: 'a', product_ids: many },
    { text: 'a', product_ids: ['x'] },
    { text: 'a', basket: [{ goods_id: 1, number: 0 }] },
    { text: 'a', number: -1 },
    { text: 'a', keywords: '长'.repeat(101) },
  ])
    expect(await request(POST, { body, cookie }), JSON.stringify(body)).toMatchObject({ code: 422 });
  expect(await request(POST, { body: { text: 'a' } })).toMatchObject({ code: 401 });
  const reader = await loginAs('demo-zhidu');
  expect(await request(POST, { body: { text: 'a' }, cookie: reader })).toMatchObject({ code: 403 });
});
