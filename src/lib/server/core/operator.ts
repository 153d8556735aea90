/** The person who runs a command: the name in the audit log. */
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { Context } from './context.ts';
import { StartupError } from './process/env.ts';

/**
 * The person behind a command, by `--as` or else by the name of the account it runs under, with an id for the run.
 * Throws StartupError for a name that names no one.
 */
export function operator(as?: string): Pick<Context<'platform'>, 'actor' | 'requestId'> {
  const name = (as ?? accountName()).trim();
  if (name === '' || name.length > 50) throw new StartupError('请用 --as 姓名 说明由谁操作（1–50 字）。');
  return { actor: { kind: 'platform', name, merchantId: null }, requestId: randomUUID() };
}

/** Containers run under numbers that have no name. */
function accountName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return '';
  }
}
