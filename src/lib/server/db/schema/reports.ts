/** Papers of merchants' lots: 药检报告, the merchants' seals, and what buyers asked for. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { createdAt, isKnown, word } from './columns.ts';
import { company } from './companies.ts';
import { goods } from './goods.ts';
import { merchant } from './merchants.ts';
import { order } from './orders.ts';
import { shipmentLot } from './shipments.ts';

/** A file that a merchant's people handed in. Its bytes lie in the store of files under merchant and digest. */
export const merchantFile = pgTable(
  'merchant_file',
  {
    id: serial().primaryKey(),
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    /**
     * test_report: 药检报告, a PDF. seal: 出库专用章, a picture; the newest one holds. onboarding: a page of 首营资料.
     * licence: a registered paper that is renewed.
     */
    kind: word('merchant_file.kind').notNull(),
    /** SHA-256 of the stored bytes in hex: by it a file that comes twice is known. */
    digest: text().notNull(),
    contentType: text().notNull(),
    bytes: integer().notNull(),
    /** As it was called where it came from. */
    name: text().notNull(),
    /** The name under which the person of the merchant logs in. */
    uploadedBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('merchant_file_once').on(t.merchantId, t.kind, t.digest),
    isKnown('merchant_file.kind', t.kind),
    check('merchant_file_positive', sql`${t.bytes} > 0`),
  ],
);

/** The 药检报告 of a lot. Another upload takes its place; the audit log knows which file was there before. */
export const lotReport = pgTable(
  'lot_report',
  {
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    lotNo: text().notNull(),
    fileId: integer()
      .notNull()
      .references(() => merchantFile.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.goodsId, t.lotNo] }), index('lot_report_file').on(t.fileId)],
);

/** A buyer who got pieces of a lot asks for its 药检报告, once each; they are told when it comes. */
export const reportWish = pgTable(
  'report_wish',
  {
    goodsId: integer()
      .notNull()
      .references(() => goods.id),
    lotNo: text().notNull(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    orderNo: text()
      .notNull()
      .references(() => order.no),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.goodsId, t.lotNo, t.companyId] }),
    index('report_wish_company').on(t.companyId),
    index('report_wish_order').on(t.orderNo),
  ],
);

/** A buyer asks for the 追溯码 that a parcel's lot lacks, once; they are told when the merchant adds them. */
export const codeWish = pgTable('code_wish', {
  shipmentLotId: integer()
    .primaryKey()
    .references(() => shipmentLot.id),
  askedBy: text()
    .notNull()
    .references(() => user.id),
  createdAt: createdAt(),
});
