/** What people do with a set of changes: carry it out, pass it, leave rows out, stop it, take it back (rules 18). */

import type { ActOnChangeValues, ChangeSetWire } from '#lib/contract/changes.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { newRow, newSet, type SetState, type SetVerb, setStateText } from '#lib/rules/changes/set-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { checkNow } from './make.ts';
import { auditDecision, auditSet, auditStep } from './records.ts';
import {
  countRows,
  findOpenUndo,
  findSet,
  insertSet,
  insertUndoRows,
  lockSet,
  moveRows,
  type SetRow,
  updateSet,
} from './rows.ts';
import { seesSet, setWire, verbsFor } from './wire.ts';

/** The state that a verb leads to: a repeat of it finds the set there, and changes nothing. */
const leadsTo: Partial<Record<SetVerb, readonly SetState[]>> = {
  run: ['waiting', 'running', 'done'],
  pass: ['running', 'done'],
  refuse: ['previewed'],
  withdraw: ['previewed'],
  drop: ['dropped'],
  stop: ['stopped', 'done'],
  resume: ['running', 'done'],
  end: ['done'],
};

/**
 * `POST /api/desk/changes/{id}/act`. Answers the set as it is then; `undo` answers the set that takes it back. A repeat
 * changes nothing. Throws 404 for another merchant's set, 409 where its state does not allow the act, 403 for a decision
 * about one's own.
 */
export async function actOnChange(
  context: Context<'staff'>,
  { id, verb: asked, rows, word }: ActOnChangeValues,
): Promise<ChangeSetWire> {
  const { db, actor } = context;
  const verb: SetVerb = asked === 'unskip' ? 'skip' : asked;
  const after = await db.transaction(async (tx) => {
    const set = await lockSet(tx, id, actor.merchantId);
    if (set === null || !seesSet(actor, set)) throw new AppError(404, `没有第${id}号修改`);
    const counts = must((await countRows(tx, [id])).get(id), 'counts');
    if (!verbsFor(actor, set, counts).includes(verb)) {
      if (leadsTo[verb]?.includes(set.state)) return id;
      if ((verb === 'pass' || verb === 'refuse') && actor.name === set.madeBy)
        throw new AppError(403, '批量修改须由另一个人复核');
      throw new AppError(409, `第${id}号修改${setStateText(set.state)}，不能这样操作，请刷新后再看`);
    }
    if (verb === 'undo') return undo(tx, context, set, rows ?? null);
    await doVerb(tx, context, { set, verb: asked, rows: rows ?? [], word, ready: counts.ready });
    return id;
  });
  const set = verb === 'undo' ? await checkNow(context, after) : await findSet(db, after, actor.merchantId);
  return setWire(db, actor, must(set, 'the set'));
}

interface Act {
  set: SetRow;
  verb: ActOnChangeValues['verb'];
  rows: readonly number[];
  word: string;
  /** Rows that would change. */
  ready: number;
}

async function doVerb(
  tx: Tx,
  context: Context<'staff'>,
  { set, verb, rows, word, ready }: Act,
): Promise<void> {
  const { now, actor } = context;
  const { id } = set;
  switch (verb) {
    case 'run':
      if (set.needsSecond) {
        await auditStep(tx, context, set, 'change.ask');
        return updateSet(tx, id, { state: 'waiting', word: '' });
      }
      await auditSet(tx, context, set, ready);
      return updateSet(tx, id, { state: 'running', beganAt: now });
    case 'pass':
      await auditDecision(tx, context, set, '通过');
      await auditSet(tx, context, set, ready);
      return updateSet(tx, id, { state: 'running', decidedBy: actor.name, beganAt: now });
    case 'refuse':
      if (word.length < 2) throw fieldError('word', '请写明不通过的原因，至少2个字');
      await auditDecision(tx, context, set, word);
      return updateSet(tx, id, { state: 'previewed', word: `${actor.name}不通过：${word}` });
    case 'withdraw':
      await auditStep(tx, context, set, 'change.withdraw');
      return updateSet(tx, id, { state: 'previewed' });
    case 'skip':
    case 'unskip': {
      if (rows.length === 0) throw fieldError('rows', '请选择要排除的行');
      const [from, to] = verb === 'skip' ? (['ready', 'skipped'] as const) : (['skipped', 'ready'] as const);
      await moveRows(tx, id, { from, to, nos: rows });
      return;
    }
    case 'drop':
      await auditStep(tx, context, set, 'change.drop');
      return updateSet(tx, id, { state: 'dropped', endedAt: now });
    case 'stop':
      if (set.isStopAsked) return;
      await auditStep(tx, context, set, 'change.stop');
      return updateSet(tx, id, { isStopAsked: true });
    case 'resume':
      await auditStep(tx, context, set, 'change.resume');
      return updateSet(tx, id, { state: 'running', failedInTurn: 0, word: '' });
    case 'end':
      await auditStep(tx, context, set, 'change.end');
      return updateSet(tx, id, { state: 'done', endedAt: now });
    case 'undo':
      return;
  }
}

/** Drafts the set that takes back rows of a locked one. Throws 409 while another such set is open. */
async function undo(
  tx: Tx,
  { now, actor }: Context<'staff'>,
  of: SetRow,
  nos: readonly number[] | null,
): Promise<number> {
  const open = await findOpenUndo(tx, of.id);
  if (open !== null)
    throw new AppError(409, `第${of.id}号修改已有没做完的撤销（第${open}号），请先执行或放弃它`, {
      set: open,
    });
  const made = await insertSet(tx, {
    subject: of.subject,
    merchantId: of.merchantId,
    source: 'undo',
    state: newSet,
    token: `undo ${of.id} ${now.getTime()}`,
    madeBy: actor.name,
    reason: `撤销第${of.id}号修改`,
    undoOf: of.id,
    createdAt: now,
  });
  const id = must(made, 'the undoing set');
  const rows = await insertUndoRows(tx, id, { of: of.id, nos, state: newRow });
  if (rows === 0) throw fieldError('rows', '这些行没有被修改，或已经撤销');
  return id;
}
