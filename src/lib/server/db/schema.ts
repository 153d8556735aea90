/**
 * Every table of the product. Money is bigint fen, times are timestamptz, days are `date` strings (YYYY-MM-DD).
 * Names are the field's English terms; the wire's pinyin names live in contract/ only.
 */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
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
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { merchantRoles, platformRoles } from '#lib/rules/companies/staff.ts';
import { columnWords, type WordColumn, type WordOf } from '#lib/rules/site/words.ts';

/** Words of the rules as a list in SQL. */
const words = (list: readonly string[]) => sql.raw(list.map((word) => `'${word}'`).join(', '));

/** A column of the words of one of the rules' tables; `isKnown` makes the database hold it to them. */
const word = <Column extends WordColumn>(_column: Column) => text().$type<WordOf<Column>>();

/** A word of one of the rules' tables: the database knows the same ones as the code. */
const isKnown = (name: WordColumn, column: AnyPgColumn) =>
  check(`${name.replace('.', '_')}_known`, sql`${column} in (${words(columnWords[name])})`);

/** No amount, price or count of the table is below zero. Null passes: it means that there is none. */
const isNotNegative = (table: string, ...columns: AnyPgColumn[]) =>
  check(
    `${table}_not_negative`,
    sql.join(
      columns.map((column) => sql`${column} >= 0`),
      sql` and `,
    ),
  );

/** The first moment or day is not after the last. A null last one passes: it means without end. */
const isInOrder = (name: string, first: AnyPgColumn, last: AnyPgColumn) =>
  check(`${name}_in_order`, sql`${first} <= ${last}`);

const fen = () => bigint({ mode: 'number' });
const at = () => timestamp({ withTimezone: true, mode: 'date' });
const createdAt = () => at().notNull().defaultNow();

// --- accounts (better-auth) ---------------------------------------------------------------------------------

export const user = pgTable('user', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  username: text().unique(),
  displayUsername: text(),
  phoneNumber: text().unique(),
  phoneNumberVerified: boolean().notNull().default(false),
  createdAt: at().notNull().defaultNow(),
  updatedAt: at().notNull().defaultNow(),
});

export const session = pgTable(
  'session',
  {
    id: text().primaryKey(),
    token: text().notNull().unique(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    expiresAt: at().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [index('session_user').on(t.userId)],
);

export const account = pgTable(
  'account',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: at(),
    refreshTokenExpiresAt: at(),
    scope: text(),
    password: text(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [index('account_user').on(t.userId)],
);

export const verification = pgTable('verification', {
  id: text().primaryKey(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: at().notNull(),
  createdAt: at().notNull().defaultNow(),
  updatedAt: at().notNull().defaultNow(),
});

/** Counted attempts in a window; `key` is e.g. `login:name:address`. A row past its window starts again. */
export const rateLimit = pgTable('rate_limit', {
  key: text().primaryKey(),
  count: integer().notNull(),
  resetsAt: at().notNull(),
});

// --- companies ----------------------------------------------------------------------------------------------

export const accountManager = pgTable('account_manager', {
  id: serial().primaryKey(),
  name: text().notNull(),
  phone: text().notNull(),
  /** The house's shared manager; a manager of one's own (false) is labelled 专属客服. */
  isDefault: boolean().notNull().default(false),
});

export const company = pgTable(
  'company',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    creditCode: text().unique(),
    /** Key of rules/qualification: pharmacy, chain_store, clinic… */
    buyerType: word('company.buyer_type').notNull(),
    /** Key of rules/qualification: draft, reviewing, approved, rejected, changing, frozen, closed. */
    status: word('company.status').notNull(),
    statusReason: text(),
    province: text().notNull(),
    city: text().notNull(),
    district: text().notNull().default(''),
    /** Six-digit division code of the company's seat. */
    regionCode: text().notNull(),
    rank: smallint().notNull().default(0),
    isTemporary: boolean().notNull().default(false),
    /** The least remaining shelf life that this company accepts, in days; 0 accepts all. */
    minShelfLifeDays: integer().notNull().default(0),
    accountManagerId: integer().references(() => accountManager.id),
    /** The head office whose store it is; null for a head office and for a company of its own. */
    headId: integer().references((): AnyPgColumn => company.id),
    firstPaidAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    isKnown('company.status', t.status),
    isKnown('company.buyer_type', t.buyerType),
    isNotNegative('company', t.rank, t.minShelfLifeDays),
  ],
);

export const companyScope = pgTable(
  'company_scope',
  {
    companyId: integer()
      .notNull()
      .references(() => company.id),
    scope: word('company_scope.scope').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.scope] }), isKnown('company_scope.scope', t.scope)],
);

