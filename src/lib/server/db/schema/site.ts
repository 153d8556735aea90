/** Messages, ads, links and settings of the site. */

import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, isInOrder, isKnown, word } from './columns.ts';
import { company } from './companies.ts';

export const message = pgTable(
  'message',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** The one person whom it concerns; null for all of the company. */
    userId: text().references(() => user.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    link: text().notNull().default(''),
    /** One message per cause. */
    ref: text().notNull(),
    readAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('message_once').on(t.companyId, t.ref),
    index('message_company').on(t.companyId, t.id),
    index('message_created').on(t.createdAt),
    index('message_user').on(t.userId).where(sql`${t.userId} is not null`),
  ],
);

/** Kinds that a person switched off among the messages of the shop. */
export const messageMute = pgTable(
  'message_mute',
  {
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    kind: word('message_mute.kind').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] }), isKnown('message_mute.kind', t.kind)],
);

/** Which kinds of messages a person wants as text messages too. Without a row the rule's default applies. */
export const textChoice = pgTable(
  'text_choice',
  {
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    kind: word('text_choice.kind').notNull(),
    isOn: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] }), isKnown('text_choice.kind', t.kind)],
);

/** A text message to a person, sent or being sent when its process was killed. */
export const textMessage = pgTable(
  'text_message',
  {
    messageId: integer()
      .notNull()
      .references(() => message.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.userId] }),
    index('text_message_created').on(t.createdAt),
    index('text_message_user').on(t.userId),
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
    /** For companies that have paid no order yet, and for visitors. */
    isForNewcomers: boolean().notNull().default(false),
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
    /** As in an ad. */
    isForNewcomers: boolean().notNull().default(false),
    sort: integer().notNull().default(0),
  },
  (t) => [isKnown('nav_link.kind', t.kind)],
);

/** Settings that the platform changes without a release: hot searches, hot line, limits. */
export const siteSetting = pgTable('site_setting', {
  key: text().primaryKey(),
  /** JSON's null: the default. */
  value: jsonb().$type<unknown>().notNull(),
  /** Counted by the database with every other value. */
  version: integer().notNull().default(1),
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
