/**
 * What a log-in asks for besides the password: agreeing to the agreement in force, once, and the code of who has an
 * authenticator. Both are looked at after the session was made: whoever sets an authenticator up meanwhile ends it.
 */
import { AppError } from '#lib/contract/errors.ts';
import { agreementRefusals, agreementVersion } from '#lib/rules/companies/registration.ts';
import type { CallContext } from '../../context.ts';
import { hasAccepted, keepAcceptance } from '../../repos/registration.ts';
import { refuseCode } from './totp.ts';

export interface Answers {
  /** The version that is agreed to; empty for none. */
  agreement: string;
  /** Of the authenticator; null of a log-in that stands for it. */
  code: string | null;
}

/**
 * Why a log-in is refused although the password was right, a sentence for each field; null where nothing is asked for, or
 * everything was given. The agreement is kept and the code is used up only together. `isGuess`: a code was wrong.
 */
export async function refuseSteps(
  { db, now, clientAddress: address }: Pick<CallContext, 'db' | 'now' | 'clientAddress'>,
  userId: string,
  { agreement, code }: Answers,
): Promise<{ error: AppError; isGuess: boolean } | null> {
  const hasAgreed = await hasAccepted(db, userId, agreementVersion);
  const unread = hasAgreed ? null : agreementRefusal(agreement);
  // A code that is right would be used up by a log-in that is refused all the same.
  const isLeft = code === null || (unread !== null && code !== '');
  const refused = isLeft ? null : await refuseCode({ db, now }, userId, code);
  if (unread === null && refused === null) {
    if (!hasAgreed) await keepAcceptance(db, { userId, version: agreement, acceptedAt: now, address });
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
