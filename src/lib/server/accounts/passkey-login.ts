/**
 * Login by passkey: a challenge that is valid for some minutes and once, signed by the device. It replaces the password
 * and the authenticator's code, because the device has verified its user; the rest is as after a password: a new
 * session, the agreement in force, and closed and disabled accounts are refused.
 */
import type { LoginOutput } from '#lib/contract/accounts/calls.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { PasskeyLoginInput } from '#lib/contract/passkeys.ts';
import { passkeyTtl } from '#lib/rules/companies/passkeys.ts';
import type { CallContext } from '../core/context.ts';
import { addressKey, isSharedAddress } from '../core/process/client-address.ts';
import {
  challengeHash,
  findChallenge,
  findUse,
  newChallenge,
  passkeySite,
  userHandle,
} from '../core/sessions/passkey.ts';
import { type Limit, type Reservation, releaseAttempt, reserveAttempt } from '../people/attempt-rows.ts';
import { putPending, takePending } from '../people/pending-rows.ts';
import { enter, getInfo } from './accounts.ts';
import { findPasskey, usePasskey } from './passkey-rows.ts';

const windowMs = 15 * 60_000;
/** Limit of failed answers an account: a signature cannot be guessed, but each check costs time. */
const answersOfAccount = 10;
const answersOfAddress = 60;
/** Limit of challenges an address: each is a row for some minutes. */
const questionsOfAddress = 240;

type Asking = Pick<CallContext<'all'>, 'db' | 'now' | 'clientAddress' | 'headers'>;

const pendingOf = (challenge: string) => `passkey:login:${challengeHash(challenge)}`;
const unknown = () => new AppError(422, '这个通行密钥不能登录：它可能已被删除。请用密码登录');

/** `POST /api/auth/passkey/start`: a challenge for any device. Throws 429 for an address with too many requests. */
export async function startPasskeyLogin(
  context: CallContext<'anyone'>,
): Promise<{ challenge: string; rp_id: string }> {
  const { db, now } = context;
  await reserve(context, byAddress(context, 'start', questionsOfAddress));
  const challenge = newChallenge();
  await putPending(db, pendingOf(challenge), {}, new Date(now.getTime() + passkeyTtl));
  return { challenge, rp_id: passkeySite().id };
}

/**
 * `POST /api/auth/passkey`: logs in the owner of the key that signed the challenge. Throws 409 for an answer that comes
 * too late or a second time, 422 for an unknown key or a wrong signature (without saying which), 429 after too many of
 * those, and as `enter`; a further question (agreement) is answered in a new login with a new challenge.
 */
export async function logInByPasskey(
  context: CallContext<'all'>,
  input: PasskeyLoginInput,
): Promise<LoginOutput> {
  const { db, now } = context;
  const tries = await reserve(context, byAddress(context, 'answer', answersOfAddress));
  const challenge = findChallenge(input.client_data);
  if (challenge === null) throw unknown();
  if ((await takePending(db, pendingOf(challenge), now)) === null)
    throw new AppError(409, '验证已超时，请再试一次');
  const key = await findPasskey(db, input.id);
  if (key === null || userHandle(key.userId) !== input.user_handle) throw unknown();
  const ofAccount = { key: `passkey:account:${key.userId}`, limit: answersOfAccount, windowMs };
  tries.push(...(await reserve(context, [ofAccount])));
  const counter = await findUse(input, challenge, key);
  if (counter === null || !(await usePasskey(db, { id: key.id, counter, now }))) throw unknown();
  for (const one of tries) await releaseAttempt(db, one);
  const account = await enter(context, key, { agreement: input.agreement, code: null });
  return { user: await getInfo({ ...context, actor: { kind: 'buyer', account } }) };
}

function byAddress({ clientAddress, headers }: Asking, what: string, limit: number): Limit[] {
  if (isSharedAddress(clientAddress, headers)) return [];
  return [{ key: `passkey:${what}:${addressKey(clientAddress)}`, limit, windowMs }];
}

/** Counts a try; throws 429 with the seconds to wait where there were too many. */
async function reserve({ db, now }: Asking, limits: readonly Limit[]): Promise<Reservation[]> {
  const reserved: Reservation[] = [];
  for (const limit of limits) {
    const tried = await reserveAttempt(db, limit, now);
    if ('fullUntil' in tried) {
      const seconds = Math.max(1, Math.ceil((tried.fullUntil.getTime() - now.getTime()) / 1000));
      const sentence = `通行密钥验证次数过多，请${Math.ceil(seconds / 60)}分钟后再试，或用密码登录`;
      throw new AppError(429, sentence, { retry_after: seconds });
    }
    reserved.push(tried.reserved);
  }
  return reserved;
}
