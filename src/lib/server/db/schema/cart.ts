/** The lines of carts. */

import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, serial, text, unique } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { activity } from './activities.ts';
import { at, createdAt, fen, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';
import { goods } from './goods.ts';

const columns = () =>
  ({
    id: serial().primaryKey(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    kind: word('cart_line.kind').notNull().default('normal'),
    goodsId: integer().references(() => goods.id),
    /** The combination or add-on activity the line belongs to. */
    activityId: integer().references(() => activity.id),
    number: integer().notNull(),
    isSelected: boolean().notNull().default(true),
    isSavedForLater: boolean().notNull().default(false),
    /** Unit price when it was added, to show later changes. */
    priceWhenAdded: fen(),
    createdAt: createdAt(),
    updatedAt: at().notNull().defaultNow(),
  }) as const;

export const cartLine = pgTable('cart_line', columns(), (t) => [
  unique('cart_line_once').on(t.userId, t.kind, t.goodsId, t.activityId).nullsNotDistinct(),
  check('cart_line_positive', sql`${t.number} > 0`),
  isKnown('cart_line.kind', t.kind),
  isNotNegative('cart_line', t.priceWhenAdded),
]);

/**
 * Lines that a person puts into the cart of a store that they act for. The table inherits from `cart_line`: statements
 * on that table cover these rows too. It is separate because there an item is unique per person, here per person and
 * store.
 */
export const storeCartLine = pgTable('store_cart_line', columns(), (t) => [
  unique('store_cart_line_once')
    .on(t.userId, t.companyId, t.kind, t.goodsId, t.activityId)
    .nullsNotDistinct(),
]);
