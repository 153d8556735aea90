/** Talks between companies and the service of merchants or the platform (rules 21, decision 038). */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, isKnown, isNotNegative, word, writtenBy } from './columns.ts';
import { company } from './companies.ts';
import { merchant } from './merchants.ts';
import { storedFile } from './papers.ts';
import { staff } from './staff.ts';

/** One for each company and counterpart. Everything of a talk is written under its lock. */
export const chatTalk = pgTable(
  'chat_talk',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => company.id),
    /** Null for the platform's service. */
    merchantId: integer().references(() => merchant.id),
    /** The number of the last message. */
    lastSeq: integer().notNull().default(0),
    lastAt: at(),
    /** The last inquiry; null before the first one. */
    inquiryId: integer().references((): AnyPgColumn => chatInquiry.id),
    /** The platform was asked for help in the last inquiry: its people read and write too. */
    isEscalated: boolean().notNull().default(false),
    /** The company's people were sent a message of the shop about answers up to this number. */
    toldSeq: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('chat_talk_once').on(t.companyId, sql`coalesce(${t.merchantId}, 0)`),
    index('chat_talk_merchant').on(t.merchantId, t.lastAt),
    isNotNegative('chat_talk', t.lastSeq, t.toldSeq),
    check('chat_talk_told_of_written', sql`${t.toldSeq} <= ${t.lastSeq}`),
  ],
);

/** 一次咨询: from the first message of a buyer, or of service, to the close. */
export const chatInquiry = pgTable(
  'chat_inquiry',
  {
    id: serial().primaryKey(),
    talkId: integer()
      .notNull()
      .references(() => chatTalk.id),
    fromSeq: integer().notNull(),
    openedAt: at().notNull(),
    /** Who answers; null while nobody does. */
    staffId: integer().references(() => staff.id),
    assignedAt: at(),
    /** The first message of the buyer without an answer; null where none waits. */
    waitsSince: at(),
    /** When it goes to the next person unless it is answered. */
    returnsAt: at(),
    /** How often it went on without an answer. */
    returned: smallint().notNull().default(0),
    /** The first answer by a person. */
    answeredAt: at(),
    answeredBy: integer().references(() => staff.id),
    closedAt: at(),
    /** Null where it ended by itself. */
    closedBy: integer().references(() => staff.id),
    stars: smallint(),
    rating: text().notNull().default(''),
    ratedAt: at(),
    /** The platform was asked for help. */
    escalatedAt: at(),
    escalation: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('chat_inquiry_open').on(t.talkId).where(sql`closed_at is null`),
    index('chat_inquiry_talk').on(t.talkId, t.id),
    index('chat_inquiry_staff').on(t.staffId).where(sql`closed_at is null`),
    index('chat_inquiry_returns').on(t.returnsAt).where(sql`returns_at is not null`),
    index('chat_inquiry_waits').on(t.openedAt).where(sql`closed_at is null and staff_id is null`),
    index('chat_inquiry_opened').on(t.openedAt),
    isNotNegative('chat_inquiry', t.returned),
    check(
      'chat_inquiry_stars',
      sql`${t.stars} between 1 and 5 and (${t.stars} is null) = (${t.ratedAt} is null)`,
    ),
    check('chat_inquiry_assigned', sql`(${t.staffId} is null) = (${t.assignedAt} is null)`),
    check('chat_inquiry_answered', sql`(${t.answeredAt} is null) = (${t.answeredBy} is null)`),
    check(
      'chat_inquiry_over',
      sql`${t.closedAt} is null or (${t.waitsSince} is null and ${t.returnsAt} is null)`,
    ),
  ],
);

