/** The purchase list that is worked on: one a person and company, never overwritten unseen, bounded. */

import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { AppError } from '#lib/contract/errors.ts';
import { type PurchaseDraft, purchaseDraft as wire } from '#lib/contract/quick-order/calls.ts';
import { type DraftRow, maxDraftRows, maxDraftText } from '#lib/contract/quick-order/draft.ts';
import { purgeSome } from '#lib/server/core/jobs/purge-rows.ts';
import { goods, purchaseDraft } from '#lib/server/db/schema.ts';
import { closeCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { getPurchaseDraft, restorePurchaseDraft, savePurchaseDraft } from '#lib/server/quick-order/draft.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const GET = routeOf(api.purchaseDraft);
const POST = routeOf(api.savePurchaseDraft);
const restore = routeOf(api.restorePurchaseDraft);

const { db } = await testDatabase();
const demo = await contextOf(db, 'demo');
const [{ productId: other }] = (await db
  .select({ productId: goods.productId })
  .from(goods)
  .where(eq(goods.id, known.goodsHerbal))) as [{ productId: number }];

const row = (over: Partial<DraftRow> = {}): DraftRow => ({
  text: '布洛芬 20盒',
  given: null,
  grade: 'check',
  confidence: 80,
  reason: '有2个厂家，请选择',
  kinds: ['maker'],
  about: '拜耳',
  ways: [{ number: 5, text: '5盒' }],
  number: 20,
  goods_id: known.goodsPlain,
  others: [other],
  is_settled: 1,
  is_own: 1,
  ...over,
});
const save = (version: number, rows: DraftRow[], keeps_last: 0 | 1 = 0, context = demo, text = '') =>
  savePurchaseDraft(context, { version, text, rows, keeps_last });

beforeEach(() => db.delete(purchaseDraft));
afterAll(closeCatalogue);

it('comes back as it was left, with its goods and the names of what else may be meant', async () => {
  const cookie = await loginAs('demo');
  expect((await request(GET, { cookie })).data).toEqual({
    version: 0,
    saved_at: null,
    text: '',
    rows: [],
    has_last: 0,
  });
  const body = new URLSearchParams({ version: '0', text: '还没匹配', rows: JSON.stringify([row()]) });
  expect((await request(POST, { body: String(body), cookie })).data).toMatchObject({ version: 1 });
  const draft = wire.parse((await request(GET, { cookie })).data);
  expect(draft).toMatchObject({ version: 1, text: '还没匹配', has_last: 0 });
  expect(draft.rows[0]).toMatchObject({
    text: '布洛芬 20盒',
    number: 20,
    kinds: ['maker'],
    about: '拜耳',
    ways: [{ number: 5, text: '5盒' }],
    is_settled: 1,
    is_own: 1,
    goods: { id: known.goodsPlain, is_buy: 1 },
    others: [{ product_id: other }],
  });
  expect(draft.rows[0]?.goods?.price).toBeDefined();
});

it('two tabs: the later one is told what stands there, the same again is no change', async () => {
  await save(0, [row()]);
  expect(await save(1, [row({ number: 40 })])).toMatchObject({ version: 2 });
  const late = await save(1, [row({ number: 60 })]).catch((error: unknown) => error);
  expect(late).toBeInstanceOf(AppError);
  expect(late).toMatchObject({ code: 409, data: { version: 2, rows: [{ number: 40 }] } });
  // An answer that was lost on its way is asked for again.
  expect(await save(1, [row({ number: 40 })])).toMatchObject({ version: 2 });
});

it('of twelve at once on one version one is kept, the others are told', async () => {
  for (const version of [0, 1]) {
    const tries = Array.from({ length: 12 }, (_, at) =>
      save(version, [row({ number: 20 * (at + 2) + 1_000 * version })]),
    );
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await getPurchaseDraft(demo)).version).toBe(version + 1);
  }
});

it('belongs to one person of one company: others neither see nor change it', async () => {
  await save(0, [row()]);
  for (const name of ['demo-caigou', 'other', 'demo-fendian'] as const) {
    const context = await contextOf(db, name);
    expect(await getPurchaseDraft(context)).toMatchObject({ version: 0, rows: [] });
    await save(0, [row({ text: name })], 0, context);
    await expect(restorePurchaseDraft(context, { version: 1 })).rejects.toMatchObject({ code: 409 });
  }
  expect((await getPurchaseDraft(demo)).rows.map(({ text }) => text)).toEqual(['布洛芬 20盒']);
  expect(await request(GET)).toMatchObject({ code: 401 });
  const reader = await loginAs('demo-zhidu');
  expect(await request(POST, { body: { version: 0, rows: [] }, cookie: reader })).toMatchObject({
    code: 403,
  });
});

