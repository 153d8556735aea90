/** 采购对账: what a company has paid and got back, by month and merchant. */
import { z } from 'zod';
import { money } from '../fields.ts';
import { ownMoney } from '../prices.ts';
import { namedWire } from './order.ts';

const figures = {
  /** Orders that were paid in the month. */
  orders: z.number().int(),
  paid: ownMoney(money),
  /** Refunds of the month, also of orders that were paid before. */
  refunded: ownMoney(money),
  sum: ownMoney(money),
  /** Issued invoices, and red ones as amounts above 0. */
  invoiced: ownMoney(money),
  red: ownMoney(money),
  /** Refunds whose money has arrived. */
  back: ownMoney(money),
  /** Paid, not refunded and not invoiced, before and after. Below 0 where a red invoice is due. */
  uninvoiced_before: ownMoney(money),
  uninvoiced: ownMoney(money),
  /** Refunds on their way, before and after. */
  owed_before: ownMoney(money),
  owed: ownMoney(money),
};

/** An order with what moved of it in the month. */
const statementOrder = z.object({
  no: z.string(),
  /** Of its first movement. */
  day: z.string(),
  paid: ownMoney(money),
  refunded: ownMoney(money),
  back: ownMoney(money),
  invoiced: ownMoney(money),
  red: ownMoney(money),
  invoices: z.array(z.object({ id: z.number().int(), number: z.string() })),
  /** Tracking numbers. */
  parcels: z.array(z.string()),
});

export const purchaseStatement = z.object({
  /** The months, as they were read. */
  from: z.string(),
  to: z.string(),
  rows: z.array(z.object({ month: z.string(), merchant: z.string(), merchant_id: z.number(), ...figures })),
  total: z.object(figures),
  /** Where one merchant and one month are asked for; else empty. At most 5,000. */
  orders: z.array(statementOrder),
  /** How many there are; files have them all. */
  orders_total: z.number().int(),
  merchants: z.array(namedWire),
  stores: z.array(namedWire),
});
export type PurchaseStatement = z.infer<typeof purchaseStatement>;
