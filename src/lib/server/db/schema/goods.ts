/** Categories, products, and merchants' offers of them. */

import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { LeafletText } from '#lib/rules/goods/leaflet.ts';
import { at, createdAt, fen, isInOrder, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';
import { merchant } from './merchants.ts';

export const category = pgTable(
  'category',
  {
    id: serial().primaryKey(),
    parentId: integer(),
    /** 化学药, 中成药, 中药饮片, 医疗器械, 保健食品, 消毒个护: the name of the first level. */
    kind: text().notNull(),
    name: text().notNull(),
    level: smallint().notNull(),
    sort: integer().notNull().default(0),
  },
  (t) => [unique('category_once').on(t.parentId, t.kind, t.name).nullsNotDistinct()],
);

/** A product independent of its seller. One row per SKU of the catalogue. */
export const product = pgTable(
  'product',
  {
    id: serial().primaryKey(),
    sku: text().notNull().unique(),
    kind: text().notNull(),
    /** The deepest category. */
    categoryId: integer()
      .notNull()
      .references(() => category.id),
    name: text().notNull(),
    brand: text().notNull().default(''),
    maker: text().notNull(),
    spec: text().notNull(),
    form: text().notNull(),
    origin: text().notNull().default(''),
    size: text().notNull().default(''),
    approvalNo: text().notNull().default(''),
    nationalCode: text().notNull().default(''),
    barcode: text().notNull().default(''),
    /** The address of its film (`/video/name.mp4`, a file of `video/` in the data folder); empty is none. */
    video: text().notNull().default(''),
    /** Names of its own pictures in the store, in order; none: they are drawn. */
    pictures: text().array().notNull().default([]),
    unit: text().notNull(),
    midPack: integer().notNull(),
    casePack: integer().notNull(),
    /** 处方药|甲类OTC|乙类OTC|器械I|器械II|保健食品|饮片|普通 */
    otc: text().notNull(),
    scope: text().notNull(),
    storage: text().notNull(),
    shelfLifeMonths: integer().notNull(),
    indications: text().notNull().default(''),
    /** Its 说明书; null while there is none. */
    leaflet: jsonb().$type<LeafletText>(),
    basePrice: fen().notNull(),
    marketPrice: fen().notNull(),
    /** Full pinyin and initials of name and maker, lower case, made at import with drug-specific readings. */
    pinyin: text().notNull().default(''),
    initials: text().notNull().default(''),
    makerPinyin: text().notNull().default(''),
    makerInitials: text().notNull().default(''),
    /** Hash of the imported row: the same file twice changes nothing. */
    rowHash: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [
    index('product_video').on(t.video).where(sql`video <> ''`),
    index('product_pictures').using('gin', t.pictures).where(sql`pictures <> '{}'`),
    index('product_category').on(t.categoryId),
    index('product_generic').on(t.name, t.spec),
    isNotNegative('product', t.basePrice, t.marketPrice),
    check('product_packs_positive', sql`${t.midPack} > 0 and ${t.casePack} > 0 and ${t.shelfLifeMonths} > 0`),
  ],
);

/** Pictures in the store without a product, since when: deleted a day later. */
export const unusedPicture = pgTable('unused_picture', {
  name: text().primaryKey(),
  since: at().notNull(),
});

/**
 * Brands of the catalogue, without duplicates. Triggers on `product` (migration 0001) add a name with its first
 * product, so the id in ads and addresses stays the brand's.
 */
export const brand = pgTable('brand', {
  id: serial().primaryKey(),
  name: text().notNull().unique(),
});

export type LadderTier = { number: number; price: number };

/** One merchant's offer of one product: the item in a cart. */
export const goods = pgTable(
  'goods',
  {
    id: serial().primaryKey(),
    productId: integer()
      .notNull()
      .references(() => product.id),
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    /** 1 main, 2 cold, 3 near-expiry. */
    warehouseId: smallint().notNull().default(1),
    /** 原价: before any rank or promotion. */
    price: fen().notNull(),
    /** 会员价 of rank 0; lower prices of higher ranks in rankPrices. */
    memberPrice: fen().notNull(),
    rankPrices: jsonb().$type<Record<string, number>>().notNull().default({}),
    marketPrice: fen().notNull(),
    stock: integer().notNull(),
    packStep: integer().notNull(),
    casePack: integer().notNull(),
    minQuantity: integer().notNull().default(1),
    /** Hard caps; 0 is none. */
    limitQuantity: integer().notNull().default(0),
    dayLimit: integer().notNull().default(0),
    weekLimit: integer().notNull().default(0),
    /** up_to: tiers read "N以内"; from: 差 / 已享 / 可享. */
    ladderType: word('goods.ladder_type').notNull().default('from'),
    ladder: jsonb().$type<LadderTier[]>().notNull().default([]),
    /** 批号 of the lot for sale; empty while unknown. */
    lotNo: text().notNull().default(''),
    /** Null: the lot in stock is unknown, so it is not sold. */
    producedOn: date(),
    /** The last day of the lot; null like producedOn. */
    expiresOn: date(),
    /** Allowed buyer types; null is everyone. */
    buyerTypes: text().array(),
    isControlled: boolean().notNull().default(false),
    controlClass: text().notNull().default(''),
    withCoupon: boolean().notNull().default(true),
    isPreferred: boolean().notNull().default(false),
    isColdChain: boolean().notNull().default(false),
    /** From this quantity on the line ships free; 0 is never. */
    freeShippingNumber: integer().notNull().default(0),
    /** Rebate into the balance a piece, after completion. */
    rebate: fen().notNull().default(0),
    /** 商品等级, as the merchant grades it (特级, 一级, 统货); empty is none. */
    level: text().notNull().default(''),
    /** Why the item is in the near-expiry or flawed zone. */
    flaw: text().notNull().default(''),
    isOnShelf: boolean().notNull().default(true),
    /** The platform has stopped its sale: a row of `quality_stop` covers it or its 批准文号. */
    isStopped: boolean().notNull().default(false),
    sales: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [
    unique('goods_once').on(t.productId, t.merchantId, t.warehouseId),
    index('goods_merchant').on(t.merchantId),
    check('goods_stock_not_negative', sql`${t.stock} >= 0`),
    check('goods_steps_positive', sql`${t.packStep} > 0 and ${t.minQuantity} > 0`),
    isNotNegative(
      'goods',
      t.price,
      t.memberPrice,
      t.marketPrice,
      t.limitQuantity,
      t.dayLimit,
      t.weekLimit,
      t.freeShippingNumber,
      t.rebate,
      t.sales,
    ),
    check('goods_case_positive', sql`${t.casePack} > 0`),
    isInOrder('goods_days', t.producedOn, t.expiresOn),
    isKnown('goods.ladder_type', t.ladderType),
  ],
);

/** A price agreed with one company; beats the rank price. */
export const customerPrice = pgTable(
  'customer_price',
  {
    companyId: integer()
      .notNull()
      .references(() => company.id),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    price: fen().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.goodsId] }), isNotNegative('customer_price', t.price)],
);

/** Permission for a controlled product. */
export const controlledGrant = pgTable(
  'controlled_grant',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    status: word('controlled_grant.status').notNull(),
    /** The applicant's note. */
    note: text().notNull().default(''),
    /** Why it was refused or withdrawn. */
    reason: text().notNull().default(''),
    createdAt: createdAt(),
    decidedAt: at(),
    /** Its last day in Shanghai; null: without end. */
    validTo: date(),
  },
  (t) => [unique('controlled_once').on(t.companyId, t.goodsId), isKnown('controlled_grant.status', t.status)],
);
