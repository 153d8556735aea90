/** Applications of companies for controlled items, decided by the platform (rules 3). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import {
  deskGrantText,
  type GrantStatus,
  grantText,
  mayApply,
  mayRefuseGrant,
  shownGrant,
} from '#lib/rules/companies/grant-state.ts';
import { hasPassed } from '#lib/rules/terms/shelf-life.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { type AuditEntry, writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { getCompany } from './approve.ts';
import { type DeskGrant, decideGrant, findGrant, lockGrantRow } from './grant-rows.ts';

/** Company and item: `who` is a company's id, a member's login name or the company's name. */
export interface GrantRequest {
  who: string;
  goodsId: number;
}

/** An application as a person has read it: one that started again since has another time (ISO 8601). */
interface Seen {
  id: number;
  created_at: string;
}

const notAgreed = '商家还没有同意这份申请，同意后才能通过';

/** The subject of the decision, by name. */
export interface Decided {
  company: string;
  goods: string;
}

/**
 * Grants a controlled item to a company that has applied for it. A repeat changes nothing. Throws 404 for an unknown
 * company and for one that has not applied.
 */
export async function approveGrant(context: Context<'platform'>, request: GrantRequest): Promise<Decided> {
  return context.db.transaction(async (tx) => {
    const { grant, companyId, company } = await findRequest(tx, request);
    if (grant.status === 'applied') throw new AppError(409, notAgreed);
    await grantIt(tx, context, { ...grant, companyId, goodsId: request.goodsId });
    return { company, goods: grant.name };
  });
}

/**
 * Refuses a waiting application; the company reads why, and may apply again. Throws 404 like {@link approveGrant}, 409
 * for a decided one.
 */
export async function refuseGrant(
  context: Context<'platform'>,
  { reason, ...request }: GrantRequest & { reason: string },
): Promise<Decided> {
  return context.db.transaction(async (tx) => {
    const { grant, companyId, company } = await findRequest(tx, request);
    if (!mayRefuseGrant(grant.status))
      throw new AppError(409, `${company}对商品${request.goodsId}的申请${grantText(grant.status)}，不能驳回`);
    await refuseIt(tx, context, { ...grant, companyId, goodsId: request.goodsId }, reason);
    return { company, goods: grant.name };
  });
}

async function findRequest(tx: Tx, { who, goodsId }: GrantRequest) {
  const { id: companyId, name: company } = await getCompany(tx, who);
  const grant = await findGrant(tx, companyId, goodsId);
  if (grant === null) throw new AppError(404, `${company}没有申请过商品${goodsId}的采购权限`);
  return { grant, companyId, company };
}

/**
 * `POST /api/desk/grants/{id}/approve`. A granted one is answered as done. Throws 404 where there is none, 409 for one
 * that started again since it was read, or that was refused.
 */
export async function approveGrantRow(
  context: Context<'platform'>,
  { id, created_at: seen, valid_to: validTo = '' }: Seen & { valid_to?: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await lockSeen(tx, id, seen);
    if (mayApply(row.status)) throw new AppError(409, `这份申请${grantText(row.status)}，不能再通过`);
    if (!mayRefuseGrant(row.status)) return;
    if (row.status === 'applied') throw new AppError(409, notAgreed);
    if (validTo !== '' && hasPassed(validTo, context.now.getTime()))
      throw fieldError('valid_to', '有效期至不能早于今天');
    await grantIt(tx, context, row, validTo || null);
  });
}

/** `POST /api/desk/grants/{id}/refuse`: likewise; one refused for the same reason is answered as done. */
export async function refuseGrantRow(
  context: Context<'platform'>,
  { id, created_at: seen, reason }: Seen & { reason: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await lockSeen(tx, id, seen);
    if (mayApply(row.status) && row.reason === reason) return;
    if (!mayRefuseGrant(row.status)) throw new AppError(409, `这份申请${grantText(row.status)}，不能驳回`);
    await refuseIt(tx, context, row, reason);
  });
}

/**
 * `POST /api/desk/grants/{id}/withdraw`: the item is closed to the company from now on. One withdrawn for the same reason
 * is answered as done. Where it undoes 通过, the application waits for its decision again. Throws 404 and 409 likewise,
 * 409 for one that is not granted.
 */