export const paper = pgTable(
  'paper',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    kind: word('paper.kind').notNull(),
    number: text().notNull(),
    validFrom: date().notNull(),
    /** Null: without end. */
    validTo: date(),
    status: word('paper.status').notNull().default('approved'),
    reason: text(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('paper_once').on(t.companyId, t.kind, t.number),
    isKnown('paper.kind', t.kind),
    isKnown('paper.status', t.status),
    isInOrder('paper_days', t.validFrom, t.validTo),
  ],
);

export const member = pgTable(
  'member',
  {
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** owner 企业管理员, buyer 采购员, finance 财务, receiver 收货员, viewer 只读. */
    role: word('member.role').notNull(),
    /** Fen an order; null is no limit. */
    orderLimit: fen(),
    /** Since when this person may not log in any more; null is active. Their sessions end with it (a trigger). */
    disabledAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId] }),
    index('member_company').on(t.companyId),
    isKnown('member.role', t.role),
    isNotNegative('member', t.orderLimit),
  ],
);

export const address = pgTable(
  'address',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    receiver: text().notNull(),
    phone: text().notNull(),
    province: text().notNull(),
    city: text().notNull(),
    district: text().notNull(),
    /** Six-digit division code of the district. */
    regionCode: text().notNull(),
    detail: text().notNull(),
    isDefault: boolean().notNull().default(false),
    deletedAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    index('address_company').on(t.companyId),
    uniqueIndex('address_one_default').on(t.companyId).where(sql`is_default and deleted_at is null`),
  ],
);

// --- catalogue ----------------------------------------------------------------------------------------------

export const merchant = pgTable(
  'merchant',
  {
    id: serial().primaryKey(),
    code: text().notNull().unique(),
    /** Short name shown to buyers (the wire's `remarks`). */
    shortName: text().notNull(),
    fullName: text().notNull(),
    province: text().notNull(),
    city: text().notNull(),
    address: text().notNull(),
    licenceNo: text().notNull(),
    kind: text().notNull(),
    speciality: text().notNull(),
    badges: text().array().notNull().default([]),
    policies: text().array().notNull().default([]),
    phone: text().notNull(),
    freeShippingAmount: fen().notNull(),
    shippingFee: fen().notNull(),
    coldChainFee: fen().notNull().default(0),
    /** Least goods amount of an order, fen. */
    minOrderAmount: fen().notNull().default(0),
    /** Region codes (prefixes) it sells to, buy state 7; null is everywhere. */
    salesRegions: text().array(),
    /** What freight knows beyond fee and free-from: preferred goods, regions with a fee of their own or not served. */
    freightRules: jsonb()
      .$type<{
        preferred?: { fee: number; freeFrom: number | null };
        unservedRegions?: string[];
        regionFees?: { regions: string[]; fee: number; freeFrom: number | null }[];
      }>()
      .notNull()
      .default({}),
    sort: integer().notNull().default(0),
  },
  (t) => [isNotNegative('merchant', t.freeShippingAmount, t.shippingFee, t.coldChainFee, t.minOrderAmount)],
);

/** A merchant's papers, one of each kind; renewing one moves its dates. While one has lapsed the merchant's goods rest. */
export const merchantPaper = pgTable(
  'merchant_paper',
  {
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    /** Key of rules/qualification: business_licence, drug_licence… */
    kind: word('merchant_paper.kind').notNull(),
    number: text().notNull(),
    validFrom: date().notNull(),
    /** The last day; null: without end. */
    validTo: date(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.kind] }),
    isKnown('merchant_paper.kind', t.kind),
    isInOrder('merchant_paper_days', t.validFrom, t.validTo),
  ],
);

export const category = pgTable(
  'category',
  {
    id: serial().primaryKey(),
    parentId: integer(),
    /** 化学药, 中成药, 中药饮片, 医疗器械, 保健食品, 消毒个护: the first level's own name. */
    kind: text().notNull(),
    name: text().notNull(),
    level: smallint().notNull(),
    sort: integer().notNull().default(0),
  },
  (t) => [unique('category_once').on(t.parentId, t.kind, t.name).nullsNotDistinct()],
);

