/** What the house decides: companies, controlled sale, orders beyond a member's limit (rules 1, 2 and 3). */
import { path } from '#lib/contract/routes.ts';
import type { Actor } from '#lib/rules/actors.ts';
import { type GrantStatus, grantText, mayRefuseGrant } from '#lib/rules/grant-state.ts';
import {
  effectiveStatus,
  orderIs,
  orderStatus,
  orderStatusText,
  parseOrderStatus,
  payDeadline,
} from '#lib/rules/order-state.ts';
import {
  canBecome,
  companyStateText,
  type PaperKind,
  scopeCodes,
  scopePapers,
} from '#lib/rules/qualification.ts';
import type { Db } from '../../db/client.ts';
import {
  decideGrant,
  findCompany,
  findGrant,
  grantScopes,
  listPaperKinds,
  moveCompany,
} from '../../repos/approvals.ts';
import { type AuditEntry, writeAudit } from '../../repos/audit.ts';
import { tell } from '../../repos/messages.ts';
import { lockTrades, moveDeadline } from '../../repos/trades.ts';
import { callOffBlocked } from './call-off.ts';
import { cancelOrder } from './cancel.ts';
import { atDesk, DeskError } from './desk.ts';
import { factsOf } from './facts.ts';
import { moveOrders } from './move.ts';

/**
 * 待审核 → 审核通过, with the papers that were handed in and the scopes that rest on them. `who` is an id, a login
 * name or the company's name. Answers what was approved, in words.
 */
export async function approveCompany(db: Db, who: string, now: Date, actor: Actor): Promise<string> {
  return db.transaction(async (tx) => {
    const company = await findCompany(tx, who);
    if (company === null) throw new DeskError(`没有企业“${who}”，请给出企业编号、名称或登录名`);
    if (!canBecome(company.status, 'approved'))
      throw new DeskError(`${company.name}的状态为${companyStateText(company.status)}，不能审核通过`);
    await moveCompany(tx, company.id, company.status, 'approved');
    const kinds = new Set<PaperKind>(await listPaperKinds(tx, company.id));
    const scopes = scopeCodes.filter((code) => scopePapers[code].some((kind: PaperKind) => kinds.has(kind)));
    await grantScopes(tx, company.id, scopes);
    await tell(tx, {
      companyId: company.id,
      kind: 'company',
      title: '资质审核通过',
      body: '您的企业资质已通过审核，现在可以查看价格和采购。',
      link: path('/user'),
      ref: `approved:${company.id}:${now.getTime()}`,
    });
    await writeAudit(tx, actor, {
      act: 'company.approve',
      subject: 'company',
      key: company.id,
      before: { status: company.status },
      after: { status: 'approved', scopes },
      at: now,
    });
    return `${company.name}：${companyStateText('approved')}，经营范围${scopes.join('、') || '无'}`;
  });
}

/** Grants a controlled goods to a company that has applied for it. Granting again changes nothing. */
export async function approveGrant(
  db: Db,
  who: string,
  goodsId: number,
  now: Date,
  actor: Actor,
): Promise<string> {
  return db.transaction(async (tx) => {
    const company = await findCompany(tx, who);
    if (company === null) throw new DeskError(`没有企业“${who}”，请给出企业编号、名称或登录名`);
    const grant = await findGrant(tx, company.id, goodsId);
    if (grant === null) throw new DeskError(`${company.name}没有申请过商品${goodsId}的采购权限`);
    await decideGrant(tx, grant.id, 'granted', now);
    await writeAudit(tx, actor, grantDecision('grant.approve', company.id, goodsId, grant.status, now));
    await tell(tx, {
      companyId: company.id,
      kind: 'controlled',
      title: '控销采购权限已通过',
      body: `“${grant.name}”的采购权限已通过，现在可以采购。`,
      link: path('/list/info/[id]', { id: goodsId }),
      ref: `granted:${grant.id}`,
    });
    return `${company.name}：已获得“${grant.name}”（商品${goodsId}）的采购权限`;
  });
}

