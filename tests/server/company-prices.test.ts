/** Prices agreed with a company: proposed by row and by file, accepted by the merchant, seen by that company alone. */

import { and, desc, eq, like, or } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { companies, goodsPlain, goodsPlainElsewhere, goodsPlainSecond } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { ownPrices } from '#lib/contract/desk/lists/own-prices.ts';
import { proposals } from '#lib/contract/desk/lists/proposals.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import {
  changeOwnPrice,
  dropOwnPrice,
  restoreOwnPrice,
  setOwnPrice,
} from '#lib/server/companies/own-prices.ts';
import { dropPrice, importPrices, setPrice } from '#lib/server/companies/prices.ts';
import {
  acceptProposal,
  listCompanyProposals,
  refuseProposal,
  withdrawProposal,
} from '#lib/server/companies/proposals.ts';
import type { Context } from '#lib/server/core/context.ts';
import { passAct } from '#lib/server/countersign/countersign.ts';
import { auditLog, customerPrice, goods, merchantNotice, waitingAct } from '#lib/server/db/schema.ts';
import { undoRow } from '#lib/server/desk/list/acting.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { person } from '#tests/support/desk-people.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const list = routeOf(api.companyPrices);
const set = routeOf(api.setPrice);
const offers = routeOf(api.offers);

const { db } = await testDatabase();
const context = byStaff(db, new Date());
const id = companies.other;
const pricesOf = (companyId: number) =>
  db
    .select({ goodsId: customerPrice.goodsId, price: customerPrice.price })
    .from(customerPrice)
    .where(eq(customerPrice.companyId, companyId))
    .orderBy(customerPrice.goodsId);
const ofCompany = or(eq(auditLog.subjectKey, String(id)), like(auditLog.subjectKey, `${id}-%`));
const entries = () => db.$count(auditLog, and(eq(auditLog.act, 'company.prices'), ofCompany));
const fileOf = (text: string) => ({
  name: '协议价.csv',
  type: 'text/csv',
  bytes: new Uint8Array(Buffer.from(text)),
});

const merchantOf = async (goodsId: number) => {
  const [row] = await db.select().from(goods).where(eq(goods.id, goodsId));
  return { merchantId: row!.merchantId, member: row!.memberPrice };
};
const { merchantId, member } = await merchantOf(goodsPlain);
const by = (own = merchantId): Context<'merchant'> => ({
  ...context,
  actor: { kind: 'merchant', name: `shop${own}`, merchantId: own, role: 'goods' },
});
const yuan = (fen: number) => formatYuan(fen);
const high = yuan(member);
const low = yuan(Math.ceil(member * 0.7) - 1);
const floor = yuan(Math.ceil(member * 0.7));
const proposed = async (price: string, was?: string) =>
  (await setPrice(context, { id, goods_id: goodsPlain, price, was })).id;

const notified = async () =>
  (
    await db
      .select()
      .from(merchantNotice)
      .where(and(eq(merchantNotice.kind, 'price'), eq(merchantNotice.merchantId, merchantId)))
      .orderBy(desc(merchantNotice.id))
  ).map(({ title }) => title);

