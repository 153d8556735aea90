/** Contracts between buying companies and merchants or the platform (rules 20). */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Authority } from '#lib/rules/contracts/authority.ts';
import type { ContractFields } from '#lib/rules/contracts/template.ts';
import { user } from './accounts.ts';
import { at, createdAt, isInOrder, isKnown, isNotNegative, word } from './columns.ts';
import { company } from './companies.ts';
import { merchant } from './merchants.ts';
import { merchantFile } from './reports.ts';

/** Versions of the texts. A version is never changed: a trigger refuses it. */
export const contractTemplate = pgTable(
  'contract_template',
  {
    id: serial().primaryKey(),
    kind: word('contract_template.kind').notNull(),
    version: integer().notNull(),
    /** One line a paragraph, fields in braces. */
    body: text().notNull(),
    /** SHA-256 of the text in hex. */
    hash: text().notNull(),
    note: text().notNull().default(''),
    publishedBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('contract_template_version').on(t.kind, t.version),
    isKnown('contract_template.kind', t.kind),
    check('contract_template_version_positive', sql`${t.version} > 0`),
  ],
);

export const contract = pgTable(
  'contract',
  {
    id: serial().primaryKey(),
    /** The number that people read and that a provider gets. */
    no: text().notNull().unique(),
    kind: word('contract.kind').notNull(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** Null: with the platform. */
    merchantId: integer().references(() => merchant.id),
    /** The how-many-th of its pair and kind, from 1: of two that are made at once the database refuses one. */
    round: smallint().notNull(),
    templateId: integer()
      .notNull()
      .references(() => contractTemplate.id),
    fields: jsonb().$type<ContractFields>().notNull(),
    /** The text with its fields filled in, and its SHA-256 in hex: both sides sign these. */
    body: text().notNull(),
    bodyHash: text().notNull(),
    state: word('contract.state').notNull(),
    /** Set when both sides have signed. */
    validFrom: date(),
    validTo: date(),
    /** Who makes the signatures: own, or the key of a signing provider. */
    provider: word('contract.provider').notNull().default('own'),
    /** The provider's number of the signing flow; empty before it has one. */
    remoteNo: text().notNull().default(''),
    /** A person of the seller signs at the provider too; false: its seal is set by itself. */
    isSellerByHand: boolean().notNull().default(false),
    /** When the job asks the provider again; null: nothing to ask. */
    askAt: at(),
    /** SHA-256 of the sealed PDF in hex; empty before it is made. */
    fileDigest: text().notNull().default(''),
    /** Login name of who sent it; empty where the buyer began it. */
    sentBy: text().notNull().default(''),
    signedAt: at(),
    voidedAt: at(),
    /** Why it is void, as the buyer reads it. */
    voidReason: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    unique('contract_round').on(t.companyId, t.merchantId, t.kind, t.round).nullsNotDistinct(),
    uniqueIndex('contract_one_open')
      .on(t.companyId, sql`coalesce(merchant_id, 0)`, t.kind)
      .where(sql`state in ('sent', 'half')`),
    index('contract_merchant').on(t.merchantId, t.createdAt, t.id),
    index('contract_created').on(t.createdAt, t.id),
    index('contract_template_of').on(t.templateId),
    index('contract_ends').on(t.validTo).where(sql`state = 'signed'`),
    index('contract_to_ask').on(t.askAt).where(sql`ask_at is not null`),
    index('contract_to_file').on(t.signedAt).where(sql`state = 'signed' and file_digest = ''`),
    index('contract_digest').on(t.fileDigest).where(sql`file_digest <> ''`),
    isKnown('contract.kind', t.kind),
    isKnown('contract.state', t.state),
    isKnown('contract.provider', t.provider),
    isInOrder('contract_days', t.validFrom, t.validTo),
    check('contract_round_positive', sql`${t.round} > 0`),
    check(
      'contract_signed',
      sql`${t.state} <> 'signed' or num_nulls(${t.validFrom}, ${t.validTo}, ${t.signedAt}) = 0`,
    ),
    check('contract_voided', sql`(${t.state} = 'void') = (${t.voidedAt} is not null)`),
  ],
);

/** The signature of one side, with its evidence. */
export const contractSignature = pgTable(
  'contract_signature',
  {
    contractId: integer()
      .notNull()
      .references(() => contract.id),
    side: word('contract_signature.side').notNull(),
    /** The company or merchant, by its name then. */
    party: text().notNull(),
    signer: text().notNull(),
    /** Key of the signer's role. */
    role: text().notNull(),
    /** The member of the buying company. */
    userId: text().references(() => user.id, { onDelete: 'set null' }),
    /** The letter of authority that covered the day; null for a seller. */
    authority: jsonb().$type<Authority>(),
    /** The last four digits of the telephone that got the code; empty for a seller. */
    phoneTail: text().notNull().default(''),
    clientAddress: text().notNull().default(''),
    /** When the text was handed out and when its end was reached, by the server's clock. */
    readFrom: at(),
    readTo: at(),
    /** The hash of the text that was signed. */
    bodyHash: text().notNull(),
    /** The picture of the seller's seal that was valid then; null: the seal is drawn. */
    sealFileId: integer().references(() => merchantFile.id),
    signedAt: at().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.contractId, t.side] }),
    index('contract_signature_user').on(t.userId),
    index('contract_signature_seal').on(t.sealFileId),
    isKnown('contract_signature.side', t.side),
    isInOrder('contract_signature_read', t.readFrom, t.readTo),
  ],
);

