/** What a desk does to the orders of a browser test: `npm run ops` beside the running server. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { BrowserContext } from '@playwright/test';
import { post } from './calls.ts';
import { codeNow, secretOf } from './totp.ts';

const run = promisify(execFile);

/** Runs a script of people beside the running server, as the desk does. */
async function runBeside(script: string, args: readonly string[]): Promise<string> {
  const url = readFileSync(process.env.E2E_DATABASE_FILE ?? '', 'utf8');
  const { stdout } = await run(process.execPath, [script, ...args], {
    env: { ...process.env, DATABASE_URL: url, DEMO: '1' },
  });
  return stdout;
}

/** Runs one command, e.g. `runOps('ship', no, '--part')`, and answers what it said. Throws when it was refused. */
export function runOps(...args: string[]): Promise<string> {
  return runBeside('scripts/ops.ts', args);
}

/** Adds a person of the platform's staff, or of a merchant's; answers the password that is handed out. */
export async function addStaffAtDesk(username: string, role: string, merchantId?: number): Promise<string> {
  const whose = merchantId === undefined ? [] : ['--merchant', String(merchantId)];
  const said = await runBeside('scripts/staff.ts', ['add', username, '--role', role, ...whose]);
  return /初始密码：([\w-]+)/.exec(said)?.[1] ?? '';
}

/** On a server that has served runs before, the names of those are taken. */
const nameOfRun = (name: string) =>
  process.env.E2E_WATCHED === '1' ? `${name}.${process.pid.toString(36)}` : name;

/** A person of the platform's staff, added, enrolled and logged in without the pages for it. */
export async function signInAtDesk(context: BrowserContext, name: string, role: string): Promise<void> {
  const username = nameOfRun(name);
  const initial = await addStaffAtDesk(username, role);
  const form = (values: Record<string, string>) => ({ form: new URLSearchParams(values).toString() });
  const chosen = 'a-password-of-mine';
  await post(context, '/api/desk/login', form({ username, password: initial }));
  await post(context, '/api/desk/password', form({ password: initial, new_password: chosen }));
  const { secret } = await post<{ secret: string }>(context, '/api/desk/totp/begin');
  await post(context, '/api/desk/totp/confirm', form({ code: await codeNow(secretOf(secret)) }));
}

/** A person of a merchant's staff, added and logged in without the pages for it. */
export async function signInAtMerchantDesk(
  context: BrowserContext,
  { username: name, role, merchantId }: { username: string; role: string; merchantId: number },
): Promise<void> {
  const username = nameOfRun(name);
  const initial = await addStaffAtDesk(username, role, merchantId);
  const form = (values: Record<string, string>) => ({ form: new URLSearchParams(values).toString() });
  await post(context, '/api/desk/login', form({ username, password: initial }));
  await post(context, '/api/desk/password', form({ password: initial, new_password: 'a-password-of-mine' }));
}