export async function withdrawGrantRow(
  context: Context<'platform'>,
  { id, created_at: seen, reason }: Seen & { reason: string },
): Promise<void> {
  const { now, undoes } = context;
  await context.db.transaction(async (tx) => {
    const row = await lockSeen(tx, id, seen);
    if (row.status === 'withdrawn' && row.reason === reason) return;
    const isUndone = undoes?.before?.status === 'agreed';
    const shown = shownGrant(row.status, row.validTo, now.getTime());
    if (shown !== 'granted') throw new AppError(409, `这份申请${grantText(shown)}，不能撤回`);
    const status = isUndone ? 'agreed' : 'withdrawn';
    await decideGrant(tx, id, { status, ...(isUndone ? { validTo: null } : { reason }) }, now);
    await writeAudit(tx, recordOf(context), grantDecision('grant.withdraw', row, now, { status }));
    await sendMessages(tx, {
      companyId: row.companyId,
      kind: 'controlled',
      title: '控销采购权限已撤回',
      body: isUndone
        ? `“${row.name}”的采购权限误通过，已撤回。您的申请仍在审核，不需要重新申请。`
        : `“${row.name}”的采购权限已撤回：${reason}。情况变化后可以再次申请。`,
      link: path('/list/info/[id]', { id: row.goodsId }),
      ref: `withdrawn:${id}:${now.getTime()}`,
    });
  });
}

/**
 * `POST /api/desk/controlled/{id}/agree`: the merchant whose item it is says yes; the platform decides then. A repeat
 * changes nothing. Throws 404 for another merchant's item, 409 likewise.
 */
export async function agreeGrant(
  context: Context<'merchant'>,
  { id, created_at: seen }: Seen,
): Promise<void> {
  const { now, actor } = context;
  await context.db.transaction(async (tx) => {
    const row = await lockSeen(tx, id, seen, actor.merchantId);
    if (mayApply(row.status)) throw new AppError(409, `这份申请${grantText(row.status)}，不能再同意`);
    if (row.status !== 'applied') return;
    await decideGrant(tx, id, { status: 'agreed' }, now);
    await writeAudit(tx, recordOf(context), grantDecision('grant.agree', row, now, {}));
  });
}

/** `POST /api/desk/controlled/{id}/refuse`: the merchant says no, and the company reads why. Throws likewise. */
export async function refuseOwnGrant(
  context: Context<'merchant'>,
  { id, created_at: seen, reason }: Seen & { reason: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await lockSeen(tx, id, seen, context.actor.merchantId);
    if (row.status === 'refused' && row.reason === reason) return;
    if (row.status !== 'applied') throw new AppError(409, `这份申请${deskGrantText(row.status)}，不能再答复`);
    await refuseIt(tx, context, row, reason);
  });
}

async function lockSeen(tx: Tx, id: number, seen: string, within: number | null = null): Promise<DeskGrant> {
  const row = await lockGrantRow(tx, id);
  if (row === null || (within !== null && row.merchantId !== within))
    throw new AppError(404, `没有申请${id}`);
  if (row.createdAt.getTime() !== Date.parse(seen))
    throw new AppError(409, '企业刚刚重新提交了申请，请刷新后再决定');
  return row;
}

type Deciding = Pick<DeskGrant, 'id' | 'name' | 'status' | 'companyId' | 'goodsId'>;

async function grantIt(
  tx: Tx,
  context: Context<'platform'>,
  grant: Deciding,
  validTo: string | null = null,
): Promise<void> {
  const { id, name, companyId, goodsId } = grant;
  await decideGrant(tx, id, { status: 'granted', validTo }, context.now);
  await writeAudit(tx, recordOf(context), grantDecision('grant.approve', grant, context.now, { validTo }));
  await sendMessages(tx, {
    companyId,
    kind: 'controlled',
    title: '控销采购权限已通过',
    body: `“${name}”的采购权限已通过，${validTo === null ? '现在可以采购' : `${validTo}前（含当天）可以采购`}。`,
    link: path('/list/info/[id]', { id: goodsId }),
    // Granted again after it ended, the company is told again.
    ref: validTo === null ? `granted:${id}` : `granted:${id}:${validTo}`,
  });
}

async function refuseIt(tx: Tx, context: Context<'staff'>, grant: Deciding, reason: string): Promise<void> {
  const { now } = context;
  const { id, name, companyId, goodsId } = grant;
  await decideGrant(tx, id, { status: 'refused', reason }, now);
  await writeAudit(tx, recordOf(context), grantDecision('grant.refuse', grant, now, { reason }));
  await sendMessages(tx, {
    companyId,
    kind: 'controlled',
    title: '控销采购权限未通过',
    body: `“${name}”的采购权限申请未通过：${reason}。情况变化后可以再次申请。`,
    link: path('/list/info/[id]', { id: goodsId }),
    ref: `refused:${id}:${now.getTime()}`,
  });
}

const decided = {
  'grant.agree': 'agreed',
  'grant.approve': 'granted',
  'grant.refuse': 'refused',
  'grant.withdraw': 'withdrawn',
} as const satisfies Partial<Record<AuditEntry['act'], GrantStatus>>;

function grantDecision(
  act: keyof typeof decided,
  { companyId, goodsId, status }: Deciding,
  at: Date,
  more: { reason?: string; validTo?: string | null; status?: GrantStatus },
): AuditEntry {
  return {
    act,
    subject: 'grant',
    key: `${companyId}:${goodsId}`,
    before: { status },
    after: { status: decided[act], ...more },
    at,
  };
}