/** What a thing is, whoever sells it. One row a SKU of the catalogue. */
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
    /** The address of a film of it (`/video/name.mp4`, a file of `video/` in the data folder); empty is none. */
    video: text().notNull().default(''),
    unit: text().notNull(),
    midPack: integer().notNull(),
    casePack: integer().notNull(),
    /** 处方药|甲类OTC|乙类OTC|器械I|器械II|保健食品|饮片|普通 */
    otc: text().notNull(),
    scope: text().notNull(),
    storage: text().notNull(),
    shelfLifeMonths: integer().notNull(),
    indications: text().notNull().default(''),
    basePrice: fen().notNull(),
    marketPrice: fen().notNull(),
    /** Full pinyin and initials of name and maker, lower case, made at import with polyphones of drug names. */
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
    index('product_category').on(t.categoryId),
    index('product_generic').on(t.name, t.spec),
    isNotNegative('product', t.basePrice, t.marketPrice),
    check('product_packs_positive', sql`${t.midPack} > 0 and ${t.casePack} > 0 and ${t.shelfLifeMonths} > 0`),
  ],
);

/**
 * Brands of the catalogue, each name once. Triggers on `product` (migration 0001) add a name when a product brings it,
 * whoever writes the product, so an id that ads and addresses hold stays the brand's.
 */
export const brand = pgTable('brand', {
  id: serial().primaryKey(),
  name: text().notNull().unique(),
});

export type LadderTier = { number: number; price: number };

/** One merchant's offer of one product: the thing in a cart. */
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
    /** 1: tiers read "N以内"; 2: 差 / 已享 / 可享. */
    ladderType: smallint().notNull().default(2),
    ladder: jsonb().$type<LadderTier[]>().notNull().default([]),
    /** 批号 of the lot that is sold; empty while nobody has said it. */
    lotNo: text().notNull().default(''),
    /** Null: nobody has said which lot lies there, so it is not sold. */
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
    /** Why the goods stands in the near-expiry or flawed zone. */
    flaw: text().notNull().default(''),
    isOnShelf: boolean().notNull().default(true),
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

/** Permission for a controlled product: status applied, granted, refused. */
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
    /** What the applicant said. */
    note: text().notNull().default(''),
    /** Why it was refused. */
    reason: text().notNull().default(''),
    createdAt: createdAt(),
    decidedAt: at(),
  },
  (t) => [unique('controlled_once').on(t.companyId, t.goodsId), isKnown('controlled_grant.status', t.status)],
);

export const favorite = pgTable(
  'favorite',
  {
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.goodsId] })],
);

/** What a company meant by a line of its purchase lists, so that the same line is matched the same way again. */
export const purchaseMemory = pgTable(
  'purchase_memory',
  {
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** The line without its quantity and signs, as rules/purchase-line makes it. */
    line: text().notNull(),
    productId: integer()
      .notNull()
      .references(() => product.id),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.line] })],
);

// --- promotions ---------------------------------------------------------------------------------------------

/**
 * Kinds: flash, special, group_buy, combination, full_reduction, gift, add_on, cashback.
 * `config` holds what only the kind knows (tiers, goal, price of the set…), as rules/promotions describes it.
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
    config: jsonb().$type<Record<string, unknown>>().notNull().default({}),
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
    /** Of a cash voucher: what is left of it. */
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

// --- cart ---------------------------------------------------------------------------------------------------

