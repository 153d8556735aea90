/** Lucky wheels for tests: opened without the second person, at once. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { PrizeKind } from '#lib/rules/wheel/prizes.ts';
import type { Db } from '#lib/server/db/client.ts';
import { wheel } from '#lib/server/db/schema.ts';
import { insertWheel, type PrizeValues, replacePrizes } from '#lib/server/draws/desk-rows.ts';
import { freeze } from '#lib/server/draws/open.ts';
import { grantChances } from '#lib/server/wheel/chances.ts';
import { listPrizes, type PrizeRow } from '#lib/server/wheel/rows.ts';
import { offer } from './mall.ts';

const hour = 3_600_000;

/** A prize with so many tickets; of points each is worth 1 yuan and brings 5. */
export function prize(kind: PrizeKind, count: number, own: Partial<PrizeValues> = {}): PrizeValues {
  const isPiece = kind === 'coupon' || kind === 'voucher';
  return {
    kind,
    name: `${kind}奖`,
    remarks: '',
    count,
    cost: kind === 'nothing' ? 0 : 1_00,
    points: kind === 'points' ? 5 : null,
    value: isPiece ? 1_00 : null,
    threshold: isPiece ? (kind === 'coupon' ? 50_00 : 0) : null,
    days: isPiece ? 30 : null,
    goodsId: null,
    ...own,
  };
}

type Own = Partial<typeof wheel.$inferInsert>;

/** A wheel with these prizes that has begun an hour ago and ends in an hour. */
export async function openedWheel(
  db: Db,
  prizes: readonly PrizeValues[],
  own: Own = {},
): Promise<{ id: number; prizes: PrizeRow[] }> {
  const now = Date.now();
  const values = {
    name: '测试转盘',
    remarks: '规则',
    startsAt: new Date(now - hour),
    endsAt: new Date(now + hour),
    perSign: 0,
    perOrder: 0,
    perAmount: 0,
    pointsPrice: 0,
    pointsDaily: 0,
  };
  return db.transaction(async (tx) => {
    const { id } = await insertWheel(tx, values, randomUUID());
    await replacePrizes(tx, id, prizes);
    const made = await listPrizes(tx, id);
    await freeze(tx, id, made, new Date(now - hour));
    if (Object.keys(own).length > 0) await tx.update(wheel).set(own).where(eq(wheel.id, id));
    return { id, prizes: made };
  });
}

/** Gives chances from the desk. */
export function giveChance(db: Db, wheelId: number, companyId: number, count = 1): Promise<boolean> {
  return db.transaction((tx) =>
    grantChances(tx, {
      wheelId,
      companyId,
      userId: null,
      count,
      source: 'desk',
      sourceId: randomUUID(),
    }),
  );
}

/** Goods of the points mall and a wheel for browser tests: the first ones of a run have number 1. */
export async function haveGoodsAndWheel(db: Db): Promise<void> {
  await offer(db, { kind: 'thing', name: '保温杯', points: 7_111 });
  await openedWheel(db, [prize('points', 4), prize('nothing', 6)]);
}
