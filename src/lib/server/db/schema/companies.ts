/** Companies and their scopes, their people and addresses. */

import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, fen, isKnown, isNotNegative, word } from './columns.ts';

export const accountManager = pgTable('account_manager', {
  id: serial().primaryKey(),
  name: text().notNull(),
  phone: text().notNull(),
  /** The platform's shared manager; a manager of one's own (false) is labelled 专属客服. */
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
    /** Six-digit division code of the company's location. */
    regionCode: text().notNull(),
    rank: smallint().notNull().default(0),
    isTemporary: boolean().notNull().default(false),
    /** The least remaining shelf life that this company accepts, in days; 0 accepts all. */
    minShelfLifeDays: integer().notNull().default(0),
    accountManagerId: integer().references(() => accountManager.id),
    /** The head office of a store; null for a head office and for an independent company. */
    headId: integer().references((): AnyPgColumn => company.id),
    /** A store that buys on its head office's licences, scopes and rank (rules 2); false for one with its own. */
    inheritsPapers: boolean().notNull().default(false),
    /** The head office's own number of a store, e.g. 003; empty without one. */
    storeCode: text().notNull().default(''),
    firstPaidAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    index('company_head').on(t.headId),
    // Desks find companies by a part of the name; three characters and more use it.
    index('company_name').using('gin', t.name.op('gin_trgm_ops')),
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
    /** The view of lists that this person used last; null: never chosen. */
    listView: word('member.list_view'),
    /** Since when this person may not log in; null is active. A trigger ends their sessions. */
    disabledAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId] }),
    index('member_company').on(t.companyId),
    isKnown('member.role', t.role),
    isKnown('member.list_view', t.listView),
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
