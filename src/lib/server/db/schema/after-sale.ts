/** After-sale: cases, their pieces, and their history. */
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
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, fen, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';
import { merchant } from './merchants.ts';
import { order, orderLine } from './orders.ts';
import { storedFile } from './papers.ts';

/** A case. Written only under the lock of the order's trade. */
export const afterSale = pgTable(
  'after_sale',
  {
    id: serial().primaryKey(),
    orderNo: text()
      .notNull()
      .references(() => order.no),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    userId: text()
      .notNull()
      .references(() => user.id),
    stage: word('after_sale.stage').notNull(),
    kind: word('after_sale.kind').notNull(),
    state: word('after_sale.state').notNull().default('reviewing'),
    /** As the form offered them; several for a request of documents. */
    reasons: text().array().notNull(),
    /** The amount shown to the buyer before the request. */
    amount: fen().notNull().default(0),
    /** Refunded by the way it was paid; null until then. */
    refunded: fen(),
    /** Numbers of its refunds that remote providers have not completed yet. */
    refundNos: text().array().notNull().default([]),
    /** Deadline of the party that acts next. */
    dueAt: at(),
    isEscalated: boolean().notNull().default(false),
    appealedAt: at(),
    /** The parcel in which the goods are returned. */
    carrier: text().notNull().default(''),
    trackingNo: text().notNull().default(''),
    /** The merchant's return address when the goods were sent back; null before, and in older cases. */
    returnTo: jsonb().$type<{ name: string; phone: string; address: string }>(),
    arrivedAt: at(),
    endedBy: word('after_sale.ended_by'),
    endedAt: at(),
    /** Created by the form: submitting a form twice gives one case. */
    token: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('after_sale_once').on(t.companyId, t.token),
    index('after_sale_company').on(t.companyId, t.id),
    index('after_sale_order').on(t.orderNo),
    index('after_sale_merchant').on(t.merchantId, t.state),
    index('after_sale_due').on(t.dueAt).where(sql`due_at is not null`),
    index('after_sale_refunding').on(t.id).where(sql`state = 'refunding'`),
    isKnown('after_sale.stage', t.stage),
    isKnown('after_sale.kind', t.kind),
    isKnown('after_sale.state', t.state),
    isKnown('after_sale.ended_by', t.endedBy),
    isNotNegative('after_sale', t.amount, t.refunded),
  ],
);

/** Pieces of an order line in a case; of one lot once they were received. */
export const afterSaleLine = pgTable(
  'after_sale_line',
  {
    afterSaleId: integer()
      .notNull()
      .references(() => afterSale.id),
    orderLineId: integer()
      .notNull()
      .references(() => orderLine.id),
    /** 批号; empty for pieces that were not sent. */
    lotNo: text().notNull(),
    pieces: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.afterSaleId, t.orderLineId, t.lotNo] }),
    index('after_sale_line_line').on(t.orderLineId),
    check('after_sale_line_pieces', sql`${t.pieces} > 0`),
  ],
);

/** Append-only: what each side said and did, in order. */
export const afterSaleNote = pgTable(
  'after_sale_note',
  {
    id: serial().primaryKey(),
    afterSaleId: integer()
      .notNull()
      .references(() => afterSale.id),
    side: word('after_sale_note.side').notNull(),
    /** User id, name of a staff member, name of a job. */
    actorId: text().notNull(),
    /** What was done: `ask`, an act of the rules, `talk` for a message only. */
    act: text().notNull(),
    text: text().notNull(),
    /** Created by the form of a message: submitting it twice gives one. */
    token: text(),
    at: createdAt(),
  },
  (t) => [
    index('after_sale_note_case').on(t.afterSaleId, t.id),
    unique('after_sale_note_once').on(t.afterSaleId, t.token),
    isKnown('after_sale_note.side', t.side),
  ],
);

/** Pictures attached to a note. */
export const afterSaleFile = pgTable(
  'after_sale_file',
  {
    noteId: integer()
      .notNull()
      .references(() => afterSaleNote.id),
    position: smallint().notNull(),
    fileId: integer()
      .notNull()
      .references(() => storedFile.id),
  },
  (t) => [primaryKey({ columns: [t.noteId, t.position] }), index('after_sale_file_file').on(t.fileId)],
);
