/** 到货通知 and 降价通知 (rules 1 and 8). */
import { z } from 'zod';
import { unset } from '../decode.ts';
import { id, money, yuan } from '../fields.ts';
import { ownMoney } from '../prices.ts';

export const stockAlertInput = z.object({ goods_id: id('商品') });

export const priceAlertInput = z.object({
  goods_id: id('商品'),
  /** Tell below this; without it, below what the buyer pays now. */
  price: unset(yuan('期望价格').optional()),
});
export type PriceAlertValues = z.infer<typeof priceAlertInput>;

/** The open wish: one a user, goods and kind. */
export const alertWire = z.object({
  goods_id: z.number(),
  kind: z.enum(['stock', 'price']),
  price: ownMoney(money).optional(),
});
export type AlertWire = z.infer<typeof alertWire>;

/** What each call takes and answers. */
export const alertsSchemas = {
  askForStock: { input: stockAlertInput, output: alertWire },
  askForPrice: { input: priceAlertInput, output: alertWire },
};
