/** The site settings: the values of the table over the defaults, which for the operator come from the environment. */
import {
  completeValues,
  defaultValues,
  licenceSettings,
  type SettingKey,
  type SettingValues,
  settingField,
} from '#lib/rules/site/settings.ts';
import { Cached } from '../core/bus/cached.ts';
import { shopField, shopKeys } from '../core/process/shop-fields.ts';
import { shopIdentity } from '../core/process/shop-identity.ts';
import type { Db } from '../db/client.ts';
import { listSettings } from './setting-rows.ts';

/** Amounts are in yuan; what each means is in rules/site/setting-fields. */
export interface Settings extends SettingValues {
  /** The licences and filings of the footer, each with its name. */
  licences: string[];
}

const cached = new Cached('settings', 5_000, async (db: Db) => complete(await listSettings(db)));

/** The site settings; a change shows at once, and within five seconds while the bus is away. */
export function getSettings(db: Db): Promise<Settings> {
  return cached.get(db);
}

/** Defaults; those of the operator come from the environment. */
export function settingDefaults(): SettingValues {
  const identity = shopIdentity();
  const given: Partial<Record<SettingKey, string>> = Object.fromEntries(
    shopKeys.map((key) => [shopField(key).setting, identity[key]]),
  );
  return defaultValues(given);
}

function complete(stored: Record<string, unknown>): Settings {
  const values = completeValues(stored, settingDefaults());
  const licences = licenceSettings.flatMap((key) =>
    values[key] === '' ? [] : [`${settingField(key).label} ${values[key]}`],
  );
  return { ...values, licences };
}
