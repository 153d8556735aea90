/** Notices to a merchant's people, and the duty phone that receives them. */
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { at, createdAt } from './columns.ts';
import { merchant } from './merchants.ts';
import { staff } from './staff.ts';

/** An event at a merchant that its people must know. Written by `notifyMerchant`; only `textedAt` changes. */
export const merchantNotice = pgTable(
  'merchant_notice',
  {
    id: serial().primaryKey(),
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    /** Key of rules/merchant-notices. */
    kind: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    /** The desk page that it links to; empty for none. */
    link: text().notNull().default(''),
    /** The cause: a merchant gets one notice for each. */
    ref: text().notNull(),
    /** When the duty phone was notified; null until then. */
    textedAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('merchant_notice_once').on(t.merchantId, t.ref),
    index('merchant_notice_merchant').on(t.merchantId, t.id),
    index('merchant_notice_created').on(t.createdAt),
    index('merchant_notice_to_text').on(t.createdAt).where(sql`texted_at is null`),
  ],
);

/** Which person of the merchant has read a notice, and when. */
export const merchantNoticeRead = pgTable(
  'merchant_notice_read',
  {
    noticeId: integer()
      .notNull()
      .references(() => merchantNotice.id, { onDelete: 'cascade' }),
    staffId: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.noticeId, t.staffId] }),
    index('merchant_notice_read_staff').on(t.staffId),
  ],
);

/** The duty phone of a merchant: which kinds of notices it receives, and in which hours of Shanghai. */
export const dutyPhone = pgTable(
  'duty_phone',
  {
    merchantId: integer()
      .primaryKey()
      .references(() => merchant.id),
    /** A mainland mobile; empty for none. */
    phone: text().notNull(),
    /** Keys of rules/merchant-notices. */
    kinds: text().array().notNull(),
    /** First hour in which it may ring, and the first in which it may not. Urgent kinds ring at any hour. */
    fromHour: smallint().notNull(),
    toHour: smallint().notNull(),
    /** When the last text message began: the next one waits ten minutes. */
    textedAt: at(),
    updatedAt: createdAt(),
  },
  (t) => [
    check('duty_phone_hours', sql`0 <= ${t.fromHour} and ${t.fromHour} < ${t.toHour} and ${t.toHour} <= 24`),
  ],
);
