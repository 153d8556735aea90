/** The timeline of rooms. The same transaction writes what an event points to. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Channel } from '../core/bus/channels.ts';
import type { Tx } from '../db/client.ts';
import { liveEvent } from '../db/schema.ts';

const channel: Channel = 'live_events';

export type LiveEventRow = typeof liveEvent.$inferSelect;

type NewEvent = Omit<typeof liveEvent.$inferInsert, 'id' | 'xid' | 'hiddenAt'>;

/** Writes an event, and wakes every process when the transaction commits; answers its id. */
export async function insertLiveEvent(tx: Tx, event: NewEvent): Promise<number> {
  const [row] = await tx.insert(liveEvent).values(event).returning({ id: liveEvent.id });
  await wakeRoom(tx, event.roomId);
  if (row === undefined) throw new Error('an event of a room was not written');
  return row.id;
}

/** Hides events of a room from viewers and wakes every process; false where none was to hide. */
async function hideWhere(tx: Tx, roomId: number, which: SQL | undefined, at: Date): Promise<boolean> {
  const hidden = await tx
    .update(liveEvent)
    // A new transaction number: whoever follows the table reads the row again.
    .set({ hiddenAt: at, xid: sql`pg_current_xact_id()` })
    .where(and(eq(liveEvent.roomId, roomId), isNull(liveEvent.hiddenAt), which))
    .returning({ id: liveEvent.id });
  if (hidden.length > 0) await wakeRoom(tx, roomId);
  return hidden.length > 0;
}

/** Hides an event of a room; false where it is hidden already or not of the room. */
export function hideLiveEvent(tx: Tx, roomId: number, id: number, at: Date): Promise<boolean> {
  return hideWhere(tx, roomId, eq(liveEvent.id, id), at);
}

/** Hides all events of a question, its answers too. */
export function hideQuestionEvents(tx: Tx, roomId: number, questionId: number, at: Date): Promise<boolean> {
  return hideWhere(tx, roomId, eq(liveEvent.questionId, questionId), at);
}

/** Hides the events of an answer that is taken back; those without words of their own get the answer's. */
export async function hideAnswerEvents(
  tx: Tx,
  { roomId, questionId, answer, at }: { roomId: number; questionId: number; answer: string; at: Date },
): Promise<void> {
  const ofAnswer = and(eq(liveEvent.questionId, questionId), eq(liveEvent.kind, 'answer'));
  await tx
    .update(liveEvent)
    .set({ text: answer })
    .where(and(eq(liveEvent.roomId, roomId), ofAnswer, eq(liveEvent.text, '')));
  await hideWhere(tx, roomId, ofAnswer, at);
}

/** An event of a room; null for one of another room. */
export async function findLiveEvent(tx: Tx, roomId: number, id: number): Promise<LiveEventRow | null> {
  const [row] = await tx
    .select()
    .from(liveEvent)
    .where(and(eq(liveEvent.id, id), eq(liveEvent.roomId, roomId)));
  return row ?? null;
}

async function wakeRoom(tx: Tx, roomId: number): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${String(roomId)})`);
}
