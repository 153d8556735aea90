/** Colleagues: how they are invited, which stores they act for, when they were here, and why a session ended. */
import { index, integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, fen, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';

/** An invitation: its link opens once, and only what was said here. Whether it holds the rule knows (rules/companies/invite). */
export const memberInvite = pgTable(
  'member_invite',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** SHA-256 of the link's token: who reads the table cannot come in. */
    tokenHash: text().notNull().unique(),
    /** Whom it was sent to; empty for a link that whoever has it may use. */
    phone: text().notNull().default(''),
    role: word('member_invite.role').notNull(),
    /** Fen an order; null is no limit. */
    orderLimit: fen(),
    /** Stores of the head office that the person may act for. */
    storeIds: integer().array().notNull().default([]),
    invitedBy: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    expiresAt: at().notNull(),
    usedAt: at(),
    /** Who joined by it. */
    usedBy: text(),
    revokedAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    index('member_invite_company').on(t.companyId),
    isKnown('member_invite.role', t.role),
    isNotNegative('member_invite', t.orderLimit),
  ],
);

/** Stores of the head office that a colleague may act for; its owners act for all of them. */
export const memberStore = pgTable(
  'member_store',
  {
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => company.id),
  },
  (t) => [primaryKey({ columns: [t.userId, t.companyId] }), index('member_store_company').on(t.companyId)],
);

/** When a person was here last; outlives their sessions. A trigger writes it. */
export const personSeen = pgTable('person_seen', {
  userId: text()
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  seenAt: at().notNull(),
});

/** Sessions that were ended for a reason their person should hear, by the SHA-256 of their token. A trigger writes it. */
export const sessionEnd = pgTable(
  'session_end',
  {
    tokenHash: text().primaryKey(),
    /** disabled: by an owner of the company. */
    reason: text().notNull(),
    endedAt: at().notNull(),
  },
  (t) => [index('session_end_at').on(t.endedAt)],
);