export const cartLine = pgTable(
  'cart_line',
  {
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
    /** Unit price when it was added, to tell what changed since. */
    priceWhenAdded: fen(),
    createdAt: createdAt(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [
    unique('cart_line_once').on(t.userId, t.kind, t.goodsId, t.activityId).nullsNotDistinct(),
    check('cart_line_positive', sql`${t.number} > 0`),
    isKnown('cart_line.kind', t.kind),
    isNotNegative('cart_line', t.priceWhenAdded),
  ],
);

// --- orders -------------------------------------------------------------------------------------------------

/** What an order has claimed, so that a cancel gives back exactly that. Counts are pieces, voucher amounts fen. */
export type OrderClaims = {
  stock: { goodsId: number; quantity: number }[];
  /** Own stock of activities: ids of activity_goods. */
  promo: { activityGoodsId: number; quantity: number }[];
  quota: { scope: string; quantity: number }[];
  /** Ids of company_coupon that lower this order; several orders of a trade may share one. */
  coupons: number[];
  vouchers: { id: number; amount: number }[];
};

export type AddressSnapshot = {
  receiver: string;
  phone: string;
  province: string;
  city: string;
  district: string;
  detail: string;
};

/** One payment's worth of orders. Its state is its orders' states; `closedAt`/`paidAt` only mark the moments. */
export const trade = pgTable(
  'trade',
  {
    no: text().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text()
      .notNull()
      .references(() => user.id),
    /** normal, flash (15 minutes to pay), group_buy. */
    kind: word('trade.kind').notNull().default('normal'),
    /** What the trade's live orders still ask for; falls when one of its orders is cancelled. */
    payAmount: fen().notNull(),
    paidAt: at(),
    deadlineAt: at().notNull(),
    address: jsonb().$type<AddressSnapshot>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('trade_company').on(t.companyId, t.createdAt),
    index('trade_deadline').on(t.deadlineAt),
    isKnown('trade.kind', t.kind),
    isNotNegative('trade', t.payAmount),
  ],
);

export const order = pgTable(
  'order',
  {
    no: text().primaryKey(),
    tradeNo: text()
      .notNull()
      .references(() => trade.no),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    warehouseId: smallint().notNull(),
    isColdChain: boolean().notNull().default(false),
    status: word('order.status').notNull(),
    goodsAmount: fen().notNull(),
    discountAmount: fen().notNull(),
    shippingAmount: fen().notNull(),
    payAmount: fen().notNull(),
    refundedAmount: fen().notNull().default(0),
    cashbackAmount: fen().notNull().default(0),
    rebateAmount: fen().notNull().default(0),
    remark: text().notNull().default(''),
    claims: jsonb().$type<OrderClaims>().notNull(),
    cancelReason: text(),
    deadlineAt: at().notNull(),
    paidAt: at(),
    shippedAt: at(),
    /** When it completes by itself; moved once by 延长收货. */
    receiveBy: at(),
    isExtended: boolean().notNull().default(false),
    completedAt: at(),
    /** When rebate and cashback went to the balance; set at once where nothing was promised. */
    creditedAt: at(),
    cancelledAt: at(),
    hiddenAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    index('order_company').on(t.companyId, t.createdAt),
    index('order_trade').on(t.tradeNo),
    index('order_due').on(t.status, t.deadlineAt),
    index('order_receive_due').on(t.status, t.receiveBy),
    index('order_credit_due').on(t.completedAt).where(sql`credited_at is null and completed_at is not null`),
    check('order_refund_bounded', sql`${t.refundedAmount} <= ${t.payAmount}`),
    isKnown('order.status', t.status),
    isNotNegative(
      'order',
      t.goodsAmount,
      t.discountAmount,
      t.shippingAmount,
      t.payAmount,
      t.refundedAmount,
      t.cashbackAmount,
      t.rebateAmount,
    ),
    check(
      'order_adds_up',
      sql`${t.payAmount} = ${t.goodsAmount} - ${t.discountAmount} + ${t.shippingAmount}`,
    ),
  ],
);

/** Names and terms as they were sold, so that an old order reads the same when the goods changes. */
export type GoodsSnapshot = {
  name: string;
  maker: string;
  spec: string;
  form: string;
  unit: string;
  approvalNo: string;
  otc: string;
  storage: string;
  sku: string;
  expiresOn: string;
};

export const orderLine = pgTable(
  'order_line',
  {
    id: serial().primaryKey(),
    orderNo: text()
      .notNull()
      .references(() => order.no),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    /** A combination has a line for each of its parts. */
    kind: word('order_line.kind').notNull().default('normal'),
    activityId: integer().references(() => activity.id),
    snapshot: jsonb().$type<GoodsSnapshot>().notNull(),
    quantity: integer().notNull(),
    /** Pieces of it at the promo price (own stock and limit of the activity), to give back on cancel. */
    promoQuantity: integer().notNull().default(0),
    /** Of a part of a combination: pieces of it in one set. A set comes back as a whole. */
    setQuantity: integer(),
    unitPrice: fen().notNull(),
    gross: fen().notNull(),
    discount: fen().notNull(),
    /** What the line pays of the goods part; refunds share this. */
    paid: fen().notNull(),
    rebate: fen().notNull().default(0),
    priceTrace: jsonb().$type<unknown[]>().notNull().default([]),
    shippedQuantity: integer().notNull().default(0),
    refundedQuantity: integer().notNull().default(0),
    refundedAmount: fen().notNull().default(0),
    /** Of a gift: the order lines that earned it. It comes back with their last piece. */
    earnedBy: integer().array().notNull().default([]),
  },
  (t) => [
    index('order_line_order').on(t.orderNo),
    index('order_line_goods').on(t.goodsId),
    isKnown('order_line.kind', t.kind),
    isNotNegative(
      'order_line',
      t.promoQuantity,
      t.unitPrice,
      t.gross,
      t.discount,
      t.paid,
      t.rebate,
      t.shippedQuantity,
      t.refundedQuantity,
      t.refundedAmount,
    ),
    check(
      'order_line_pieces',
      sql`${t.quantity} > 0 and ${t.promoQuantity} <= ${t.quantity} and ${t.setQuantity} > 0`,
    ),
    check('order_line_adds_up', sql`${t.paid} = ${t.gross} - ${t.discount}`),
    check('order_line_sent_bounded', sql`${t.shippedQuantity} <= ${t.quantity}`),
    check(
      'order_line_refund_bounded',
      sql`${t.refundedQuantity} <= ${t.quantity} and ${t.refundedAmount} <= ${t.paid}`,
    ),
  ],
);

/** What happened to an order, for its timeline and for audits. */
export const orderEvent = pgTable(
  'order_event',
  {
    id: serial().primaryKey(),
    orderNo: text()
      .notNull()
      .references(() => order.no),
    fromStatus: word('order_event.from_status'),
    toStatus: word('order_event.to_status').notNull(),
    /** Kind and id of who did it, as rules/actors says. */
    actor: word('order_event.actor').notNull(),
    actorId: text().notNull(),
    requestId: text().notNull(),
    note: text().notNull().default(''),
    at: createdAt(),
  },
  (t) => [
    index('order_event_order').on(t.orderNo),
    isKnown('order_event.actor', t.actor),
    isKnown('order_event.from_status', t.fromStatus),
    isKnown('order_event.to_status', t.toStatus),
    check('order_event_actor_named', sql`${t.actorId} <> ''`),
  ],
);

export const shipment = pgTable(
  'shipment',
  {
    id: serial().primaryKey(),
    orderNo: text()
      .notNull()
      .references(() => order.no),
    carrier: text().notNull(),
    trackingNo: text().notNull(),
    shippedAt: createdAt(),
  },
  (t) => [index('shipment_order').on(t.orderNo), unique('shipment_once').on(t.orderNo, t.trackingNo)],
);

export const shipmentLot = pgTable(
  'shipment_lot',
  {
    id: serial().primaryKey(),
    shipmentId: integer()
      .notNull()
      .references(() => shipment.id),
    orderLineId: integer()
      .notNull()
      .references(() => orderLine.id),
    lotNo: text().notNull(),
    producedOn: date().notNull(),
    expiresOn: date().notNull(),
    quantity: integer().notNull(),
    testReport: text().notNull().default(''),
    traceCodes: text().array().notNull().default([]),
  },
  (t) => [
    check('shipment_lot_quantity_positive', sql`${t.quantity} > 0`),
    isInOrder('shipment_lot_days', t.producedOn, t.expiresOn),
  ],
);

export const shipmentEvent = pgTable(
  'shipment_event',
  {
    id: serial().primaryKey(),
    shipmentId: integer()
      .notNull()
      .references(() => shipment.id),
    text: text().notNull(),
    at: createdAt(),
  },
  (t) => [index('shipment_event_shipment').on(t.shipmentId)],
);

/** One row a key: `answer` is null while the first request is still running. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    companyId: integer().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    answer: jsonb().$type<unknown>(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.key] }), index('idempotency_key_age').on(t.createdAt)],
);

// --- money --------------------------------------------------------------------------------------------------

export const payment = pgTable(
  'payment',
  {
    no: text().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text()
      .notNull()
      .references(() => user.id),
    provider: text().notNull(),
    amount: fen().notNull(),
    /** Key of rules/payment-state: pending, paid, failed, closed, refunded. */
    status: word('payment.status').notNull(),
    /** The provider's transaction number, known once it answered. */
    providerNo: text(),
    /** The remote payment that this part from the balance belongs to: they pay together or not at all. */
    partOf: text().references((): AnyPgColumn => payment.no),
    /** Key of rules/remote-state: what we know of it at a remote provider; null for our own books. */
    remoteState: word('payment.remote_state'),
    /** When a remote provider is asked next; null once nothing more can come. */
    askAt: at(),
    failReason: text(),
    voucherUrl: text(),
    createdAt: createdAt(),
    paidAt: at(),
    closedAt: at(),
  },
  (t) => [
    index('payment_company').on(t.companyId),
    index('payment_ask').on(t.askAt).where(sql`${t.askAt} is not null`),
    unique('payment_provider_once').on(t.provider, t.providerNo),
    unique('payment_part_once').on(t.partOf),
    isKnown('payment.status', t.status),
    isKnown('payment.remote_state', t.remoteState),
    isNotNegative('payment', t.amount),
  ],
);

