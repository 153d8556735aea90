/** What was changed of a setting, and taking one change back. */
import { AppError } from '#lib/contract/errors.ts';
import type {
  SettingEntryWire,
  SettingHistory,
  SettingKeyValues,
  SettingsAnswer,
  UndoSettingValues,
} from '#lib/contract/settings.ts';
import { notTakenText, undoOf } from '#lib/rules/changes/undo.ts';
import {
  cellOf,
  completeValues,
  type SettingKey,
  type SettingValues,
  settingCells,
  settingShown,
} from '#lib/rules/site/settings.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { mapValues } from '#lib/rules/terms/keys.ts';
import type { Context } from '../core/context.ts';
import { listSettingEntries, type SettingEntryRow, takeSettingsTurn } from '../site/setting-rows.ts';
import { settingDefaults } from '../site/settings.ts';
import { answerOf, changeAll, readNow } from './change.ts';

type Staff = Context<'platform'>;

/** Entries of a setting's history. */
const mostEntries = 100;

/** `GET /api/desk/settings/{key}/history`: the newest first. */
export async function readSettingHistory({ db }: Staff, { key }: SettingKeyValues): Promise<SettingHistory> {
  const [entries, { values }] = await Promise.all([listSettingEntries(db, key, mostEntries), readNow(db)]);
  return { list: entries.map((entry) => entryOf(key, entry, values)) };
}

function entryOf(key: SettingKey, entry: SettingEntryRow, values: SettingValues): SettingEntryWire {
  const undo = undoing(key, entry, values);
  const { before, after } = facts(key, entry);
  const problem = undo.kind === 'back' ? '已是修改前的内容' : notTakenText<SettingKey>(settingCells, undo);
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    who: entry.actorId,
    from: settingShown(key, before),
    to: settingShown(key, after),
    reason: String(fieldOf(entry.after, 'reason') ?? ''),
    may_undo: undo.kind === 'take_back' ? 1 : 0,
    problem,
  };
}

/** Values of an entry; without one the default stood there. */
function facts(key: SettingKey, { before, after }: Pick<SettingEntryRow, 'before' | 'after'>) {
  const defaults = settingDefaults();
  const of = (side: unknown) => completeValues({ [key]: fieldOf(side, 'value') }, defaults)[key];
  return { before: of(before), after: of(after) };
}

function undoing(key: SettingKey, entry: SettingEntryRow, values: SettingValues) {
  const { before, after } = facts(key, entry);
  return undoOf<SettingKey>(
    { before: { [key]: cellOf(before) }, after: { [key]: cellOf(after) } },
    mapValues(values, cellOf),
  );
}

/**
 * `POST /api/desk/settings/{key}/undo`: puts back what stood before a change; a setting that wants a second person waits
 * for one. A repeat changes nothing. Throws 404 for an unknown entry, 409 where the setting was changed since.
 */
export async function undoSetting(
  context: Staff,
  { key, entry: id }: UndoSettingValues,
): Promise<SettingsAnswer> {
  const { db } = context;
  const done = await db.transaction(async (tx) => {
    await takeSettingsTurn(tx);
    const entry = (await listSettingEntries(tx, key, mostEntries)).find((one) => one.id === id);
    if (entry === undefined) throw new AppError(404, '没有这条记录');
    const { values } = await readNow(tx);
    const undo = undoing(key, entry, values);
    if (undo.kind === 'back') return { changed: [], waits: [] };
    if (undo.kind !== 'take_back') throw new AppError(409, notTakenText<SettingKey>(settingCells, undo));
    const now = mapValues(values, cellOf);
    return changeAll(tx, context, { take: undo.set, now, reason: `撤销第${id}条修改` });
  });
  return answerOf(db, done.changed, done.waits);
}
