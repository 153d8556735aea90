/** Sales by days and items, folded from order lines for 经营数据. They are derived: a day may be folded anew at any time. */
import { date, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { at, fen, isNotNegative } from './columns.ts';
import { goods } from './goods.ts';
import { merchant } from './merchants.ts';

/** An item's lines of the orders that were paid on a day in Shanghai, without gifts. */
export const goodsDay = pgTable(
  'goods_day',
  {
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    day: date().notNull(),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    /** Different orders. */
    orders: integer().notNull(),
    pieces: integer().notNull(),
    paid: fen().notNull(),
    /** Of that, refunded until the day was folded. */
    refunded: fen().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.day, t.goodsId] }),
    index('goods_day_day').on(t.day),
    isNotNegative('goods_day', t.orders, t.pieces, t.paid, t.refunded),
  ],
);

/** Days whose lines are folded; figures of other days are read from the lines. */
export const foldedDay = pgTable('folded_day', {
  day: date().primaryKey(),
  foldedAt: at().notNull(),
});
