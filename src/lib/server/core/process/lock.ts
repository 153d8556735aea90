import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from './error-facts.ts';
import { isRunning, type ProcessIdentity, thisProcess } from './identity.ts';

export interface Lock {
  release(): void;
}

export type LockAttempt = { lock: Lock } | { holder: ProcessIdentity };

function readHolder(file: string): ProcessIdentity | undefined {
  try {
    const { pid, start } = JSON.parse(readFileSync(file, 'utf8'));
    return { pid, start };
  } catch {
    return undefined;
  }
}

function same(a: ProcessIdentity, b: ProcessIdentity): boolean {
  return a.pid === b.pid && a.start === b.start;
}

/**
 * Moves a lock whose holder has ended out of the way; a live lock moved by accident (two cleaners at once) is put back.
 */
function clearStale(file: string): void {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  if (moved && isRunning(moved)) {
    try {
      linkSync(aside, file);
    } catch {
      // A third process holds it already: the next attempt decides.
    }
  }
  rmSync(aside, { force: true });
}

/**
 * Tries to take the lock file. It belongs to a process, by number and start time: one left by a killed process does not
 * count, even if its number was reused.
 */
export function tryLock(file: string): LockAttempt {
  const me = thisProcess();
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, JSON.stringify(me), { mode: 0o644 });
  try {
    for (;;) {
      try {
        // A link appears with its content atomically.
        linkSync(draft, file);
        return { lock: { release: () => release(file, me) } };
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      const holder = readHolder(file);
      if (holder && isRunning(holder)) return { holder };
      clearStale(file);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function release(file: string, me: ProcessIdentity): void {
  const holder = readHolder(file);
  if (holder && same(holder, me)) rmSync(file, { force: true });
}

/** Takes the lock, waiting for its holder to finish; undefined after `deadline` ms. */
export async function waitLock(file: string, deadline: number): Promise<Lock | undefined> {
  const end = Date.now() + deadline;
  for (;;) {
    const attempt = tryLock(file);
    if ('lock' in attempt) return attempt.lock;
    if (Date.now() > end) return undefined;
    await pause(50);
  }
}
