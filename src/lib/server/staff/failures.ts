/** Failed logins of staff in the audit log, bounded: a flood of them adds a handful of rows. */
import { createHash } from 'node:crypto';
import type { CallContext } from '../core/context.ts';
import { addressKey } from '../core/process/client-address.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { reserveAttempt } from '../people/attempt-rows.ts';
import type { StaffLogin } from '../people/staff-rows.ts';

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
