/** The figures of a room at the desks (rules 22). */
import type { LiveFigures } from '#lib/contract/live/console-schema.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import type { Context } from '../core/context.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { findDeskRoom } from './desk-rows.ts';
import { readRoomFigures } from './figure-rows.ts';

/** Null for a room that is unknown to the reader, or has not been on air. */
export async function openFigures({ db, actor }: Context<'staff'>, id: number): Promise<LiveFigures | null> {
  if ((await findDeskRoom(db, id, actor.merchantId)) === null) return null;
  const found = await readElsewhere(db, (from) => readRoomFigures(from, id));
  return found && { ...found, paid: formatYuan(found.paid) };
}
