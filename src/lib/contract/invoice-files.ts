/** Addresses of the files of invoices, without a schema: islands use them. */
import { type InvoiceState, openInvoiceStates } from '#lib/rules/invoices/invoice-state.ts';
import { isOneOf } from '#lib/rules/terms/keys.ts';

/** Invoices in one ZIP at most. */
export const maxZippedInvoices = 500;

/** Address of a file of an invoice; of a desk's person too. */
export function invoiceFilePath(id: number, kind: string): string {
  return `/file/invoice/${id}/${kind}`;
}

/** Address of the files of several invoices as one ZIP. */
export function invoiceZipPath(ids: readonly number[]): string {
  return `/file/invoice/zip?ids=${ids.join(',')}`;
}

/** True while the job sends or asks: its page looks again by itself. */
export function isOnItsWay({ state }: { state: InvoiceState }): boolean {
  return isOneOf(openInvoiceStates, state);
}
