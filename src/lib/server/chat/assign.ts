/** Assigns a locked talk to a person on duty (rules 21). */
import { choosePerson, isPresent } from '#lib/rules/chat/assign.ts';
import type { Tx } from '../db/client.ts';
import type { Settings } from '../site/settings.ts';
import { type DutyRow, listDuty, lockDuty, markAssigned } from './duty-rows.ts';
import { insertNote } from './note.ts';
import { changeInquiry, type InquiryRow, type TalkRow } from './talk-rows.ts';

const minute = 60_000;

interface Assigning {
  now: Date;
  settings: Pick<Settings, 'chatMost' | 'chatReturnMinutes'>;
  /** The person who has it did not answer in time. */
  isReturned?: boolean;
}

/** When a talk goes to the next person unless it is answered. */
export function returnsAt(now: Date, { chatReturnMinutes }: Pick<Settings, 'chatReturnMinutes'>): Date {
  return new Date(now.getTime() + chatReturnMinutes * minute);
}

/** The name of a person at a desk for companies: a login name is for colleagues. */
export function publicName(staffId: number, merchantId: number | null): string {
  return merchantId === null ? `平台客服${staffId}号` : `客服${staffId}号`;
}

/**
 * Assigns the inquiry of a locked talk: to the same person while they are on duty, otherwise to the next free one, or to
 * nobody. Returns the inquiry afterwards, and the numbers of the notices that were written about it.
 */
export async function assignTalk(
  tx: Tx,
  { talk }: Pick<TalkRow, 'talk'>,
  inquiry: InquiryRow,
  { now, settings, isReturned = false }: Assigning,
): Promise<{ inquiry: InquiryRow; notes: number[] }> {
  const at = now.getTime();
  const currentOf = (some: readonly DutyRow[]) => some.find(({ id }) => id === inquiry.staffId);
  // Read without locks first: messages of a talk that somebody answers do not queue behind those of other talks.
  const seen = currentOf(await listDuty(tx, talk.merchantId));
  if (!isReturned && seen !== undefined && isPresent(seen, at)) return { inquiry, notes: [] };
  const people = await lockDuty(tx, talk.merchantId);
  const current = currentOf(people);
  const next = choosePerson(people, {
    now: at,
    most: settings.chatMost,
    ...(isReturned && { except: inquiry.staffId }),
  });
  // A person who is on duty and did not answer keeps it while nobody else is free: otherwise it would wait for anybody.
  if (next === null && isReturned && current !== undefined && isPresent(current, at)) {
    const kept = await changeInquiry(tx, inquiry.id, { returnsAt: returnsAt(now, settings) });
    return { inquiry: kept, notes: [] };
  }
  if (next === null && inquiry.staffId === null) return { inquiry, notes: [] };
  const changed = await changeInquiry(tx, inquiry.id, {
    staffId: next,
    assignedAt: next === null ? null : now,
    returnsAt: next === null || inquiry.waitsSince === null ? null : returnsAt(now, settings),
    ...(isReturned && { returned: inquiry.returned + 1 }),
  });
  if (next === null) return { inquiry: changed, notes: [] };
  await markAssigned(tx, next, now);
  const note = await insertNote(tx, talk.id, `${publicName(next, talk.merchantId)}为您服务`);
  return { inquiry: changed, notes: [note] };
}
