/** What a company did for points and chances, and asked about redeemed things, in batches. */
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { pointsCase, pointsTask, pointsTaskDone, wheel, wheelChance } from '../db/schema.ts';

/** Rows a read. */
const batch = 500;

/** Chances of a company with their wheels, in their order. */
export function listOwnChances(db: Db, companyId: number, after: number) {
  return db
    .select({ chance: wheelChance, wheel: wheel.name })
    .from(wheelChance)
    .innerJoin(wheel, eq(wheel.id, wheelChance.wheelId))
    .where(and(eq(wheelChance.companyId, companyId), gt(wheelChance.id, after)))
    .orderBy(asc(wheelChance.id))
    .limit(batch);
}

/** Cases about damaged things, in their order. */
export function listOwnPointsCases(db: Db, companyId: number, after: number) {
  return db
    .select()
    .from(pointsCase)
    .where(and(eq(pointsCase.companyId, companyId), gt(pointsCase.id, after)))
    .orderBy(asc(pointsCase.id))
    .limit(batch);
}

/** What a company did of tasks, by task and deed. */
export function listOwnDeeds(db: Db, companyId: number, after: { taskId: number; source: string }) {
  return db
    .select({ done: pointsTaskDone, title: pointsTask.title, kind: pointsTask.kind })
    .from(pointsTaskDone)
    .innerJoin(pointsTask, eq(pointsTask.id, pointsTaskDone.taskId))
    .where(
      and(
        eq(pointsTaskDone.companyId, companyId),
        sql`(${pointsTaskDone.taskId}, ${pointsTaskDone.source}) > (${after.taskId}::int, ${after.source})`,
      ),
    )
    .orderBy(asc(pointsTaskDone.taskId), asc(pointsTaskDone.source))
    .limit(batch);
}
