/** Refunds at the desk: the list, asking the provider, and refunds that were paid twice. */
import { AppError } from '#lib/contract/errors.ts';
import type {
  AskRefundValues,
  DeskRefundsList,
  DeskRefundsValues,
  DeskRefundWire,
  SettleTwiceValues,
} from '#lib/contract/refunds.ts';
import { isOwed } from '#lib/rules/orders/refund-state.ts';
import { owedStates } from '#lib/rules/orders/remote-state.ts';
import { type Context, recordOf } from '../core/context.ts';
import { hurryFailure } from '../core/jobs/job-rows.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { NoAnswer } from '../ports/payments/port.ts';
import { findRemote, listProviders } from '../ports/payments/providers.ts';
import { findDeskRefund, findDeskRefunds } from './desk-refund-rows.ts';
import { getRefund, refundWire } from './refund-wire.ts';
import { runRefunds } from './refunds.ts';
import { hurryRefund } from './remote-work-rows.ts';
import { settlePaidTwice } from './reroute-rows.ts';
import { checkHeldRefund } from './stopped-refunds.ts';

/**
 * `GET /api/desk/refunds`: open ones with the longest waiting first, else the newest first. Bank refunds have a page of
 * their own.
 */
export async function listDeskRefunds(
  { db, actor }: Context<'platform'>,
  { state, way, keyword, ...asked }: DeskRefundsValues,
): Promise<DeskRefundsList> {
  const { rows, total } = await findDeskRefunds(db, { state, way, keyword }, asked);
  return { list: rows.map((row) => refundWire(row, actor.name)), total };
}

/** The ways of refunds in the list, by key. */
export function listRefundWays(): { value: string; text: string }[] {
  return listProviders()
    .filter(({ kind }) => kind !== 'bank')
    .map(({ key, name }) => ({ value: key, text: name }));
}

/**
 * `POST /api/desk/refunds/{no}/ask`: asks the provider now. A refund that it does not know or has refused is sent again
 * under the same number; a stopped one is only asked about. Throws 404, 409 for one that no provider can answer or did
 * not answer.
 */
export async function askDeskRefund(
  context: Context<'platform'>,
  { no }: AskRefundValues,
): Promise<DeskRefundWire> {
  const { db, now, actor } = context;
  const found = await findDeskRefund(db, no);
  if (found === null) throw new AppError(404, '退款单不存在');
  const { refund } = found;
  const provider = findRemote(refund.provider);
  if (provider === undefined) throw new AppError(409, '这个支付渠道不能查询');
  await db.transaction(async (tx) => {
    // The row is recorded before the provider is asked: the answer changes it.
    await writeAudit(tx, recordOf(context), {
      act: 'refund.ask',
      subject: 'refund',
      key: no,
      before: { state: refund.status },
      after: null,
      at: now,
    });
    await hurryFailure(tx, 'runRefunds', no, now);
  });
  if (isOwed(refund.status)) {
    await hurryRefund(db, no, owedStates, now);
    await runRefunds(db, now, refund.payNo);
  } else {
    await checkHeldRefund(db, provider, refund, now).catch((error: unknown) => {
      throw error instanceof NoAnswer ? new AppError(409, '渠道没有答复，请稍后再查') : error;
    });
  }
  return getRefund(db, no, actor.name);
}

/**
 * `POST /api/desk/refunds/{no}/settle`: records the outcome of money that was paid twice. A repeat by the same person
 * changes nothing. Throws 404, 409 where it was not, or another person has settled it.
 */
export async function settleTwice(
  context: Context<'platform'>,
  { no, word }: SettleTwiceValues,
): Promise<DeskRefundWire> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const said = { settledBy: actor.name, settledAt: now, settledWord: word };
    if (await settlePaidTwice(tx, no, said))
      return writeAudit(tx, recordOf(context), {
        act: 'refund.settle',
        subject: 'refund',
        key: no,
        before: null,
        after: { word },
        at: now,
      });
    const reroute = (await findDeskRefund(tx, no))?.reroute;
    if (reroute === undefined) throw new AppError(404, '退款单不存在');
    if (reroute?.settledBy === actor.name && reroute.settledWord === word) return;
    throw new AppError(409, reroute?.settledBy ? `已由${reroute.settledBy}处理` : '这笔退款没有两种方式都退');
  });
  return getRefund(db, no, actor.name);
}
