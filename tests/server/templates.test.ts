/** A member's purchase templates: theirs alone, bounded, safe to repeat, and told of what changed. */

import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { goodsPlain, goodsPlainSecond } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import {
  editTemplateInput,
  maxTemplates,
  type SaveTemplateInput,
  saveTemplateInput,
} from '#lib/contract/templates.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { getInfo } from '#lib/server/accounts/accounts.ts';
import { listCartLines } from '#lib/server/cart/rows.ts';
import { goods, message, purchaseTemplate } from '#lib/server/db/schema.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { remindTemplates } from '#lib/server/templates/due.ts';
import { orderTemplate, previewTemplate } from '#lib/server/templates/order.ts';
import {
  deleteTemplate,
  editTemplate,
  listDueTemplates,
  listTemplates,
  saveTemplate,
} from '#lib/server/templates/templates.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const GET = routeOf(api.templates);
const POST = routeOf(api.saveTemplate);

const { db } = await testDatabase();
const [first, second] = [await makeGoods(db, goodsPlain, 1000), await makeGoods(db, goodsPlainSecond, 1000)];

async function buyer(): Promise<Account> {
  const [made] = await makeBuyers(db, 1);
  return made!;
}

function form(more: Partial<SaveTemplateInput> = {}) {
  const lines = [
    { goods_id: first, number: 20 },
    { goods_id: second, number: 30 },
  ];
  return saveTemplateInput.parse({ name: '每周一补货', weekday: 1, lines, ...more });
}

const save = (who: Account, more: Partial<SaveTemplateInput> = {}, now = new Date()) =>
  saveTemplate(contextOf(db, who, {}, now), form(more));

test('is kept once, however often and however many at once send it', async () => {
  const who = await buyer();
  const made = await Promise.all(Array.from({ length: 5 }, () => save(who)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(made[0]).toMatchObject({ name: '每周一补货', weekday: 1, day_text: '每周一', version: 1 });
  expect(made[0]!.lines.map(({ goods_id, number }) => [goods_id, number])).toEqual([
    [first, 20],
    [second, 30],
  ]);
  await expect(save(who, { weekday: 2 })).rejects.toMatchObject({
    code: 422,
    data: { errors: { name: expect.anything() } },
  });
  expect((await listTemplates(contextOf(db, who))).total).toBe(1);
});

test('is nobody else’s: not of another company, nor of a colleague', async () => {
  const [who, other] = [await buyer(), await buyer()];
  const colleague = { ...who, userId: other.userId };
  const { id } = await save(who);
  for (const stranger of [other, colleague]) {
    const context = contextOf(db, stranger);
    expect((await listTemplates(context)).total).toBe(0);
    const lines = [{ goods_id: first, type: 0, number: 20 }];
    await expect(previewTemplate(context, { id })).rejects.toMatchObject({ code: 404 });
    await expect(orderTemplate(context, { id, lines })).rejects.toMatchObject({ code: 404 });
    await expect(editTemplate(context, { ...form(), id, version: 1 })).rejects.toMatchObject({ code: 404 });
    await deleteTemplate(context, { id });
  }
  expect((await listTemplates(contextOf(db, who))).total).toBe(1);
  expect(await listCartLines(db, other)).toEqual([]);
});

test('is edited by one of two at once, and a repeat is the same edit', async () => {
  const who = await buyer();
  const { id } = await save(who);
  const context = contextOf(db, who);
  const edits = ['早班补货', '晚班补货'].map((name) =>
    editTemplate(context, { ...form({ name, lines: [{ goods_id: second, number: 50 }] }), id, version: 1 }),
  );
  const results = await Promise.allSettled(edits);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 409 } });
  const { list } = await listTemplates(context);
  expect(list[0]).toMatchObject({ version: 2, lines: [{ goods_id: second, number: 50 }] });
  const again = {
    ...form({ name: list[0]!.name, lines: [{ goods_id: second, number: 50 }] }),
    id,
    version: 1,
  };
  expect((await editTemplate(context, again)).version).toBe(2);
  const other = await save(who, { name: '月底' });
  await expect(
    editTemplate(context, { ...form({ name: list[0]!.name }), id: other.id, version: 1 }),
  ).rejects.toMatchObject({ code: 422 });
  await deleteTemplate(context, { id });
  await deleteTemplate(context, { id });
  expect((await listTemplates(context)).total).toBe(1);
});