export const paymentTrade = pgTable(
  'payment_trade',
  {
    payNo: text()
      .notNull()
      .references(() => payment.no),
    tradeNo: text()
      .notNull()
      .references(() => trade.no),
    amount: fen().notNull(),
    /** The trade did not wait for it any more when the money came: its share went back and pays for nothing. */
    isGivenBack: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.payNo, t.tradeNo] }),
    index('payment_trade_trade').on(t.tradeNo),
    isNotNegative('payment_trade', t.amount),
  ],
);

/** Money going back. `no` is made from its cause, so that the same refund is never written twice. */
export const refund = pgTable(
  'refund',
  {
    no: text().primaryKey(),
    payNo: text()
      .notNull()
      .references(() => payment.no),
    orderNo: text().references(() => order.no),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    provider: text().notNull(),
    /** The provider's transaction that gives back. */
    providerNo: text().notNull(),
    amount: fen().notNull(),
    /** Key of rules/remote-state; our own books go from requested to done. */
    status: word('refund.status').notNull(),
    /** When a remote provider is asked how it stands; null while nothing was sent. */
    askAt: at(),
    reason: text().notNull(),
    createdAt: createdAt(),
    doneAt: at(),
  },
  (t) => [
    index('refund_pay').on(t.payNo),
    index('refund_order').on(t.orderNo),
    index('refund_status').on(t.status),
    isKnown('refund.status', t.status),
    check('refund_amount_positive', sql`${t.amount} > 0`),
  ],
);

