/** Ways by which an invoice reaches its buyer besides the shop, and people who send it again (rules 19). */
import { AppError } from '#lib/contract/errors.ts';
import type { DeliveryWire } from '#lib/contract/invoice-delivery.ts';
import {
  type DeliveryWay,
  deliveryStateText,
  deliveryWayKeys,
  deliveryWays,
  maskMail,
  resendRefusal,
} from '#lib/rules/invoices/delivery.ts';
import type { InvoiceTitle } from '#lib/rules/invoices/titles.ts';
import { maskPhone } from '#lib/rules/text/phone.ts';
import type { Db, Tx } from '../db/client.ts';
import { mailProvider } from '../ports/mail/providers.ts';
import { hasSmsFor } from '../ports/sms/providers.ts';
import { type DeliveryRow, listDeliveries, planDeliveries, sendAgain } from './deliver-rows.ts';
import type { InvoiceRecord } from './read-rows.ts';

/** Ways that are set up here: titles are asked for the addresses of these alone. */
export function openWays(): DeliveryWay[] {
  const isOpen = { mail: mailProvider() !== null, sms: hasSmsFor('invoice') };
  return deliveryWayKeys.filter((way) => isOpen[way]);
}

/** Where a way goes by a title; empty where the title has no address for it. */
export function addressOf(title: InvoiceTitle, way: DeliveryWay): string {
  return (way === 'mail' ? title.mail : title.mobile) ?? '';
}

function waysOf({ title }: Pick<InvoiceRecord, 'title'>): DeliveryWay[] {
  return openWays().filter((way) => addressOf(title, way) !== '');
}

/** Has an issued invoice with a file delivered at a moment, once by each way. Safe to repeat. */
export function deliverAt(db: Db | Tx, row: InvoiceRecord, at: Date): Promise<void> {
  return planDeliveries(db, row.id, waysOf(row), at);
}

/**
 * Has a locked invoice delivered again by every way that its title has; answers the ways. Throws 409 for one that is not
 * issued, 429 within a minute of the last time and after the tenth.
 */
export async function deliverAgain(tx: Tx, row: InvoiceRecord, now: Date): Promise<DeliveryWay[]> {
  if (row.state !== 'issued') throw new AppError(409, '发票还没有开出，开出后可以发送');
  const before = await listDeliveries(tx, row.id);
  const refusal = resendRefusal(
    before.map(({ asked, askedAt }) => ({ asked, askedAt: askedAt?.getTime() ?? null })),
    now.getTime(),
  );
  if (refusal !== null) throw new AppError(429, refusal);
  const ways = waysOf(row);
  await sendAgain(tx, row.id, ways, now);
  return ways;
}

/** 收票邮箱和收票手机, as they stand in a sentence. */
export function waysText(ways: readonly DeliveryWay[]): string {
  return ways.map((way) => deliveryWays[way]).join('、');
}

/** The deliveries of an invoice; other companies' people see addresses in part. */
export function deliveryWiresOf(
  rows: readonly DeliveryRow[],
  title: InvoiceTitle,
  { isOwn, now }: { isOwn: boolean; now: Date },
): DeliveryWire[] {
  return rows.map((row) => {
    const address = addressOf(title, row.way);
    const masked = row.way === 'mail' ? maskMail(address) : maskPhone(address);
    return {
      way: row.way,
      way_text: deliveryWays[row.way],
      address: isOwn || address === '' ? address : masked,
      state: row.state,
      state_text: deliveryStateText(row, now.getTime()),
      fault: row.state === 'sent' ? '' : row.fault,
      tries: row.tries,
      sent_at: row.state === 'sent' ? (row.sentAt?.toISOString() ?? null) : null,
      asked_at: row.askedAt?.toISOString() ?? null,
    };
  });
}
