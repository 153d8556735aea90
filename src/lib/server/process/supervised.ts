/**
 * What a server process and the one that supervises it (scripts/supervise.ts) tell each other. Imports nothing, as the
 * supervisor must start at once.
 */

/** Set for a process that has a supervisor. */
export const supervisedKey = 'YAOPI_SUPERVISED';

/** The start cannot work however often it is tried: a wrong setting, a port that is taken (EX_CONFIG). */
export const wrongStart = 78;

/** 1; under a supervisor a start that cannot work has a code of its own. */
export function failureCode(isWrongStart: boolean): number {
  return isWrongStart && process.env[supervisedKey] ? wrongStart : 1;
}

/** A supervisor that was killed leaves no server behind: nobody would start that one again. */
export function endWithSupervisor(): void {
  if (process.env[supervisedKey]) process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