describe('a proposal', () => {
  it('is in force once the merchant whose goods they are accepts it, seen by that company alone', async () => {
    const no = await proposed(floor);
    expect(await proposed(floor)).toBe(no);
    expect(await pricesOf(id)).toEqual([]);
    const other = by(merchantId === 1 ? 2 : 1);
    await expect(acceptProposal(other, { id: no })).rejects.toMatchObject({ code: 404 });
    await expect(refuseProposal(other, { id: no, reason: '不同意' })).rejects.toMatchObject({ code: 404 });
    expect((await askList(other, proposals)).rows).toEqual([]);
    expect((await askList(by(), proposals)).rows).toMatchObject([{ id: no, price: floor, is_open: 1 }]);
    await Promise.all([1, 2].map(() => acceptProposal(by(), { id: no })));
    expect((await askList(by(), proposals)).rows).toEqual([]);
    expect(await pricesOf(id)).toEqual([{ goodsId: goodsPlain, price: Math.ceil(member * 0.7) }]);
    expect(await entries()).toBe(1);
    const seen = async (name: 'other' | 'clinic') =>
      JSON.stringify(
        (await request(offers, { path: `/api/goods/offers?ids=${goodsPlain}`, cookie: await loginAs(name) }))
          .data,
      );
    expect(await seen('other')).toContain(floor);
    expect(await seen('clinic')).not.toContain(floor);
    expect((await askList(by(), ownPrices)).rows).toContainEqual(
      expect.objectContaining({ id: `${id}-${goodsPlain}`, company_id: id, agreed: floor }),
    );
    expect((await askList(other, ownPrices)).rows).not.toContainEqual(
      expect.objectContaining({ id: `${id}-${goodsPlain}` }),
    );
    await expect(dropPrice(context, { id, goods: goodsPlain, was: high })).rejects.toMatchObject({
      code: 409,
    });
    await dropPrice(context, { id, goods: goodsPlain, was: floor });
    await dropPrice(context, { id, goods: goodsPlain, was: floor });
    expect(await pricesOf(id)).toEqual([]);
  });

  it('is accepted or withdrawn, never both', async () => {
    const no = await proposed(high);
    const race = await Promise.allSettled([
      acceptProposal(by(), { id: no }),
      withdrawProposal(context, { id: no }),
    ]);
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const isAccepted = race[0].status === 'fulfilled';
    expect(await pricesOf(id)).toHaveLength(isAccepted ? 1 : 0);
    if (isAccepted) await dropPrice(context, { id, goods: goodsPlain, was: high });
  });

  it('is replaced by another, and by a price of the merchant’s own', async () => {
    const first = await proposed(floor);
    const second = await proposed(high);
    await expect(acceptProposal(by(), { id: first })).rejects.toMatchObject({ code: 409 });
    const input = { company_id: id, goods_id: goodsPlain, price: floor, was: undefined };
    expect(await setOwnPrice(by(), input)).toMatchObject({ waits: 0 });
    await expect(acceptProposal(by(), { id: second })).rejects.toMatchObject({ code: 409 });
    await expect(setOwnPrice(by(), { ...input, price: high })).rejects.toMatchObject({ code: 409 });
    await expect(setOwnPrice(by(merchantId === 1 ? 2 : 1), input)).rejects.toMatchObject({ code: 422 });
    const read = { id: `${id}-${goodsPlain}`, agreed: floor };
    for (const price of ['x', '1.234', ''])
      await expect(changeOwnPrice(by(), { ...read, price })).rejects.toMatchObject({ code: 422 });
    await changeOwnPrice(by(), { ...read, price: high });
    await expect(changeOwnPrice(by(), { ...read, price: '8.88' })).rejects.toMatchObject({ code: 409 });
    await changeOwnPrice(by(), { ...read, agreed: high, price: floor });
    await dropOwnPrice(by(), { id: `${id}-${goodsPlain}`, agreed: floor });
    expect(await pricesOf(id)).toEqual([]);
  });

  it('of the merchant’s own is as it was before a change or an end, once, unless it was changed since', async () => {
    const row = `${id}-${goodsPlain}`;
    const entry = async () => {
      const [last] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
      return last!.id;
    };
    let nth = 0;
    const undo = (of: number, own = merchantId) =>
      undoRow({ ...by(own), requestId: `undo ${nth++}` }, of, (within) =>
        restoreOwnPrice(within, { id: row }),
      );
    await setOwnPrice(by(), { company_id: id, goods_id: goodsPlain, price: floor, was: undefined });
    await changeOwnPrice(by(), { id: row, agreed: floor, price: high });
    const changed = await entry();
    await expect(undo(changed, merchantId === 1 ? 2 : 1)).rejects.toMatchObject({ code: 409 });
    // Another item of the company is none of its business.
    const other = await db.query.goods.findFirst({ where: eq(goods.id, goodsPlainSecond) });
    const beside = {
      company_id: id,
      goods_id: goodsPlainSecond,
      price: yuan(other!.memberPrice),
      was: undefined,
    };
    await setOwnPrice(by(), beside);
    const twice = await Promise.allSettled([undo(changed), undo(changed)]);
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await dropOwnPrice(by(), { id: `${id}-${goodsPlainSecond}`, agreed: beside.price });
    expect(await pricesOf(id)).toEqual([{ goodsId: goodsPlain, price: parseYuan(floor) }]);
    await dropOwnPrice(by(), { id: row, agreed: floor });
    const ended = await entry();
    await undo(ended);
    expect(await pricesOf(id)).toEqual([{ goodsId: goodsPlain, price: parseYuan(floor) }]);
    // The platform ends it in between, which is an entry of the company: what stands is looked at.
    await changeOwnPrice(by(), { id: row, agreed: floor, price: high });
    const last = await entry();
    await dropPrice(context, { id, goods: goodsPlain, was: high });
    await expect(undo(last)).rejects.toMatchObject({ code: 409, message: /刚刚已变更/ });
    expect(await pricesOf(id)).toEqual([]);
  });

  it('below the floor is refused; a merchant’s own waits for the platform', async () => {
    const input = { id, goods_id: goodsPlain, price: low, was: undefined };
    await expect(setPrice(context, input)).rejects.toMatchObject({ code: 422 });
    await expect(setPrice(context, { ...input, id: 999_999 })).rejects.toMatchObject({ code: 404 });
    await expect(setPrice(context, { ...input, goods_id: 999_999_999 })).rejects.toMatchObject({ code: 422 });
    await expect(setPrice(context, { ...input, price: '0' })).rejects.toMatchObject({ code: 422 });
    const own = { company_id: id, goods_id: goodsPlain, price: '0.01', was: undefined };
    expect(await setOwnPrice(by(), own)).toMatchObject({ waits: 1 });
    expect(await pricesOf(id)).toEqual([]);
    await expect(setOwnPrice(by(), own)).rejects.toMatchObject({ code: 409 });
    const [act] = await db.select().from(waitingAct).where(eq(waitingAct.kind, 'low_price'));
    const as = (role: string): Context<'platform'> => ({
      ...context,
      actor: { kind: 'platform', name: `prices.${role}`, merchantId: null, role },
    });
    await expect(passAct(as('finance'), { id: act!.id })).rejects.toMatchObject({ code: 403 });
    expect(await passAct(as('admin'), { id: act!.id })).toMatchObject({ state: 'passed' });
    expect(await pricesOf(id)).toEqual([{ goodsId: goodsPlain, price: 1 }]);
    await dropOwnPrice(by(), { id: `${id}-${goodsPlain}`, agreed: '0.01' });
  });
});

