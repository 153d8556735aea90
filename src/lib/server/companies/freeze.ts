/** Freezes a company and unfreezes it (rules 2). Its people's sessions end with the row, by the database. */

import type { CompanyIdInput } from '#lib/contract/companies/calls.ts';
import type { CompanyFile, FreezeInput } from '#lib/contract/companies/file-schema.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { companyStateText, isFrozen, mayFreeze } from '#lib/rules/companies/company-state.ts';
import { stateAfterFreeze } from '#lib/rules/companies/review.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { getCompanyFile } from './companies.ts';
import { findWaitingOf } from './review-queue-rows.ts';
import { lockCompany, setCompanyState } from './rows.ts';

/**
 * `POST /api/desk/companies/{id}/freeze`. A repeat with the same reason changes nothing. Throws 404 for an unknown
 * company, 409 for one that is frozen for another reason or may not be frozen.
 */
export async function freezeCompany(
  context: Context<'platform'>,
  { id, reason }: FreezeInput,
): Promise<CompanyFile> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    const own = await getLocked(tx, id);
    if (isFrozen(own.status) && own.statusReason === reason) return;
    if (!mayFreeze(own.status))
      throw new AppError(409, `${own.name}的状态为${companyStateText(own.status)}，不能冻结`);
    await setCompanyState(tx, id, own.status, { status: 'frozen', reason });
    await writeAudit(tx, recordOf(context), {
      act: 'company.freeze',
      subject: 'company',
      key: id,
      before: { status: own.status },
      after: { status: 'frozen', reason },
      at: now,
    });
    await notify(tx, id, {
      title: '企业账号已冻结',
      body: `您的企业账号已冻结：${reason}。目前只能查看订单和消息，请联系客服。`,
      ref: `frozen:${id}:${now.getTime()}`,
    });
  });
  return getCompanyFile(context, { id });
}

/**
 * `POST /api/desk/companies/{id}/unfreeze`. One that is approved again is answered as done; throws 409 for any other.
 */
export async function unfreezeCompany(
  context: Context<'platform'>,
  { id }: CompanyIdInput,
): Promise<CompanyFile> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    const own = await getLocked(tx, id);
    if (mayFreeze(own.status)) return;
    if (!isFrozen(own.status))
      throw new AppError(409, `${own.name}的状态为${companyStateText(own.status)}，没有冻结`);
    const status = stateAfterFreeze((await findWaitingOf(tx, id)) !== null);
    await setCompanyState(tx, id, own.status, { status, reason: null });
    await writeAudit(tx, recordOf(context), {
      act: 'company.unfreeze',
      subject: 'company',
      key: id,
      before: { status: own.status, reason: own.statusReason },
      after: { status },
      at: now,
    });
    await notify(tx, id, {
      title: '企业账号已恢复',
      body: '您的企业账号已解除冻结，可以继续采购。',
      ref: `unfrozen:${id}:${now.getTime()}`,
    });
  });
  return getCompanyFile(context, { id });
}

async function getLocked(tx: Tx, id: number) {
  const own = await lockCompany(tx, id);
  if (own === null) throw new AppError(404, `没有企业${id}`);
  return own;
}

async function notify(
  tx: Tx,
  companyId: number,
  said: { title: string; body: string; ref: string },
): Promise<void> {
  await sendMessages(tx, { companyId, kind: 'company', link: path('/user'), ...said });
}