it('shows no price to a company that sees none', async () => {
  const context = await contextOf(db, 'pending');
  await save(0, [row()], 0, context);
  const [only] = (await getPurchaseDraft(context)).rows;
  expect(only).toMatchObject({ grade: 'none', number: 0 });
  expect(JSON.stringify(only)).not.toMatch(/"[^"]*(price|qhj|rebate|terms)[^"]*":|\d\.\d{2}"/i);
});

it('the list before it went into the cart comes back, and once', async () => {
  await save(0, [row(), row({ text: '第二行' })]);
  await save(1, [row({ text: '第二行' })], 1);
  const answers = await Promise.allSettled(
    [2, 2, 2].map((version) => restorePurchaseDraft(demo, { version })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const back = await getPurchaseDraft(demo);
  expect(back).toMatchObject({ version: 3, has_last: 1 });
  expect(back.rows).toHaveLength(2);
  // Emptying an empty list keeps what the way back leads to.
  await save(3, [], 1);
  await save(4, [], 1, demo, '别的');
  const cookie = await loginAs('demo');
  const restored = await request<PurchaseDraft>(restore, { body: { version: 5 }, cookie });
  expect(restored.data.rows).toHaveLength(2);
  expect(restored.data.has_last).toBe(0);
  expect(await request(restore, { body: { version: 6 }, cookie })).toMatchObject({
    code: 409,
    message: '没有可恢复的清单',
  });
});

it('what cannot be bought so any more is looked at again', async () => {
  const [was] = await db.select().from(goods).where(eq(goods.id, known.goodsPlain));
  await save(0, [
    row({ number: 40 }),
    row({ goods_id: known.goodsOffShelf }),
    row({ goods_id: 2_000_000_000 }),
  ]);
  const stock = was!.packStep * 2;
  await db.update(goods).set({ stock }).where(eq(goods.id, known.goodsPlain));
  await closeCatalogue();
  const { rows } = await getPurchaseDraft(demo);
  await db.update(goods).set({ stock: was!.stock }).where(eq(goods.id, known.goodsPlain));
  await closeCatalogue();
  expect(rows.map(({ grade, number, is_settled }) => [grade, number, is_settled])).toEqual([
    ['check', stock, 0],
    ['none', 0, 0],
    ['none', 0, 0],
  ]);
  expect(rows[0]?.reason).toBe(`数量由40改为${stock}，请核对`);
  expect(rows[2]?.reason).toBe('该商品已不在售');
});

it('refuses what is too large or no list, and keeps what was there', async () => {
  await save(0, [row()]);
  const cookie = await loginAs('demo');
  const many = Array.from({ length: 501 }, () => row());
  const long = Array.from({ length: 500 }, () => row({ text: '长'.repeat(300), reason: '因'.repeat(200) }));
  expect(JSON.stringify(long).length).toBeGreaterThan(maxDraftRows);
  const wrong: [object, string | RegExp][] = [
    [{ rows: JSON.stringify(many) }, '一张清单最多500行'],
    [{ rows: JSON.stringify(long) }, /清单过大/],
    [{ rows: '[]', text: '长'.repeat(maxDraftText + 1) }, /清单过大/],
    [{ rows: '{' }, /清单/],
    [{ rows: JSON.stringify([row({ text: 'a\0b' })]) }, /./],
    [{ rows: '[{"text":"\\ud800"}]' }, /./],
    [{ rows: JSON.stringify([{ ...row(), grade: 'certain' }]) }, /./],
    [{}, /./],
  ];
  for (const [body, message] of wrong) {
    const form = String(new URLSearchParams({ version: '1', ...body }));
    const answer = await request<{ errors: Record<string, string[]> }>(POST, { body: form, cookie });
    expect(answer.code, form.slice(0, 80)).toBe(422);
    expect(answer.message).toMatch(message);
  }
  expect((await getPurchaseDraft(demo)).version).toBe(1);
  const full = Array.from({ length: 500 }, (_, at) =>
    row({ text: `第${at}行 阿莫西林胶囊 0.25g*24粒 10盒` }),
  );
  const body = String(new URLSearchParams({ version: '1', rows: JSON.stringify(full) }));
  expect(await request(POST, { body, cookie })).toMatchObject({ code: 200 });
});

it('goes when nobody has worked on it for thirty days', async () => {
  await save(0, [row()]);
  const after = (days: number) => new Date(demo.now.getTime() + days * 86_400_000);
  expect(await purgeSome(db, 'purchaseDraft', after(29), 10)).toBe(0);
  expect(await purgeSome(db, 'purchaseDraft', after(31), 10)).toBe(1);
});
