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

/** Settings as one page has them, by the calls of its permission. */
export interface SettingsStore {
  load(): Promise<SettingsAnswer>;
  /** Changes the given settings, all of them or none. */
  save(input: SaveSettingsInput): Promise<SettingsAnswer>;
  history(key: SettingKey): Promise<SettingEntryWire[]>;
  /** Puts back what stood before a change. */
  undo(key: SettingKey, entry: number): Promise<SettingsAnswer>;
}

export const allSettings: SettingsStore = {
  load: () => deskCall(api.deskSettings, {}),
  save: (input) => deskCall(api.saveSettings, input),
  history: async (key) => (await deskCall(api.settingHistory, { key })).list,
  undo: (key, entry) => deskCall(api.undoSetting, { key, entry }),
};

/** The settings of signing in alone. */
export const signRules: SettingsStore = {
  load: () => deskCall(api.deskSignRules, {}),
  save: (input) => deskCall(api.saveSignRules, input),
  history: async (key) => (await deskCall(api.signRuleHistory, { key })).list,
  undo: (key, entry) => deskCall(api.undoSignRule, { key, entry }),
};

/** Calls a provider once. */
export function tryProvider(key: string): Promise<TriedProvider> {
  return deskCall(api.tryProvider, { key });
}