export const wallet = pgTable(
  'wallet',
  {
    companyId: integer()
      .primaryKey()
      .references(() => company.id),
    balance: fen().notNull().default(0),
    points: integer().notNull().default(0),
  },
  (t) => [check('wallet_not_negative', sql`${t.balance} >= 0 and ${t.points} >= 0`)],
);

/** Append-only; `balanceAfter` runs along. `ref` makes an entry unrepeatable. */
export const walletLedger = pgTable(
  'wallet_ledger',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** top_up, pay, refund, rebate, cashback, adjust. */
    useType: word('wallet_ledger.use_type').notNull(),
    amount: fen().notNull(),
    balanceAfter: fen().notNull(),
    ref: text().notNull(),
    note: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    unique('wallet_ledger_once').on(t.companyId, t.useType, t.ref),
    index('wallet_ledger_company').on(t.companyId, t.id),
    isKnown('wallet_ledger.use_type', t.useType),
    isNotNegative('wallet_ledger', t.balanceAfter),
  ],
);

export const pointsLedger = pgTable(
  'points_ledger',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    useType: word('points_ledger.use_type').notNull(),
    amount: integer().notNull(),
    balanceAfter: integer().notNull(),
    ref: text().notNull(),
    note: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    unique('points_ledger_once').on(t.companyId, t.useType, t.ref),
    isKnown('points_ledger.use_type', t.useType),
    isNotNegative('points_ledger', t.balanceAfter),
    index('points_ledger_company').on(t.companyId, t.id),
  ],
);

/** Cash vouchers' own ledger: what each paid, and what came back to it. */
export const voucherLedger = pgTable(
  'voucher_ledger',
  {
    id: serial().primaryKey(),
    companyCouponId: integer()
      .notNull()
      .references(() => companyCoupon.id),
    /** issue (written by the database when the voucher is given), pay, give_back, refund. */
    useType: word('voucher_ledger.use_type').notNull(),
    amount: fen().notNull(),
    balanceAfter: fen().notNull(),
    ref: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('voucher_ledger_once').on(t.companyCouponId, t.useType, t.ref),
    isKnown('voucher_ledger.use_type', t.useType),
    isNotNegative('voucher_ledger', t.balanceAfter),
    index('voucher_ledger_voucher').on(t.companyCouponId, t.id),
  ],
);

/** The books of the 模拟收银台, which plays a payment house of its own: only its own module touches them. */
export const sandboxOrder = pgTable('sandbox_order', {
  /** The shop's number of the payment. */
  payNo: text().primaryKey(),
  /** Nobody can pay it any more. */
  closedAt: at(),
  createdAt: createdAt(),
});

