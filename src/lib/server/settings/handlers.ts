import { settingsCalls } from '#lib/contract/settings.ts';
import { handlers } from '../core/calls/handlers.ts';
import { listDeskSettings, saveSettings } from './change.ts';
import { readSettingHistory, undoSetting } from './history.ts';
import { tryProvider } from './providers.ts';
import { listSignRules, saveSignRules, undoSignRule } from './sign-rules.ts';

export const settingsHandlers = handlers(settingsCalls, {
  deskSettings: listDeskSettings,
  saveSettings,
  settingHistory: readSettingHistory,
  undoSetting,
  deskSignRules: listSignRules,
  saveSignRules,
  signRuleHistory: readSettingHistory,
  undoSignRule,
  tryProvider,
});
