/** A refund on the wire for the desk. */
import { AppError } from '#lib/contract/errors.ts';
import type { DeskRefundWire } from '#lib/contract/refunds.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { placeText } from '#lib/rules/orders/money-back.ts';
import { refundStates } from '#lib/rules/orders/refund-state.ts';
import {
  rerouteDeciderProblem,
  rerouteProblem,
  rerouteStates,
  rerouteWays,
} from '#lib/rules/orders/reroute.ts';
import { failureText } from '#lib/rules/site/job-words.ts';
import type { Db } from '../db/client.ts';
import { type DeskRefundRow, findDeskRefund } from './desk-refund-rows.ts';
import { partOf, wayName, wayOf } from './refund-place.ts';

/** One of them as it is now, for `asking`. Throws AppError 404. */
export async function getRefund(db: Db, no: string, asking: string): Promise<DeskRefundWire> {
  const row = await findDeskRefund(db, no);
  if (row === null) throw new AppError(404, '退款单不存在');
  return refundWire(row, asking);
}

export function refundWire(row: DeskRefundRow, asking: string): DeskRefundWire {
  const { refund, reroute } = row;
  const way = wayOf(refund.provider);
  const waits = reroute?.state === 'waiting';
  const error = row.error ?? (waits ? reroute.lastAnswer : '');
  const isTwice = reroute !== null && reroute.housePaidAt !== null;
  return {
    no: refund.no,
    pay_no: refund.payNo,
    order_no: refund.orderNo ?? '',
    trade_no: row.tradeNo ?? '',
    company_id: refund.companyId,
    company: row.company,
    way_text: wayName(refund.provider),
    place_text: placeText(partOf({ refund, diverted: reroute?.way ?? null, serial: row.serial })),
    amount: formatYuan(refund.amount),
    state: refund.status,
    state_text: isTwice ? '两种方式都退了' : refundStates[refund.status].text,
    tries: row.tries ?? 0,
    last_answer: failureText(error),
    last_error: error,
    reason: refund.reason,
    created_at: refund.createdAt.toISOString(),
    done_at: refund.doneAt?.toISOString() ?? '',
    reroute: rerouteWire(row),
    may_ask: way === 'remote' && refund.status !== 'done' ? 1 : 0,
    may_divert: rerouteProblem(refund.status, way) === null ? 1 : 0,
    may_decide: waits && rerouteDeciderProblem(reroute.askedBy, asking) === null ? 1 : 0,
    may_settle: isTwice && reroute.settledAt === null ? 1 : 0,
  };
}

function rerouteWire({ reroute, serial }: DeskRefundRow): DeskRefundWire['reroute'] {
  if (reroute === null) return null;
  return {
    id: reroute.id,
    state: reroute.state,
    state_text: rerouteStates[reroute.state].text,
    way: reroute.way,
    way_text: rerouteWays[reroute.way].text,
    reason: reroute.reason,
    asked_by: reroute.askedBy,
    asked_at: reroute.createdAt.toISOString(),
    decided_by: reroute.decidedBy ?? '',
    decided_at: reroute.decidedAt?.toISOString() ?? '',
    word: reroute.word,
    serial: reroute.state === 'passed' ? (serial ?? '') : '',
    house_paid_at: reroute.housePaidAt?.toISOString() ?? '',
    settled_by: reroute.settledBy ?? '',
    settled_at: reroute.settledAt?.toISOString() ?? '',
    settled_word: reroute.settledWord,
  };
}
