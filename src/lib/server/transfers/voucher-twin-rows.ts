/** Equal vouchers of two companies: one of them cannot be for its own transfer. */
import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../db/client.ts';
import { bankTransfer, company, storedFile } from '../db/schema.ts';

/** Transfers of other companies with the same picture or file as each of these has, by number. */
export async function listVoucherTwins(
  db: Db,
  payNos: readonly string[],
): Promise<Map<string, { no: string; company: string }[]>> {
  if (payNos.length === 0) return new Map();
  const otherFile = alias(storedFile, 'other_file');
  const other = alias(bankTransfer, 'other');
  const rows = await db
    .select({ payNo: bankTransfer.payNo, no: other.payNo, company: company.name })
    .from(bankTransfer)
    .innerJoin(storedFile, eq(storedFile.id, bankTransfer.fileId))
    .innerJoin(
      otherFile,
      and(eq(otherFile.digest, storedFile.digest), ne(otherFile.companyId, storedFile.companyId)),
    )
    .innerJoin(other, eq(other.fileId, otherFile.id))
    .innerJoin(company, eq(company.id, otherFile.companyId))
    .where(inArray(bankTransfer.payNo, [...payNos]))
    .orderBy(asc(other.payNo));
  const twins = Map.groupBy(rows, ({ payNo }) => payNo);
  return new Map(
    [...twins].map(([payNo, own]) => [payNo, own.map(({ no, company: of }) => ({ no, company: of }))]),
  );
}
