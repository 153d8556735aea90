/** Carries out the changes of owners' telephones whose waiting time is over (rules 2). */
import { randomBytes } from 'node:crypto';
import { path } from '#lib/contract/routes.ts';
import { jobActor } from '#lib/rules/companies/actors.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { moveProblem } from '#lib/rules/companies/owner-change.ts';
import { isOwner } from '#lib/rules/companies/roles.ts';
import { must } from '#lib/rules/terms/must.ts';
import { maskPhone } from '#lib/rules/text/phone.ts';
import { setPhone } from '../accounts/phone-rows.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import { isDuplicate } from '../core/process/error-facts.ts';
import { hashPassword } from '../core/sessions/password-hashes.ts';
import type { Db, Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { holdCompany } from '../own-data/closing-rows.ts';
import { sendSms } from '../ports/sms/providers.ts';
import {
  endLogins,
  findCompanyOfChange,
  findPersonOf,
  isPhoneTaken,
  listDueChanges,
  lockDueChange,
  moveChange,
  type OwnerChangeRow,
} from './rows.ts';

const job = 'moveOwnerPhones';

/** Moves the telephones that are due; an obstacle ends the change, and the company gets a message. */
export function moveOwnerPhones(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job,
    now,
    list: () => listDueChanges(db, job, now),
    work: (id: number) => moveDue(db, id, now),
  });
}

async function moveDue(db: Db, id: number, now: Date): Promise<number> {
  // A random password that no one knows: the owner sets a new one by a code to the new telephone.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const moved = await db.transaction(async (tx) => {
    const companyId = await findCompanyOfChange(tx, id);
    if (companyId === null) return null;
    const isCompanyOpen = mayLogIn(await holdCompany(tx, companyId));
    const change = await lockDueChange(tx, id, now);
    if (change === null) return null;
    const { userId, fromPhone, toPhone } = change;
    const person = await findPersonOf(tx, companyId, userId);
    const problem = moveProblem({
      isCompanyOpen,
      isOwner: person !== null && !person.isDisabled && isOwner(person.role),
      isPhoneAsRead: person?.phone === fromPhone,
      isTaken: await isPhoneTaken(tx, toPhone, userId),
    });
    const name = person?.name ?? '';
    const why = problem ?? (await movePhone(tx, change, now));
    if (why !== null) {
      await end(tx, change, { name, why, now });
      return null;
    }
    await endLogins(tx, userId, passwordHash, now);
    must(await moveChange(tx, id, 'passed', { state: 'done', endedAt: now }), `change ${id}, which is held`);
    await record(tx, change, 'owner.move', now, { state: 'done', phone: maskPhone(toPhone) });
    await sendMessages(tx, {
      companyId,
      kind: 'company',
      title: '负责人登录手机号已更换',
      body: `${name}的登录手机号已更换为${maskPhone(toPhone)}，原设备、密码、微信和通行密钥不能再登录。请用新手机号在“忘记密码”设置新密码。`,
      link: path('/zhzx/basic'),
      ref: `owner-change-done:${id}`,
    });
    return change;
  });
  if (moved === null) return 0;
  void sendSms({
    phone: moved.toPhone,
    template: 'notice',
    kind: '账号安全',
    title: '登录手机号已更换，请用本号码在“忘记密码”设置新密码',
  });
  return 1;
}

/** Null when it moved; the reason where another account took the telephone at this moment. */
async function movePhone(
  tx: Tx,
  { userId, fromPhone: from, toPhone: to }: OwnerChangeRow,
  now: Date,
): Promise<string | null> {
  try {
    // A savepoint: a refusal by the database here leaves the rest of the transaction intact.
    const isMoved = await tx.transaction((inner) => setPhone(inner, userId, { from, to, now }));
    return isMoved ? null : '登录手机号在此期间已变更';
  } catch (error) {
    if (isDuplicate(error)) return '新手机号已有账号';
    throw error;
  }
}

async function end(
  tx: Tx,
  change: OwnerChangeRow,
  { name, why, now }: { name: string; why: string; now: Date },
): Promise<void> {
  const { id, companyId } = change;
  must(
    await moveChange(tx, id, 'passed', { state: 'void', word: why, endedAt: now }),
    `change ${id}, which is held`,
  );
  await record(tx, change, 'owner.void', now, { state: 'void', word: why });
  await sendMessages(tx, {
    companyId,
    kind: 'company',
    title: '负责人登录手机号没有更换',
    body: `到期时${why}，${name}的登录手机号保持不变。如仍需更换，请致电客服重新办理。`,
    link: path('/zhzx/basic'),
    ref: `owner-change-void:${id}`,
  });
}

function record(
  tx: Tx,
  { id, companyId, fromPhone, state }: OwnerChangeRow,
  act: 'owner.move' | 'owner.void',
  now: Date,
  after: Record<string, unknown>,
): Promise<void> {
  return writeAudit(tx, jobActor(job), {
    act,
    subject: 'company',
    key: companyId,
    before: { id, state, phone: maskPhone(fromPhone) },
    after: { id, ...after },
    at: now,
  });
}
