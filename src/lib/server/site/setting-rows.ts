import { and, desc, eq, sql } from 'drizzle-orm';
import type { SettingKey, SettingValue } from '#lib/rules/site/settings.ts';
import type { Db, Tx } from '../db/client.ts';
import { auditLog, siteSetting } from '../db/schema.ts';

/** Every site setting by key; they are few and small. */
export async function listSettings(db: Db): Promise<Record<string, unknown>> {
  const rows = await db.select().from(siteSetting);
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

export type StoredSettings = ReadonlyMap<string, { value: unknown; version: number }>;

/** Every stored setting with its version. */
export async function mapSettings(db: Db | Tx): Promise<StoredSettings> {
  const rows = await db.select().from(siteSetting);
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

/** Serializes changes of settings until the transaction ends: a setting that nobody has set has no row to lock. */
export async function takeSettingsTurn(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('settings', 0))`);
}

/** Who changes settings in this transaction, and why: the database writes the audit log itself. */
export async function nameSettingsChange(
  tx: Tx,
  { name, requestId, reason }: { name: string; requestId: string; reason: string },
): Promise<void> {
  await tx.execute(sql`select set_config('yaopi.actor', ${name}, true),
    set_config('yaopi.request', ${requestId}, true), set_config('yaopi.reason', ${reason}, true)`);
}

/** Writes a value; the same one again changes nothing. */
export async function putSetting(tx: Tx, key: SettingKey, value: SettingValue): Promise<void> {
  const json = sql`${JSON.stringify(value)}::jsonb`;
  await tx
    .insert(siteSetting)
    .values({ key, value: json })
    .onConflictDoUpdate({ target: siteSetting.key, set: { value: json } });
}

/** The changes of a setting, the newest first. */
export function listSettingEntries(db: Db | Tx, key: SettingKey, most: number) {
  const { id, at, actorId, before, after } = auditLog;
  return db
    .select({ id, at, actorId, before, after })
    .from(auditLog)
    .where(and(eq(auditLog.subject, 'setting'), eq(auditLog.subjectKey, key)))
    .orderBy(desc(auditLog.id))
    .limit(most);
}
export type SettingEntryRow = Awaited<ReturnType<typeof listSettingEntries>>[number];