describe('by file', () => {
  /** Looked at, and confirmed. */
  const sure = { columns: ['goods', 'price'], confirm: 1 as const };
  const look = { columns: undefined, confirm: 0 as const };

  const waiting = () => listCompanyProposals(context, { id, state: 'waiting', page: 1, size: 50 });

  it('shows its columns and what would become of its rows before anything is written', async () => {
    const text = `2026年协议价,,\n商品编号,起订量,协议价(元)\n${goodsPlain},10,${high}\n`;
    const looked = await importPrices(context, { id, file: fileOf(text), ...look });
    expect(looked).toMatchObject({ is_written: 0, done: 1, rows: [{ row: 3, price: high }] });
    expect(looked.table).toMatchObject({ head: 2, questions: [], is_remembered: 0 });
    expect(looked.table.columns.map(({ head, key }) => [head, key])).toEqual([
      ['商品编号', 'goods'],
      ['起订量', ''],
      ['协议价(元)', 'price'],
    ]);
    expect(await pricesOf(id)).toEqual([]);
    const chosen = { id, file: fileOf(text), columns: ['goods', '', 'price'] };
    expect(await importPrices(context, { ...chosen, confirm: 0 })).toMatchObject({ is_written: 0, done: 1 });
    expect((await waiting()).list).toEqual([]);
    expect(await importPrices(context, { ...chosen, file: fileOf(text), confirm: 1 })).toMatchObject({
      is_written: 1,
      done: 1,
    });
    expect((await waiting()).list).toMatchObject([{ goods_id: goodsPlain, price: high }]);
    expect((await importPrices(context, { id, file: fileOf(text), ...look })).table.is_remembered).toBe(1);
    await withdrawProposal(context, { id: (await waiting()).list[0]!.id });
  });

  it('asks which of two columns is the price, and refuses a choice that does not fit', async () => {
    const text = `商品编号,执行价,供货价\n${goodsPlain},10,${high}\n`;
    expect(await importPrices(context, { id, file: fileOf(text), ...look })).toMatchObject({
      rows: [],
      table: { questions: ['“执行价”“供货价”都可能是协议价，请选择一列'] },
    });
    for (const wrong of [
      ['goods', 'price'],
      ['goods', 'price', 'price'],
      ['goods', '', ''],
      ['goods', 'x', ''],
    ])
      await expect(
        importPrices(context, { id, file: fileOf(text), columns: wrong, confirm: 1 }),
      ).rejects.toMatchObject({
        code: 422,
      });
    expect(await pricesOf(id)).toEqual([]);
  });

  it('proposes what is right, ends at once, says of each row what became of it, and again changes nothing', async () => {
    const second = await merchantOf(goodsPlainSecond);
    const own = { company_id: id, goods_id: goodsPlainSecond, price: yuan(second.member), was: undefined };
    await setOwnPrice(by(second.merchantId), own);
    // The reader takes a file's bytes with it.
    const file = () =>
      fileOf(
        `商品编号,协议价\n${goodsPlain},${high}\n${goodsPlainElsewhere},abc\n${goodsPlainSecond},删除\n999999999,1\n${goodsPlain},3\n`,
      );
    const report = await importPrices(context, { id, file: file(), ...sure });
    expect(report).toMatchObject({ done: 2, failed: 3 });
    expect(report.rows.map((row) => [row.row, row.is_done])).toEqual([
      [2, 1],
      [3, 0],
      [4, 1],
      [5, 0],
      [6, 0],
    ]);
    expect(await pricesOf(id)).toEqual([]);
    expect((await waiting()).list).toMatchObject([{ goods_id: goodsPlain, price: high }]);
    const before = await entries();
    expect(await importPrices(context, { id, file: file(), ...sure })).toMatchObject({ done: 2, failed: 3 });
    expect(await entries()).toBe(before);
    expect((await waiting()).total).toBe(1);
    const lower = await importPrices(context, { id, file: fileOf(`${goodsPlain},0.01`), ...sure });
    expect(lower.rows[0]).toMatchObject({ is_done: 0, said: expect.stringContaining('底价') });
  });

  it('is refused where it is empty or no table, and for a company that there is not', async () => {
    await expect(importPrices(context, { id, file: fileOf(''), ...look })).rejects.toMatchObject({
      code: 422,
    });
    await expect(
      importPrices(context, { id, file: { ...fileOf('PK\u0003\u0004'), name: 'a.xlsx' }, ...look }),
    ).rejects.toMatchObject({ code: 422 });
    await expect(
      importPrices(context, { id: 999_999, file: fileOf('1591,1'), ...look }),
    ).rejects.toMatchObject({
      code: 404,
    });
  });
});

