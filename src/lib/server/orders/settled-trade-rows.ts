/** Trades that a payment settles. */
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { textArray } from '../fast/arrays.ts';
import { ask, type Part } from '../fast/prepared.ts';
import { salesParts } from '../goods/stock-rows.ts';
import { type NewMerchantNotice, writtenNotices } from '../messages/merchant-notice-rows.ts';
import { messagePartsOf, type NewMessage, writtenMessages } from '../messages/rows.ts';
import { type NewPayment, paymentPart } from '../payments/rows.ts';
import { type FromBalance, fromBalance } from './pay-password-rows.ts';
import { type StatusChange, statusColumns, statusPart } from './status-rows.ts';

/** A company's trades that are paid at once. */
interface Settled {
  companyId: number;
  tradeNos: readonly string[];
  orderNos: readonly string[];
  /** Messages to it; at least one, and at most as many as one statement takes. */
  messages: NewMessage[];
  /** Notices to the merchants of its orders; at least one. */
  notices: NewMerchantNotice[];
}

/**
 * Marks a company's locked trades as paid, in one statement: the time, their coupons as used, the company's first
 * purchase, the pieces of their orders (locked too) as sold, and the messages.
 */
export async function settleTrades(tx: Tx, settled: Settled, now: Date): Promise<void> {
  const { name, text, values } = settledPart(settled, now);
  await ask(tx, name, () => sql`with ${text()} select * from told`, values);
}

/** Further writes and reads in the statement of a settlement. */
export interface Beside {
  /** The payment, where it is not saved yet. */
  payment?: NewPayment | undefined;
  /** Sums up this person's payments before this one; the caller has locked the wallet. */
  before?: FromBalance | undefined;
  now: Date;
}

/**
 * The same with its cause, in one statement: moves their orders, and saves the payment that was not saved yet. Answers
 * how many orders moved (where these are too few the caller ends its transaction without a commit), and the sum of the
 * payments before, fen.
 */
export async function moveAndSettle(
  tx: Tx,
  change: StatusChange,
  settled: Settled,
  { payment: written, before, now }: Beside,
): Promise<{ moved: number; before: number }> {
  const parts = [
    ...(written === undefined ? [] : [paymentPart(written)]),
    statusPart(tx, change),
    settledPart(settled, now),
  ];
  const sum = before === undefined ? undefined : fromBalance(before);
  const { rows } = await ask<{ moved: number; before: number }>(
    tx,
    [...parts, ...(sum === undefined ? [] : [sum])].map(({ name }) => name).join(', '),
    () => sql`
      with ${sql.join(
        parts.map(({ text }) => text()),
        sql`, `,
      )}
      select ${statusColumns}, (select * from told) as told, ${sum?.text() ?? sql`0`} as before`,
    Object.assign({}, sum?.values, ...parts.map(({ values }) => values)),
  );
  return rows[0] ?? { moved: 0, before: 0 };
}

function settledPart({ companyId, tradeNos, orderNos, messages, notices }: Settled, now: Date): Part {
  const of = sql.placeholder;
  const isOfThem = sql`= any((select ${of('tradeNos')}::text[])::text[])`;
  const inserted = writtenMessages(messages);
  const noticed = writtenNotices(notices);
  const text = () => sql`used as (
        update company_coupon set status = 'used', used_at = ${of('now')} where trade_no ${isOfThem} and status = 'held'),
      first as (update company set first_paid_at = ${of('now')} where id = ${of('companyId')} and first_paid_at is null),
      settled as (update trade set paid_at = ${of('now')} where company_id = ${of('companyId')} and no ${isOfThem}),
      noticed as (${noticed.into(of('notices'))} on conflict do nothing),
      ${salesParts(of('orderNos'))}, ${messagePartsOf(inserted.into(of('messages')))}`;
  const values = { companyId, tradeNos: textArray(tradeNos), orderNos: textArray(orderNos), now };
  return {
    name: `settle ${inserted.form} ${noticed.form}`,
    text,
    values: { ...values, messages: inserted.json, notices: noticed.json },
  };
}
