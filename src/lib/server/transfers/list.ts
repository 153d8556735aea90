/** Bank transfers for the platform's desk. */
import { transfers } from '#lib/contract/desk/lists/transfers.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { DeskTransferCase, DeskTransferWire } from '#lib/contract/transfers/calls.ts';
import { actKind } from '#lib/rules/companies/act-kinds.ts';
import { formatYuan, parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { canPaymentMove, paymentStates } from '#lib/rules/orders/payment-state.ts';
import {
  awaitsTransfer,
  mayRefuseTransfer,
  transferStates,
  weighTransfer,
} from '#lib/rules/orders/transfer-state.ts';
import { auditActText } from '#lib/rules/site/audit-acts.ts';
import { auditLines, auditLineText } from '#lib/rules/site/audit-lines.ts';
import { listWaitingActs } from '../acts/countersign-rows.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { listRows } from '../db/list-source.ts';
import { fileWireOf } from '../files/wire.ts';
import { listAuditOf } from '../ledgers/audit-rows.ts';
import { factsOf } from '../orders/facts.ts';
import { listOrdersOfTrades } from '../orders/rows.ts';
import { amountOf } from '../paying/accept.ts';
import { findVoucher, listReceipts } from '../paying/receipt-rows.ts';
import { type DeskTransferRow, findDeskTransfer, listDeskTransfers } from '../paying/transfer-rows.ts';
import { listShares } from '../payments/rows.ts';
import { surplusSubject } from './rest.ts';
import { undoSubject } from './take-back.ts';
import { transferSource } from './transfer-list-rows.ts';
import { listVoucherTwins } from './voucher-twin-rows.ts';

/** Entries of the log of one transfer. */
const shownLog = 50;

/** What is counted for each transfer of a page. */
export const transferListRows = listRows(transfers, {
  source: transferSource,
  finishAll: async (db, rows, { now }) => {
    const nos = rows.map(({ no }) => String(no));
    const [found, twins] = await Promise.all([listDeskTransfers(db, nos), listVoucherTwins(db, nos)]);
    const byNo = new Map(found.map((row) => [row.transfer.payNo, row]));
    return Promise.all(
      nos.map(async (no) => {
        const row = byNo.get(no);
        return cellsOf(row === undefined ? null : await wireOf(db, row, twins, now));
      }),
    );
  },
});

function cellsOf(one: DeskTransferWire | null) {
  const cancelled = one === null || one.cancelled === 0 ? '' : `${one.orders}个订单中${one.cancelled}个`;
  return {
    due: one && parseYuan(one.amount),
    received: one && parseYuan(one.received),
    cancelled,
    receipts: one?.receipts.map(({ serial, amount }) => `${serial} ¥${showYuan(amount)}`).join('；'),
    twins: one?.twins.map(({ no, company }) => `${company} ${no}`).join('；'),
    state: one?.state_text,
    waits: one?.waits.join('；'),
  };
}

/** One of them as it is now. Throws 404. */
export async function getDeskTransfer(
  { db, now }: Context<'platform'>,
  no: string,
): Promise<DeskTransferWire> {
  const row = await findDeskTransfer(db, no);
  if (row === null) throw new AppError(404, '转账不存在');
  return wireOf(db, row, await listVoucherTwins(db, [no]), now);
}

/** `GET /api/desk/transfers/{no}`: one of them with its log. Throws 404. */
export async function getTransferCase(
  context: Context<'platform'>,
  { no }: { no: string },
): Promise<DeskTransferCase> {
  const found = await findTransferCase(context, no);
  if (found === null) throw new AppError(404, '转账不存在');
  return found;
}

/** The same, null where there is none. */
export async function findTransferCase(
  { db, now }: Context<'platform'>,
  no: string,
): Promise<DeskTransferCase | null> {
  const row = await findDeskTransfer(db, no);
  if (row === null) return null;
  const [wire, log] = await Promise.all([
    listVoucherTwins(db, [no]).then((twins) => wireOf(db, row, twins, now)),
    listAuditOf(db, { subject: 'transfer', key: no }, shownLog),
  ]);
  return {
    ...wire,
    log: log.map(({ id, at, act, actorId, after }) => ({
      id,
      at: at.toISOString(),
      act_text: auditActText(act),
      who: actorId,
      text: auditLineText(auditLines(act, null, after)),
    })),
  };
}

async function wireOf(
  db: Db,
  { transfer, payment, company }: DeskTransferRow,
  twins: Awaited<ReturnType<typeof listVoucherTwins>>,
  now: Date,
): Promise<DeskTransferWire> {
  const { payNo: no, state } = transfer;
  const [shares, all, file] = await Promise.all([
    listShares(db, no),
    listReceipts(db, [no]),
    transfer.fileId === null ? null : findVoucher(db, transfer.fileId),
  ]);
  const acts = await listWaitingActs(
    db,
    all.flatMap(({ serial }) => [surplusSubject(serial), undoSubject(serial)]),
  );
  const trades = shares.map((share) => share.tradeNo);
  const orders = await listOrdersOfTrades(db, trades);
  const isOpen = canPaymentMove(payment.status, 'paid');
  const waiting = orders.filter((order) => awaitsTransfer(factsOf(order), now.getTime()));
  const received = all
    .filter((receipt) => receipt.settledAt === null)
    .reduce((sum, { amount }) => sum + amount, 0);
  const due = isOpen ? amountOf(waiting) : payment.amount;
  const text = transferStates[state].text;
  return {
    no,
    company_id: payment.companyId,
    company,
    state,
    state_text: isOpen || state === 'settled' ? text : `${text}（${paymentStates[payment.status].text}）`,
    amount: formatYuan(due),
    received: formatYuan(received),
    lacks: formatYuan(isOpen ? weighTransfer(due, received).lacks : 0),
    trades,
    cancelled: orders.filter(({ status }) => orderIs.calledOff(status)).length,
    orders: orders.length,
    file: file && fileWireOf(file),
    twins: twins.get(no) ?? [],
    receipts: all.map((one) => ({
      serial: one.serial,
      amount: formatYuan(one.amount),
      received_on: one.receivedOn,
      staff: one.staff,
      is_settled: one.settledAt === null ? 0 : 1,
    })),
    reason: transfer.reason ?? '',
    submitted_at: transfer.submittedAt?.toISOString() ?? '',
    created_at: transfer.createdAt.toISOString(),
    may_refuse: mayRefuseTransfer(state) ? 1 : 0,
    waits: acts.map(
      ({ kind, amount }) =>
        `${actKind(kind).text}${amount === null ? '' : `¥${showYuan(amount)}`}等待另一位同事复核`,
    ),
  };
}