it('is the platform’s: a role that may not look, a merchant’s people, a buyer and a visitor are turned away', async () => {
  const [finance, merchant] = [
    await person(db, 'prices.fin', 'finance'),
    await person(db, 'prices.shop', 'admin', 1),
  ];
  const params = { id: String(id) };
  const body = { goods_id: goodsPlain, price: '1.00' };
  expect((await request(list, { params, cookie: finance.cookie })).status).toBe(200);
  expect((await request(set, { method: 'POST', params, body, cookie: finance.cookie })).status).toBe(403);
  for (const cookie of [merchant.cookie, await loginAs('other'), undefined])
    expect((await request(list, { params, ...(cookie && { cookie }) })).status).toBe(404);
});

describe('the merchant', () => {
  it('hears once of a proposal, of its withdrawal and of the end of a price', async () => {
    await db.delete(merchantNotice);
    const stood = (await pricesOf(id)).find((row) => row.goodsId === goodsPlain);
    const was = stood && yuan(stood.price);
    if (was !== undefined) await dropPrice(context, { id, goods: goodsPlain, was });
    await db.delete(merchantNotice);
    const no = await proposed(floor);
    expect(await proposed(floor)).toBe(no);
    expect(await notified()).toEqual(['平台提议了协议价']);
    await Promise.all([withdrawProposal(context, { id: no }), withdrawProposal(context, { id: no })]);
    expect(await notified()).toEqual(['平台撤回了协议价提议', '平台提议了协议价']);
    await acceptProposal(by(), { id: await proposed(floor) });
    await dropPrice(context, { id, goods: goodsPlain, was: floor });
    await dropPrice(context, { id, goods: goodsPlain, was: floor });
    expect((await notified()).slice(0, 2)).toEqual(['平台取消了协议价', '平台提议了协议价']);
  });
});
