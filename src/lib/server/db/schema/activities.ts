/** Activities, coupons, and their use. */

import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { at, createdAt, fen, isInOrder, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';
import { goods } from './goods.ts';
import { merchant } from './merchants.ts';

/**
 * Kinds: flash, special, group_buy, combination, full_reduction, gift, add_on, cashback. `config` has the fields of a
 * kind (tiers, goal, price of the set…): defined by rules/promotions/activity-config, parsed by db/activity-config.
 */
export const activity = pgTable(
  'activity',
  {
    id: serial().primaryKey(),
    kind: word('activity.kind').notNull(),
    /** Null: the platform's own. */
    merchantId: integer().references(() => merchant.id),
    name: text().notNull(),
    remarks: text().notNull().default(''),
    startsAt: at().notNull(),
    endsAt: at().notNull(),
    config: jsonb().$type<unknown>().notNull().default({}),
    isOpen: boolean().notNull().default(true),
    /** Set once, when a group-buy was settled. */
    settledAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    index('activity_kind').on(t.kind, t.startsAt, t.endsAt),
    isKnown('activity.kind', t.kind),
    isInOrder('activity_moments', t.startsAt, t.endsAt),
  ],
);

export const activityGoods = pgTable(
  'activity_goods',
  {
    id: serial().primaryKey(),
    activityId: integer()
      .notNull()
      .references(() => activity.id),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    /** subject: the promoted goods; gift; add_on; part: of a combination. */
    role: word('activity_goods.role').notNull().default('subject'),
    price: fen(),
    /** Pieces of this goods in one set, one gift… */
    quantity: integer().notNull().default(1),
    /** Own stock; null sells from the goods' stock. */
    stock: integer(),
    sold: integer().notNull().default(0),
    /** Pieces a company may have at the promo price; 0 is none. */
    companyLimit: integer().notNull().default(0),
    sort: integer().notNull().default(0),
  },
  (t) => [
    unique('activity_goods_once').on(t.activityId, t.goodsId, t.role),
    index('activity_goods_goods').on(t.goodsId),
    check('activity_goods_not_oversold', sql`${t.stock} is null or ${t.sold} <= ${t.stock}`),
    isKnown('activity_goods.role', t.role),
    isNotNegative('activity_goods', t.price, t.stock, t.sold, t.companyLimit),
    check('activity_goods_quantity_positive', sql`${t.quantity} > 0`),
  ],
);

/** How much of a limit a company has used; `scope` is e.g. `day:2026-11-21:17` or `activity:4:17`. */
export const quotaUse = pgTable(
  'quota_use',
  {
    companyId: integer()
      .notNull()
      .references(() => company.id),
    scope: text().notNull(),
    used: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.scope] }), check('quota_not_negative', sql`${t.used} >= 0`)],
);

export const coupon = pgTable(
  'coupon',
  {
    id: serial().primaryKey(),
    /** coupon 优惠券 or voucher 现金券. */
    kind: word('coupon.kind').notNull().default('coupon'),
    /** Null: a platform coupon. */
    merchantId: integer().references(() => merchant.id),
    name: text().notNull(),
    remarks: text().notNull().default(''),
    threshold: fen().notNull().default(0),
    value: fen().notNull(),
    total: integer().notNull(),
    claimed: integer().notNull().default(0),
    perCompany: integer().notNull().default(1),
    /** Claimed and used only by a company that has paid no order yet. */
    isNewcomerOnly: boolean().notNull().default(false),
    claimFrom: at().notNull(),
    claimTo: at().notNull(),
    validFrom: at().notNull(),
    validTo: at().notNull(),
  },
  (t) => [
    index('coupon_claim_to').on(t.claimTo),
    check('coupon_not_overclaimed', sql`${t.claimed} <= ${t.total}`),
    isKnown('coupon.kind', t.kind),
    isNotNegative('coupon', t.threshold, t.claimed),
    check('coupon_worth_something', sql`${t.value} > 0 and ${t.perCompany} > 0`),
    isInOrder('coupon_claiming', t.claimFrom, t.claimTo),
    isInOrder('coupon_using', t.validFrom, t.validTo),
  ],
);

export const companyCoupon = pgTable(
  'company_coupon',
  {
    id: serial().primaryKey(),
    couponId: integer()
      .notNull()
      .references(() => coupon.id),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** unused, held, used; 已过期 is derived from validTo. */
    status: word('company_coupon.status').notNull().default('unused'),
    tradeNo: text(),
    /** The rest of a cash voucher. */
    balance: fen(),
    validFrom: at().notNull(),
    validTo: at().notNull(),
    claimedAt: createdAt(),
    usedAt: at(),
  },
  (t) => [
    index('company_coupon_company').on(t.companyId, t.status),
    index('company_coupon_trade').on(t.tradeNo),
    isKnown('company_coupon.status', t.status),
    isNotNegative('company_coupon', t.balance),
    isInOrder('company_coupon_using', t.validFrom, t.validTo),
  ],
);
