/** Applications of companies for goods of controlled sale, as the platform decides them (rules 3). */
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { type GrantStatus, grantText, mayRefuseGrant } from '#lib/rules/companies/grant-state.ts';
import { type Context, recordOf } from '../../context.ts';
import { decideGrant, findGrant } from '../../repos/approvals.ts';
import { type AuditEntry, writeAudit } from '../../repos/audit.ts';
import { sendMessages } from '../../repos/messages.ts';
import { getCompany } from './approve.ts';

/** Of whom and of what: `who` is a company's id, a member's login name or the company's name. */
export interface Wish {
  who: string;
  goodsId: number;
}

/** What was decided about, by name. */
export interface Decided {
  company: string;
  goods: string;
}

/**
 * Grants a controlled goods to a company that has applied for it. Granting again changes nothing. Throws 404 for an
 * unknown company and for one that has not applied.
 */
export async function approveGrant(context: Context<'platform'>, { who, goodsId }: Wish): Promise<Decided> {
  const { db, now } = context;
  return db.transaction(async (tx) => {
    const company = await getCompany(tx, who);
    const grant = await findGrant(tx, company.id, goodsId);
    if (grant === null) throw new AppError(404, `${company.name}没有申请过商品${goodsId}的采购权限`);
    await decideGrant(tx, grant.id, 'granted', now);
    await writeAudit(
      tx,
      recordOf(context),
      grantDecision('grant.approve', company.id, goodsId, grant.status, now),
    );
    await sendMessages(tx, {
      companyId: company.id,
      kind: 'controlled',
      title: '控销采购权限已通过',
      body: `“${grant.name}”的采购权限已通过，现在可以采购。`,
      link: path('/list/info/[id]', { id: goodsId }),
      ref: `granted:${grant.id}`,
    });
    return { company: company.name, goods: grant.name };
  });
}

/**
 * Refuses an application that waits; the company reads why, and may apply again. Throws 404 like {@link approveGrant},
 * 409 for one that is decided.
 */
export async function refuseGrant(
  context: Context<'platform'>,
  { who, goodsId, reason }: Wish & { reason: string },
): Promise<Decided> {
  const { db, now } = context;
  return db.transaction(async (tx) => {
    const company = await getCompany(tx, who);
    const grant = await findGrant(tx, company.id, goodsId);
    if (grant === null) throw new AppError(404, `${company.name}没有申请过商品${goodsId}的采购权限`);
    if (!mayRefuseGrant(grant.status))
      throw new AppError(409, `${company.name}对商品${goodsId}的申请${grantText(grant.status)}，不能驳回`);
    await decideGrant(tx, grant.id, 'refused', now, reason);
    await writeAudit(
      tx,
      recordOf(context),
      grantDecision('grant.refuse', company.id, goodsId, grant.status, now, reason),
    );
    await sendMessages(tx, {
      companyId: company.id,
      kind: 'controlled',
      title: '控销采购权限未通过',
      body: `“${grant.name}”的采购权限申请未通过：${reason}。情况变化后可以再次申请。`,
      link: path('/list/info/[id]', { id: goodsId }),
      ref: `refused:${grant.id}:${now.getTime()}`,
    });
    return { company: company.name, goods: grant.name };
  });
}

function grantDecision(
  act: 'grant.approve' | 'grant.refuse',
  companyId: number,
  goodsId: number,
  before: GrantStatus,
  at: Date,
  reason?: string,
): AuditEntry {
  const status = act === 'grant.approve' ? 'granted' : 'refused';
  return {
    act,
    subject: 'grant',
    key: `${companyId}:${goodsId}`,
    before: { status: before },
    after: { status, ...(reason !== undefined && { reason }) },
    at,
  };
}
