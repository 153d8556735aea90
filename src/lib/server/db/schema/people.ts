/** Colleagues: invitations, the stores they act for, when they were active, and why a session ended. */
import { index, integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, fen, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';

/**
 * An invitation: its link works once, and only with the data given here. rules/companies/invite decides whether it is
 * valid.
 */
export const memberInvite = pgTable(
  'member_invite',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** SHA-256 of the link's token: access to the table does not give access to the link. */
    tokenHash: text().notNull().unique(),
    /** The recipient; empty for a link that anyone may use. */
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
    /** The person who joined by it. */
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

/** Stores of the head office that a colleague may act for; owners act for all of them. */
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

/** When a person was last active; outlives their sessions. Written by a trigger. */
export const personSeen = pgTable('person_seen', {
  userId: text()
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  seenAt: at().notNull(),
});

/** Sessions that ended for a reason to show to their person, by the SHA-256 of their token. Written by a trigger. */
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
