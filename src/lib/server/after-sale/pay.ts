/** Refunds of an agreed case, the way the money came. */
import { AppError } from '#lib/contract/errors.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import type { By, LotBook } from '../lots/book.ts';
import { listCaseLines } from '../orders/after-sale-line-rows.ts';
import type { AfterSalePatch, CaseFound } from '../orders/after-sale-rows.ts';
import { ownLines } from '../orders/held-order.ts';
import { leftToShip } from '../orders/parcel-content.ts';
import { refundWithin } from '../orders/refund.ts';
import { planOrderRefund } from '../orders/refund-plan.ts';
import { listLines, listOrdersOfTrades } from '../orders/rows.ts';
import { sumOpen } from '../payments/refund-rows.ts';
import type { HeldCase } from './case.ts';
import { boughtOf, piecesByLine, readAsked, readClaims } from './claims.ts';

export interface PaidBack {
  patch: AfterSalePatch & { state: 'refunding' | 'completed' };
  /** Fen by the way it was paid. */
  amount: number;
  /** Payments whose refund runs after the commit. */
  openPayments: string[];
  /** Gifts that go back with them, by order line. */
  gifts: { id: number; pieces: number }[];
}

/** Throws 409 in words where the pieces of a locked finished case are now in another case, or refunded. */
export async function needPieces(tx: Tx, { found: { row }, order, all }: HeldCase): Promise<void> {
  const claims = await readClaims(tx, order, all, row.stage);
  const lines = (await listCaseLines(tx, [row.id])).map(({ orderLineId, lotNo, pieces }) => ({
    line_id: orderLineId,
    lot_no: lotNo,
    number: pieces,
  }));
  readAsked(claims, { no: order.no, kind: row.kind, lines });
}

/**
 * Refunds the pieces of a held case, like every refund. Throws 409 where they cannot be refunded any more: shipped
 * meanwhile, or refunded otherwise.
 */
export async function payCase(
  tx: Tx,
  held: HeldCase,
  { actor, now, book }: By & { book?: LotBook },
): Promise<PaidBack> {
  const { row } = held.found;
  const lines = ownLines(held);
  const asked = piecesByLine(await listCaseLines(tx, [row.id]));
  // An exchange may have brought back gifts too: they were not paid for.
  const returns = boughtOf(asked, lines);
  if (returns.length === 0)
    return {
      amount: 0,
      openPayments: [],
      gifts: [],
      patch: { state: 'completed', refunded: 0, dueAt: null, isEscalated: false, endedAt: now },
    };
  if (row.stage === 'unsent') {
    for (const { id, quantity } of returns) {
      const line = must(
        lines.find((one) => one.id === id),
        `line ${id} of case ${row.id}`,
      );
      const left = leftToShip(line);
      const { name, unit } = line.snapshot;
      if (quantity > left)
        throw new AppError(
          409,
          `“${name}”待发的只剩${left}${unit}，不能按未发货退款，请驳回后让买家收货再申请`,
        );
    }
  }
  const done = await refundWithin(
    tx,
    held,
    {
      returns,
      reason: `售后${row.id}：${row.reasons.join('、')}`,
      cause: { kind: 'case', id: row.id, stage: row.stage },
    },
    { now, actor, ...(book && { book }) },
  );
  const open = await sumOpen(tx, done.refundNos);
  const { amount } = done.refunded;
  return {
    amount,
    openPayments: done.openPayments,
    gifts: done.gifts,
    patch: {
      state: open > 0 ? 'refunding' : 'completed',
      refunded: amount,
      refundNos: done.refundNos,
      dueAt: null,
      isEscalated: false,
      ...(open === 0 && { endedAt: now }),
    },
  };
}

/**
 * The present refund for the pieces of an exchange, fen, by the rule of every return; a sentence where it is
 * impossible: a part of a set.
 */
export async function previewRepay(
  db: Db,
  { row, tradeNo }: CaseFound,
): Promise<{ amount: number } | { fault: string }> {
  const all = await listOrdersOfTrades(db, [tradeNo]);
  const order = must(
    all.find(({ no }) => no === row.orderNo),
    `order ${row.orderNo} of a case`,
  );
  const rows = await listLines(
    db,
    all.map(({ no }) => no),
  );
  const lines = rows.map(({ line }) => line);
  const returns = boughtOf(piecesByLine(await listCaseLines(db, [row.id])), lines);
  if (returns.length === 0) return { amount: 0 };
  try {
    return { amount: planOrderRefund({ order, all, lines }, { returns }).total };
  } catch (error) {
    if (error instanceof AppError) return { fault: error.message };
    throw error;
  }
}
