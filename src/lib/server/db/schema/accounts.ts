/** Accounts, sessions and codes: the tables of better-auth, and its counts. */

import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { at, isNotNegative } from './columns.ts';

export const user = pgTable('user', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  username: text().unique(),
  displayUsername: text(),
  phoneNumber: text().unique(),
  phoneNumberVerified: boolean().notNull().default(false),
  /** The name of the WeChat account that is bound; null is none. */
  wechat: text(),
  createdAt: at().notNull().defaultNow(),
  updatedAt: at().notNull().defaultNow(),
});

export const session = pgTable(
  'session',
  {
    id: text().primaryKey(),
    token: text().notNull().unique(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    expiresAt: at().notNull(),
    ipAddress: text(),
    userAgent: text(),
    /** The store that the person acts for in this session (id of a company); null is their own company. */
    storeId: integer(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [index('session_user').on(t.userId)],
);

export const account = pgTable(
  'account',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: at(),
    refreshTokenExpiresAt: at(),
    scope: text(),
    password: text(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [
    index('account_user').on(t.userId),
    // One person has one WeChat account, and the other way round.
    uniqueIndex('account_wechat_once').on(t.accountId).where(sql`provider_id = 'wechat'`),
    uniqueIndex('account_wechat_of').on(t.userId).where(sql`provider_id = 'wechat'`),
  ],
);

/** Which version of the agreement and the privacy policy a person has accepted, and when. */
export const agreementAcceptance = pgTable(
  'agreement_acceptance',
  {
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    version: text().notNull(),
    acceptedAt: at().notNull(),
    /** Network address of the acceptance. */
    address: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.version] })],
);

/** The authenticator that a buyer's person has chosen for their log-in, as the staff's have it (db/schema/staff). */
export const userTotp = pgTable(
  'user_totp',
  {
    userId: text()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Sealed; null while none is confirmed. */
    secret: text(),
    /** A secret that was shown and not confirmed yet, encrypted. */
    pending: text(),
    /** The last step of time whose code was used: it and those before it open nothing again. */
    step: bigint({ mode: 'number' }),
    /** Hashes of the recovery codes that are left. */
    recoveryCodes: text().array().notNull().default(sql`'{}'`),
  },
  (t) => [
    check(
      'user_totp_whole',
      sql`(${t.secret} is null) = (${t.step} is null) and (${t.secret} is not null or ${t.recoveryCodes} = '{}')`,
    ),
  ],
);

/** The passkeys (WebAuthn) that a buyer's person may log in with in place of the password. */
export const passkey = pgTable(
  'passkey',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** As the authenticator names it, in base64url: one is one account's. */
    credentialId: text().notNull().unique(),
    /** COSE key in base64url: it proves, and opens nothing. */
    publicKey: text().notNull(),
    /** Uses that the authenticator has counted; 0 of one that does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** Transports of the authenticator: internal, hybrid, usb… */
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: at().notNull(),
    usedAt: at(),
  },
  (t) => [index('passkey_user').on(t.userId), isNotNegative('passkey', t.counter)],
);

export const verification = pgTable('verification', {
  id: text().primaryKey(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: at().notNull(),
  createdAt: at().notNull().defaultNow(),
  updatedAt: at().notNull().defaultNow(),
});

/** Counted attempts in a window; `key` is e.g. `login:name:address`. A row past its window starts again. */
export const rateLimit = pgTable('rate_limit', {
  key: text().primaryKey(),
  count: integer().notNull(),
  resetsAt: at().notNull(),
});
