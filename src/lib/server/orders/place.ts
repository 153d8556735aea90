/** Placing an order: one transaction in which everything is reserved and written, or nothing (rules 3 and 5). */

import { choicesOf, orderKey } from '#lib/contract/checkout.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { orderNumbers } from '#lib/contract/order-numbers.ts';
import type { PlacedTrade, PlaceOrderValues } from '#lib/contract/orders/calls.ts';
import { buyerActor } from '#lib/rules/companies/actors.ts';
import { placeToCheck } from '#lib/rules/companies/delivery-place.ts';
import { isHiddenFrom } from '#lib/rules/goods/buy-state.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import type { AddressRow } from '../addresses/rows.ts';
import { findMinimumGaps, previewOf } from '../cart/checkout-preview.ts';
import { loadQuotedCart, type QuotedCart } from '../cart/quoted-cart.ts';
import { guardContracts } from '../contract-guard/guard.ts';
import type { OnceContext } from '../core/context.ts';
import { publish, publishCart } from '../core/events/publish.ts';
import { idempotent } from '../core/idempotent.ts';
import { meter } from '../core/process/meter.ts';
import type { Db, Tx } from '../db/client.ts';
import type { OrderReservations } from '../db/schema.ts';
import { announcing } from '../db/transaction.ts';
import { sumStock } from '../goods/stock.ts';
import type { Account } from '../people/account-rows.ts';
import { getSettings, type Settings } from '../site/settings.ts';
import { loadGifts } from './gifts.ts';
import { insertLines, insertTrade } from './new-order-rows.ts';
import { giftsWithIds, rowsOf, type TradeRows } from './new-trade.ts';
import { newTradeNo } from './numbers.ts';
import { placedMessages } from './order-messages.ts';
import { type Limits, reservationsOf } from './plan-reservations.ts';
import { checkTaken, ReservationError, stockOf, takeReservations } from './reservations.ts';

/**
 * `POST /api/order`. The Idempotency-Key is per company; a repeat answers the same trade. Throws 404 for another
 * company's lines or address, 422 for a missing address, an unserved region, a merchant's minimum or too many unpaid
 * trades, 459 where a merchant's contract is not in force, and 409 with the fresh preview in `data` when prices, stock or limits are not what the buyer saw. A refusal
 * leaves nothing behind, the key included.
 */
export async function placeOrder(
  context: OnceContext<'buyer'>,
  input: PlaceOrderValues,
): Promise<PlacedTrade> {
  const {
    db,
    actor: { account },
    now,
    key,
    requestId,
  } = context;
  // Read before the transaction, so that it holds locks only for its writes. The guards of the reservations catch
  // changes in between. A repeat may find its lines gone: it gets its answer all the same.
  const [settings, [drafted]] = await Promise.all([
    getSettings(db),
    Promise.allSettled([draftWanted(db, account, input, now)]),
  ]);
  const draft = drafted.status === 'fulfilled' ? drafted.value : null;
  const known = draft && { ready: placedOf(draft.rows), goodsIds: draft.goodsIds };
  const placing = { account, requestId, now, settings, isLocked: true };
  let written = 0;
  try {
    const placed = await db.transaction(
      (tx) =>
        idempotent(tx, { companyId: account.companyId, key, body: input, ...known }, async () => {
          if (drafted.status === 'rejected') throw drafted.reason;
          const trade = await writeTrade(tx, drafted.value, placing);
          written = trade.orders.length;
          return trade;
        }),
      announcing,
    );
    meter()?.ordersPlaced(written);
    publishCart(db, account);
    publishOrder(db, account);
    return placed;
  } catch (error) {
    if (error instanceof ReservationError) throw await changed(db, account, input, now, error);
    throw error;
  }
}

/** Notifies a company's browsers of an order, and those of its head office, where it may wait. */
export function publishOrder(db: Db, { companyId, headId }: Pick<Account, 'companyId' | 'headId'>): void {
  for (const id of [companyId, headId]) if (id !== null) publish(db, { companyId: id, kind: 'order' });
}