export const sandboxCharge = pgTable(
  'sandbox_charge',
  {
    /** Its transaction number. */
    no: text().primaryKey(),
    payNo: text().notNull(),
    merchant: text().notNull(),
    amount: fen().notNull(),
    isPaid: boolean().notNull(),
    notifyUrl: text().notNull(),
    /** The next call to the shop; null when there is none to make. */
    notifyAt: at(),
    notifiesLeft: integer().notNull(),
    tries: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index('sandbox_charge_pay').on(t.payNo),
    index('sandbox_charge_due').on(t.notifyAt),
    isNotNegative('sandbox_charge', t.amount, t.notifiesLeft, t.tries),
  ],
);

export const sandboxRefund = pgTable(
  'sandbox_refund',
  {
    /** The shop's refund number: the same one twice gives back once. */
    no: text().primaryKey(),
    chargeNo: text()
      .notNull()
      .references(() => sandboxCharge.no),
    amount: fen().notNull(),
    createdAt: createdAt(),
  },
  (t) => [check('sandbox_refund_amount_positive', sql`${t.amount} > 0`)],
);

// --- accounts of what happened -------------------------------------------------------------------------------

/**
 * The people at the desks, apart from buyers: the platform's own (no merchant) and those of a merchant. Never deleted:
 * the audit log names them.
 */
export const staff = pgTable(
  'staff',
  {
    id: serial().primaryKey(),
    /** What they log in with, in small letters. */
    username: text().notNull().unique(),
    merchantId: integer().references(() => merchant.id),
    /** Key of rules/staff, of the platform's roles or the merchants'. */
    role: word('staff.role').notNull(),
    passwordHash: text().notNull(),
    /** The password is the one that was handed out. */
    isPasswordInitial: boolean().notNull().default(true),
    disabledAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    index('staff_merchant').on(t.merchantId),
    isKnown('staff.role', t.role),
    check(
      'staff_role_of_side',
      sql`case when ${t.merchantId} is null then ${t.role} in (${words(platformRoles)}) else ${t.role} in (${words(merchantRoles)}) end`,
    ),
    check('staff_username_small', sql`${t.username} <> '' and ${t.username} = lower(${t.username})`),
  ],
);

/** Open sessions of staff. Of the cookie's token only the hash is kept: who reads the table cannot log in with it. */
export const staffSession = pgTable(
  'staff_session',
  {
    tokenHash: text().primaryKey(),
    staffId: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    expiresAt: at().notNull(),
    address: text().notNull(),
    userAgent: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('staff_session_staff').on(t.staffId), index('staff_session_age').on(t.expiresAt)],
);

/** Append-only: what staff, imports and settings changed, who did it, and in which request. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: serial().primaryKey(),
    at: createdAt(),
    /** Kind and id of who did it, as rules/actors says. */
    actor: word('audit_log.actor').notNull(),
    actorId: text().notNull(),
    requestId: text().notNull(),
    /** `noun.verb`, e.g. order.ship. */
    act: text().notNull(),
    subject: text().notNull(),
    subjectKey: text().notNull(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [
    index('audit_log_subject').on(t.subject, t.subjectKey, t.id),
    index('audit_log_at').on(t.at),
    isKnown('audit_log.actor', t.actor),
    check('audit_log_actor_named', sql`${t.actorId} <> ''`),
  ],
);

// --- messages, content slots, settings ----------------------------------------------------------------------

export const message = pgTable(
  'message',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    kind: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    link: text().notNull().default(''),
    /** A cause tells its message once. */
    ref: text().notNull(),
    readAt: at(),
    createdAt: createdAt(),
  },
  (t) => [unique('message_once').on(t.companyId, t.ref), index('message_company').on(t.companyId, t.id)],
);

