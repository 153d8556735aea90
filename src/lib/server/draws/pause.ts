/** An emergency stop of a wheel at the desk (rules 6): nobody draws until it goes on, and its end is put off by that. */
import { AppError } from '#lib/contract/errors.ts';
import { must } from '#lib/rules/terms/must.ts';
import { endAfterPause, pauseRefusal } from '#lib/rules/wheel/wheel.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { factsOf, type WheelRow } from '../wheel/rows.ts';
import { updateWheel } from './desk-rows.ts';
import { lockWheel, readTurn } from './draw-rows.ts';

type AtDesk = Context<'platform'>;

interface Asked {
  id: number;
  reason: string;
}

/**
 * The act 暂停 of the list: at once and by one person. Draws that hold the wheel's lock are done, all later ones are
 * refused. A repeat changes nothing. Throws 404, 409 for a draft and a wheel that is over.
 */
export async function pauseWheel({ db, ...context }: AtDesk, { id, reason }: Asked): Promise<void> {
  await db.transaction(async (tx) => {
    const { row, at } = await lockedTurn(tx, id);
    if (row.pausedAt !== null) return;
    const refusal = pauseRefusal(factsOf(row), at.getTime());
    if (refusal !== null) throw new AppError(409, refusal);
    await updateWheel(tx, id, { pausedAt: at, pauseReason: reason });
    await note(tx, context, { act: 'wheel.pause', id, before: null, after: { reason }, at });
  });
}

/** The act 恢复 of the list: puts the end off by the pause. A repeat changes nothing. Throws 404, 409 for a closed wheel. */
export async function resumeWheel({ db, ...context }: AtDesk, { id, reason }: Asked): Promise<void> {
  await db.transaction(async (tx) => {
    const { row, at } = await lockedTurn(tx, id);
    if (row.pausedAt === null) {
      if (row.closedAt !== null) throw new AppError(409, '活动已结束，不能恢复');
      return;
    }
    const endsAt = new Date(endAfterPause(factsOf(row), at.getTime()));
    await updateWheel(tx, id, { pausedAt: null, pauseReason: '', endsAt });
    const before = { reason: row.pauseReason, endsAt: row.endsAt.toISOString() };
    const after = { reason, endsAt: endsAt.toISOString() };
    await note(tx, context, { act: 'wheel.resume', id, before, after, at });
  });
}

/** A locked wheel, and the database's clock behind its lock. Throws 404 for no wheel, 409 for a draft. */
async function lockedTurn(tx: Tx, id: number): Promise<{ row: WheelRow; at: Date }> {
  const row = await lockWheel(tx, id);
  if (row === null) throw new AppError(404, `没有大转盘${id}`);
  if (row.openedAt === null) throw new AppError(409, '草稿还没有开放，不用暂停');
  const { at } = must(await readTurn(tx, id), `a version of wheel ${id}`);
  return { row, at };
}

type Facts = Record<string, unknown>;

async function note(
  tx: Tx,
  context: Omit<AtDesk, 'db'>,
  entry: { act: 'wheel.pause' | 'wheel.resume'; id: number; before: Facts | null; after: Facts; at: Date },
): Promise<void> {
  const { act, id: key, before, after, at } = entry;
  await writeAudit(tx, recordOf(context), { act, subject: 'wheel', key, before, after, at });
}