/** Input of a trade's draft. */
interface Drafting {
  account: Account;
  cart: Omit<QuotedCart, 'address'>;
  address: AddressRow;
  input: Pick<PlaceOrderValues, 'remarks'>;
  now: Date;
}

/** Options of writing a trade. */
interface Writing {
  account: Account;
  requestId: string;
  now: Date;
  settings: Settings;
  /** True for lines that are in no cart. */
  isOutside?: boolean;
  /** True where the transaction has locked the items. */
  isLocked?: boolean;
}

/** A trade to be written, with all reservations. */
interface Draft {
  cart: Omit<QuotedCart, 'address'>;
  rows: TradeRows;
  reservations: OrderReservations[];
  limits: Limits;
  /** Items whose stock it takes. */
  goodsIds: number[];
}

/** Reserves and writes a trade of a quoted cart that was checked. Throws ReservationError where others were faster. */
export async function place(tx: Tx, placing: Drafting & Writing): Promise<PlacedTrade> {
  return writeTrade(tx, await draftTrade(tx, placing), placing);
}

async function draftTrade(db: Db | Tx, { account, cart, address, input, now }: Drafting): Promise<Draft> {
  const tradeNo = newTradeNo(now);
  const limits: Limits = new Map();
  const reservations = cart.quote.orders.map((order) => reservationsOf(cart, order, limits));
  const giftRows = await loadGifts(db, account, cart);
  const { remarks } = input;
  const rows = rowsOf({ cart, account, address, reservations, remarks, giftRows, tradeNo, now });
  const goodsIds = sumStock(reservations.flatMap((one) => one.stock)).map(({ goodsId }) => goodsId);
  return { cart, rows, reservations, limits, goodsIds };
}

async function writeTrade(
  tx: Tx,
  { cart, rows, reservations, limits }: Draft,
  { account, requestId, now, settings, isOutside = false, isLocked = false }: Writing,
): Promise<PlacedTrade> {
  const { companyId } = account;
  const tradeNo = rows.trade.no;
  // Stock of locked items is taken by the writing statement.
  const stock = isLocked ? stockOf(reservations) : [];
  await takeReservations(tx, reservations, { companyId, tradeNo, limits, now, isWithoutStock: isLocked });
  const { lineIds, gone, unpaidTrades, taken } = await insertTrade(
    tx,
    {
      trade: rows.trade,
      orders: rows.orders,
      lines: rows.lines.map((line) => line.row),
      events: rows.orders.map((order) => ({
        orderNo: order.no,
        fromStatus: null,
        toStatus: order.status,
        actor: buyerActor(account, requestId),
        note: rows.trade.address.isToCheck ? `提交订单，收货地址${placeToCheck}` : '提交订单',
        at: now,
      })),
      messages: placedMessages(
        { no: tradeNo, placedBy: account.name, company: account.company, headId: account.headId },
        rows.orders,
        now,
      ),
      stock,
    },
    isOutside ? [] : cart.lines.map((line) => line.id),
  );
  checkTaken(stock, taken);
  if (!isOutside && gone < cart.lines.length) throw new ReservationError('购物车已变化');
  if (unpaidTrades >= settings.maxUnpaidTrades)
    throw fieldError(
      'form',
      `您有${unpaidTrades}笔交易待付款，最多${settings.maxUnpaidTrades}笔，请先支付或取消后再下单`,
    );
  if (rows.gifts.length > 0) await insertLines(tx, giftsWithIds(rows, lineIds));
  return placedOf(rows);
}

/** The requested trade, before anything is reserved. */
async function draftWanted(db: Db, account: Account, input: PlaceOrderValues, now: Date): Promise<Draft> {
  const cart = await loadWanted(db, account, input, now);
  const address = checkCart(cart, account, input);
  await guardContracts(db, account, cart, now);
  return draftTrade(db, { account, cart, address, input, now });
}

