/** The settings at a desk: changed field by field, some of them by two people, and taken back one by one. */

import { AppError, fieldError } from '#lib/contract/errors.ts';
import type {
  SaveSettingsValues,
  SettingEntryWire,
  SettingHistory,
  SettingKeyValues,
  SettingsAnswer,
  UndoSettingValues,
} from '#lib/contract/settings.ts';
import { type Changes, collisionsText, mergeChange } from '#lib/rules/changes/merge.ts';
import { notTakenText, undoOf } from '#lib/rules/changes/undo.ts';
import { waysProblem } from '#lib/rules/orders/open-ways.ts';
import { secondKind } from '#lib/rules/site/setting-groups.ts';
import {
  cellOf,
  completeValues,
  readSetting,
  type SettingKey,
  type SettingValue,
  type SettingValues,
  settingCells,
  settingField,
  settingKeys,
  settingShown,
  settingText,
  settingValue,
  wantsReason,
  wantsSecond,
} from '#lib/rules/site/settings.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { mapValues } from '#lib/rules/terms/keys.ts';
import { type ActRow, listWaitingActs } from '../acts/countersign-rows.ts';
import type { Carried } from '../acts/hands.ts';
import { type Proposal, propose } from '../acts/propose.ts';
import type { Context } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { listProviders } from '../ports/payments/providers.ts';
import {
  listSettingEntries,
  mapSettings,
  nameSettingsChange,
  putSetting,
  type SettingEntryRow,
  takeSettingsTurn,
} from '../site/setting-rows.ts';
import { settingDefaults } from '../site/settings.ts';

type Staff = Context<'platform'>;

/** `GET /api/desk/settings`. */
export async function listDeskSettings({ db }: Pick<Staff, 'db'>): Promise<SettingsAnswer> {
  return answerOf(db, [], []);
}

async function answerOf(
  db: Db,
  changed: readonly SettingKey[],
  waits: readonly SettingKey[],
): Promise<SettingsAnswer> {
  const [{ values, versionOf }, waiting] = await Promise.all([
    readNow(db),
    listWaitingActs(db, settingKeys.map(subjectOf)),
  ]);
  const fallbacks = settingDefaults();
  const labelOf = (key: SettingKey) => settingField(key).label;
  return {
    list: settingKeys.map((key) => {
      const act = waiting.find(({ subject }) => subject === subjectOf(key));
      return {
        key,
        value: settingText(values[key]),
        fallback: settingText(fallbacks[key]),
        version: versionOf(key),
        waiting: act?.changes[0]?.to ?? '',
        waiting_by: act?.askedBy ?? '',
      };
    }),
    changed: changed.map(labelOf),
    waits: waits.map(labelOf),
  };
}

/** At most one change of a setting waits. */
const subjectOf = (key: SettingKey) => `setting:${key}`;

async function readNow(
  db: Db | Tx,
): Promise<{ values: SettingValues; versionOf: (key: SettingKey) => number }> {
  const stored = await mapSettings(db);
  const plain = Object.fromEntries([...stored].map(([key, { value }]) => [key, value]));
  return {
    values: completeValues(plain, settingDefaults()),
    versionOf: (key) => stored.get(key)?.version ?? 0,
  };
}

/**
 * `POST /api/desk/settings`: changes the given fields at once, or has them wait for a second person; nothing at all where
 * one is refused. A repeat changes nothing. Throws 422 for a wrong value or a missing reason, 409 where another person
 * has given a field another value, with both values.
 */
export async function saveSettings(
  context: Staff,
  { changes, reason }: SaveSettingsValues,
): Promise<SettingsAnswer> {
  const { db } = context;
  const done = await db.transaction(async (tx) => {
    await takeSettingsTurn(tx);
    const { values, versionOf } = await readNow(tx);
    const now = mapValues(values, cellOf);
    const asked: Changes<SettingKey> = Object.fromEntries(
      changes.map(({ key, version, seen, value }) => [
        key,
        {
          seen: version === versionOf(key) ? now[key] : cellOfTyped(key, seen),
          mine: cellOfInput(key, value),
        },
      ]),
    );
    const { take, collisions } = mergeChange(asked, now);
    if (collisions.length > 0) throw new AppError(409, collisionsText(settingCells, collisions));
    const keys = settingKeys.filter((key) => take[key] !== undefined);
    if (wantsReason(keys) && reason.length < 2) throw fieldError('reason', '请填写修改原因');
    return changeAll(tx, context, { take, now, reason });
  });
  return answerOf(db, done.changed, done.waits);
}

