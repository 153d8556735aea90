/** An activity whose config does not fit its kind: refused at writing, left out of pages and alarmed at reading. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { activityKinds } from '#lib/rules/promotions/activity-kinds.ts';
import { listGroupBuys } from '#lib/server/activities/group-buy.ts';
import { joinGroupBuy } from '#lib/server/activities/join.ts';
import { settleGroupBuy, settleGroupBuys } from '#lib/server/activities/settle.ts';
import { listActivityTabs } from '#lib/server/activities/tabs.ts';
import { listActivities } from '#lib/server/catalogue/offer-rows.ts';
import { listPromotedGoods } from '#lib/server/catalogue/rows.ts';
import { checkedConfig, readActivity } from '#lib/server/db/activity-config.ts';
import { activity, order as orderTable, wallet } from '#lib/server/db/schema.ts';
import { findActivityZone } from '#lib/server/zones/activity-zone.ts';
import { findFlashSale, listMerchantActivities } from '#lib/server/zones/rows.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, pay, place } from '#tests/support/orders.ts';

const { db, url } = await testDatabase();

describe('written', () => {
  it.each([
    ['group_buy', { goal: 'many' }, 'config.goal'],
    ['group_buy', { goal: 10, minQuantity: 0 }, 'config.minQuantity'],
    ['combination', {}, 'config.price'],
    ['full_reduction', { tiers: [] }, 'config.tiers'],
    ['full_reduction', { tiers: [{ amount: 1.5, reduction: 1 }] }, 'config.tiers.0.amount'],
    ['gift', { threshold: { unit: 'weight', amount: 1 } }, 'config.threshold.unit'],
    ['add_on', {}, 'config.threshold'],
    ['cashback', { tiers: [{ amount: 100 }] }, 'config.tiers.0.cashback'],
    ['flash', { variant: 'cheaper' }, 'config.variant'],
  ] as const)('%s with %j is refused at %s', (kind, config, place) => {
    expect(() => checkedConfig(kind, config)).toThrowError(
      expect.objectContaining({ code: 422, message: expect.stringContaining(place) }),
    );
  });

  it('reductions under which more goods earn less are refused', () => {
    const tiers = [
      { amount: 1000_00, reduction: 80_00 },
      { amount: 300_00, reduction: 30_00 },
    ];
    expect(() => checkedConfig('full_reduction', { tiers })).toThrowError(
      expect.objectContaining({ code: 422, message: expect.stringContaining('多买反而少减') }),
    );
    tiers[0]!.reduction = 90_00;
    expect(checkedConfig('full_reduction', { tiers })).toEqual({ tiers });
  });

  it('what may be left out gets what it means', () => {
    expect(checkedConfig('group_buy', { goal: 10 })).toEqual({ goal: 10, minQuantity: 1 });
    expect(checkedConfig('flash', {})).toEqual({ variant: 'original_price' });
    expect(checkedConfig('combination', { price: 100 })).toEqual({ price: 100, limitQuantity: 0 });
  });

  it('what the demo has fits, of every kind', async () => {
    const rows = await db.select().from(activity);
    for (const row of rows) expect(checkedConfig(row.kind, row.config)).toEqual(readActivity(row)?.config);
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(activityKinds));
  });
});

describe('read', () => {
  it('pages and prices go on without it, the log alarms, and it is back when it is mended', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const goodsId = await makeGoods(db, goodsPlain, 100);
    const item = { goodsId, role: 'subject' as const, price: 100, stock: 50 };
    const { id } = await makeActivity(db, { kind: 'group_buy', config: { goal: 10 } }, [item]);
    const now = new Date();
    const shown = async () =>
      (await listGroupBuys(contextOf(db, buyer!), { id: undefined })).list.some((one) => one.id === id);
    const priced = async () =>
      (await listActivities(db, [goodsId], [], now, now)).some((one) => one.activity.id === id);
    expect([await shown(), await priced()]).toEqual([true, true]);

    await db
      .update(activity)
      .set({ config: { goal: 'many' } })
      .where(eq(activity.id, id));
    expect([await shown(), await priced()]).toEqual([false, false]);
    expect((await listGroupBuys(contextOf(db, buyer!), { id: undefined })).list.length).toBeGreaterThan(0);

    const { stdout } = await promisify(execFile)(process.execPath, ['tests/support/wrong-activity.ts'], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: url,
        DEMO: '1',
        LOG_LEVEL: 'error',
        AUTH_SECRET: 'a secret for tests, thirty-two characters',
      },
    });
    const lines = stdout.split('\n').filter((line) => line.includes('an activity is left out'));
    // Once, though it was read twice.
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, activity: id, kind: 'group_buy', problem: 'config.goal invalid_type' },
    ]);

    const [row] = await db.select().from(activity).where(eq(activity.id, id));
    expect(readActivity(row!)).toBeNull();
    expect(readActivity({ ...row!, config: { goal: 10 } })).toMatchObject({
      config: { goal: 10, minQuantity: 1 },
    });
  });

  it('no list, label or count knows it', async () => {
    const goodsId = await makeGoods(db, goodsPlain, 100);
    const items = [{ goodsId, role: 'subject' as const, price: 1, stock: 50 }];
    const soon = new Date(Date.now() + 60_000);
    const made = [
      await makeActivity(db, { kind: 'flash', endsAt: soon }, items),
      await makeActivity(db, { kind: 'full_reduction', merchantId: 1, config: right }, items),
    ];
    const ids = made.map(({ id }) => id);
    const known = async () => {
      const now = new Date();
      const promoted = await listPromotedGoods(db, now);
      const flashSale = await findFlashSale(db, now);
      const zones = await Promise.all(ids.map((id) => findActivityZone({ db, now }, String(id))));
      return [
        promoted.filter(({ activityId }) => ids.includes(activityId)).length,
        flashSale?.id === ids[0],
        zones.filter((zone) => zone !== null).length,
      ];
    };
    const counted = async () => {
      const { list } = await listActivityTabs({ db, now: new Date() });
      return ['flash', 'full_reduction'].map((kind) => list.find((tab) => tab.kind === kind)?.count ?? 0);
    };
    const [flashes = 0, reductions = 0] = await counted();
    expect(await known()).toEqual([2, true, 2]);

    const wrong = { variant: 'cheaper', tiers: 'many' };
    await db.update(activity).set({ config: wrong }).where(inArray(activity.id, ids));
    expect(await known()).toEqual([0, false, 0]);
    expect(await counted()).toEqual([flashes - 1, reductions - 1]);

    const others = and(
      eq(activity.merchantId, 1),
      eq(activity.kind, 'full_reduction'),
      ne(activity.id, ids[1]!),
    );
    await db.update(activity).set({ isOpen: false }).where(others);
    expect((await listMerchantActivities(db, new Date(), ['full_reduction'])).get(1)).toBeUndefined();
    await db.update(activity).set({ config: right }).where(inArray(activity.id, ids));
    expect((await listMerchantActivities(db, new Date(), ['full_reduction'])).get(1)).toEqual(
      new Set(['full_reduction']),
    );
  });
});

const right = { variant: 'original_price', tiers: [{ amount: 1000, reduction: 100 }] };

describe('a group-buy', () => {
  it.each([{ goal: 'many' }, 'nothing', { goal: 2, minQuantity: 0 }])(
    'that was written wrong (%j) alarms until it ends, then everyone is refunded, once',
    async (wrong) => {
      const [buyer] = await makeBuyers(db, 1, 100_000);
      const goodsId = await makeGoods(db, goodsPlain, 100);
      const item = { goodsId, role: 'subject' as const, price: 100, stock: 50 };
      const { id } = await makeActivity(db, { kind: 'group_buy', config: { goal: 10 } }, [item]);
      const line = await joinGroupBuy(contextOf(db, buyer!), { id, number: 2 });
      const { orders, trade_no: tradeNo } = await place(db, buyer!, { ids: [line.id] });
      await pay(db, buyer!, tradeNo);
      await db.update(activity).set({ config: wrong }).where(eq(activity.id, id));

      await expect(settleGroupBuy(db, id, new Date())).rejects.toMatchObject({ code: 422 });
      const over = new Date(Date.now() + 25 * 3_600_000);
      expect(await settleGroupBuys(db, over)).toMatchObject({ failed: 0 });
      await settleGroupBuys(db, over);

      const [order] = await db.select().from(orderTable).where(eq(orderTable.no, orders[0]!.no));
      expect(order).toMatchObject({ status: 'closed' });
      const [books] = await db.select().from(wallet).where(eq(wallet.companyId, buyer!.companyId));
      expect(books!.balance).toBe(100_000);
      const [row] = await db.select().from(activity).where(eq(activity.id, id));
      expect(row!.settledAt).toEqual(over);
      expect(row!.config).toMatchObject({ ...(typeof wrong === 'object' && wrong), outcome: 'failed' });
    },
  );
});
