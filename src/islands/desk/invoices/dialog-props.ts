import type { DeskInvoice } from '#lib/contract/invoices-desk.ts';

/** Props of each dialog about an invoice. */
export interface InvoiceDialogProps {
  id: number;
  onClose: () => void;
  /** The invoice as it is then, and what was done. */
  onDone: (now: DeskInvoice, text: string) => void;
}
