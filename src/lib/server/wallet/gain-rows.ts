/**
 * What a company gained and gave besides its orders in some months: points by kind, and prizes that it won. They are the
 * company's, so they stand on its statement (rules 6).
 */
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { PointsUse } from '#lib/rules/points/points.ts';
import type { Db } from '../db/client.ts';
import { pointsLedger, wheelDraw, wheelPrize } from '../db/schema.ts';

export interface Gains {
  /** Sums of points by kind; below zero where they were spent or taken back. */
  points: { useType: PointsUse; points: number }[];
  /** Prizes besides points, with how many. */
  prizes: { name: string; count: number }[];
}

export async function listGains(
  db: Db,
  companyId: number,
  { from, to }: { from: Date; to: Date },
): Promise<Gains> {
  const [points, prizes] = await Promise.all([
    db
      .select({ useType: pointsLedger.useType, points: sql<number>`sum(${pointsLedger.amount})::int` })
      .from(pointsLedger)
      .where(
        and(
          eq(pointsLedger.companyId, companyId),
          gte(pointsLedger.createdAt, from),
          lt(pointsLedger.createdAt, to),
        ),
      )
      .groupBy(pointsLedger.useType)
      .orderBy(pointsLedger.useType),
    db
      .select({ name: wheelPrize.name, count: sql<number>`count(*)::int` })
      .from(wheelDraw)
      .innerJoin(wheelPrize, eq(wheelPrize.id, wheelDraw.prizeId))
      .where(
        and(
          eq(wheelDraw.companyId, companyId),
          inArray(wheelPrize.kind, ['coupon', 'voucher', 'thing']),
          gte(wheelDraw.createdAt, from),
          lt(wheelDraw.createdAt, to),
        ),
      )
      .groupBy(wheelPrize.id, wheelPrize.name)
      .orderBy(wheelPrize.name),
  ]);
  return { points, prizes };
}
