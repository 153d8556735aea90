/** Notices of invoice providers (rules 19): a hint, no fact. What is open under a named serial is asked about at once. */
import { log } from '../core/process/log.ts';
import type { Db } from '../db/client.ts';
import type { InvoicePort } from '../ports/invoices/port.ts';
import { hurryForms } from './red-rows.ts';
import { hurryInvoices } from './send-rows.ts';

/** `POST /api/invoice/notify/{provider}`: a serial that is not ours, or not open, changes nothing. */
export async function receiveInvoiceNotices(
  { db, now, requestId }: { db: Db; now: Date; requestId: string },
  { key }: InvoicePort,
  notices: readonly { serial: string }[],
): Promise<void> {
  const serials = notices.map(({ serial }) => serial);
  const found = (await hurryInvoices(db, key, serials, now)) + (await hurryForms(db, key, serials, now));
  if (found === 0)
    log().info({ requestId, provider: key, serials }, 'told of an invoice that is not open here');
}
