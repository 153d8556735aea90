/** Staff, their sessions, their actions, and the views of lists that they saved. */

import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { merchantRoles, platformRoles } from '#lib/rules/companies/staff.ts';
import { at, createdAt, isKnown, word, words } from './columns.ts';
import { merchant } from './merchants.ts';

/**
 * Staff, separate from buyers: the platform's own (no merchant) and those of a merchant. Never deleted: the audit log
 * names them.
 */
export const staff = pgTable(
  'staff',
  {
    id: serial().primaryKey(),
    /** Login name, in lower case. */
    username: text().notNull().unique(),
    merchantId: integer().references(() => merchant.id),
    /** Key of rules/staff, of the platform's roles or the merchants'. */
    role: word('staff.role').notNull(),
    passwordHash: text().notNull(),
    /** The password is the initial one. */
    isPasswordInitial: boolean().notNull().default(true),
    /** The secret of the person's authenticator, encrypted; null while there is none. */
    totpSecret: text(),
    /** A secret that was shown and not confirmed yet, encrypted. */
    totpPending: text(),
    /** The last time step with a used code: it and earlier ones are refused. */
    totpStep: bigint({ mode: 'number' }),
    /** Hashes of the remaining recovery codes. */
    recoveryCodes: text().array().notNull().default(sql`'{}'`),
    disabledAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    index('staff_merchant').on(t.merchantId),
    isKnown('staff.role', t.role),
    check(
      'staff_role_of_side',
      sql`case when ${t.merchantId} is null then ${t.role} in (${words(platformRoles)}) else ${t.role} in (${words(merchantRoles)}) end`,
    ),
    check(
      'staff_totp_whole',
      sql`(${t.totpSecret} is null) = (${t.totpStep} is null) and (${t.totpSecret} is not null or ${t.recoveryCodes} = '{}')`,
    ),
    check('staff_username_small', sql`${t.username} <> '' and ${t.username} = lower(${t.username})`),
  ],
);

/**
 * Open sessions of staff. Only the hash of the cookie's token is stored: access to the table does not allow a login.
 */
export const staffSession = pgTable(
  'staff_session',
  {
    tokenHash: text().primaryKey(),
    staffId: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    expiresAt: at().notNull(),
    address: text().notNull(),
    userAgent: text().notNull(),
    createdAt: createdAt(),
    /** The last request, to the minute; null in sessions of an older release: then `createdAt` counts. */
    seenAt: at(),
    /** When the person last gave their password or code; null: at the login. */
    provedAt: at(),
  },
  (t) => [index('staff_session_staff').on(t.staffId), index('staff_session_age').on(t.expiresAt)],
);

/** Invitations of staff by link, each for one person. Only the hash of the link's token is stored. */
export const staffInvite = pgTable(
  'staff_invite',
  {
    id: serial().primaryKey(),
    tokenHash: text().notNull().unique(),
    /** Null for the platform's own. */
    merchantId: integer().references(() => merchant.id),
    role: word('staff_invite.role').notNull(),
    /** For whom it is, in the inviter's words. */
    note: text().notNull().default(''),
    /** While they may not log in any more, the link does not work. Null: the start of a shop without an administrator. */
    invitedBy: integer().references(() => staff.id),
    createdAt: createdAt(),
    expiresAt: at().notNull(),
    usedAt: at(),
    /** The account that was made by it. */
    usedBy: integer().references(() => staff.id),
    revokedAt: at(),
  },
  (t) => [index('staff_invite_merchant').on(t.merchantId, t.id), isKnown('staff_invite.role', t.role)],
);

/** Append-only: changes by staff, imports and settings, with actor and request. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: serial().primaryKey(),
    at: createdAt(),
    /** Kind and id of the actor, as defined by rules/actors. */
    actor: word('audit_log.actor').notNull(),
    actorId: text().notNull(),
    requestId: text().notNull(),
    /** `noun.verb`, e.g. order.ship. */
    act: text().notNull(),
    subject: text().notNull(),
    subjectKey: text().notNull(),
    /** The merchant whose people may read it besides the platform's; null for none. */
    merchantId: integer().references(() => merchant.id),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [
    index('audit_log_subject').on(t.subject, t.subjectKey, t.id),
    index('audit_log_at').on(t.at),
    index('audit_log_actor').on(t.actorId, t.id),
    index('audit_log_merchant').on(t.merchantId, t.id),
    isKnown('audit_log.actor', t.actor),
    check('audit_log_actor_named', sql`${t.actorId} <> ''`),
  ],
);

/** A person's view of a list: the address of a search, and the role that it is shared with. */
export const deskView = pgTable(
  'desk_view',
  {
    id: serial().primaryKey(),
    staffId: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** Name of the list, the page's address without `/desk/`. */
    list: text().notNull(),
    name: text().notNull(),
    /** The search of the address, with its order and columns. */
    search: text().notNull(),
    /** People with this role of the owner's own side and merchant see it too; empty for none. */
    role: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [unique('desk_view_once').on(t.staffId, t.list, t.name)],
);
