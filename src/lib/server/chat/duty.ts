/** Who takes talks at a desk (rules 21). */
import type { ChatDuty, ChatDutyValues } from '#lib/contract/chat/desk-schema.ts';
import { isPresent } from '#lib/rules/chat/assign.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { announcing } from '../db/transaction.ts';
import { getSettings } from '../site/settings.ts';
import { assignTalk } from './assign.ts';
import { listDuty, setDuty } from './duty-rows.ts';
import { insertEvents } from './event-rows.ts';
import { deskReader } from './reader.ts';
import { listWaiting, lockTalk, ofEveryone } from './talk-rows.ts';

/** Waiting talks that are assigned at once when a person goes on duty; a job assigns the rest. */
const givenAtOnce = 20;

/** `GET /api/desk/chat/duty`. */
export async function getDuty(context: Context<'staff'>): Promise<ChatDuty> {
  const { db, now } = context;
  const { staffId, merchantId } = deskReader(context);
  const people = await listDuty(db, merchantId);
  const at = now.getTime();
  return {
    is_on: people.some((one) => one.id === staffId && isPresent(one, at)) ? 1 : 0,
    people: people.map((one) => ({
      id: one.id,
      name: one.name,
      is_on: isPresent(one, at) ? 1 : 0,
      open: one.open,
    })),
  };
}

/**
 * `POST /api/desk/chat/duty`: sets whether the caller takes talks, and that the page is open now. Waiting talks are
 * assigned.
 */
export async function setOwnDuty(
  context: Context<'staff'>,
  { is_on: isOn }: ChatDutyValues,
): Promise<ChatDuty> {
  const { db, now } = context;
  const { staffId, merchantId } = deskReader(context);
  await setDuty(db, staffId, isOn === 1, now);
  if (isOn === 1)
    for (const id of await listWaiting(db, merchantId, givenAtOnce)) await assignWaiting(db, id, now);
  return getDuty(context);
}

/** Assigns a waiting talk to a person on duty; returns how many were assigned, 0 or 1. */
export async function assignWaiting(db: Db, id: number, now: Date): Promise<number> {
  const settings = await getSettings(db);
  return db.transaction(async (tx) => {
    const row = await lockTalk(tx, id, ofEveryone, { staffId: 0 });
    if (row?.inquiry == null || row.inquiry.closedAt !== null || row.inquiry.staffId !== null) return 0;
    const { notes } = await assignTalk(tx, row, row.inquiry, { now, settings });
    if (notes.length === 0) return 0;
    await insertEvents(tx, row.talk, [
      ...notes.map((seq) => ({ what: 'message' as const, side: 'staff' as const, seq })),
      { what: 'state', side: 'staff' },
    ]);
    return 1;
  }, announcing);
}