/** Refuses an application that waits; the company reads why, and may apply again. */
export async function refuseGrant(
  db: Db,
  who: string,
  goodsId: number,
  reason: string,
  now: Date,
  actor: Actor,
): Promise<string> {
  return db.transaction(async (tx) => {
    const company = await findCompany(tx, who);
    if (company === null) throw new DeskError(`没有企业“${who}”，请给出企业编号、名称或登录名`);
    const grant = await findGrant(tx, company.id, goodsId);
    if (grant === null) throw new DeskError(`${company.name}没有申请过商品${goodsId}的采购权限`);
    if (!mayRefuseGrant(grant.status))
      throw new DeskError(`${company.name}对商品${goodsId}的申请${grantText(grant.status)}，不能驳回`);
    await decideGrant(tx, grant.id, 'refused', now, reason);
    await writeAudit(
      tx,
      actor,
      grantDecision('grant.refuse', company.id, goodsId, grant.status, now, reason),
    );
    await tell(tx, {
      companyId: company.id,
      kind: 'controlled',
      title: '控销采购权限未通过',
      body: `“${grant.name}”的采购权限申请未通过：${reason}。情况变化后可以再次申请。`,
      link: path('/list/info/[id]', { id: goodsId }),
      ref: `refused:${grant.id}:${now.getTime()}`,
    });
    return `${company.name}：“${grant.name}”（商品${goodsId}）的采购权限申请已驳回`;
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

/**
 * Passes a trade that waits for the company's approval: it can be paid, with the full time to do so. Orders of goods that
 * may not be sold any more are cancelled instead; throws DeskError when the one named is among them.
 */
export async function approveOrder(db: Db, no: string, now: Date, actor: Actor): Promise<string> {
  const done = await atDesk(db, no, { act: 'order.approve', actor, now }, async (tx, order, all) => {
    // Beyond its time it is cancelled already; the job writes the same down.
    const open = all.filter((one) => effectiveStatus(factsOf(one), now.getTime()) === orderStatus.toApprove);
    if (!open.includes(order))
      throw new DeskError(`订单${no}${orderStatusText(factsOf(order), now.getTime())}，不需要审核`);
    const calledOff = await callOffBlocked(tx, open, all, { now, requestId: actor.requestId });
    const waiting = open.filter((one) => !calledOff?.nos.has(one.no));
    const lost = calledOff ? `，${calledOff.sentence}` : '';
    if (waiting.length === 0) return { isLost: true, text: `审核未通过${lost}` };
    const [trade] = await lockTrades(tx, [order.tradeNo]);
    const way = trade?.kind === 'flash' ? 'flash' : 'normal';
    const deadlineAt = new Date(payDeadline(now.getTime(), way));
    await moveOrders(tx, waiting, orderStatus.toPay, {
      actor,
      note: '审核通过',
      at: now,
      patch: { deadlineAt },
    });
    await moveDeadline(tx, order.tradeNo, deadlineAt);
    const text = `交易${order.tradeNo}审核通过，${waiting.length}个订单待付款${lost}`;
    return { isLost: calledOff?.nos.has(no) ?? false, text };
  });
  // Thrown only now: what was called off has to stay called off.
  if (done.isLost) throw new DeskError(done.text);
  return done.text;
}

/** Refuses an order that waits for approval: it is cancelled and gives back what it claimed. */
export async function rejectOrder(
  db: Db,
  no: string,
  reason: string,
  now: Date,
  actor: Actor,
): Promise<string> {
  return atDesk(db, no, { act: 'order.reject', actor, now }, async (tx, order, all) => {
    if (!orderIs.unpaid(parseOrderStatus(order.status)))
      throw new DeskError(`订单${no}${orderStatusText(factsOf(order), now.getTime())}，不能驳回`);
    const cancelled = await cancelOrder(tx, order, all, { reason, actor, now });
    return `订单${cancelled.map((one) => one.no).join('、')}已取消：${reason}`;
  });
}
