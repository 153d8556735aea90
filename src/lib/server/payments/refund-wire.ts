/** A refund on the wire for the desk. */
import { AppError } from '#lib/contract/errors.ts';
import type { DeskRefundWire } from '#lib/contract/refunds.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import {
  diversionStates,
  diversionWays,
  divertDeciderProblem,
  divertProblem,
} from '#lib/rules/orders/diversion.ts';
import { placeText } from '#lib/rules/orders/money-back.ts';
import { refundStates } from '#lib/rules/orders/refund-state.ts';
import { failureText } from '#lib/rules/site/failure-words.ts';
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
  const { refund, diversion } = row;
  const way = wayOf(refund.provider);
  const waits = diversion?.state === 'waiting';
  const error = row.error ?? (waits ? diversion.lastAnswer : '');
  const isTwice = diversion !== null && diversion.housePaidAt !== null;
  return {
    no: refund.no,
    pay_no: refund.payNo,
    order_no: refund.orderNo ?? '',
    trade_no: row.tradeNo ?? '',
    company_id: refund.companyId,
    company: row.company,
    way_text: wayName(refund.provider),
    place_text: placeText(partOf({ refund, diverted: diversion?.way ?? null, serial: row.serial })),
    amount: formatYuan(refund.amount),
    state: refund.status,
    state_text: isTwice ? '两种方式都退了' : refundStates[refund.status].text,
    tries: row.tries ?? 0,
    last_answer: failureText(error),
    last_error: error,
    reason: refund.reason,
    created_at: refund.createdAt.toISOString(),
    done_at: refund.doneAt?.toISOString() ?? '',
    diversion: diversionWire(row),
    may_ask: way === 'remote' && refund.status !== 'done' ? 1 : 0,
    may_divert: divertProblem(refund.status, way) === null ? 1 : 0,
    may_decide: waits && divertDeciderProblem(diversion.askedBy, asking) === null ? 1 : 0,
    may_settle: isTwice && diversion.settledAt === null ? 1 : 0,
  };
}

function diversionWire({ diversion, serial }: DeskRefundRow): DeskRefundWire['diversion'] {
  if (diversion === null) return null;
  return {
    id: diversion.id,
    state: diversion.state,
    state_text: diversionStates[diversion.state].text,
    way: diversion.way,
    way_text: diversionWays[diversion.way].text,
    reason: diversion.reason,
    asked_by: diversion.askedBy,
    asked_at: diversion.createdAt.toISOString(),
    decided_by: diversion.decidedBy ?? '',
    decided_at: diversion.decidedAt?.toISOString() ?? '',
    word: diversion.word,
    serial: diversion.state === 'passed' ? (serial ?? '') : '',
    house_paid_at: diversion.housePaidAt?.toISOString() ?? '',
    settled_by: diversion.settledBy ?? '',
    settled_at: diversion.settledAt?.toISOString() ?? '',
    settled_word: diversion.settledWord,
  };
}
