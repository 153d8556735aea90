/** Papers' health: goods of the company's own orders that the end of a paper blocks, and what it pays for them a month. */
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { companies, goodsPlain, users } from '#demo/seed/known.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { getMember } from '#lib/server/accounts/member.ts';
import { getPaperHealth } from '#lib/server/companies/paper-health.ts';
import { company, order, orderLine, paper, product } from '#lib/server/db/schema.ts';
import { type Account, findAccountFor } from '#lib/server/people/account-rows.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accountOf, makeGoods, pay, payFreely, order as place } from '#tests/support/orders.ts';

const { db } = await testDatabase();
const day = 86_400_000;
let now: Date;
let goodsId: number;
let no: string;
const after = (days: number) => new Date(now.getTime() + days * day);

/** The one drug licence of the company ends in so many days. */
async function ends(days: number, companyId: number = companies.demo): Promise<void> {
  await db.delete(paper).where(eq(paper.companyId, companyId));
  await db.insert(paper).values({
    companyId,
    kind: 'drug_licence',
    number: '1',
    validFrom: '2020-01-01',
    validTo: dayKey(after(days).getTime()),
  });
}

async function healthOf(id: string, at = now) {
  const account: Account = await accountOf(db, id);
  return getPaperHealth(db, account, at);
}

beforeAll(async () => {
  await payFreely(db);
  const demo = await accountOf(db, users.demo);
  goodsId = await makeGoods(db, goodsPlain, 1000);
  const trade = await place(db, demo, [{ goodsId, number: 10 }]);
  await pay(db, demo, trade.trade_no);
  no = trade.orders[0]!.no;
  now = new Date();
  // Of the demo's own past nothing is looked at here.
  await db.update(order).set({ createdAt: after(-400) });
});

beforeEach(async () => {
  await db.update(order).set({ createdAt: now }).where(eq(order.no, no));
  await ends(20);
});

describe('of a paper that ends', () => {
  it('tells what was bought, and a third of what was paid', async () => {
    const [line] = await db.select().from(orderLine).where(eq(orderLine.orderNo, no));
    const [end] = await healthOf(users.demo);
    expect(end).toMatchObject({ name: '药品经营许可证', left: 20, isDue: true });
    expect(end?.goods.map(({ id }) => id)).toEqual([goodsId]);
    expect(end?.monthly).toBe((Math.round((line?.paid ?? 0) / 3) / 100).toFixed(2));
    const { blocked } = await getMember(await contextOf(db, 'demo'));
    expect(blocked).toContain('药品经营许可证到期影响1种常买的商品');
  });

  it('looks ninety days back, to the moment', async () => {
    await db
      .update(order)
      .set({ createdAt: after(-90) })
      .where(eq(order.no, no));
    expect((await healthOf(users.demo))[0]?.goods).toHaveLength(1);
    await db
      .update(order)
      .set({ createdAt: new Date(after(-90).getTime() - 1) })
      .where(eq(order.no, no));
    expect((await healthOf(users.demo))[0]?.goods).toEqual([]);
  });

  it('leaves out what was given back, and other companies’ orders', async () => {
    const other = await makeGoods(db, goodsPlain, 1000);
    const demo = await accountOf(db, users.demo);
    const trade = await place(db, demo, [{ goodsId: other, number: 10 }]);
    await pay(db, demo, trade.trade_no);
    const own = eq(orderLine.orderNo, trade.orders[0]!.no);
    expect((await healthOf(users.demo))[0]?.goods).toHaveLength(2);
    const [line] = await db.select().from(orderLine).where(own);
    await db
      .update(orderLine)
      .set({ refundedQuantity: line!.quantity, refundedAmount: line!.paid })
      .where(own);
    expect((await healthOf(users.demo))[0]?.goods.map(({ id }) => id)).toEqual([goodsId]);
    await ends(20, companies.other);
    expect((await healthOf(users.other))[0]?.goods).toEqual([]);
  });

  it('counts what stores on these papers have bought, and none with papers of its own', async () => {
    const store = companies['demo-fendian'];
    const standing = (inheritsPapers: boolean) =>
      db
        .update(company)
        .set({ headId: companies.demo, inheritsPapers, status: 'approved' })
        .where(eq(company.id, store));
    await standing(true);
    const acting = (await findAccountFor(db, users.demo, store))!;
    const bought = await makeGoods(db, goodsPlain, 1000);
    const trade = await place(db, acting, [{ goodsId: bought, number: 10 }]);
    await pay(db, await accountOf(db, users.demo), trade.trade_no);
    const idsOf = async (of: Account) =>
      (await getPaperHealth(db, of, new Date()))[0]?.goods.map(({ id }) => id).sort((a, b) => a - b);
    expect(await idsOf(await accountOf(db, users.demo))).toEqual([goodsId, bought]);
    // The store reads what it has bought itself.
    expect(await idsOf(acting)).toEqual([bought]);
    await standing(false);
    expect(await idsOf(await accountOf(db, users.demo))).toEqual([goodsId]);
  });

  it('goes by the scope that the goods has now', async () => {
    const [row] = await db.select().from(product).limit(1);
    expect(row).toBeDefined();
    await db.update(product).set({ scope: '' });
    expect((await healthOf(users.demo))[0]?.goods).toEqual([]);
  });
});

it('says nothing to a company that buys nothing anyway, and of papers without an end', async () => {
  expect(await healthOf(users.frozen)).toEqual([]);
  await db.update(paper).set({ validTo: null }).where(eq(paper.companyId, companies.demo));
  expect(await healthOf(users.demo)).toEqual([]);
});
