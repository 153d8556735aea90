/** Reads sets of changes, their rows, and the history of one row. */
import type { ChangeRowsValues, ChangeRowWire, ChangeSetWire } from '#lib/contract/changes.ts';
import { changeRowsShown } from '#lib/contract/constants.ts';
import { AppError } from '#lib/contract/errors.ts';
import { changeSourceText } from '#lib/rules/changes/set-source.ts';
import { rowStateText } from '#lib/rules/changes/set-state.ts';
import type { Context } from '../core/context.ts';

import { listRows } from './changed-rows.ts';
import { findSet, listHistory } from './rows.ts';
import { changesOf, rowWire, seesSet, setWire } from './wire.ts';

/** Changes shown of one row. */
const historyShown = 50;

/** `GET /api/desk/changes/{id}`. Throws 404. */
export async function findChange(
  { db, actor }: Context<'staff'>,
  { id }: { id: number },
): Promise<ChangeSetWire> {
  return setWire(db, actor, await needSet({ db, actor }, id));
}

/** A set with its first rows, for its page; null where this side has none of the number. */
export async function openChange(
  { db, actor }: Context<'staff'>,
  id: number,
): Promise<{ set: ChangeSetWire; rows: ChangeRowWire[] } | null> {
  const set = await findSet(db, id, actor.merchantId);
  if (set === null || !seesSet(actor, set)) return null;
  const rows = await listRows(db, id, { state: '', after: 0, size: changeRowsShown });
  return { set: await setWire(db, actor, set), rows: rows.map((row) => rowWire(set, row)) };
}

async function needSet({ db, actor }: Pick<Context<'staff'>, 'db' | 'actor'>, id: number) {
  const set = await findSet(db, id, actor.merchantId);
  if (set === null || !seesSet(actor, set)) throw new AppError(404, `没有第${id}号修改`);
  return set;
}

/** `GET /api/desk/changes/{id}/rows`: rows of a state, behind one. Throws 404. */
export async function listChangeRows(
  { db, actor }: Context<'staff'>,
  { id, state, after, size }: ChangeRowsValues,
): Promise<{ list: ChangeRowWire[] }> {
  const set = await needSet({ db, actor }, id);
  const rows = await listRows(db, id, { state, after, size });
  return { list: rows.map((row) => rowWire(set, row)) };
}

/** `GET /api/desk/goods/{id}/history`: changes of one item at the desk, the newest first. */
export async function goodsHistory({ db, actor }: Context<'merchant'>, { id }: { id: number }) {
  const rows = await listHistory(db, {
    within: actor.merchantId,
    subject: 'goods',
    rowId: id,
    size: historyShown,
  });
  return {
    list: rows.map(({ set, row }) => ({
      set: set.id,
      at: row.changedAt?.toISOString() ?? '',
      by: set.madeBy,
      source_text: changeSourceText(set.source),
      reason: set.reason,
      state_text: rowStateText(row.state),
      changes: changesOf(set, row),
    })),
  };
}
