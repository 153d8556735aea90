/** The demo's invoices: every page of them has something to show from the first minute on. */
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { seedInvoices } from '#demo/history/invoices.ts';
import { life } from '#demo/history/life.ts';
import { seedDemo } from '#demo/seed/demo.ts';
import { invoiceFileKinds } from '#lib/rules/invoices/invoice-state.ts';
import { isInvoiceFile, readInvoiceFile } from '#lib/server/invoices/files.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db } = await testDatabase('empty');
await seedDemo(db, new Date(), life);

async function countBy(table: string): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ state: string; count: number }>(
    sql`select state, count(*)::int as count from ${sql.identifier(table)} group by state`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

it('writes them once: some in every state, red forms in several, the newest orders still open', async () => {
  expect(await seedInvoices(db, new Date())).toBe(true);
  expect(await seedInvoices(db, new Date())).toBe(false);
  const invoices = await countBy('invoice');
  expect(invoices).toMatchObject({ failed: 1, issued: 8 });
  expect(invoices.waiting).toBeGreaterThan(10);
  // Entered by hand, they have their files all the same.
  const { rows: entered } = await db.execute<{ id: number }>(
    sql`select id from invoice where provider = 'manual' and state = 'issued' order by id`,
  );
  for (const { id } of entered)
    for (const kind of invoiceFileKinds) {
      const file = await readInvoiceFile(db, id, kind);
      expect(isInvoiceFile(kind, file!.bytes)).toBe(true);
    }
  const xml = await readInvoiceFile(db, entered[0]!.id, 'xml');
  expect(xml!.bytes.toString()).toContain(xml!.name.match(/\d{20}/)![0]);
  expect(await countBy('red_form')).toEqual({ '02': 1, '05': 1, '03': 1, '07': 1, '13': 1 });
});
