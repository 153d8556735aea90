import { settingsCalls } from '#lib/contract/settings.ts';
import { handlers } from '../core/calls/handlers.ts';
import { listDeskSettings, readSettingHistory, saveSettings, undoSetting } from './change.ts';
import { tryProvider } from './providers.ts';

export const settingsHandlers = handlers(settingsCalls, {
  deskSettings: listDeskSettings,
  saveSettings,
  settingHistory: readSettingHistory,
  undoSetting,
  tryProvider,
});
