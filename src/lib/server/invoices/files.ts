/** Files of issued invoices: XML is the original, PDF and OFD are views of it; stored by their hash (rules 19). */
import { hash } from 'node:crypto';
import type { InvoiceFileKind } from '#lib/rules/invoices/invoice-state.ts';
import type { Db } from '../db/client.ts';
import { openFiles } from '../ports/files/store.ts';
import { listFiles, putFile } from './desk-rows.ts';

/** Bytes of a file that is entered by hand. */
export const maxInvoiceFile = 5 * 1024 * 1024;

/** Address of the bytes in the file store, whose part is `stored`. */
export function invoiceFileAddress(digest: string): string {
  return `invoice-${digest}`;
}

/** True for bytes that begin as a file of this kind. An OFD is a ZIP. */
export function isInvoiceFile(kind: InvoiceFileKind, bytes: Buffer): boolean {
  if (kind === 'pdf') return bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  if (kind === 'ofd') return bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';
  const head = bytes
    .subarray(0, 200)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  return head.startsWith('<') && !/<(?:html|!doctype)/i.test(head);
}

/** Stores a file of an issued invoice in place of the one before; the bytes are there before the row names them. */
export async function storeInvoiceFile(
  db: Db,
  invoiceId: number,
  { kind, bytes }: { kind: InvoiceFileKind; bytes: Uint8Array },
): Promise<void> {
  const digest = hash('sha256', bytes, 'hex');
  await (await openFiles()).put(invoiceFileAddress(digest), 'stored', Buffer.from(bytes));
  await db.transaction((tx) => putFile(tx, { invoiceId, kind, digest, bytes: bytes.byteLength }));
}

export const invoiceFileTypes = {
  pdf: 'application/pdf',
  ofd: 'application/ofd',
  xml: 'application/xml; charset=utf-8',
} as const satisfies Record<InvoiceFileKind, string>;

/** Bytes and name of a file of an invoice that the caller has found to be the reader's; null where there is none. */
export async function readInvoiceFile(
  db: Db,
  id: number,
  kind: InvoiceFileKind,
): Promise<{ name: string; bytes: Buffer } | null> {
  const file = (await listFiles(db, [id])).find((one) => one.kind === kind);
  if (file === undefined) return null;
  const bytes = await (await openFiles()).find(invoiceFileAddress(file.digest), 'stored');
  return bytes === undefined ? null : { name: `${fileName(file)}.${kind}`, bytes };
}

/** A file of a ZIP; `isPacked`: it is compressed already. */
interface Zipped {
  name: string;
  bytes: Uint8Array;
  isPacked: boolean;
}

/** The files of invoices that the caller has found to be the reader's, a folder each kind. */
export async function* zippedInvoices(db: Db, ids: readonly number[]): AsyncGenerator<Zipped> {
  const store = await openFiles();
  for (const file of await listFiles(db, ids)) {
    const bytes = await store.find(invoiceFileAddress(file.digest), 'stored');
    const name = `${file.kind.toUpperCase()}/${fileName(file)}.${file.kind}`;
    if (bytes) yield { name, bytes, isPacked: file.kind !== 'xml' };
  }
}

/** The name of an invoice's file without its ending. */
export function fileName({ number, invoiceId }: { number: string | null; invoiceId: number }): string {
  return `发票${number ?? invoiceId}`;
}
