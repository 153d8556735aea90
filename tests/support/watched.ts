/** The server that `npm run test:e2e -- --watch` leaves running for the runs that follow. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a run must know of the server; named as the variables of `playwright.config.ts`. */
export interface Watched {
  E2E_PORT: string;
  E2E_DATABASE_FILE: string;
  E2E_LOG_FILE: string;
}

const file = path.join('.data-test', 'watched.json');

/** Null where none runs. */
export function findWatched(): Watched | null {
  try {
    const { pid, ...found }: Watched & { pid: number } = JSON.parse(readFileSync(file, 'utf8'));
    process.kill(pid, 0);
    return found;
  } catch {
    return null;
  }
}

/** Names this process's server to later runs, until the process ends. */
export function announceWatched(server: Watched): void {
  writeFileSync(file, JSON.stringify({ ...server, pid: process.pid }));
  process.once('exit', () => rmSync(file, { force: true }));
}
