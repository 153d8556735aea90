/** What a desk does to the orders of a browser test: `npm run ops` beside the running server. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs one command, e.g. `atDesk('ship', no, '--part')`, and answers what it said. Throws when it was refused. */
export async function atDesk(...args: string[]): Promise<string> {
  const url = readFileSync(process.env.E2E_DATABASE_FILE ?? '', 'utf8');
  const { stdout } = await run(process.execPath, ['scripts/ops.ts', ...args], {
    env: { ...process.env, DATABASE_URL: url, DEMO: '1' },
  });
  return stdout;
}
