/** Stores and licences that a registration names. */
import { and, eq, ne, sql } from 'drizzle-orm';
import type { DraftPaper } from '#lib/rules/companies/application.ts';
import type { NamedStore } from '#lib/rules/companies/registration.ts';
import type { Db, Tx } from '../db/client.ts';
import { paper, paperFile, registration } from '../db/schema.ts';

/** Saves the stores that a head office names. */
export async function saveStores(tx: Tx, companyId: number, stores: NamedStore[]): Promise<void> {
  await tx.update(registration).set({ stores }).where(eq(registration.companyId, companyId));
}

/** The stores that a head office has named. */
export async function listNamed(db: Db | Tx, companyId: number): Promise<NamedStore[]> {
  const [row] = await db
    .select({ stores: registration.stores })
    .from(registration)
    .where(eq(registration.companyId, companyId));
  return row?.stores ?? [];
}

/** The stores of a head office, locked until the transaction ends. */
export async function lockStores(tx: Tx, companyId: number): Promise<NamedStore[]> {
  const [row] = await tx
    .select({ stores: registration.stores })
    .from(registration)
    .where(eq(registration.companyId, companyId))
    .for('update');
  return row?.stores ?? [];
}

/** A company's current documents: of each kind that was returned and corrected only the corrected one. */
export async function listOwnPapers(
  db: Db,
  companyId: number,
): Promise<(DraftPaper & { reason: string | null })[]> {
  const rows = await db
    .select({
      kind: paper.kind,
      state: paper.status,
      number: paper.number,
      validFrom: paper.validFrom,
      validTo: paper.validTo,
      lacksEnd: paper.lacksEnd,
      reason: paper.reason,
      files: sql<number>`(select count(*) from ${paperFile} where ${paperFile.paperId} = ${paper.id})::int`,
    })
    .from(paper)
    .where(and(eq(paper.companyId, companyId), ne(paper.status, 'replaced')))
    .orderBy(paper.id);
  return rows.map(({ validFrom, validTo, ...row }) => ({
    ...row,
    validFrom: validFrom === null ? null : Date.parse(`${validFrom}T00:00:00+08:00`),
    validTo: validTo === null ? null : Date.parse(`${validTo}T23:59:59.999+08:00`),
  }));
}
