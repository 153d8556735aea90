/** 首营资料 of merchants: about themselves, the makers of their items, and their items (rules/companies/onboarding). */
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { at, createdAt, isKnown, word } from './columns.ts';
import { company } from './companies.ts';
import { goods } from './goods.ts';
import { merchant } from './merchants.ts';
import { order } from './orders.ts';
import { merchantFile } from './reports.ts';

/**
 * A document: one of each kind is valid; earlier ones stay with the person who ended them. Neither item nor maker: the
 * merchant's own.
 */
export const onboardingPaper = pgTable(
  'onboarding_paper',
  {
    id: serial().primaryKey(),
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    goodsId: integer().references(() => goods.id),
    /** As named by the merchant's items: its documents cover all of them. */
    maker: text(),
    kind: word('onboarding_paper.kind').notNull(),
    /** Empty where a document has none. */
    number: text().notNull(),
    /** The last day; null: without end. */
    validTo: date(),
    /** Login name of the merchant's staff member. */
    uploadedBy: text().notNull(),
    createdAt: createdAt(),
    ending: word('onboarding_paper.ending'),
    endedBy: text(),
    endedAt: at(),
  },
  (t) => [
    uniqueIndex('onboarding_paper_current')
      .on(t.merchantId, t.kind, sql`coalesce(${t.goodsId}, 0)`, sql`coalesce(${t.maker}, '')`)
      .where(sql`ended_at is null`),
    index('onboarding_paper_goods').on(t.goodsId),
    index('onboarding_paper_maker').on(t.merchantId, t.maker).where(sql`maker is not null`),
    index('onboarding_paper_due').on(t.validTo).where(sql`ended_at is null`),
    isKnown('onboarding_paper.kind', t.kind),
    isKnown('onboarding_paper.ending', t.ending),
    check('onboarding_paper_of_one', sql`num_nonnulls(${t.goodsId}, ${t.maker}) <= 1`),
    check('onboarding_paper_ended', sql`num_nonnulls(${t.ending}, ${t.endedBy}, ${t.endedAt}) in (0, 3)`),
  ],
);

/** The files of a document, in order, without duplicates. */
export const onboardingPage = pgTable(
  'onboarding_page',
  {
    paperId: integer()
      .notNull()
      .references(() => onboardingPaper.id),
    position: smallint().notNull(),
    fileId: integer()
      .notNull()
      .references(() => merchantFile.id),
  },
  (t) => [
    primaryKey({ columns: [t.paperId, t.position] }),
    unique('onboarding_page_once').on(t.paperId, t.fileId),
    index('onboarding_page_file').on(t.fileId),
  ],
);

/**
 * A buyer's request for a missing or expired document, once; the buyer is notified when it arrives, and the row is
 * deleted.
 */
export const onboardingRequest = pgTable(
  'onboarding_wish',
  {
    id: serial().primaryKey(),
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    goodsId: integer().references(() => goods.id),
    maker: text(),
    kind: word('onboarding_wish.kind').notNull(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    orderNo: text()
      .notNull()
      .references(() => order.no),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('onboarding_wish_once').on(
      t.merchantId,
      t.kind,
      sql`coalesce(${t.goodsId}, 0)`,
      sql`coalesce(${t.maker}, '')`,
      t.companyId,
    ),
    index('onboarding_wish_goods').on(t.goodsId),
    index('onboarding_wish_company').on(t.companyId),
    index('onboarding_wish_order').on(t.orderNo),
    isKnown('onboarding_wish.kind', t.kind),
    check('onboarding_wish_of_one', sql`num_nonnulls(${t.goodsId}, ${t.maker}) <= 1`),
  ],
);
