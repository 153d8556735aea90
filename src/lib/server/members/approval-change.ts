/**
 * An approver changes a waiting trade: other numbers or fewer lines, quoted and reserved again (rules 3). A store's
 * trade is quoted with the store's own prices, agreements and licences, regardless of the approver.
 */
import { randomUUID } from 'node:crypto';
import type { ApprovalWire, ChangeTradeInput } from '#lib/contract/approvals.ts';
import { orderKey } from '#lib/contract/checkout.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { type AskedLine, askedLines, changeText } from '#lib/rules/orders/approval-lines.ts';
import type { Choices } from '#lib/rules/terms/asked.ts';
import { must } from '#lib/rules/terms/must.ts';
import { findDefaultAddress } from '../addresses/rows.ts';
import { findMinimumGaps } from '../cart/checkout-preview.ts';
import { type QuotedCart, quoteStored } from '../cart/quoted-cart.ts';
import type { CartLineRow } from '../cart/rows.ts';
import { type Context, recordOf } from '../core/context.ts';
import { publish } from '../core/events/publish.ts';
import type { Tx } from '../db/client.ts';
import { writeLots } from '../lots/move-rows.ts';
import { loadGifts } from '../orders/gifts.ts';
import { moveOrder } from '../orders/move.ts';
import { insertEvents, insertLines } from '../orders/new-order-rows.ts';
import { giftsWithIds, type OrderRows, orderRowsOf } from '../orders/new-trade.ts';
import { orderNoOf } from '../orders/numbers.ts';
import { type Limits, reservationsOf } from '../orders/plan-reservations.ts';
import {
  lockReservations,
  ReservationError,
  releaseReservations,
  showStock,
  takeReservations,
} from '../orders/reservations.ts';
import { listLines, type OrderLineRow, type OrderRow } from '../orders/rows.ts';
import type { TradeRow } from '../orders/trade-rows.ts';
import { insertOrders, replaceLines, rewriteOrder, setTradeAmount } from '../orders/waiting-rows.ts';
import { type Account, findAccountAt } from '../people/account-rows.ts';
import { checkSeen, deciding, notifyHead, openWaiting } from './approval-decide.ts';
import { getApproval } from './approvals.ts';

/**
 * `POST /api/approvals/{no}/change`: what the orders had reserved is released and reserved again, or nothing changes at
 * all. The deadline of the approval stays. Throws 404 for another company's, 409 with the trade where it is not what
 * the approver saw, 409 where other buyers were faster, 422 with the reason for what cannot be ordered so.
 */
export async function changeTrade(context: Context<'buyer'>, input: ChangeTradeInput): Promise<ApprovalWire> {
  const { db } = context;
  let companyId: number;
  try {
    companyId = await deciding(context, input.no, () => db.transaction((tx) => change(tx, context, input)));
  } catch (error) {
    if (!(error instanceof ReservationError)) throw error;
    throw new AppError(409, `${error.message}，请核对后重新修改`, await getApproval(context, input));
  }
  publish(db, { companyId, kind: 'order' });
  return getApproval(context, input);
}

/** Answers the company of the trade. */
async function change(
  tx: Tx,
  context: Context<'buyer'>,
  { no, expected_total, lines: wanted }: ChangeTradeInput,
): Promise<number> {
  const { now } = context;
  const opened = await openWaiting(tx, context, no);
  checkSeen(opened, expected_total);
  const { trade, all, waiting } = opened;
  const rows = await listLines(
    tx,
    waiting.map((order) => order.no),
  );
  const lines = rows.map(({ line }) => ({ ...line, name: line.snapshot.name }));
  const numbers = new Map(wanted.map(({ id, number }) => [id, number]));
  const asked = askedLines(lines, numbers);
  if (!Array.isArray(asked)) throw fieldError('lines', asked.reason);
  if (asked.length === 0) throw fieldError('lines', '商品全部删除时，请直接驳回');
  const text = changeText(lines, numbers);
  if (text === '') return trade.companyId;

  const account = await buyingAccount(tx, context, trade);
  await lockReservations(tx, trade.companyId, waiting);
  // A trade may be changed more than once, and its vouchers' entries need distinct names.
  const change = `:${randomUUID()}`;
  for (const order of waiting) await releaseReservations(tx, order, [], change);
  const cart = await quoteStored(
    tx,
    account,
    {
      lines: asked.map((line) => cartLineOf(line, trade)),
      regionCode: await regionOf(tx, trade),
      choices: choicesOf(waiting, lines),
    },
    now,
  );
  checkQuote(cart);
  const limits: Limits = new Map();
  const reservations = cart.quote.orders.map((order) => reservationsOf(cart, order, limits));
  await takeReservations(tx, reservations, {
    companyId: trade.companyId,
    tradeNo: no,
    limits,
    now,
    change,
  });
  const remaining = new Map(waiting.map((order) => [orderKey(order), order]));
  let next = all.length;
  const made = orderRowsOf(
    {
      cart,
      reservations,
      // Remarks stay with their orders.
      remarks: Object.fromEntries([...remaining].map(([key, { remark }]) => [key, remark])),
      giftRows: await loadGifts(tx, account, cart),
      tradeNo: no,
    },
    {
      companyId: trade.companyId,
      status: 'to_approve',
      createdAt: now,
      noOf: (order) => remaining.get(orderKey(order))?.no ?? orderNoOf(no, next++),
      deadlineOf: () => must(waiting[0], 'an order that waits').deadlineAt.getTime(),
    },
  );
  await write(tx, context, { no, waiting, lines, made, text, total: cart.quote.totals.pay });
  await showStock(tx, [...waiting.map((order) => order.reservations), ...reservations], now);
  await notifyHead(tx, opened);
  return trade.companyId;
}

