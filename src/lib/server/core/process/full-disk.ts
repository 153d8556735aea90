import { codeOf } from '#lib/server/core/process/error-facts.ts';

/*
 * A full disk refuses a statement that needs a new page, while one row changed in place still works, so the heartbeat
 * alone is not enough. Failures of the process's own statements count too.
 */

const lately = 2_500;
/** Epoch ms of the last such statement. */
let lastFull = 0;
/** "disk full"; class 58 is an error of the system under the database, reading or writing its files. */
const codes = /^(53100|58\w{3})$/;

export function recordFullDisk(error: unknown): void {
  const code = codeOf(error);
  if (code !== undefined && codes.test(code)) lastFull = Date.now();
}

/** Whether a statement of this process failed for want of disk in the last seconds. */
export function isFullLately(): boolean {
  return Date.now() - lastFull < lately;
}
