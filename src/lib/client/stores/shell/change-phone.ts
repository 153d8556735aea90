/** Changing the telephone that one logs in with. All reject as `call` does. */
import { api } from '#lib/contract/api.ts';
import { call } from '../../api.ts';
import { withPuzzle } from './passwords.ts';
import { $user } from './user.ts';

/** Has a code sent, to one's own phone or to this one; returns the seconds until the next is allowed. */
export async function sendOwnCode(phone?: string): Promise<number> {
  const step = phone === undefined ? 'old' : 'new';
  const sent = await withPuzzle((puzzle) => call(api.sendOwnCode, { step, phone, puzzle }));
  return sent.wait_seconds;
}

/** Proves one's own phone; returns the input for the change. */
export async function proveOwnPhone(code: string): Promise<string> {
  return (await withPuzzle((puzzle) => call(api.proveOwnPhone, { code, puzzle }))).proof;
}

export async function changePhone(proof: string, phone: string, code: string): Promise<void> {
  $user.set(await withPuzzle((puzzle) => call(api.changePhone, { proof, phone, code, puzzle })));
}