/** The approver with the rights of the trade's company. */
async function buyingAccount(
  tx: Tx,
  { actor: { account } }: Context<'buyer'>,
  { companyId }: TradeRow,
): Promise<Account> {
  if (companyId === account.companyId) return account;
  const found = await findAccountAt(tx, account.userId, companyId);
  if (found === null) throw new AppError(404, '没有这笔交易');
  return found;
}

interface Changed {
  no: string;
  waiting: readonly OrderRow[];
  /** The lines that the new ones replace. */
  lines: readonly OrderLineRow[];
  made: OrderRows;
  text: string;
  /** Fen. */
  total: number;
}

async function write(
  tx: Tx,
  context: Context<'buyer'>,
  { no, waiting, lines, made, text, total }: Changed,
): Promise<void> {
  const { now } = context;
  const actor = recordOf(context);
  const note = `审核时修改：${text}`;
  const known = new Set(waiting.map((order) => order.no));
  for (const order of made.orders) if (known.has(order.no)) await rewriteOrder(tx, order.no, order);
  await insertOrders(
    tx,
    made.orders.filter((order) => !known.has(order.no)),
  );
  // The old lines release their lots; the new ones take theirs when they are shipped.
  await writeLots(tx, { lineIds: lines.map(({ id }) => id), holds: [], moves: [] }, { actor, at: now });
  const lineIds = await replaceLines(
    tx,
    [...known],
    made.lines.map(({ row }) => row),
  );
  if (made.gifts.length > 0) await insertLines(tx, giftsWithIds(made, lineIds));
  const live = new Set(made.orders.map((order) => order.no));
  const struck = waiting.filter((order) => !live.has(order.no));
  // Its reservations were released together with the other orders'.
  for (const order of struck)
    await moveOrder(tx, order, 'cancelled', {
      actor,
      note,
      at: now,
      patch: { cancelReason: '审核时删除了全部商品', cancelledAt: now },
    });
  await insertEvents(
    tx,
    made.orders.map((order) => ({
      orderNo: order.no,
      fromStatus: known.has(order.no) ? ('to_approve' as const) : null,
      toStatus: 'to_approve' as const,
      actor,
      note,
      at: now,
    })),
  );
  await setTradeAmount(tx, no, total);
}

function cartLineOf({ id, kind, goodsId, activityId, quantity }: AskedLine, trade: TradeRow): CartLineRow {
  return {
    id,
    userId: trade.userId,
    companyId: trade.companyId,
    kind,
    goodsId,
    activityId,
    number: quantity,
    isSelected: true,
    isSavedForLater: false,
    priceWhenAdded: null,
    createdAt: trade.createdAt,
    updatedAt: trade.createdAt,
  };
}

/** The district of a trade's address; a trade from before addresses had one uses the company's own. */
async function regionOf(tx: Tx, { address, companyId }: TradeRow): Promise<string | null> {
  return address.regionCode ?? (await findDefaultAddress(tx, companyId))?.regionCode ?? null;
}

/** The coupons, vouchers and gifts that were chosen when it was placed, as far as they still count. */
function choicesOf(orders: readonly OrderRow[], lines: readonly OrderLineRow[]): Choices {
  const reserved = orders.map(({ reservations }) => reservations);
  return {
    coupons: [...new Set(reserved.flatMap(({ coupons }) => coupons))],
    voucherIds: [...new Set(reserved.flatMap(({ vouchers }) => vouchers.map(({ id }) => id)))],
    gifts: Object.fromEntries(
      lines.flatMap(({ kind, activityId, goodsId }) =>
        kind === 'gift' && activityId !== null ? [[String(activityId), goodsId]] : [],
      ),
    ),
  };
}

/** Throws 422 for the first line that cannot be ordered so, and for a merchant's minimum order that is missed. */
function checkQuote(cart: Omit<QuotedCart, 'address'>): void {
  for (const [at, line] of cart.quote.lines.entries()) {
    if (line.refusal === null) continue;
    const name = cart.loaded.rows.get(cart.lines[at]?.goodsId ?? 0)?.product.name;
    throw fieldError('lines', name ? `“${name}”：${line.refusal.reason}` : line.refusal.reason);
  }
  const [gap] = findMinimumGaps(cart);
  if (gap !== undefined) throw fieldError('lines', gap);
}
