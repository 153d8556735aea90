/** The shop's settings, as its administrator changes them. All reject as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type {
  SaveSettingsInput,
  SettingEntryWire,
  SettingsAnswer,
  TriedProvider,
} from '#lib/contract/settings.ts';
import type { SettingKey } from '#lib/rules/site/settings.ts';
import { deskCall } from './session.ts';

export function loadSettings(): Promise<SettingsAnswer> {
  return deskCall(api.deskSettings, {});
}

/** Changes the given settings, all of them or none. */
export function saveSettings(input: SaveSettingsInput): Promise<SettingsAnswer> {
  return deskCall(api.saveSettings, input);
}

export async function loadSettingHistory(key: SettingKey): Promise<SettingEntryWire[]> {
  return (await deskCall(api.settingHistory, { key })).list;
}

/** Puts back what stood before a change. */
export function undoSetting(key: SettingKey, entry: number): Promise<SettingsAnswer> {
  return deskCall(api.undoSetting, { key, entry });
}

/** Calls a provider once. */
export function tryProvider(key: string): Promise<TriedProvider> {
  return deskCall(api.tryProvider, { key });
}
