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
 * Two pools of memory for what is not JavaScript's, not eight for each processor, each with holes of its own. What is
 * larger than 1 MB (hashing a password takes 32) is given back as soon as it is free, and so is that much at a pool's end:
 * glibc by itself keeps more and more of it.
 */
export const heapEnv = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

/** A supervisor that was killed leaves no server behind: nobody would start that one again. */
export function endWithSupervisor(): void {
  if (process.env[supervisedKey]) process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
