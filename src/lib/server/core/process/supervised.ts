/**
 * The protocol between a server process and its supervisor (scripts/supervise.ts). Imports nothing, because the
 * supervisor must start at once.
 */

/** Set for a process that has a supervisor. */
export const supervisedKey = 'YAOPI_SUPERVISED';

/** The start cannot work however often it is retried: a wrong setting, a port in use (EX_CONFIG). */
export const wrongStart = 78;

/** 1; under a supervisor, a start that cannot work has a code of its own. */
export function failureCode(isWrongStart: boolean): number {
  return isWrongStart && process.env[supervisedKey] ? wrongStart : 1;
}

/**
 * V8 memory flags of a server process: by default V8 grows to about four times the live objects before it collects.
 * Young objects get 16 MB a half, far above the needs of the requests of one moment, and the old ones are collected
 * when they have grown by a fifth since the last time. No pretenuring: V8 would allocate what has lived long at one
 * place of the code among the old objects, where the objects of a request are found much later and hold what they point
 * to until then; a server got into that state within a minute, and collected four times a second. Young objects are
 * collected even while the old ones are marked: V8 would wait until that is done, let them grow to 70 MB meanwhile, and
 * hold that memory. During a start the heap is not collected at every fifth, because its objects stay.
 */
export const heapFlags = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=20',
  '--no-allocation-site-pretenuring',
  '--no-separate-gc-phases',
  '--initial-old-space-size=96',
];

/**
 * Two malloc arenas, instead of eight for each processor, each with holes of its own. Blocks above 1 MB (hashing a
 * password takes 32) are returned as soon as they are free, and so is free memory of that size at an arena's end: by
 * default glibc holds more and more of it.
 */
export const heapEnv = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

/** A killed supervisor leaves no server behind: otherwise nothing would restart that server. */
export function endWithSupervisor(): void {
  if (process.env[supervisedKey]) process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