test('fills the cart once, is due on its day until it was ordered, and tells what changed', async () => {
  const who = await buyer();
  // 2026-11-23 is a Monday.
  const monday = new Date('2026-11-23T09:00:00+08:00');
  const own = await makeGoods(db, goodsPlain, 1000);
  const { id } = await save(who, { lines: [{ goods_id: own, number: 20 }] }, monday);
  const context = contextOf(db, who, {}, monday);
  expect(await listDueTemplates(context)).toEqual(['每周一补货']);
  expect((await getInfo(context)).due_templates).toEqual(['每周一补货']);
  // Nobody else's, of whatever company.
  expect((await getInfo(contextOf(db, await buyer(), {}, monday))).due_templates).toEqual([]);
  expect((await previewTemplate(context, { id })).rows[0]).toMatchObject({ number: 20, changes: [] });
  const [row] = await db.select().from(goods).where(eq(goods.id, own));
  await db
    .update(goods)
    .set({ price: row!.price + 100, memberPrice: row!.memberPrice + 100, rankPrices: {}, stock: 10 })
    .where(eq(goods.id, own));
  // The process hears of the change by the bus; the row that decides is read fresh when it is added.
  const lines = [{ goods_id: own, type: 0, number: 10 }];
  await Promise.all([1, 2, 3].map(() => orderTemplate(context, { id, lines })));
  expect((await listCartLines(db, who)).map(({ goodsId, number }) => [goodsId, number])).toEqual([[own, 10]]);
  expect(await listDueTemplates(context)).toEqual([]);
  expect((await getInfo(context)).due_templates).toEqual([]);
  const [kept] = await db.select().from(purchaseTemplate).where(eq(purchaseTemplate.id, id));
  expect(kept!.usedOn).toBe(dayKey(monday.getTime()));
  // A week later it is due again.
  expect(await listDueTemplates(contextOf(db, who, {}, new Date('2026-11-30T00:00:00+08:00')))).toHaveLength(
    1,
  );
  await expect
    .poll(async () => (await previewTemplate(context, { id })).rows[0]!.changes.map(({ kind }) => kind))
    .toEqual(expect.arrayContaining(['dearer', 'number', 'in_cart']));
});

test('has bounds, said in words', async () => {
  const who = await buyer();
  const wrong = [
    { name: '' },
    { name: '一'.repeat(21) },
    { weekday: 8 },
    { weekday: 1, month_day: 1 },
    { month_day: 32, weekday: 0 },
    { lines: [] },
    { lines: Array.from({ length: 1001 }, () => ({ goods_id: first, number: 1 })) },
  ];
  for (const more of wrong) {
    const parsed = saveTemplateInput.safeParse({
      name: '补货',
      lines: [{ goods_id: first, number: 1 }],
      ...more,
    });
    expect(parsed.success, JSON.stringify(more).slice(0, 40)).toBe(false);
    expect(parsed.error?.issues[0]?.message).toMatch(/[\u4e00-\u9fff]/);
  }
  expect(editTemplateInput.safeParse({ ...form(), id: 1 }).success).toBe(false);
  for (const lines of [
    [{ goods_id: 2_000_000_000, number: 1 }],
    [
      { goods_id: first, number: 1 },
      { goods_id: first, number: 2 },
    ],
  ])
    await expect(save(who, { lines })).rejects.toMatchObject({ code: 422 });
  const names = Array.from({ length: maxTemplates + 3 }, (_, at) => `模板${at}`);
  const results = await Promise.allSettled(names.map((name) => save(who, { name })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxTemplates);
  expect((await listTemplates(contextOf(db, who))).total).toBe(maxTemplates);
});

test('is for buyers who are logged in', async () => {
  expect(await request(GET)).toMatchObject({ code: 401 });
  expect(await request(POST, { body: form() })).toMatchObject({ code: 401 });
});

test('its day is a message to its owner, once, by day, and none after the order', async () => {
  const who = await buyer();
  const monday = new Date('2026-11-23T09:00:00+08:00');
  const { id } = await save(who, {}, monday);
  const context = contextOf(db, who, {}, monday);
  const own = () =>
    db
      .select({ title: message.title, userId: message.userId, kind: message.kind })
      .from(message)
      .where(and(eq(message.companyId, who.companyId), eq(message.kind, 'replenish')));
  await remindTemplates(db, new Date('2026-11-23T07:59:00+08:00'));
  expect(await own()).toEqual([]);
  await Promise.all([remindTemplates(db, monday), remindTemplates(db, monday)]);
  await remindTemplates(db, new Date('2026-11-23T12:00:00+08:00'));
  expect(await own()).toEqual([{ title: '今天该补货：每周一补货', userId: who.userId, kind: 'replenish' }]);
  await orderTemplate(context, { id, lines: [{ goods_id: first, type: 0, number: 1 }] });
  await db.delete(message).where(eq(message.companyId, who.companyId));
  await remindTemplates(db, new Date('2026-11-23T13:00:00+08:00'));
  expect(await own()).toEqual([]);
});
