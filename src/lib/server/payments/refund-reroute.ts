/**
 * A refund that its provider will not carry out, paid another way by two people (rules 2 and 5). It is never paid
 * twice: after the request no job sends it, the provider is asked before both steps, and the row changes its state in
 * one transaction with the money.
 */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import {
  type RerouteWay,
  rerouteDeciderProblem,
  rerouteProblem,
  rerouteWays,
} from '#lib/rules/orders/reroute.ts';
import { type Context, recordOf } from '../core/context.ts';
import { forgetFailure } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { lockWallet, postEntry } from '../ports/payments/wallet-rows.ts';
import { type DeskRefundRow, getDeskRefund } from './desk-refund-rows.ts';
import { insertPayout } from './payout-rows.ts';
import { wayOf } from './refund-place.ts';
import type { RefundRow } from './refund-rows.ts';
import { moveRefund } from './remote-work-rows.ts';
import { decideReroute, insertReroute, lockOpenReroute, type RerouteRow } from './reroute-rows.ts';
import { type ProviderAnswer, refundStatus } from './stopped-refunds.ts';
import { findCompanyState } from './top-up-rows.ts';

/**
 * `POST /api/desk/refunds/{id}/divert`: requests another way. The refund is no longer sent, and no money moves yet. A
 * repeat by the same person is answered as done. Throws 404, 409 for one that may still go its own way, 422 for a way
 * that does not exist.
 */
export async function rerouteRefund(
  context: Context<'platform'>,
  { id: no, way, reason }: { id: string; way: RerouteWay; reason: string },
): Promise<void> {
  const { db, now, actor } = context;
  const found = await getDeskRefund(db, no);
  const { refund } = found;
  if (isAskedSo(found, { way, reason, askedBy: actor.name })) return;
  const problem = rerouteProblem(refund.status, wayOf(refund.provider));
  if (problem !== null) throw new AppError(409, problem);
  await needNotBack(db, refund, now);
  await db.transaction(async (tx) => {
    if (way === 'balance') await needOpenCompany(tx, refund.companyId);
    // The job takes the refund by the same guard, so only one of them gets it.
    if (!(await moveRefund(tx, no, [refund.status], 'held'))) {
      if (isAskedSo(await getDeskRefund(tx, no), { way, reason, askedBy: actor.name })) return;
      throw new AppError(409, '这笔退款刚刚有变化，请刷新后再试');
    }
    const request = {
      refundNo: no,
      way,
      reason,
      lastAnswer: found.error ?? '',
      askedBy: actor.name,
      createdAt: now,
    };
    if ((await insertReroute(tx, request)) === null) throw new AppError(409, '这笔退款已另行退回');
    await forgetFailure(tx, 'runRefunds', no);
    await writeAudit(tx, recordOf(context), {
      act: 'refund.divert',
      subject: 'refund',
      key: no,
      before: { state: refund.status, amount: refund.amount, companyId: refund.companyId },
      after: { way },
      at: now,
    });
  });
}

/** The refund, and its request as the decider has read it. */
interface Decided {
  id: string;
  reroute_id: number | null;
}

/**
 * `POST /api/desk/refunds/{id}/balance`: credits the company's balance now. A repeat by the same person is answered as
 * done. Throws 404, 403 for the requester, 409 where the provider has paid, may still pay or does not answer, or where it
 * was decided otherwise.
 */
export function creditReroute(context: Context<'platform'>, decided: Decided): Promise<void> {
  return passReroute(context, decided, null);
}

/**
 * `POST /api/desk/refunds/{id}/sent`: records the serial number of a bank transfer. Throws as `creditReroute`, and 422
 * for a serial that is wrong or taken.
 */
export async function sendReroute(
  context: Context<'platform'>,
  { serial: typed, ...decided }: Decided & { serial: string },
): Promise<void> {
  const serial = typed.toUpperCase();
  if (!/^[0-9A-Z-]{4,40}$/.test(serial))
    throw fieldError('serial', '请填写银行回单上的流水号（4到40位字母、数字或短横线）');
  return passReroute(context, decided, serial);
}

/** Without a serial number it goes to the balance. */
async function passReroute(
  context: Context<'platform'>,
  { id: no, reroute_id: id }: Decided,
  serial: string | null,
): Promise<void> {
  const { db, now, actor } = context;
  const found = await getDeskRefund(db, no);
  const request = needReroute(found, id, actor.name);
  if ((request.way === 'bank') !== (serial !== null))
    throw new AppError(409, `这笔退款${rerouteWays[request.way].text}`);
  if (isPassedSo(found, actor.name, serial)) return;
  if (request.state === 'waiting') await needNotBack(db, found.refund, now);
  await db.transaction(async (tx) => {
    const row = await lockOpenReroute(tx, no);
    if (row === null || row.id !== request.id || row.state !== 'waiting') {
      if (isPassedSo(await getDeskRefund(tx, no), actor.name, serial)) return;
      throw new AppError(409, '这笔改付已处理，请刷新后再试');
    }
    const { companyId, amount } = found.refund;
    if (row.way === 'balance') {
      await lockWallet(tx, companyId);
      await needOpenCompany(tx, companyId);
    }
    if (!(await moveRefund(tx, no, ['held'], 'diverted')))
      throw new AppError(409, '这笔退款刚刚有变化，请刷新后再试');
    if (row.way === 'balance')
      await postEntry(tx, { companyId, useType: 'refund', amount, ref: no, note: row.reason });
    if (serial !== null && !(await insertPayout(tx, { refundNo: no, serial, staff: actor.name })))
      throw fieldError('serial', '该流水号已登记在另一笔退款');
    await decideReroute(tx, row.id, { state: 'passed', decidedBy: actor.name, decidedAt: now, word: '' });
    await notifyPaid(tx, found.refund, row, serial);
    await writeAudit(tx, recordOf(context), {
      act: 'refund.divert_pass',
      subject: 'refund',
      key: no,
      before: { state: 'held', amount, companyId, askedBy: row.askedBy },
      after: { way: row.way, ...(serial !== null && { serial }) },
      at: now,
    });
  });
}

