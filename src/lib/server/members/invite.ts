/** Inviting colleagues by text message or link, and joining by it (rules 2). */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { LoginOutput } from '#lib/contract/accounts/calls.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type {
  AcceptInput,
  InviteCodeInput,
  Invited,
  InviteInput,
  InviteWire,
} from '#lib/contract/members.ts';
import { path } from '#lib/contract/routes.ts';
import { buyerActor } from '#lib/rules/companies/actors.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { inviteEnd, inviteLimits, inviteState, inviteStates, limitOf } from '#lib/rules/companies/invite.ts';
import { agreementRefusals, agreementVersion } from '#lib/rules/companies/registration.ts';
import { roleText } from '#lib/rules/companies/roles.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { must } from '#lib/rules/terms/must.ts';
import { maskPhone } from '#lib/rules/text/phone.ts';
import { logIn } from '../accounts/accounts.ts';
import { checkStrength } from '../accounts/password-strength.ts';
import { sendCode, useCode } from '../accounts/phone-codes.ts';
import { type CallContext, type Context, recordOf } from '../core/context.ts';
import { env } from '../core/process/env.ts';
import { isDuplicate } from '../core/process/error-facts.ts';
import { hashPassword } from '../core/sessions/password-hashes.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { reserveAttempt } from '../people/attempt-rows.ts';
import { findLogin } from '../people/login-rows.ts';
import { insertPerson, lockCompany, setStores } from '../people/member-rows.ts';
import { saveAcceptance } from '../people/registration-rows.ts';
import { getStanding } from '../people/standing-rows.ts';
import { sendSms } from '../ports/sms/providers.ts';
import {
  countOpenInvites,
  type FoundInvite,
  findInvite,
  insertInvite,
  revokeInvite as revokeRow,
  spendInvite,
} from './invite-rows.ts';
import { checkStores, inviteWireOf } from './members.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * `POST /api/members/invite`: the link is shown once and stored as a hash. With a phone it goes there by text message,
 * and only that phone may use it. Throws 409 with too many open ones, 429 with too many a day, 422 for other companies'
 * stores.
 */
export async function inviteMember(context: Context<'buyer'>, input: InviteInput): Promise<Invited> {
  const { db, now, actor } = context;
  const { companyId, userId, company } = actor.account;
  const storeIds = await checkStores(db, companyId, input.role === 'owner' ? [] : input.store_ids);
  const counted = await reserveAttempt(
    db,
    { key: `invite:${companyId}`, limit: inviteLimits.day, windowMs: 86_400_000 },
    now,
  );
  if ('fullUntil' in counted)
    throw new AppError(429, `一天最多发${inviteLimits.day}个邀请，请明天再试`, {
      retry_after: Math.max(1, Math.ceil((counted.fullUntil.getTime() - now.getTime()) / 1000)),
    });
  const token = randomBytes(24).toString('base64url');
  const row = await db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    if ((await countOpenInvites(tx, companyId, now)) >= inviteLimits.open)
      throw new AppError(409, `还有${inviteLimits.open}个邀请没有用，请先撤销不需要的邀请`);
    const made = await insertInvite(tx, {
      companyId,
      tokenHash: hashOf(token),
      phone: input.phone ?? '',
      role: input.role,
      orderLimit: limitOf(input.role, input.order_limit === undefined ? null : parseYuan(input.order_limit)),
      storeIds,
      invitedBy: userId,
      expiresAt: new Date(inviteEnd(now.getTime(), input.days)),
      createdAt: now,
    });
    const written = must(made, 'an invitation just written');
    await writeAudit(tx, recordOf(context), {
      act: 'member.invite',
      subject: 'member',
      key: `invite:${written.id}`,
      before: null,
      after: { companyId, role: written.role, orderLimit: written.orderLimit, storeIds },
      at: now,
    });
    return written;
  });
  const link = path('/register/invite', undefined, { token });
  const { SITE_URL, PORT } = env();
  const absolute = new URL(link, SITE_URL ?? `http://localhost:${PORT}`).href;
  const taken =
    input.phone !== undefined &&
    (await sendSms({ phone: input.phone, template: 'invite', company, link: absolute })) !== null;
  return { invite: inviteWireOf(row, now), link, is_sent: taken ? 1 : 0 };
}

/** `POST /api/members/invite/{id}/revoke`. Safe to repeat. Throws 404 for another company's, 409 for a used one. */
export async function revokeInvite(context: Context<'buyer'>, { id }: { id: number }): Promise<InviteWire> {
  const { db, now, actor } = context;
  const row = await revokeRow(db, actor.account.companyId, id, now);
  if (row === null) throw new AppError(404, '没有这个邀请，请刷新后查看');
  if (row.usedAt !== null) throw new AppError(409, '这个邀请已经用过了，如需收回权限，请停用该同事');
  return inviteWireOf(row, now);
}

