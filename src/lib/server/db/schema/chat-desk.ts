/** What the desks of service keep beside the talks (rules 21). */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, createdAt, isKnown, word } from './columns.ts';
import { merchant } from './merchants.ts';
import { staff } from './staff.ts';

/** Who takes talks now. */
export const chatDuty = pgTable('chat_duty', {
  staffId: integer()
    .primaryKey()
    .references(() => staff.id),
  isOn: boolean().notNull(),
  /** When the person's page last said that it is open. */
  seenAt: at().notNull(),
  /** When the person last got a talk. */
  assignedAt: at(),
});

/** Answers that are written once: of a side, or of one person. */
export const chatCanned = pgTable(
  'chat_canned',
  {
    id: serial().primaryKey(),
    /** Null for the platform's. */
    merchantId: integer().references(() => merchant.id),
    /** Null for all people of the side. */
    staffId: integer().references(() => staff.id),
    shortcut: text().notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('chat_canned_once').on(
      sql`coalesce(${t.merchantId}, 0)`,
      sql`coalesce(${t.staffId}, 0)`,
      t.shortcut,
    ),
  ],
);

/** Words that messages may not carry as they are. */
export const chatWord = pgTable(
  'chat_word',
  {
    id: serial().primaryKey(),
    word: text().notNull(),
    /** The form in which it is compared. */
    folded: text().notNull().unique(),
    action: word('chat_word.action').notNull(),
    madeBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [isKnown('chat_word.action', t.action), check('chat_word_compared', sql`${t.folded} <> ''`)],
);

/** Tokens of the embedded page that were used: each opens it once. */
export const chatTokenUse = pgTable(
  'chat_token_use',
  {
    nonce: text().primaryKey(),
    expiresAt: at().notNull(),
  },
  (t) => [index('chat_token_use_age').on(t.expiresAt)],
);
