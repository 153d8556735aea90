/** Writes of tables of lots that come in. Every query is bound to the merchant. */
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { movesUsingPutIn } from '#lib/rules/orders/lots.ts';
import type { WordOf } from '#lib/rules/site/words.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { lot, lotImport, lotImportRow, lotMovement } from '../db/schema.ts';

/** The record of a table; its first slice begins it. */
export async function openImport(db: Db, row: typeof lotImport.$inferInsert): Promise<number> {
  await db.insert(lotImport).values(row).onConflictDoNothing();
  const [found] = await db
    .select({ id: lotImport.id })
    .from(lotImport)
    .where(
      and(
        eq(lotImport.staffId, row.staffId),
        eq(lotImport.token, row.token),
        eq(lotImport.merchantId, row.merchantId),
      ),
    );
  return must(found, 'the import').id;
}

export type ImportRow = Omit<typeof lotImportRow.$inferInsert, 'id' | 'state' | 'note' | 'moveId'>;

/** Saves the result of a row. One that came in keeps that; another result gives way to the last one. */
export async function writeImportRow(
  tx: Db | Tx,
  row: ImportRow,
  result: { state: WordOf<'lot_import_row.state'>; note?: string; moveId?: number },
): Promise<void> {
  const said = { note: '', moveId: null, ...result };
  await tx
    .insert(lotImportRow)
    .values({ ...row, ...said })
    .onConflictDoUpdate({
      target: [lotImportRow.importId, lotImportRow.row],
      set: { ...row, ...said },
      setWhere: sql`${lotImportRow.moveId} is null`,
    });
}

/** Saves rows that the check refused; a row of that number that is there stays. */
export async function insertWrongRows(
  db: Db,
  rows: readonly (ImportRow & { note: string })[],
): Promise<void> {
  await db
    .insert(lotImportRow)
    .values(rows.map((row) => ({ ...row, state: 'wrong' as const })))
    .onConflictDoNothing();
}

/** The movement by which pieces of a lot came in for a cause. */
export async function findPutInMove(tx: Tx, lotId: number, ref: string): Promise<number> {
  const [row] = await tx
    .select({ id: lotMovement.id })
    .from(lotMovement)
    .where(and(eq(lotMovement.lotId, lotId), eq(lotMovement.kind, 'put_in'), eq(lotMovement.ref, ref)));
  return must(row, `put-in ${ref}`).id;
}

/** Over a put-in `m`: it was cancelled. */
export const isCancelled = sql`exists (select 1 from lot_movement c
  where c.lot_id = m.lot_id and c.kind = 'cancelled' and c.ref = 'put-in:' || m.id)`;

/** Over a movement `m`: its cause without the number behind a space that a put-in after a cancelled one has. */
export const causeOf = sql`regexp_replace(m.ref, ' [0-9]+$', '')`;

/**
 * The put-in of an item by a row of a table: that of the row itself, else the one in force by the same cause. Without one,
 * the cause by which it comes in now: another one than those that were cancelled. The item is locked.
 */
export async function findTablePutIn(
  tx: Tx,
  { importId, row, goodsId }: Pick<ImportRow, 'importId' | 'row' | 'goodsId'>,
  cause: string,
): Promise<{ before: { id: number } | null; ref: string }> {
  const { rows } = await tx.execute<{ id: number; isOwn: boolean; isCancelled: boolean }>(sql`
    select l.id, ${isCancelled} as "isCancelled",
      exists (select 1 from lot_import_row r
        where r.import_id = ${importId} and r.row = ${row} and r.move_id = m.id) as "isOwn"
    from lot_movement m join lot l on l.id = m.lot_id
    where l.goods_id = ${goodsId} and m.kind = 'put_in' and ${causeOf} = ${cause}`);
  const before = rows.find(({ isOwn, isCancelled: isOver }) => isOwn || !isOver) ?? null;
  return { before, ref: rows.length === 0 ? cause : `${cause} ${rows.length + 1}` };
}

/** The put-in of a row of a merchant's table, with the lot as it is named now; `moveId` is null where it came not in. */
export async function findImported(
  db: Db | Tx,
  { id, merchantId }: { id: number; merchantId: number },
): Promise<{ moveId: number | null; goodsId: number; lotNo: string | null } | null> {
  const [row] = await db
    .select({ moveId: lotImportRow.moveId, goodsId: lotImportRow.goodsId, lotNo: lot.lotNo })
    .from(lotImportRow)
    .innerJoin(lotImport, eq(lotImport.id, lotImportRow.importId))
    .leftJoin(lotMovement, eq(lotMovement.id, lotImportRow.moveId))
    .leftJoin(lot, eq(lot.id, lotMovement.lotId))
    .where(and(eq(lotImportRow.id, id), eq(lotImport.merchantId, merchantId)));
  return row ?? null;
}

/** The last movement of a lot by which a put-in is used (`movesUsingPutIn`); null for none. The lot is locked. */
export async function findUse(tx: Tx, lotId: number, moveId: number) {
  const [row] = await tx
    .select({ kind: lotMovement.kind, at: lotMovement.createdAt })
    .from(lotMovement)
    .where(
      and(
        eq(lotMovement.lotId, lotId),
        gt(lotMovement.id, moveId),
        inArray(lotMovement.kind, [...movesUsingPutIn]),
      ),
    )
    .orderBy(desc(lotMovement.id))
    .limit(1);
  return row ?? null;
}
