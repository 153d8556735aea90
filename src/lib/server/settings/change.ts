/** The settings at a desk: changed field by field, some of them by two people. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { SaveSettingsValues, SettingsAnswer } from '#lib/contract/settings.ts';
import { type Changes, collisionsText, mergeChange } from '#lib/rules/changes/merge.ts';
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
import { propose } from '../acts/propose.ts';
import type { Context } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { listProviders } from '../ports/payments/providers.ts';
import { mapSettings, nameSettingsChange, putSetting, takeSettingsTurn } from '../site/setting-rows.ts';
import { settingDefaults } from '../site/settings.ts';

type Staff = Context<'platform'>;

/** `GET /api/desk/settings`. */
export async function listDeskSettings({ db }: Pick<Staff, 'db'>): Promise<SettingsAnswer> {
  return answerOf(db, [], []);
}

/** All settings, with the names of those that were changed and those that wait. */
export async function answerOf(
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

/** The values of now, and the version of each. */
export async function readNow(
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

/** Changes the taken fields, or has them wait for a second person, within the turn of the settings. */
export async function changeAll(tx: Tx, context: Staff, { take, now, reason }: Taken) {
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
    await propose(
      tx,
      context,
      {
        kind: secondKind(settingField(key).group),
        companyId: 0,
        amount: null,
        reason,
        subject: subjectOf(key),
        payload: { key, value: settingText(value), seen: settingText(settingValue(key, now[key])) },
        changes: [change],
      },
      passSetting,
    );
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
