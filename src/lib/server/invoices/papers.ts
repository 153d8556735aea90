/** Issued invoices of an order as papers that are filed with its goods (rules 19). */
import { path } from '#lib/contract/routes.ts';
import type { InvoiceFileKind } from '#lib/rules/invoices/invoice-state.ts';
import { invoiceKinds } from '#lib/rules/invoices/titles.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { siteAddress } from '../core/process/site-address.ts';
import type { Db } from '../db/client.ts';
import { openFiles } from '../ports/files/store.ts';
import { listFiles } from './desk-rows.ts';
import { invoiceFileAddress } from './files.ts';
import { listShown } from './read-rows.ts';

interface InvoicePaperFile {
  kind: InvoiceFileKind;
  /** Size in bytes. */
  bytes: number;
  /** The file; undefined where the store has lost it. */
  read: () => Promise<Uint8Array | undefined>;
}

export interface InvoicePaper {
  id: number;
  /** 20 digits. */
  number: string;
  isRed: boolean;
  /** 普通发票; 红字普通发票 for a red one. */
  kind: string;
  /** Gross, yuan; below zero for a red one. */
  gross: string;
  /** The Shanghai day on which it was issued. */
  issuedOn: string;
  /** Absolute address of its page. */
  address: string;
  files: InvoicePaperFile[];
}

/** Issued invoices of an order at most: an order is split into few. */
const mostInvoices = 200;

/** The issued blue and red invoices of a company's order, the newest first; none for another company's order. */
export async function listInvoicePapers(
  db: Db,
  { no, companyId }: { no: string; companyId: number },
): Promise<InvoicePaper[]> {
  const search = { companyId, span: null, merchantId: null, no };
  const { list } = await listShown(db, search, { states: ['issued'], limit: mostInvoices, offset: 0 });
  const files = Map.groupBy(
    await listFiles(
      db,
      list.map(({ row }) => row.id),
    ),
    ({ invoiceId }) => invoiceId,
  );
  return list.map(({ row }) => ({
    id: row.id,
    number: row.number ?? '',
    isRed: row.color === 'red',
    kind: `${row.color === 'red' ? '红字' : ''}${invoiceKinds[row.kind]}`,
    gross: formatYuan(row.gross),
    issuedOn: dayKey((row.issuedAt ?? row.createdAt).getTime()),
    address: siteAddress() + path('/zzfw/dzfp/[id]', { id: row.id }),
    files: (files.get(row.id) ?? []).map(({ kind, bytes, digest }) => ({
      kind,
      bytes,
      read: async () => (await openFiles()).find(invoiceFileAddress(digest), 'stored'),
    })),
  }));
}
