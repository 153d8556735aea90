/** Acts that wait for a second person: requested by one, decided by another. */
import { and, asc, eq, getTableColumns, gte, inArray, sql } from 'drizzle-orm';
import type { ActKind } from '#lib/rules/companies/act-kinds.ts';
import { allActStates, isActOpen } from '#lib/rules/companies/act-states.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, waitingAct } from '../db/schema.ts';

/** `companyId` is 0 for an act about the shop itself. */
export type ActRow = Omit<typeof waitingAct.$inferSelect, 'companyId'> & { companyId: number };

/** Its columns as of {@link ActRow}. */
export const actColumns = {
  ...getTableColumns(waitingAct),
  companyId: sql<number>`coalesce(${waitingAct.companyId}, 0)`,
};

/** Acts that wait for a decision. Over `waitingAct`. */
export const isToDecide = inArray(waitingAct.state, allActStates.filter(isActOpen));

function joined(db: Db | Tx) {
  return db
    .select({ act: actColumns, company: company.name })
    .from(waitingAct)
    .leftJoin(company, eq(company.id, waitingAct.companyId))
    .$dynamic();
}
export type JoinedAct = Awaited<ReturnType<typeof joined>>[number];

/** One of them as it is now, or null. */
export async function findAct(db: Db | Tx, id: number): Promise<JoinedAct | null> {
  const [row] = await joined(db).where(eq(waitingAct.id, id));
  return row ?? null;
}

type NewAct = Pick<ActRow, 'companyId' | 'kind' | 'amount' | 'reason' | 'askedBy' | 'state' | 'createdAt'> &
  Partial<
    Pick<
      ActRow,
      'threshold' | 'until' | 'subject' | 'payload' | 'changes' | 'askedAs' | 'isAlone' | 'merchantId'
    >
  >;

/** Saves one; null where one of the same kind and subject waits. */
export async function insertAct(tx: Tx, row: NewAct): Promise<number | null> {
  const [made] = await tx
    .insert(waitingAct)
    .values({ ...row, companyId: row.companyId || null })
    .onConflictDoNothing()
    .returning({ id: waitingAct.id });
  return made?.id ?? null;
}

/** Locks one until the transaction ends; null when there is none. */
export async function lockAct(tx: Tx, id: number): Promise<ActRow | null> {
  const [row] = await tx.select(actColumns).from(waitingAct).where(eq(waitingAct.id, id)).for('update');
  return row ?? null;
}

/** Waiting acts of these subjects, without a lock. */
export async function listWaitingActs(db: Db | Tx, subjects: readonly string[]): Promise<ActRow[]> {
  if (subjects.length === 0) return [];
  return db
    .select(actColumns)
    .from(waitingAct)
    .where(and(inArray(waitingAct.subject, [...subjects]), isToDecide))
    .orderBy(asc(waitingAct.id));
}

/** Saves the decision on a locked one. */
export async function decideAct(
  tx: Tx,
  id: number,
  to: Pick<ActRow, 'state' | 'decidedBy' | 'decidedAt' | 'word' | 'companyCouponId' | 'outcome'>,
): Promise<void> {
  await tx.update(waitingAct).set(to).where(eq(waitingAct.id, id));
}

/** Serializes a person's acts without a second person until the transaction ends: their day's limit holds. */
export async function lockAlone(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`alone:${name}`}, 0))`);
}

/** Fen that a person moved alone since a moment by acts of these kinds. */
export async function sumAlone(
  tx: Db | Tx,
  name: string,
  kinds: readonly ActKind[],
  since: Date,
): Promise<number> {
  const [row] = await tx
    .select({ sum: sql<number>`coalesce(sum(abs(${waitingAct.amount})), 0)::float8` })
    .from(waitingAct)
    .where(
      and(
        eq(waitingAct.askedBy, name),
        eq(waitingAct.isAlone, true),
        inArray(waitingAct.kind, [...kinds]),
        gte(waitingAct.createdAt, since),
      ),
    );
  return row?.sum ?? 0;
}
