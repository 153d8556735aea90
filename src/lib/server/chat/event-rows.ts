/** Events of talks, written in the transaction of their cause; and signs (typing, looking), which are only sent. */
import { type SQL, sql } from 'drizzle-orm';
import type { ChatSide, EventKind } from '#lib/rules/chat/talk.ts';
import type { Channel, ChatSign } from '../core/bus/channels.ts';
import { type Journaled, type Position, selectBehind } from '../core/journal/rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { chatEvent } from '../db/schema.ts';

const eventsChannel: Channel = 'chat_events';
const signsChannel: Channel = 'chat_signs';

/** The talk of an event, with whom it is for. */
export interface EventTalk {
  id: number;
  companyId: number;
  merchantId: number | null;
  isEscalated: boolean;
}

interface NewEvent {
  what: EventKind;
  side: ChatSide;
  seq?: number;
}

/** Writes events, and wakes every process when the transaction commits. */
export async function insertEvents(
  tx: Tx,
  { id: talkId, companyId, merchantId, isEscalated }: EventTalk,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insert(chatEvent)
    .values(events.map((event) => ({ talkId, companyId, merchantId, isEscalated, ...event })));
  await tx.execute(sql`select pg_notify(${eventsChannel}, ${String(talkId)})`);
}

/** Sends to every process who types in or looks at a talk. */
export async function sendSign(db: Db, sign: ChatSign): Promise<void> {
  await db.execute(sql`select pg_notify(${signsChannel}, ${JSON.stringify(sign)})`);
}

export interface EventRow extends Journaled {
  talk_id: number;
  company_id: number;
  merchant_id: number | null;
  is_escalated: boolean;
  what: EventKind;
  seq: number;
  side: ChatSide;
}

const columns = sql`talk_id, company_id, merchant_id, is_escalated, what, seq, side`;

/** Whose events a stream carries: a company's, a merchant's, or the platform's with those that were escalated. */
export type Audience = { companyId: number } | { merchantId: number | null };

/** Events of everybody, or of an audience, behind a position. */
export async function readEvents(
  db: Db,
  after: Position,
  limit: number,
  audience?: Audience,
): Promise<EventRow[]> {
  const where = audience === undefined ? undefined : isFor(audience);
  const { rows } = await db.execute<EventRow>(selectBehind(chatEvent, after, { columns, where, limit }));
  return rows;
}

function isFor(audience: Audience): SQL {
  if ('companyId' in audience) return sql`company_id = ${audience.companyId}`;
  if (audience.merchantId === null) return sql`(merchant_id is null or is_escalated)`;
  return sql`merchant_id = ${audience.merchantId}`;
}
