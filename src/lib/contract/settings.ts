/** The shop's settings at the platform's desk: read, changed field by field, their history, and the state of providers. */

import { z } from 'zod';
import { settingKeys, settingsOf } from '../rules/site/settings.ts';
import { get, post } from './call.ts';
import { emptyInput, flagOut, freeText, id, text, upTo, whole } from './fields.ts';

/** Characters of a value as text: the longest list. */
const maxValue = 2_000;

const key = z.enum(settingKeys, { error: '没有这项设置' });
/** Those of signing in, which have calls of their own for who looks after them. */
const signKey = z.enum(settingsOf('sign'), { error: '没有这项签到规则' });
const value = text('内容', { max: maxValue });

const change = z.object({
  key,
  /** As read: 0 where nobody has set it. */
  version: whole('版本', 0, 2_147_483_647),
  /** The value that the person saw, and the new one. */
  seen: value,
  value,
});

export const saveSettingsInput = z.object({
  changes: upTo(settingKeys.length, change, {
    min: 1,
    error: '没有修改',
    tooMany: '设置不正确',
  }),
  reason: freeText('修改原因', 200),
});
const saveSignRulesInput = saveSettingsInput.extend({
  changes: upTo(settingsOf('sign').length, change.extend({ key: signKey }), {
    min: 1,
    error: '没有修改',
    tooMany: '签到规则不正确',
  }),
});
export type SaveSettingsInput = z.input<typeof saveSettingsInput>;
export type SaveSettingsValues = z.output<typeof saveSettingsInput>;

export const settingKeyInput = z.object({ key });
export type SettingKeyValues = z.output<typeof settingKeyInput>;

export const undoSettingInput = z.object({ key, entry: id('记录编号') });
export type UndoSettingValues = z.output<typeof undoSettingInput>;

/** A setting as it is; label, help, bounds and unit are in rules/site/setting-fields. */
export const setting = z.object({
  key: z.enum(settingKeys),
  /** A list has a line for each value; yes and no are 是 and 否. */
  value: z.string(),
  fallback: z.string(),
  version: z.number(),
  /** A change that waits for a second person: its new value and who asked; empty for none. */
  waiting: z.string(),
  waiting_by: z.string(),
});
export type SettingWire = z.infer<typeof setting>;

export const settingsAnswer = z.object({
  list: z.array(setting),
  /** Labels of the settings that were changed at once, and of those that wait for a second person. */
  changed: z.array(z.string()),
  waits: z.array(z.string()),
});
export type SettingsAnswer = z.infer<typeof settingsAnswer>;

export const settingEntry = z.object({
  id: z.number(),
  at: z.string(),
  who: z.string(),
  /** In words; 默认 and the value where nobody had set it. */
  from: z.string(),
  to: z.string(),
  reason: z.string(),
  /** 1: this change may be taken back; else `problem` says why not. */
  may_undo: flagOut,
  problem: z.string(),
});
export type SettingEntryWire = z.infer<typeof settingEntry>;

export const settingHistory = z.object({ list: z.array(settingEntry) });
export type SettingHistory = z.infer<typeof settingHistory>;

/** A provider, or a place of files, of the environment. Values of its keys are never sent. */
export const providerWire = z.object({
  key: z.string(),
  group: z.string(),
  name: z.string(),
  is_set: flagOut,
  /** What it is without. */
  note: z.string(),
  /** Names of its settings in .env. */
  settings: z.string(),
  /** 1: it can be tried by a call. */
  may_try: flagOut,
});
export type ProviderWire = z.infer<typeof providerWire>;
export const providersList = z.object({ list: z.array(providerWire) });
export type ProvidersList = z.infer<typeof providersList>;

export const tryProviderInput = z.object({ key: text('服务', { min: 1, max: 40 }) });
export type TryProviderValues = z.output<typeof tryProviderInput>;

export const triedProvider = z.object({
  key: z.string(),
  is_ok: flagOut,
  text: z.string(),
  /** Time of the call, ms. */
  ms: z.number(),
});
export type TriedProvider = z.infer<typeof triedProvider>;

const rules = { who: 'platform', may: 'play' } as const;

/** The shop's settings, for the platform's administrator; those of signing in for 活动运营 too. */
export const settingsCalls = {
  deskSettings: get('/api/desk/settings', {
    who: 'platform',
    may: 'settings',
    input: emptyInput,
    output: settingsAnswer,
  }),
  saveSettings: post('/api/desk/settings', {
    who: 'platform',
    may: 'settings',
    sure: true,
    second: ['setting', 'sign_rule'],
    input: saveSettingsInput,
    output: settingsAnswer,
  }),
  settingHistory: get('/api/desk/settings/{key}/history', {
    who: 'platform',
    may: 'settings',
    input: settingKeyInput,
    output: settingHistory,
  }),
  undoSetting: post('/api/desk/settings/{key}/undo', {
    who: 'platform',
    may: 'settings',
    sure: true,
    second: ['setting', 'sign_rule'],
    input: undoSettingInput,
    output: settingsAnswer,
  }),
  deskSignRules: get('/api/desk/sign-rules', { ...rules, input: emptyInput, output: settingsAnswer }),
  saveSignRules: post('/api/desk/sign-rules', {
    ...rules,
    sure: true,
    second: ['sign_rule'],
    input: saveSignRulesInput,
    output: settingsAnswer,
  }),
  signRuleHistory: get('/api/desk/sign-rules/{key}/history', {
    ...rules,
    input: z.object({ key: signKey }),
    output: settingHistory,
  }),
  undoSignRule: post('/api/desk/sign-rules/{key}/undo', {
    ...rules,
    sure: true,
    second: ['sign_rule'],
    input: undoSettingInput.extend({ key: signKey }),
    output: settingsAnswer,
  }),
  tryProvider: post('/api/desk/providers/{key}/try', {
    who: 'platform',
    may: 'settings',
    input: tryProviderInput,
    output: triedProvider,
  }),
};
