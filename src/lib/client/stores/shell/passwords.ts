/** Codes to phones and new passwords. A puzzle that the server asks for is solved here, unseen. */

import { api } from '#lib/contract/api.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { OpenPurpose } from '#lib/rules/companies/phone-code.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { call } from '../../api.ts';

/** Runs a call; where it is refused with a puzzle, solves that and runs it once more. */
export async function withPuzzle<Out>(run: (puzzle: string) => Promise<Out>): Promise<Out> {
  try {
    return await run('');
  } catch (error) {
    const puzzle = error instanceof AppError ? fieldOf(error.data, 'puzzle') : undefined;
    if (typeof puzzle !== 'string') throw error;
    const { solvePuzzle } = await import('./puzzle.ts');
    return run(await solvePuzzle(puzzle));
  }
}

/** Has a code sent; returns the seconds until the next is allowed. Rejects as `call` does. */
export async function sendCode(purpose: OpenPurpose, phone: string): Promise<number> {
  const { wait_seconds } = await withPuzzle((puzzle) => call(api.createCode, { phone, purpose, puzzle }));
  return wait_seconds;
}

/** Proves a phone by its code: the browser gets a ticket. Rejects as `call` does. */
export async function provePhone(phone: string, code: string): Promise<void> {
  await withPuzzle((puzzle) => call(api.provePhone, { phone, code, puzzle }));
}

/** Sets the password that the ticket is for. Rejects as `call` does. */
export async function resetForgotten(password: string): Promise<void> {
  await call(api.resetForgotten, { password });
}

/** Changes one's own; returns how many other devices were logged out. Rejects as `call` does. */
export async function changeOwnPassword(input: { old_password: string; password: string }): Promise<number> {
  return (await call(api.changeOwnPassword, input)).ended;
}
