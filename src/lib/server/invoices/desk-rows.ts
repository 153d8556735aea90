/** What desks read and write about invoices besides their rows (rules 19). */
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { InvoiceFileKind } from '#lib/rules/invoices/invoice-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, invoice, invoiceFile } from '../db/schema.ts';

export async function readCompanyName(db: Db, id: number): Promise<string> {
  const [row] = await db.select({ name: company.name }).from(company).where(eq(company.id, id));
  return must(row, `company ${id}`).name;
}

/** True where another invoice has the number. */
export async function isNumberTaken(tx: Tx, number: string, id: number): Promise<boolean> {
  return (await tx.$count(invoice, and(eq(invoice.number, number), ne(invoice.id, id)))) > 0;
}

/** Writes the file of a kind in place of the one before; false where it is the same. */
export async function putFile(
  tx: Tx,
  row: { invoiceId: number; kind: InvoiceFileKind; digest: string; bytes: number },
): Promise<boolean> {
  const { digest, bytes } = row;
  const { rowCount } = await tx
    .insert(invoiceFile)
    .values(row)
    .onConflictDoUpdate({
      target: [invoiceFile.invoiceId, invoiceFile.kind],
      set: { digest, bytes },
      setWhere: ne(invoiceFile.digest, digest),
    });
  return rowCount === 1;
}

/** Files of invoices, those of the caller's bounds. */
export function listFiles(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select({
      invoiceId: invoiceFile.invoiceId,
      kind: invoiceFile.kind,
      digest: invoiceFile.digest,
      bytes: invoiceFile.bytes,
      number: invoice.number,
      title: invoice.title,
    })
    .from(invoiceFile)
    .innerJoin(invoice, eq(invoice.id, invoiceFile.invoiceId))
    .where(inArray(invoiceFile.invoiceId, [...ids]))
    .orderBy(invoiceFile.invoiceId, invoiceFile.kind);
}