/** Shown to a person who opens a link: what they are invited to, or why the link does not work. */
export interface OpenedInvite {
  company: string;
  inviter: string;
  role: string;
  /** Yuan; null means no limit. */
  orderLimit: string | null;
  /** Masked; empty where any phone may join. */
  phone: string;
  refusal: string | null;
}

const unknownInvite = '邀请链接不完整或不存在，请从短信或同事发来的消息里重新打开';

/** The invitation of a link; null where there is none. */
export async function openInvite(
  { db, now }: Pick<Context, 'db' | 'now'>,
  token: string,
): Promise<OpenedInvite | null> {
  const found = token === '' ? null : await findInvite(db, hashOf(token));
  return (
    found && {
      company: found.company,
      inviter: found.inviter,
      role: roleText(found.role),
      orderLimit: found.orderLimit === null ? null : formatYuan(found.orderLimit),
      phone: found.phone === '' ? '' : maskPhone(found.phone),
      refusal: await refusalOf({ db, now }, found),
    }
  );
}

async function refusalOf(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { expiresAt, usedAt, revokedAt, companyId }: FoundInvite,
): Promise<string | null> {
  const facts = {
    expiresAt: expiresAt.getTime(),
    usedAt: usedAt?.getTime() ?? null,
    revokedAt: revokedAt?.getTime() ?? null,
  };
  const { refusal } = inviteStates[inviteState(facts, now.getTime())];
  if (refusal !== null) return refusal;
  return mayLogIn((await getStanding(db, companyId)).companyState) ? null : '邀请您的企业已注销，不能加入';
}

/**
 * Throws 404 for an unknown token, 409 for an invitation that is not open, 422 for another phone than it was sent to.
 */
async function getOpen(
  context: Pick<Context, 'db' | 'now'>,
  token: string,
  phone: string,
): Promise<FoundInvite> {
  const found = await findInvite(context.db, hashOf(token));
  if (found === null) throw new AppError(404, unknownInvite);
  const refusal = await refusalOf(context, found);
  if (refusal !== null) throw new AppError(409, refusal);
  if (found.phone !== '' && found.phone !== phone)
    throw fieldError('phone', `请用收到邀请的手机号${maskPhone(found.phone)}`);
  return found;
}

/**
 * `POST /api/invite/code`: sends a code to the phone of a person with an open link. Throws as `getOpen` and `sendCode`.
 */
export async function sendInviteCode(
  context: CallContext<'anyone'>,
  { token, phone, puzzle }: InviteCodeInput,
): Promise<{ wait_seconds: number }> {
  await getOpen(context, token, phone);
  return sendCode(context, { purpose: 'invite', phone, puzzle }, true);
}

/**
 * `POST /api/invite/accept`: makes a person and member of the company and logs them in. Of many at once with one link
 * one joins. Throws as `getOpen` and `useCode`, 422 for a weak password, another agreement and a phone that has an
 * account.
 */
export async function acceptInvite(context: CallContext<'all'>, input: AcceptInput): Promise<LoginOutput> {
  const { db, now, requestId } = context;
  const { token, phone, name, password } = input;
  const invite = await getOpen(context, token, phone);
  if (input.agreement !== agreementVersion) throw fieldError('agreement', agreementRefusals.stale);
  await checkStrength('password', password, [phone, name, invite.company]);
  const visitor = { ...context, actor: { kind: 'visitor', account: null } as const };
  await useCode(visitor, { purpose: 'invite', phone, puzzle: input.puzzle }, input.code);
  const isTaken = fieldError('phone', '该手机号已有账号，一个手机号只能属于一家企业，请换一个手机号');
  // Revealed only to the proven holder of the phone.
  if ((await findLogin(db, phone)) !== null) throw isTaken;
  const id = randomUUID();
  const passwordHash = await hashPassword(password);
  try {
    await db.transaction(async (tx) => {
      if (!(await spendInvite(tx, invite.id, id, now))) throw new AppError(409, inviteStates.used.refusal);
      const { companyId, role, orderLimit, storeIds } = invite;
      await insertPerson(tx, { id, name, phone, passwordHash, companyId, role, orderLimit });
      await saveAcceptance(tx, {
        userId: id,
        version: input.agreement,
        acceptedAt: now,
        address: context.clientAddress,
      });
      await setStores(tx, id, storeIds);
      await writeAudit(tx, buyerActor({ userId: id }, requestId), {
        act: 'member.join',
        subject: 'member',
        key: id,
        before: null,
        after: { companyId, role, orderLimit, storeIds, invite: invite.id, invitedBy: invite.invitedBy },
        at: now,
      });
      await sendMessages(tx, {
        companyId,
        kind: 'company',
        title: `${name}加入了企业`,
        body: `${name}（${maskPhone(phone)}）用${invite.inviter}的邀请加入，角色为${roleText(role)}。`,
        link: path('/zhzx/child'),
        ref: `member:${id}`,
      });
    });
  } catch (error) {
    if (isDuplicate(error)) throw isTaken;
    throw error;
  }
  return logIn(context, { username: phone, password, agreement: '', code: '' });
}
