/** A company's titles and invoices, in batches. */
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { invoice, invoiceLine, invoiceTitle, merchant } from '../db/schema.ts';

/** Rows a read. */
const batch = 500;

/** Titles of a company, removed ones too. */
export function listOwnTitles(db: Db, companyId: number, after: number) {
  return db
    .select()
    .from(invoiceTitle)
    .where(and(eq(invoiceTitle.companyId, companyId), gt(invoiceTitle.id, after)))
    .orderBy(asc(invoiceTitle.id))
    .limit(batch);
}

/** Invoices of a company with their sellers, in their order. */
export function listOwnInvoices(db: Db, companyId: number, after: number) {
  return db
    .select({ invoice, merchant: merchant.shortName })
    .from(invoice)
    .innerJoin(merchant, eq(merchant.id, invoice.merchantId))
    .where(and(eq(invoice.companyId, companyId), gt(invoice.id, after)))
    .orderBy(asc(invoice.id))
    .limit(batch);
}

/** Lines of a company's invoices, by invoice and line. */
export function listOwnInvoiceLines(db: Db, companyId: number, after: { invoiceId: number; seq: number }) {
  return db
    .select({ line: invoiceLine, serial: invoice.serial })
    .from(invoiceLine)
    .innerJoin(invoice, eq(invoice.id, invoiceLine.invoiceId))
    .where(
      and(
        eq(invoice.companyId, companyId),
        sql`(${invoiceLine.invoiceId}, ${invoiceLine.seq}) > (${after.invoiceId}::int, ${after.seq}::int)`,
      ),
    )
    .orderBy(asc(invoiceLine.invoiceId), asc(invoiceLine.seq))
    .limit(batch);
}
