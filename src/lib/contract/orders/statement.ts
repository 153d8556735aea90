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
};

export const purchaseStatement = z.object({
  /** The months, as they were read. */
  from: z.string(),
  to: z.string(),
  rows: z.array(z.object({ month: z.string(), merchant: z.string(), merchant_id: z.number(), ...figures })),
  total: z.object(figures),
  merchants: z.array(namedWire),
  stores: z.array(namedWire),
});
export type PurchaseStatement = z.infer<typeof purchaseStatement>;
