/** Documents of merchants' lots: 药检报告, the merchants' seals, and buyers' requests for them. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { createdAt, isKnown, word } from './columns.ts';
import { company } from './companies.ts';
import { goods } from './goods.ts';
import { merchant } from './merchants.ts';
import { order } from './orders.ts';
import { shipmentLot } from './shipments.ts';

/** A file uploaded by a merchant's people. Its bytes are in the file store under merchant and digest. */
export const merchantFile = pgTable(
  'merchant_file',
  {
    id: serial().primaryKey(),
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    /**
     * test_report: 药检报告, a PDF. seal: 出库专用章, a picture; the newest one is valid. contract_seal: a picture of
     * the seal on contracts (contract_seal says which one is valid). onboarding: a page of 首营资料. licence: a renewal of a
     * registered document.
     */
    kind: word('merchant_file.kind').notNull(),
    /** SHA-256 of the stored bytes in hex: detects a duplicate. */
    digest: text().notNull(),
    contentType: text().notNull(),
    bytes: integer().notNull(),
    /** Its original name. */
    name: text().notNull(),
    /** Login name of the merchant's staff member. */
    uploadedBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('merchant_file_once').on(t.merchantId, t.kind, t.digest),
    isKnown('merchant_file.kind', t.kind),
    check('merchant_file_positive', sql`${t.bytes} > 0`),
  ],
);

/** The 药检报告 of a lot. Another upload replaces it; the audit log has the former file. */
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

/** A request for a lot's 药检报告 by a buyer with pieces of it, once each; they are notified when it arrives. */
export const reportRequest = pgTable(
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

/** A request for the missing 追溯码 of a parcel's lot, once; the buyer is notified when the merchant adds them. */
export const codeRequest = pgTable('code_wish', {
  shipmentLotId: integer()
    .primaryKey()
    .references(() => shipmentLot.id),
  askedBy: text()
    .notNull()
    .references(() => user.id),
  createdAt: createdAt(),
});
