/** 发票查询 for everyone: order number and the end of the buyer's tax number (rules 19). */
import { AppError } from '#lib/contract/errors.ts';
import type { InvoiceLookup, InvoiceLookupValues } from '#lib/contract/invoices.ts';
import { invoiceStates } from '#lib/rules/invoices/invoice-state.ts';
import type { CallContext } from '../core/context.ts';
import { addressKey } from '../core/process/client-address.ts';
import { type Limit, releaseAttempt, reserveAttempt } from '../people/attempt-rows.ts';
import { listByTail } from './lookup-rows.ts';

const hour = 3_600_000;
/** Wrong pairs of one order and of one address in an hour: the end of a tax number is not guessed. */
const limits = { order: 5, address: 20 } as const;

export const lookupRefusal = '没有查到发票。请核对订单号和税号的后4至6位';

/**
 * `GET /api/invoice/lookup`. A wrong pair, an unknown order and one without an invoice are answered alike: 404. Throws 429
 * after five wrong pairs of an order, or twenty of an address, in an hour.
 */
export async function lookUpInvoice(
  { db, now, clientAddress }: CallContext<'anyone'>,
  { no, tail }: InvoiceLookupValues,
): Promise<InvoiceLookup> {
  const of = (key: string, limit: number): Limit => ({ key: `invoice:${key}`, limit, windowMs: hour });
  const kept = [];
  for (const limit of [of(addressKey(clientAddress), limits.address), of(no.toUpperCase(), limits.order)]) {
    const counted = await reserveAttempt(db, limit, now);
    if ('fullUntil' in counted) {
      const seconds = Math.max(1, Math.ceil((counted.fullUntil.getTime() - now.getTime()) / 1000));
      throw new AppError(429, `查询太频繁，请${Math.ceil(seconds / 60)}分钟后再试`, { retry_after: seconds });
    }
    kept.push(counted.reserved);
  }
  const rows = await listByTail(db, no.toUpperCase(), tail.toUpperCase());
  if (rows.length === 0) throw new AppError(404, lookupRefusal);
  for (const reserved of kept) await releaseAttempt(db, reserved);
  return {
    list: rows.map(({ state, color, number }) => ({
      state_text: `${color === 'red' ? '红字发票' : '发票'}${invoiceStates[state].buyerText}`,
      number: number ?? '',
    })),
  };
}