/** Never deleted: evidence of trade. Recalled text stays for the export. */
export const chatMessage = pgTable(
  'chat_message',
  {
    talkId: integer()
      .notNull()
      .references(() => chatTalk.id),
    /** 1, 2, 3… within the talk, without a gap. */
    seq: integer().notNull(),
    sender: word('chat_message.sender').notNull(),
    userId: text().references(() => user.id),
    staffId: integer().references(() => staff.id),
    /** The author's name as it was then. */
    name: text().notNull(),
    /** Made by the sender: the same again is the same message. */
    clientId: text().notNull(),
    /** As others read it. */
    text: text().notNull(),
    /** As it was written, where a word was masked; empty otherwise. */
    original: text().notNull().default(''),
    cardKind: word('chat_message.card_kind'),
    cardRef: text(),
    quoteSeq: integer(),
    state: word('chat_message.state').notNull().default('sent'),
    recalledAt: at(),
    reviewedBy: integer().references(() => staff.id),
    reviewedAt: at(),
    /** The help page of an automatic answer; empty otherwise. */
    sourceTitle: text().notNull().default(''),
    sourceLink: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.talkId, t.seq] }),
    uniqueIndex('chat_message_once_user').on(t.talkId, t.userId, t.clientId).where(sql`user_id is not null`),
    uniqueIndex('chat_message_once_staff')
      .on(t.talkId, t.staffId, t.clientId)
      .where(sql`staff_id is not null`),
    // How fast a person writes.
    index('chat_message_user').on(t.userId, t.createdAt),
    index('chat_message_staff').on(t.staffId, t.createdAt),
    index('chat_message_held').on(t.createdAt).where(sql`state = 'held'`),
    isKnown('chat_message.sender', t.sender),
    isKnown('chat_message.state', t.state),
    isKnown('chat_message.card_kind', t.cardKind),
    check('chat_message_seq', sql`${t.seq} > 0 and ${t.quoteSeq} > 0 and ${t.quoteSeq} < ${t.seq}`),
    check(
      'chat_message_author',
      sql`(${t.sender} = 'buyer') = (${t.userId} is not null) and (${t.sender} = 'staff') = (${t.staffId} is not null)`,
    ),
    check('chat_message_card', sql`(${t.cardKind} is null) = (${t.cardRef} is null)`),
    check('chat_message_recalled', sql`(${t.state} = 'recalled') = (${t.recalledAt} is not null)`),
  ],
);

/** Pictures and documents of a message, in their order. */
export const chatFile = pgTable(
  'chat_file',
  {
    talkId: integer().notNull(),
    seq: integer().notNull(),
    position: smallint().notNull(),
    fileId: integer()
      .notNull()
      .references(() => storedFile.id),
  },
  (t) => [
    primaryKey({ columns: [t.talkId, t.seq, t.position] }),
    foreignKey({ columns: [t.talkId, t.seq], foreignColumns: [chatMessage.talkId, chatMessage.seq] }),
    index('chat_file_file').on(t.fileId),
  ],
);

/** How far a person of the company has read. */
export const chatRead = pgTable(
  'chat_read',
  {
    talkId: integer()
      .notNull()
      .references(() => chatTalk.id),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    seq: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.talkId, t.userId] }),
    index('chat_read_user').on(t.userId),
    isNotNegative('chat_read', t.seq),
  ],
);

/** How far a person at a desk has read. */
export const chatStaffRead = pgTable(
  'chat_staff_read',
  {
    talkId: integer()
      .notNull()
      .references(() => chatTalk.id),
    staffId: integer()
      .notNull()
      .references(() => staff.id),
    seq: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.talkId, t.staffId] }), isNotNegative('chat_staff_read', t.seq)],
);

/** What happened, for browsers (core/journal): pointers, three days long. */
export const chatEvent = pgTable(
  'chat_event',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    xid: writtenBy(),
    talkId: integer().notNull(),
    companyId: integer().notNull(),
    /** Null for the platform's service. */
    merchantId: integer(),
    /** The platform was asked for help: its people get it too. */
    isEscalated: boolean().notNull().default(false),
    what: word('chat_event.what').notNull(),
    seq: integer().notNull().default(0),
    side: word('chat_event.side').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('chat_event_position').on(t.xid, t.id),
    index('chat_event_age').on(t.createdAt),
    isKnown('chat_event.what', t.what),
    isKnown('chat_event.side', t.side),
    isNotNegative('chat_event', t.seq),
  ],
);
