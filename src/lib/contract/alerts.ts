/** 到货通知 and 降价通知 (rules 1 and 8). */

import { z } from 'zod';
import { get, post } from './call.ts';
import { unset } from './decode.ts';
import { emptyInput, id, money, yuan } from './fields.ts';
import { ownMoney, priced } from './prices.ts';

export const stockAlertInput = z.object({ goods_id: id('商品') });

export const priceAlertInput = z.object({
  goods_id: id('商品'),
  /** Notify below this; by default below the buyer's current price. */
  price: unset(yuan('期望价格').optional()),
});
export type PriceAlertValues = z.infer<typeof priceAlertInput>;

/** The open alert: one per user, item and kind. */
export const alertWire = z.object({
  goods_id: z.number(),
  kind: z.enum(['stock', 'price']),
  price: ownMoney(money).optional(),
});
export type AlertWire = z.infer<typeof alertWire>;

export const cancelAlertInput = z.object({
  goods_id: id('商品'),
  kind: z.enum(['stock', 'price'], { error: '请选择到货通知或降价通知' }),
});
export type CancelAlertInput = z.infer<typeof cancelAlertInput>;

/** An alert with the current state of its item; those fulfilled within the last month are at the end. */
export const alertRow = z.object({
  goods_id: z.number(),
  kind: z.enum(['stock', 'price']),
  name: z.string(),
  ypgg: z.string(),
  sccj: z.string(),
  bzdw: z.string(),
  image: z.string(),
  merchant: z.string(),
  /** For a price alert: notify below this. */
  price: ownMoney(money).optional(),
  /** The buyer's current price; left out where they may not see it. */
  price_now: priced(money).optional(),
  /** Why it cannot be bought now: the buy state's words; empty where it can. */
  state_text: z.string(),
  created_at: z.iso.datetime(),
  /** When it came true; empty while it is open. */
  told_at: z.string(),
});
export type AlertRow = z.infer<typeof alertRow>;
export const alertList = z.object({ list: z.array(alertRow), open: z.number().int() });
export type AlertList = z.infer<typeof alertList>;

export const alertsCalls = {
  askForStock: post('/api/notify/stock', {
    who: 'buyer',
    may: 'read',
    input: stockAlertInput,
    output: alertWire,
  }),
  askForPrice: post('/api/notify/price', {
    who: 'buyer',
    may: 'read',
    input: priceAlertInput,
    output: alertWire,
  }),
  alerts: get('/api/notify', { who: 'buyer', input: emptyInput, output: alertList }),
  cancelAlert: post('/api/notify/cancel', {
    who: 'buyer',
    may: 'read',
    input: cancelAlertInput,
    output: z.object({ open: z.number().int() }),
  }),
};
