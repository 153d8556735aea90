/** 到货通知 and 降价通知 (rules 1 and 8). */
import { z } from 'zod';
import { id, money, yuan } from '../fields.ts';
import { ownMoney } from '../prices.ts';

export const stockAlertInput = z.object({ goods_id: id('商品') });
export interface StockAlertInput {
  goods_id: number;
}

export const priceAlertInput = z.object({
  goods_id: id('商品'),
  /** Tell below this; without it, below what the buyer pays now. */
  price: z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    yuan('期望价格').optional(),
  ),
});
export type PriceAlertValues = z.infer<typeof priceAlertInput>;
export interface PriceAlertInput {
  goods_id: number;
  price?: string;
}

/** The open wish: one a user, goods and kind. */
export const alertWire = z.object({
  goods_id: z.number(),
  kind: z.enum(['stock', 'price']),
  price: ownMoney(money).optional(),
});
export type AlertWire = z.infer<typeof alertWire>;