function loadWanted(db: Db, account: Account, input: PlaceOrderValues, now: Date): Promise<QuotedCart> {
  return loadQuotedCart(
    db,
    account,
    { lineIds: input.ids, addressId: input.address_id, choices: choicesOf(input), source: 'database' },
    now,
  );
}

/** All obstacles to the order before anything is reserved. Answers its address. */
function checkCart(cart: QuotedCart, account: Account, input: PlaceOrderValues): AddressRow {
  const { quote, address } = cart;
  if (address === null) throw fieldError('address_id', '请选择收货地址');
  const refused = quote.lines.filter((line) => line.refusal !== null);
  const unserved = refused.find((line) => line.refusal?.code === 'not_served');
  if (unserved?.refusal) throw fieldError('address_id', unserved.refusal.reason);
  if (refused.length > 0)
    throw refusedCart(cart, account, refused[0]?.refusal?.reason ?? '部分商品暂不可购买');
  if (quote.orders.length === 0) throw refusedCart(cart, account, '没有可购买的商品');
  const isAlone = quote.lines.length === 1;
  if (!isAlone && quote.lines.some((line) => line.kind === 'group_buy'))
    throw fieldError('ids', '拼团商品须单独结算，请分开提交');
  const [gap] = findMinimumGaps(cart);
  if (gap !== undefined) throw fieldError('ids', gap);
  if (parseYuan(input.expected_total) !== quote.totals.pay)
    throw refusedCart(cart, account, '订单金额已变化，请核对后重新提交');
  checkGifts(cart, account, input);
  checkRemarks(cart, input);
  return address;
}

/** A gift that the buyer saw and that is not given any more changes no total, but needs a confirmation too. */
function checkGifts(cart: QuotedCart, account: Account, { gifts }: PlaceOrderValues): void {
  const given = new Map(cart.quote.gifts.map((gift) => [gift.activityId, gift.goodsId]));
  if (Object.entries(gifts).some(([activityId, goodsId]) => given.get(Number(activityId)) !== goodsId))
    throw refusedCart(cart, account, '赠品已变化，请核对后重新提交');
}

/** A remark without an order would be lost silently. */
function checkRemarks({ quote }: QuotedCart, { remarks }: PlaceOrderValues): void {
  if (typeof remarks === 'string') return;
  const keys = new Set(quote.orders.map(orderKey));
  if (Object.keys(remarks).some((key) => !keys.has(key)))
    throw fieldError('remarks', '订单备注与订单不符，请刷新页面后重新提交');
}

function refusedCart(cart: QuotedCart, account: Account, reason: string): AppError {
  meter()?.pricesRefused('changed', 1);
  return new AppError(409, reason, previewOf(cart, account));
}

/** The answer after another buyer was faster: the reason, and the cart as it is now. */
async function changed(
  db: Db,
  account: Account,
  input: PlaceOrderValues,
  now: Date,
  error: ReservationError,
): Promise<AppError> {
  const cart = await loadWanted(db, account, input, now);
  const names = error.goodsIds.flatMap((id) => cart.loaded.rows.get(id)?.product.name ?? []);
  const subject = names.length > 0 ? `“${names.join('”、“')}”` : '';
  const rest = error.goodsIds
    .map((id) => cart.loaded.states.get(id))
    .find((state) => state && isHiddenFrom(state));
  if (rest) return refusedCart(cart, account, `${subject}：${rest.reason}`);
  return refusedCart(cart, account, `${subject}${error.message}，请核对后重新提交`);
}

function placedOf({ trade, orders }: TradeRows): PlacedTrade {
  return {
    trade_no: trade.no,
    orders: orders.map((order) => ({
      no: order.no,
      status: orderNumbers[order.status],
      pay_amount: formatYuan(order.payAmount),
    })),
    pay_amount: formatYuan(trade.payAmount),
  };
}
