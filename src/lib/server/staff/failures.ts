/** Failed logins of staff in the audit log, bounded: a flood of them adds a handful of rows. */
import { createHash } from 'node:crypto';
import { AppError } from '#lib/contract/errors.ts';
import { countGuess, type Guess } from '../accounts/guesses.ts';
import type { CallContext } from '../core/context.ts';
import { addressKey } from '../core/process/client-address.ts';
import { hashPassword, verifyPassword, withPrecedence } from '../core/sessions/password-hashes.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { reserveAttempt } from '../people/attempt-rows.ts';
import type { StaffLogin } from '../people/staff-rows.ts';
import { knownOf } from './open-session.ts';

/** The reason of a failed login, as the audit log shows it. */
export type FailureReason = '密码错误' | '验证码错误' | '账号已停用' | '错误次数过多' | '登录名不存在';

const windowMs = 15 * 60_000;
const unlimited = 1_000_000_000;

/** True for 1, 5, 25, 125…: of n failures in a window the log holds about log5(n) rows, each with the count so far. */
function isLogged(count: number): boolean {
  let power = 1;
  while (power < count) power *= 5;
  return power === count;
}

/**
 * Records a failed login: of each account, address and quarter of an hour the first, the fifth, the twenty-fifth and so
 * on, with the count. An unknown name may be a password in the wrong field, so it is not stored: all of them are
 * counted by the address alone.
 */
export async function recordFailure(
  {
    db,
    now,
    clientAddress,
    requestId,
  }: Pick<CallContext<'all' | 'staff'>, 'db' | 'now' | 'clientAddress' | 'requestId'>,
  login: StaffLogin | null,
  reason: FailureReason,
): Promise<void> {
  const address = addressKey(clientAddress);
  const who = login === null ? '?' : String(login.id);
  const key = `desk-failed:${createHash('sha256').update(`${who} ${address}`).digest('base64url')}`;
  const counted = await reserveAttempt(db, { key, limit: unlimited, windowMs }, now);
  if (!('count' in counted) || !isLogged(counted.count)) return;
  await db.transaction((tx) =>
    writeAudit(
      tx,
      { kind: 'system', id: 'login', requestId },
      {
        act: 'staff.login_failed',
        subject: 'staff',
        key: login?.id ?? 'unknown',
        merchantId: login?.merchantId ?? null,
        before: null,
        after: { account: login?.username ?? null, reason, address, count: counted.count },
        at: now,
      },
    ),
  );
}

// Password tries of staff: counted like those of buyers, and checked.

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