/**
 * `POST /api/desk/refunds/{id}/refuse`: the provider is asked again as before. A repeat changes nothing. Throws as
 * `creditReroute` does.
 */
export async function refuseReroute(
  context: Context<'platform'>,
  { id: no, reroute_id: id, reason: word }: Decided & { reason: string },
): Promise<void> {
  const { db, now, actor } = context;
  const found = await getDeskRefund(db, no);
  const request = needReroute(found, id, actor.name);
  await db.transaction(async (tx) => {
    const row = await lockOpenReroute(tx, no);
    if (row === null || row.id !== request.id || row.state !== 'waiting') {
      const { reroute } = await getDeskRefund(tx, no);
      if (reroute?.state === 'refused' && reroute.decidedBy === actor.name && reroute.word === word) return;
      throw new AppError(409, '这笔改付已处理，请刷新后再试');
    }
    // A refund that never reached the provider starts there again.
    const back = found.refund.askAt === null ? 'requested' : 'failed';
    await moveRefund(tx, no, ['held'], back, back === 'failed' ? { askAt: now } : {});
    await decideReroute(tx, row.id, { state: 'refused', decidedBy: actor.name, decidedAt: now, word });
    await writeAudit(tx, recordOf(context), {
      act: 'refund.divert_refuse',
      subject: 'refund',
      key: no,
      before: { state: 'held', way: row.way, askedBy: row.askedBy },
      after: { state: back },
      at: now,
    });
  });
}

/** The request as it was read, when this person may decide it. Throws 404, 403. */
function needReroute({ reroute }: DeskRefundRow, id: number | null, decider: string): RerouteRow {
  if (reroute === null || reroute.id !== id) throw new AppError(404, '改付不存在或已有新的改付，请刷新');
  const problem = rerouteDeciderProblem(reroute.askedBy, decider);
  if (problem !== null) throw new AppError(403, problem);
  return reroute;
}

function isAskedSo(
  { reroute }: DeskRefundRow,
  { way, reason, askedBy }: { way: RerouteWay; reason: string; askedBy: string },
): boolean {
  return (
    reroute?.state === 'waiting' &&
    reroute.way === way &&
    reroute.reason === reason &&
    reroute.askedBy === askedBy
  );
}

function isPassedSo({ reroute, serial }: DeskRefundRow, decider: string, typed: string | null): boolean {
  return reroute?.state === 'passed' && reroute.decidedBy === decider && serial === typed;
}

const said = {
  back: '支付渠道已经原路退回了这笔款，不能再另行退回；如果已经转账，请联系企业追回',
  open: '支付渠道正在处理这笔退款，有最终结果前不能另行退回',
  no_answer: '支付渠道没有答复，不能确认没有退过，请稍后再试',
  unset: '这个支付渠道已停用，查不到这笔退款的结果，请恢复渠道配置后再试',
} satisfies Record<Exclude<ProviderAnswer, 'not_back'>, string>;

/**
 * Asks the provider outside any transaction and records it when it has paid. Throws 409 unless nothing was refunded.
 */
async function needNotBack(db: Db, refund: RefundRow, now: Date): Promise<void> {
  const answer = await refundStatus(db, refund, now);
  if (answer !== 'not_back') throw new AppError(409, said[answer]);
}

/** Throws 422 for a company whose balance has no owner any more. */
async function needOpenCompany(tx: Tx, companyId: number): Promise<void> {
  const state = await findCompanyState(tx, companyId);
  if (state === null || !mayLogIn(state)) throw fieldError('way', '企业已注销，只能由银行转账退回');
}

async function notifyPaid(
  tx: Tx,
  { no, companyId, amount, orderNo, reason }: RefundRow,
  { id, way, reason: why }: RerouteRow,
  serial: string | null,
): Promise<void> {
  await sendMessages(tx, {
    companyId,
    kind: 'refund',
    title: `退款¥${showYuan(amount)}已${way === 'bank' ? '由银行转账退回' : '退到余额'}`,
    body: `${reason}（退款单号${no}${serial === null ? '' : `，银行流水号${serial}`}）。${why}`,
    link: orderNo === null ? path('/wdqb/yegl') : path('/order/info/[id]', { id: orderNo }),
    ref: `divert:${id}`,
  });
}
