/** Password tries of staff: counted like those of buyers, and checked. */
import { AppError } from '#lib/contract/errors.ts';
import { countGuess, type Guess } from '../accounts/guesses.ts';
import type { CallContext } from '../core/context.ts';
import { hashPassword, verifyPassword, withPrecedence } from '../core/sessions/password-hashes.ts';
import type { StaffLogin } from '../people/staff-rows.ts';
import { recordFailure } from './failures.ts';
import { knownOf } from './open-session.ts';

/** Counts a guess like a buyer's. Throws 429, which the audit log records too, when too many were wrong. */
export async function countStaffGuess(
  context: CallContext<'all' | 'staff'>,
  { name, login }: { name: string; login: StaffLogin | null },
): Promise<Guess> {
  const { db, now, clientAddress: address, headers } = context;
  try {
    return await countGuess(
      db,
      { name: `desk ${name}`, login: login && knownOf(login), address, headers },
      now,
    );
  } catch (error) {
    if (error instanceof AppError && error.code === 429) await recordFailure(context, login, '错误次数过多');
    throw error;
  }
}

/**
 * True when the password is this person's. The guess was counted before and is released where the password could not be
 * checked. An unknown name takes as long.
 */
export async function isRightPassword(
  guess: Guess,
  login: StaffLogin | null,
  password: string,
): Promise<boolean> {
  try {
    return await withPrecedence(guess.isKnownDevice, async () => {
      if (login !== null) return verifyPassword({ hash: login.passwordHash, password });
      await hashPassword(password);
      return false;
    });
  } catch (error) {
    await guess.release();
    throw error;
  }
}