/** 到货通知 and 降价通知: one open wish a user and goods. */
export const goodsAlert = pgTable(
  'goods_alert',
  {
    id: serial().primaryKey(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    /** stock or price. */
    kind: word('goods_alert.kind').notNull(),
    /** The price below which to tell, for kind price. */
    price: fen(),
    createdAt: createdAt(),
    toldAt: at(),
  },
  (t) => [
    uniqueIndex('goods_alert_open').on(t.userId, t.goodsId, t.kind).where(sql`told_at is null`),
    isKnown('goods_alert.kind', t.kind),
    isNotNegative('goods_alert', t.price),
  ],
);

/** 品种求购: what a buyer looks for and does not find. */
export const wanted = pgTable(
  'wanted',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    userId: text()
      .notNull()
      .references(() => user.id),
    name: text().notNull(),
    spec: text().notNull().default(''),
    maker: text().notNull().default(''),
    quantity: integer().notNull(),
    unit: text().notNull().default(''),
    /** Fen a piece that the buyer would pay; null says nothing of it. */
    price: fen(),
    phone: text().notNull(),
    note: text().notNull().default(''),
    /** Key of rules/wanted-state: open, found, missing, withdrawn. */
    status: word('wanted.status').notNull(),
    /** What the house answered. */
    reply: text().notNull().default(''),
    /** The goods that was found. */
    goodsId: integer().references(() => goods.id),
    /** Made by the form: the same form sent twice is one request. */
    token: text().notNull(),
    createdAt: createdAt(),
    endedAt: at(),
  },
  (t) => [
    unique('wanted_once').on(t.companyId, t.token),
    index('wanted_company').on(t.companyId, t.id),
    isKnown('wanted.status', t.status),
    isNotNegative('wanted', t.price),
    check('wanted_quantity_positive', sql`${t.quantity} > 0`),
  ],
);

export const ad = pgTable(
  'ad',
  {
    id: serial().primaryKey(),
    /** Name of the slot, as the `focus` calls ask for it: index, top, right, brand:17… */
    slot: text().notNull(),
    title: text().notNull(),
    subtitle: text().notNull().default(''),
    image: text().notNull().default(''),
    url: text().notNull().default(''),
    /** 药广审 number; needed for drugs. */
    approvalNo: text().notNull().default(''),
    startsAt: at().notNull(),
    endsAt: at().notNull(),
    sort: integer().notNull().default(0),
  },
  (t) => [index('ad_slot').on(t.slot, t.sort), isInOrder('ad_moments', t.startsAt, t.endsAt)],
);

export const navLink = pgTable(
  'nav_link',
  {
    id: serial().primaryKey(),
    parentId: integer(),
    /** nav: the header's; float: the floating nav's. */
    kind: word('nav_link.kind').notNull(),
    name: text().notNull(),
    url: text().notNull().default(''),
    image: text().notNull().default(''),
    isOpen: boolean().notNull().default(true),
    sort: integer().notNull().default(0),
  },
  (t) => [isKnown('nav_link.kind', t.kind)],
);

/** Settings that the house changes without a release: hot searches, hot line, limits. */
export const siteSetting = pgTable('site_setting', {
  key: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
});

export const searchHistory = pgTable(
  'search_history',
  {
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    keywords: text().notNull(),
    usedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.keywords] })],
);

// --- the database itself ------------------------------------------------------------------------------------

/** One row, written by /api/health to find out whether the database takes writes. */
export const heartbeat = pgTable(
  'heartbeat',
  { id: smallint().primaryKey(), beatAt: at().notNull() },
  (table) => [check('heartbeat_one', sql`${table.id} = 1`)],
);

/** Who is at a job: whoever holds its row until `until` and keeps pushing that ahead. */
export const jobLease = pgTable('job_lease', {
  job: text().primaryKey(),
  /** A process's own random id. */
  holder: text().notNull(),
  until: at().notNull(),
  begunAt: at().notNull(),
  /** When it was last gone through to its end; null while it never was. */
  doneAt: at(),
});

/** Rows that a job could not do: they rest until `nextAt`, and do not stop the others. */
export const jobFailure = pgTable(
  'job_failure',
  {
    job: text().notNull(),
    /** The row's number or id, as the job names it. */
    rowKey: text().notNull(),
    tries: integer().notNull(),
    nextAt: at().notNull(),
    /** What went wrong, without values of the row. */
    error: text().notNull(),
    firstAt: createdAt(),
    lastAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.job, t.rowKey] }),
    check('job_failure_tries_positive', sql`${t.tries} > 0`),
  ],
);

/** One row, and only in the demo's database; triggers see to it that it is written into an empty one, and stays. */
export const demo = pgTable('demo', { id: smallint().primaryKey(), seededAt: createdAt() }, (t) => [
  check('demo_one', sql`${t.id} = 1`),
]);

/** Goods that the demo made, as ranges of ids: only of these the demo's jobs move the dates. */
export const demoGoods = pgTable(
  'demo_goods',
  {
    firstId: integer().primaryKey(),
    lastId: integer().notNull(),
    demoId: smallint()
      .notNull()
      .default(1)
      .references(() => demo.id),
  },
  (t) => [isInOrder('demo_goods', t.firstId, t.lastId)],
);
