/*
 * A full disk refuses a statement that needs a new page, while one row changed in place still works: the heartbeat
 * alone does not tell. So what the process's own statements met counts too. It hangs on globalThis: the built app
 * carries its own copy of this module, and health is answered by the server in front of it.
 */

const key = Symbol.for('yaopi.full-disk');
const lately = 2_500;
/** "disk full"; class 58 is an error of the system under the database, reading or writing its files. */
const codes = /^(53100|58\w{3})$/;

export function noteFullDisk(error: unknown): void {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && codes.test(code)) (globalThis as { [key]?: number })[key] = Date.now();
}

/** Whether a statement of this process failed for want of disk in the last seconds. */
export function isFullLately(): boolean {
  return Date.now() - ((globalThis as { [key]?: number })[key] ?? 0) < lately;
}
