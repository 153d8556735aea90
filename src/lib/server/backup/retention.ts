/** Which backups stay. */
import { hasManifest } from './manifest.ts';
import type { Store } from './store.ts';

const ours = /^yaopi-\d{8}T\d{6}Z$/;

/** The whole backups, oldest first. */
export async function listBackups(store: Store): Promise<string[]> {
  const whole: string[] = [];
  for (const name of await store.list()) {
    if (ours.test(name) && (await hasManifest(store, name))) whole.push(name);
  }
  return whole;
}

/**
 * Removes all but the newest `keep` complete backups, and incomplete ones that are older than the newest complete one:
 * a run that broke off. Returns the removed ones.
 */
export async function removeOld(store: Store, keep: number): Promise<string[]> {
  const whole = await listBackups(store);
  const remaining = new Set(whole.slice(-keep));
  const newest = whole.at(-1) ?? '';
  const removed = (await store.list()).filter(
    (name) => ours.test(name) && name < newest && !remaining.has(name),
  );
  for (const name of removed) await store.remove(name);
  return removed;
}
