/**
 * Questions of a login besides the password: accepting the agreement in force, once, and the code of an authenticator.
 * Both are checked after the session was made: setting up an authenticator meanwhile ends it.
 */
import { AppError } from '#lib/contract/errors.ts';
import { agreementRefusals, agreementVersion } from '#lib/rules/companies/registration.ts';
import type { CallContext } from '../core/context.ts';
import { hasAccepted, saveAcceptance } from '../people/registration-rows.ts';
import { refuseCode } from './totp.ts';

export interface Answers {
  /** The accepted version; empty for none. */
  agreement: string;
  /** Code of the authenticator; null for a login that replaces it. */
  code: string | null;
}

/**
 * Why a login is refused although the password was right, a sentence for each field; null where nothing is asked, or
 * everything was given. The agreement is saved and the code is used up only together. `isGuess`: a code was wrong.
 */
export async function refuseSteps(
  { db, now, clientAddress: address }: Pick<CallContext, 'db' | 'now' | 'clientAddress'>,
  userId: string,
  { agreement, code }: Answers,
): Promise<{ error: AppError; isGuess: boolean } | null> {
  const hasAgreed = await hasAccepted(db, userId, agreementVersion);
  const unread = hasAgreed ? null : agreementRefusal(agreement);
  // A refused login must not use up a right code.
  const isLeft = code === null || (unread !== null && code !== '');
  const refused = isLeft ? null : await refuseCode({ db, now }, userId, code);
  if (unread === null && refused === null) {
    if (!hasAgreed) await saveAcceptance(db, { userId, version: agreement, acceptedAt: now, address });
    return null;
  }
  const errors = {
    ...(refused !== null && { code: [refused.sentence] }),
    ...(unread !== null && { agreement: [unread] }),
  };
  const sentence = refused?.sentence ?? unread ?? undefined;
  return { error: new AppError(422, sentence, { errors }), isGuess: refused?.isGuess === true };
}

function agreementRefusal(agreement: string): string | null {
  if (agreement === '') return agreementRefusals.renewed;
  return agreement === agreementVersion ? null : agreementRefusals.stale;
}