/** The value that a person typed. Throws 422 for a wrong one, at its field. */
function cellOfInput(key: SettingKey, typed: string) {
  const read = readSetting(key, typed);
  if ('error' in read) throw fieldError(key, read.error);
  return read.cell;
}

/** The value that a person saw; a text that is none is what nobody has. */
function cellOfTyped(key: SettingKey, seen: string) {
  const read = readSetting(key, seen);
  return 'error' in read ? seen : read.cell;
}

interface Taken {
  take: Partial<Record<SettingKey, ReturnType<typeof cellOf>>>;
  now: Readonly<Record<SettingKey, ReturnType<typeof cellOf>>>;
  reason: string;
}

async function changeAll(tx: Tx, context: Staff, { take, now, reason }: Taken) {
  const keys = settingKeys.filter((key) => take[key] !== undefined);
  const waits = keys.filter(wantsSecond);
  const changed = keys.filter((key) => !wantsSecond(key));
  await write(
    tx,
    context,
    reason,
    changed.map((key) => [key, settingValue(key, take[key] ?? null)]),
  );
  for (const key of waits) {
    const value = settingValue(key, take[key] ?? null);
    const change = {
      label: settingField(key).label,
      from: settingShown(key, settingValue(key, now[key])),
      to: settingShown(key, value),
    };
    const asked = {
      companyId: 0,
      amount: null,
      reason,
      subject: subjectOf(key),
      payload: { key, value: settingText(value), seen: settingText(settingValue(key, now[key])) },
      changes: [change],
    };
    const proposal: Proposal =
      secondKind(settingField(key).group) === 'sign_rule'
        ? { ...asked, kind: 'sign_rule' }
        : { ...asked, kind: 'setting' };
    await propose(tx, context, proposal, passSetting);
  }
  return { changed, waits };
}

/** Throws 409 where no way to pay would be left. */
async function keepWays(tx: Tx, pairs: readonly (readonly [SettingKey, SettingValue])[]): Promise<void> {
  const { values } = await readNow(tx);
  const kinds = listProviders().map(({ kind }) => kind);
  const problem = waysProblem(kinds, { ...values, ...Object.fromEntries(pairs) });
  if (problem !== null) throw new AppError(409, problem);
}

async function write(
  tx: Tx,
  { actor, requestId }: Pick<Context<'staff'>, 'actor' | 'requestId'>,
  reason: string,
  pairs: readonly (readonly [SettingKey, SettingValue])[],
): Promise<void> {
  if (pairs.length === 0) return;
  await keepWays(tx, pairs);
  await nameSettingsChange(tx, { name: actor.name, requestId, reason });
  for (const [key, value] of pairs) await putSetting(tx, key, value);
}

/** Carries out a change that waited. Throws 409 where the setting was changed meanwhile. */
export async function passSetting(tx: Tx, context: Context<'staff'>, row: ActRow): Promise<Carried> {
  const key = settingKeys.find((one) => subjectOf(one) === row.subject);
  if (key === undefined) throw new AppError(409, '没有这项设置了，请驳回');
  await takeSettingsTurn(tx);
  const { values } = await readNow(tx);
  const now = values[key];
  if (settingText(now) !== fieldOf(row.payload, 'seen'))
    throw new AppError(409, `设置在提出之后已改为${settingShown(key, now)}，请驳回后重新提出`);
  const read = readSetting(key, String(fieldOf(row.payload, 'value')));
  if ('error' in read) throw new AppError(409, `现在不能这样设置：${read.error}，请驳回`);
  await write(tx, context, `${row.reason}（${row.askedBy}提出）`, [[key, settingValue(key, read.cell)]]);
  return {};
}

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
