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
 * How a server process keeps house with its memory: by itself V8 takes some four times what lives before it clears up.
 * Young objects get 16 MB a half, which is far above what the requests of one moment need, and the old ones are cleared
 * when they have grown by a fifth since the last time. Nothing is born old: V8 would let what has lived for long at one
 * place of the code begin among the old, where what dies with a request is found much later, and keeps what it points to
 * until then; a server got into that within a minute, and cleared up four times a second. The young ones are cleared up
 * while the old ones are looked through as well: V8 would wait until that is done, let them grow to 70 MB meanwhile, and
 * keep that memory. While a start fills the heap, it is not cleared up at every fifth: what it fills it with stays.
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
