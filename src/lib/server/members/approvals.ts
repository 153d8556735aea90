/**
 * Trades that wait for their company's approval, for its approvers, and at a head office those of its stores too.
 * Everything is bound to the company or its stores.
 */

import type { ApprovalList, ApprovalWire } from '#lib/contract/approvals.ts';
import { AppError } from '#lib/contract/errors.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { effectiveStatus, orderCan, orderIs, orderStatusText } from '#lib/rules/orders/order-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import { leastPurchase } from '#lib/rules/terms/quantity.ts';
import { addressText } from '#lib/rules/text/address-text.ts';
import type { Context } from '../core/context.ts';
import { factsOf, verbPermissions } from '../orders/facts.ts';
import { listLines, listMerchantNames, listOrdersOfTrades, type OrderRow } from '../orders/rows.ts';
import { listPayerTrades, type TradeRow } from '../orders/trade-rows.ts';
import { listDecidedTrades, listPacks, listPlacers, listWaitingTrades } from '../orders/waiting-rows.ts';
import { orderWireOf } from '../orders/wire.ts';
import { mayOthersPay } from '../payments/open-ways.ts';
import { listNamed } from '../people/standing-rows.ts';

const pageSize = 20;

/** True when an order waits for approval at `now`, regardless of its stored status. */
export function isWaiting(order: OrderRow, now: Date): boolean {
  return orderIs.toApprove(effectiveStatus(factsOf(order), now.getTime()));
}

/** `GET /api/approvals`: the earliest deadline first. */
export async function listApprovals(
  context: Context<'buyer'>,
  { page }: { page: number },
): Promise<ApprovalList> {
  const { db, actor, now } = context;
  const offset = (page - 1) * pageSize;
  const { nos, total } = await listWaitingTrades(db, actor.account.companyId, {
    now,
    limit: pageSize,
    offset,
  });
  const found = await describe(context, await listDecidedTrades(db, actor.account.companyId, nos));
  return { list: nos.flatMap((no) => found.find((one) => one.trade_no === no) ?? []), total };
}

/** A trade's page; null for an unknown number, another company's, and a store's that never waited for approval. */
export async function findApproval(
  context: Context<'buyer'>,
  { no }: { no: string },
): Promise<ApprovalWire | null> {
  const { db, actor } = context;
  const [wire] = await describe(context, await listDecidedTrades(db, actor.account.companyId, [no]));
  return wire ?? null;
}

/** `GET /api/approvals/{no}`. Throws 404 for an unknown number and for another company's. */
export async function getApproval(context: Context<'buyer'>, input: { no: string }): Promise<ApprovalWire> {
  const found = await findApproval(context, input);
  if (found === null) throw new AppError(404, '没有这笔交易');
  return found;
}

async function describe(
  { db, actor: { account }, now }: Context<'buyer'>,
  trades: readonly TradeRow[],
): Promise<ApprovalWire[]> {
  const all = await listOrdersOfTrades(
    db,
    trades.map(({ no }) => no),
  );
  const [lines, names, placers, stores, mayLink] = await Promise.all([
    listLines(
      db,
      all.map(({ no }) => no),
    ),
    listMerchantNames(
      db,
      all.map(({ merchantId }) => merchantId),
    ),
    listPlacers(
      db,
      trades.map(({ userId }) => userId),
    ),
    listNamed(
      db,
      trades.map(({ companyId }) => companyId).filter((id) => id !== account.companyId),
    ),
    mayOthersPay(db),
  ]);
  const nos = trades.map(({ no }) => no);
  const [packs, payable] = await Promise.all([
    listPacks(
      db,
      all.map(({ no }) => no),
    ),
    roleMay(account.role, verbPermissions.pay) ? listPayerTrades(db, account, nos) : [],
  ]);
  const payers = new Set(payable.map(({ no }) => no));
  return trades.map((trade) => {
    const own = all.filter(({ tradeNo }) => tradeNo === trade.no);
    const waiting = own.filter((order) => isWaiting(order, now));
    const live = own.filter((order) => !orderIs.calledOff(effectiveStatus(factsOf(order), now.getTime())));
    const first = waiting[0] ?? live[0] ?? must(own[0], `an order of trade ${trade.no}`);
    const placer = placers.get(trade.userId);
    const store = stores.get(trade.companyId);
    // A store that may not buy sees no prices, and neither does a person who decides for it.
    const seenBy = store === undefined ? account : { ...account, companyState: store.state };
    return {
      trade_no: trade.no,
      store: store?.name ?? '',
      placed_by: placer?.name ?? '',
      order_limit: placer?.orderLimit == null ? null : formatYuan(placer.orderLimit),
      placed_at: trade.createdAt.toISOString(),
      deadline_at: first.deadlineAt.toISOString(),
      is_waiting: waiting.length > 0 ? 1 : 0,
      status_text: orderStatusText(factsOf(first), now.getTime()),
      pay_amount: formatYuan(live.reduce((sum, { payAmount }) => sum + payAmount, 0)),
      address: `${trade.address.receiver}，${addressText(trade.address)}`,
      orders: own.map((order) =>
        orderWireOf(order, lines, names, seenBy, now, own, { placedBy: trade.userId, mayLink }),
      ),
      packs: packs
        .filter(({ orderNo }) => waiting.some(({ no }) => no === orderNo))
        .map(({ id, packStep, minQuantity }) => ({
          id,
          step: packStep,
          min: leastPurchase({ packStep, minQuantity }),
        })),
      ...toPayOf(live, payers.has(trade.no), now),
      now: now.toISOString(),
    };
  });
}

/** Until when what is left can be paid, and whether by this person. */
function toPayOf(
  live: readonly OrderRow[],
  isPayer: boolean,
  now: Date,
): Pick<ApprovalWire, 'may_pay' | 'pay_by'> {
  const ends = live
    .filter((order) => orderCan.pay(factsOf(order), now.getTime()))
    .map(({ deadlineAt }) => deadlineAt.toISOString())
    .sort();
  return { may_pay: isPayer && ends.length > 0 ? 1 : 0, pay_by: ends[0] ?? '' };
}
