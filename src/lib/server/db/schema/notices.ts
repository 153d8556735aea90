/** Notices to a merchant's people, and the telephone that hears of them. */
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

/** What happened at a merchant that its people have to know. Written by `notifyMerchant`, never changed but for `textedAt`. */
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
    /** Page of the desk that it leads to; empty for none. */
    link: text().notNull().default(''),
    /** The cause: a merchant gets one notice of each. */
    ref: text().notNull(),
    /** When the duty phone was told of it; null while it was not. */
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

/** Who of the merchant's people has read a notice, and when. */
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

/** The duty phone of a merchant: which kinds of notices go to it, and in which hours of Shanghai. */
export const dutyPhone = pgTable(
  'duty_phone',
  {
    merchantId: integer()
      .primaryKey()
      .references(() => merchant.id),
    /** A mainland mobile; empty while nobody is to be told. */
    phone: text().notNull(),
    /** Keys of rules/merchant-notices. */
    kinds: text().array().notNull(),
    /** First hour in which it may ring, and the first in which it may not any more. Urgent kinds ring at any hour. */
    fromHour: smallint().notNull(),
    toHour: smallint().notNull(),
    /** When a text message was last begun: the next one waits ten minutes. */
    textedAt: at(),
    updatedAt: createdAt(),
  },
  (t) => [
    check('duty_phone_hours', sql`0 <= ${t.fromHour} and ${t.fromHour} < ${t.toHour} and ${t.toHour} <= 24`),
  ],
);
