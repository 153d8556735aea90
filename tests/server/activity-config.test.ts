/** An activity whose config does not fit its kind: refused at writing, left out of pages and alarmed at reading. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { activityKinds } from '#lib/rules/promotions/activity-kinds.ts';
import { checkedConfig, parseActivity, readActivity } from '#lib/server/db/activity-config.ts';
import { activity, jobFailure } from '#lib/server/db/schema.ts';
import { goodsPlain } from '#lib/server/db/seed/known.ts';
import { listActivities } from '#lib/server/repos/offers.ts';
import { listGroupBuys } from '#lib/server/services/activities/group-buy.ts';
import { settleGroupBuys } from '#lib/server/services/activities/settle.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods } from '#tests/support/orders.ts';

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

  it('what may be left out gets what it means', () => {
    expect(checkedConfig('group_buy', { goal: 10 })).toEqual({ goal: 10, minQuantity: 1 });
    expect(checkedConfig('flash', {})).toEqual({ variant: 'original_price' });
    expect(checkedConfig('combination', { price: 100 })).toEqual({ price: 100, limitQuantity: 0 });
  });

  it('what the demo has fits, of every kind', async () => {
    const rows = await db.select().from(activity);
    for (const row of rows) expect(checkedConfig(row.kind, row.config)).toEqual(parseActivity(row).config);
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(activityKinds));
  });
});

describe('read', () => {
  it('pages and prices go on without it, a job alarms, and it is back when it is mended', async () => {
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

    const over = new Date(Date.now() - 3_600_000);
    await db
      .update(activity)
      .set({ endsAt: over, startsAt: new Date(0) })
      .where(eq(activity.id, id));
    expect((await settleGroupBuys(db, new Date())).failed).toBe(1);
    const failures = await db.select().from(jobFailure).where(eq(jobFailure.job, 'settleGroupBuys'));
    expect(failures).toMatchObject([{ rowKey: String(id) }]);

    const [row] = await db.select().from(activity).where(eq(activity.id, id));
    expect(readActivity(row!)).toBeNull();
    expect(readActivity({ ...row!, config: { goal: 10 } })).toMatchObject({
      config: { goal: 10, minQuantity: 1 },
    });
  });
});