/** The history of a contract. Only added to. */
export const contractEvent = pgTable(
  'contract_event',
  {
    id: serial().primaryKey(),
    contractId: integer()
      .notNull()
      .references(() => contract.id),
    act: word('contract_event.act').notNull(),
    actor: word('contract_event.actor').notNull(),
    /** Name of the person, or of the job. */
    who: text().notNull(),
    note: text().notNull().default(''),
    at: at().notNull(),
  },
  (t) => [
    index('contract_event_of').on(t.contractId, t.id),
    isKnown('contract_event.act', t.act),
    isKnown('contract_event.actor', t.actor),
  ],
);

/** What a merchant asks for before it sells. No row: nothing. */
export const contractRule = pgTable(
  'contract_rule',
  {
    merchantId: integer()
      .primaryKey()
      .references(() => merchant.id),
    asks: word('contract_rule.asks').notNull(),
    step: word('contract_rule.step').notNull(),
    /** The merchant's seal is set at once when a buyer has signed. */
    sealsItself: boolean().notNull().default(true),
    /** Who signs for the merchant at a provider where it seals by hand; empty: nobody is named. */
    signerName: text().notNull().default(''),
    signerPhone: text().notNull().default(''),
    /** Number of the seal that the merchant lets the shop set at a provider by itself; empty: none. */
    remoteSealId: text().notNull().default(''),
    /** Login name of who decided it last. */
    setBy: text().notNull(),
    version: integer().notNull().default(1),
    updatedAt: at().notNull(),
  },
  (t) => [
    isKnown('contract_rule.asks', t.asks),
    isKnown('contract_rule.step', t.step),
    isNotNegative('contract_rule', t.version),
  ],
);

/** Versions of the seal that a merchant shows on contracts. Only added to; the last one is valid. */
export const contractSeal = pgTable(
  'contract_seal',
  {
    merchantId: integer()
      .notNull()
      .references(() => merchant.id),
    /** From 1. */
    version: integer().notNull(),
    /** Its picture; null: the seal is drawn from then on. */
    fileId: integer().references(() => merchantFile.id),
    /** Login name of who set it. */
    setBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.version] }),
    index('contract_seal_file').on(t.fileId),
    check('contract_seal_version_positive', sql`${t.version} > 0`),
  ],
);

/** Keys of the shop's own signing authority and of those for whom it signs. */
export const signingKey = pgTable('signing_key', {
  /** ca, platform, company:7, merchant:3. */
  name: text().primaryKey(),
  /** PKCS#8 in PEM, encrypted with a key made of AUTH_SECRET. */
  privateKey: text().notNull(),
  /** X.509 in PEM. */
  certificate: text().notNull(),
  createdAt: createdAt(),
});
