/** The settings of signing in by themselves: their calls take no other key, and answer no other value (rules 6). */
import type { SaveSettingsValues, SettingsAnswer, UndoSettingValues } from '#lib/contract/settings.ts';
import { type SettingKey, settingsOf } from '#lib/rules/site/settings.ts';
import type { Context } from '../core/context.ts';
import { listDeskSettings, saveSettings } from './change.ts';
import { undoSetting } from './history.ts';

type Staff = Context<'platform'>;

const signKeys: readonly SettingKey[] = settingsOf('sign');

function alone({ list, ...done }: SettingsAnswer): SettingsAnswer {
  return { ...done, list: list.filter(({ key }) => signKeys.includes(key)) };
}

/** `GET /api/desk/sign-rules`. */
export async function listSignRules(context: Pick<Staff, 'db'>): Promise<SettingsAnswer> {
  return alone(await listDeskSettings(context));
}

/** `POST /api/desk/sign-rules`: as `saveSettings`; each change waits for a second person. */
export async function saveSignRules(context: Staff, input: SaveSettingsValues): Promise<SettingsAnswer> {
  return alone(await saveSettings(context, input));
}

/** `POST /api/desk/sign-rules/{key}/undo`: as `undoSetting`. */
export async function undoSignRule(context: Staff, input: UndoSettingValues): Promise<SettingsAnswer> {
  return alone(await undoSetting(context, input));
}
