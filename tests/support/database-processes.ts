/** The processes of an embedded database: its server and everything that this has started. */
import { readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** Numbers of the processes that work in a data folder's cluster. Linux only. */
export function databaseProcesses(dataDir: string): number[] {
  const cluster = path.resolve(dataDir, 'pg');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === cluster;
      } catch {
        return false;
      }
    });
}

/** Sends a signal to all of them: SIGSTOP makes the database silent, SIGCONT lets it speak again. */
export function signalDatabase(dataDir: string, signal: NodeJS.Signals): void {
  for (const pid of databaseProcesses(dataDir)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}
