/** Signing in (rules 6). All reject as `call` does. */
import { api } from '#lib/contract/api.ts';
import type { SignedOutput, SignInOutput } from '#lib/contract/sign-in.ts';
import { call } from '../api.ts';

export function signToday(): Promise<SignedOutput> {
  return call(api.sign, {});
}

/** Makes up a missed day by a card. */
export function makeUpDay(day: string): Promise<SignedOutput> {
  return call(api.makeUp, { day });
}

/** Another month: YYYY-MM. */
export function readSignMonth(month: string): Promise<SignInOutput> {
  return call(api.signIn, { month });
}
