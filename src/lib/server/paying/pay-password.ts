/** The payment password: setting it, and requiring it before money leaves the balance (rules 5). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { PayPasswordWire, SetPayPasswordInput } from '#lib/contract/payments/calls.ts';
import { formatYuan, showYuan } from '#lib/rules/money/money.ts';
import {
  balanceGuard,
  findPayPasswordFault,
  leftWithoutPassword,
  payPasswordTries,
} from '#lib/rules/money/pay-password.ts';
import { startOfDay } from '#lib/rules/terms/activity-time.ts';
import { proveLogin } from '../accounts/prove-login.ts';
import type { Context } from '../core/context.ts';
import { hashPassword, verifyPassword } from '../core/sessions/password-hashes.ts';
import type { Db } from '../db/client.ts';
import {
  type FromBalance,
  findPayPassword,
  forgetTries,
  type PayPasswordRow,
  putPayPassword,
  releaseTry,
  reserveTry,
  sumFromBalance,
} from '../orders/pay-password-rows.ts';
import { getSettings } from '../site/settings.ts';

/**
 * Fen that may leave the balance without a payment password, where none is set: in one payment, and in a person's day.
 */
export async function amountWithoutPassword(db: Db): Promise<number> {
  return Math.round((await getSettings(db)).payPasswordAbove * 100);
}

/** `GET /api/user/pay-password`: whether the caller has one. */
export async function getPayPassword({
  db,
  actor: { account },
  now,
}: Context<'buyer'>): Promise<PayPasswordWire> {
  const row = await findPayPassword(db, account.userId);
  return {
    is_set: row === null ? 0 : 1,
    set_at: row?.setAt.toISOString() ?? '',
    locked_until: row === null ? '' : (openLock(row, now)?.toISOString() ?? ''),
    password_above: formatYuan(await amountWithoutPassword(db)),
  };
}

/** Fen that may still leave the balance today without a payment password of this person, where none is set. */
export async function leftToday({ db, actor: { account }, now }: Context<'buyer'>): Promise<number> {
  const today = await sumFromBalance(db, ofToday(account, now));
  return leftWithoutPassword(await amountWithoutPassword(db), today);
}

function openLock(row: PayPasswordRow, now: Date): Date | null {
  return row.lockedUntil !== null && row.lockedUntil > now ? row.lockedUntil : null;
}

/**
 * `POST /api/user/pay-password`: sets or changes it, which also ends a lock. Throws 422 for an easy one, for the
 * login's own digits and for a wrong login password, 429 after five of those, 503 while too many hashes wait, which
 * does not count as a try.
 */
export async function setPayPassword(
  context: Context<'buyer'>,
  input: SetPayPasswordInput,
): Promise<PayPasswordWire> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const fault = findPayPasswordFault(input.pay_password);
  if (fault !== null) throw fieldError('pay_password', fault);
  if (input.pay_password === input.password) throw fieldError('pay_password', '支付密码不能与登录密码相同');
  await proveLogin(context, 'pay-password', input.password);
  await putPayPassword(db, account.userId, await hashPassword(input.pay_password), now);
  return getPayPassword(context);
}

/**
 * Checks the payment password of a payment, before its transaction: a hash takes longer than a lock should be held.
 * Answers the matching hash, null where no password was given or none is set. A wrong one stays counted regardless of
 * the payment. Throws 422 with the number of tries left, 429 while it is locked.
 */
export async function provePayPassword(
  { db, actor: { account }, now }: Context<'buyer'>,
  given: string | undefined,
): Promise<string | null> {
  if (given === undefined) return null;
  const { userId } = account;
  const tried = await reserveTry(db, userId, now);
  if (tried === null) {
    const row = await findPayPassword(db, userId);
    const until = row && openLock(row, now);
    if (until) throw lockedUntil(until, now, '支付密码已锁定');
    return null;
  }
  const isRight = await isTheirs(db, userId, tried.hash, given);
  if (isRight) return tried.hash;
  const left = payPasswordTries - tried.tries;
  if (left > 0) throw fieldError('pay_password', `支付密码错误，还可以再试${left}次`);
  const row = await findPayPassword(db, userId);
  throw lockedUntil(row?.lockedUntil ?? now, now, `支付密码连续错误${payPasswordTries}次，已锁定`);
}

async function isTheirs(db: Db, userId: string, hash: string, given: string): Promise<boolean> {
  let isRight = false;
  try {
    isRight = await verifyPassword({ hash, password: given });
  } catch (error) {
    // Too many hashes wait: this does not count as a guess.
    await releaseTry(db, userId, hash);
    throw error;
  }
  if (isRight) await forgetTries(db, userId, hash);
  return isRight;
}

function lockedUntil(until: Date, now: Date, what: string): AppError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return new AppError(429, `${what}，请${Math.ceil(seconds / 60)}分钟后再试`, { retry_after: seconds });
}

/**
 * Refuses, within the payment's transaction, to take from the balance without the present password, or above the amount
 * without any. `hash`: of the password, read in the transaction; `proven`: the hash that was given. Throws 422.
 */
export function guardBalance(payment: {
  hash: string | null;
  fromBalance: number;
  proven: string | null;
  above: number;
}): void {
  const { hash, fromBalance, proven, above } = payment;
  if (fromBalance <= 0) return;
  const guard = balanceGuard({ fromBalance, hasPassword: hash !== null, above });
  if (guard === 'set') throw fieldError('pay_password', `余额支付超过¥${showYuan(above)}，请先设置支付密码`);
  if (guard === 'password' && (proven === null || proven !== hash))
    throw fieldError(
      'pay_password',
      proven === null ? '请输入支付密码' : '支付密码刚刚已修改，请用新的支付密码',
    );
}

/** A person's payments from the balance on the day. */
export function ofToday(
  { userId, companyId }: { userId: string; companyId: number },
  now: Date,
): FromBalance {
  return { userId, companyId, since: new Date(startOfDay(now.getTime())) };
}

/**
 * The same for all that has left the balance on the day, this payment included (fen). Summed up after its part was
 * taken, because of two at once the second waits there for the wallet, and sees the first. Throws 422.
 */
export function guardDay(today: number, { proven, above }: { proven: string | null; above: number }): void {
  if (proven === null && today > above)
    throw fieldError('pay_password', `今天用余额支付合计超过¥${showYuan(above)}，请先设置支付密码`);
}
