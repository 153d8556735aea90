/** Cases about damaged things of the mall, with their pictures. */
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { PointsCaseState } from '#lib/rules/points/points-orders.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { pointsCase, pointsCaseFile, storedFile } from '../db/schema.ts';

export type CaseRow = typeof pointsCase.$inferSelect;

/** The case that a form has made; null before. */
export async function findCaseOfForm(tx: Tx, companyId: number, token: string): Promise<CaseRow | null> {
  const [row] = await tx
    .select()
    .from(pointsCase)
    .where(and(eq(pointsCase.companyId, companyId), eq(pointsCase.token, token)));
  return row ?? null;
}

/** The open case of a locked order; null where there is none. */
export async function findOpenCase(tx: Db | Tx, orderNo: string): Promise<CaseRow | null> {
  const [row] = await tx
    .select()
    .from(pointsCase)
    .where(and(eq(pointsCase.orderNo, orderNo), eq(pointsCase.state, 'asked')));
  return row ?? null;
}

/** The newest case of an order; null without one. */
export async function findNewestCase(tx: Tx, orderNo: string): Promise<CaseRow | null> {
  const [row] = await tx
    .select()
    .from(pointsCase)
    .where(eq(pointsCase.orderNo, orderNo))
    .orderBy(desc(pointsCase.id))
    .limit(1);
  return row ?? null;
}

export async function insertCase(
  tx: Tx,
  row: Pick<CaseRow, 'orderNo' | 'companyId' | 'userId' | 'reason' | 'token'>,
  files: readonly number[],
): Promise<void> {
  const [made] = await tx.insert(pointsCase).values(row).returning({ id: pointsCase.id });
  const { id } = must(made, 'the case');
  if (files.length > 0)
    await tx
      .insert(pointsCaseFile)
      .values(files.map((fileId, position) => ({ caseId: id, position, fileId })));
}

/** Ends the open case of a locked order. */
export async function endCase(
  tx: Tx,
  id: number,
  state: PointsCaseState,
  { answer, now }: { answer: string; now: Date },
): Promise<void> {
  await tx.update(pointsCase).set({ state, answer, endedAt: now }).where(eq(pointsCase.id, id));
}

/** True for a picture of a damaged thing. */
export async function isPointsPicture(db: Db, fileId: number): Promise<boolean> {
  return (await db.$count(pointsCaseFile, eq(pointsCaseFile.fileId, fileId))) > 0;
}

/** Cases of an order, the newest first, with their pictures. */
export async function listCases(db: Db, orderNo: string) {
  const cases = await db
    .select()
    .from(pointsCase)
    .where(eq(pointsCase.orderNo, orderNo))
    .orderBy(desc(pointsCase.id));
  const files =
    cases.length === 0
      ? []
      : await db
          .select({ caseId: pointsCaseFile.caseId, file: storedFile })
          .from(pointsCaseFile)
          .innerJoin(storedFile, eq(storedFile.id, pointsCaseFile.fileId))
          .where(
            inArray(
              pointsCaseFile.caseId,
              cases.map(({ id }) => id),
            ),
          )
          .orderBy(asc(pointsCaseFile.position));
  return cases.map((row) => ({
    row,
    files: files.filter(({ caseId }) => caseId === row.id).map(({ file }) => file),
  }));
}
