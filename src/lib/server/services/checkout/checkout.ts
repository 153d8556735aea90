/** Confirming an order: the same quote as the cart's and the order's, laid out by merchant and order. */

import type { z } from 'zod';
import type { AddressWire } from '#lib/contract/addresses/schema.ts';
import type { NextStep } from '#lib/contract/cart/schema.ts';
import {
  choicesOf,
  orderKey,
  type Preview,
  type PreviewGroup,
  type PreviewOrder,
  previewInput,
} from '#lib/contract/checkout/schema.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { isWithinOrderLimit, roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import { formatYuan, inYuan } from '#lib/rules/money/money.ts';
import type { QuotedOrder } from '#lib/rules/terms/quote-shape.ts';
import type { Context } from '../../context.ts';
import type { Account } from '../../repos/accounts.ts';
import { addressOf, listAddresses } from '../addresses/addresses.ts';
import { loadQuotedCart, type QuotedCart } from '../cart/quoted-cart.ts';
import { couponOf, linesOf, merchantsOf, totalsOf } from '../cart/wire.ts';

/**
 * `POST /api/order/preview` and `POST /api/cart/checkout`. Throws 404 for lines or an address of somebody else, 422
 * with the reason when nothing of it can be bought; what else stands in the way is told in `problems`.
 */
export async function previewOrder(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: z.infer<typeof previewInput>,
): Promise<Preview> {
  const cart = await loadQuotedCart(
    db,
    account,
    { lineIds: input.ids, addressId: input.address_id, choices: choicesOf(input) },
    now,
  );
  const refusal = cart.quote.lines.find((line) => line.refusal !== null)?.refusal;
  if (refusal && cart.quote.lines.every((line) => !line.counts))
    throw new AppError(422, refusal.reason, groupBuyLink(cart));
  return previewOf(cart, account);
}

function isNextStep(data: unknown): data is NextStep {
  return typeof data === 'object' && data !== null && 'link' in data && 'text' in data;
}

/** A group-buy never stands in the cart: its own page changes it. Undefined for lines of the cart. */
function groupBuyLink({ lines }: QuotedCart): NextStep | undefined {
  const line = lines.find(({ kind }) => kind === 'group_buy');
  if (!line?.goodsId) return undefined;
  return { text: '返回拼团', link: path('/list/info-pt/[id]', { id: line.goodsId }) };
}

/** The lines of the cart that count now: what the confirm page buys when it is opened without ids. */
export async function listSelectedIds({ db, actor: { account }, now }: Context<'buyer'>): Promise<number[]> {
  const { quote } = await loadQuotedCart(db, account, {}, now);
  return quote.lines.filter((line) => line.counts).map((line) => line.id);
}

const toCart: NextStep = { text: '返回购物车', link: path('/cart') };

/** The confirm page when it opens: its preview, or the sentence that says why there is none; and the addresses. */
export interface OpenedCheckout {
  preview: Preview | null;
  reason: string | null;
  /** Where the lines can be changed. */
  back: NextStep;
  addresses: AddressWire[];
}

/**
 * Opens the confirm page for `ids` (text of the address, `1,2`) or, without them, for what is ticked in the cart.
 * Refusals of the preview become the reason; anything else is thrown.
 */
export async function openCheckout(
  context: Context<'buyer'>,
  ids: string | null,
  addressId: string | null,
): Promise<OpenedCheckout> {
  const { list: addresses } = await listAddresses(context);
  const wanted = ids === null ? await listSelectedIds(context) : ids;
  const back = toCart;
  const { role } = context.actor.account;
  if (!roleMay(role, 'order')) return { preview: null, reason: roleRefusal(role, 'order'), back, addresses };
  if (wanted.length === 0) return { preview: null, reason: null, back, addresses };
  const input = parseSent(previewInput, { ids: wanted, ...(addressId && { address_id: addressId }) });
  if (!input.success) return { preview: null, reason: '没有找到要结算的商品', back, addresses };
  try {
    return { preview: await previewOrder(context, input.data), reason: null, back, addresses };
  } catch (error) {
    if (!(error instanceof AppError) || error.code >= 500) throw error;
    return {
      preview: null,
      reason: error.message,
      back: isNextStep(error.data) ? error.data : back,
      addresses,
    };
  }
}

/** A sentence for each merchant whose minimum order is not reached. The confirm page shows them, placing refuses by them. */
export function findMinimumGaps({ quote, loaded }: QuotedCart): string[] {
  const names = new Map(loaded.offers.merchants.map((merchant) => [merchant.id, merchant.name]));
  return quote.groups
    .filter(({ minimumGap }) => minimumGap > 0)
    .map(
      ({ merchantId, minimumGap }) =>
        `${names.get(merchantId) ?? '商家'}未达到起订金额，还差¥${formatYuan(minimumGap)}，请返回购物车凑单`,
    );
}

/** What stands in the way of ordering exactly these lines, in words for the confirm page; empty = nothing. */
export function findProblems(cart: QuotedCart): string[] {
  const { quote, loaded, lines, address } = cart;
  const problems: string[] = [];
  if (address === null) problems.push('请先添加收货地址');
  for (const [i, line] of quote.lines.entries()) {
    if (line.refusal === null) continue;
    const row = loaded.rows.get(lines[i]!.goodsId ?? 0);
    problems.push(row ? `“${row.product.name}”：${line.refusal.reason}` : line.refusal.reason);
  }
  return [...problems, ...findMinimumGaps(cart)];
}

/** What the buyer should know before ordering, though it stands in nobody's way. */
function noticesOf({ quote }: QuotedCart, { orderLimit }: Account): string[] {
  const isWithin = quote.orders.every((order) => isWithinOrderLimit(order.pay, orderLimit));
  if (isWithin || orderLimit === null) return [];
  return [`有订单超过您的单笔限额¥${formatYuan(orderLimit)}，提交后须企业管理员审批`];
}

/** A quoted cart as the confirm page shows it; also what a refused order answers with. */
export function previewOf(cart: QuotedCart, account: Account): Preview {
  const { quote, loaded, address } = cart;
  const wires = new Map(linesOf(cart).map((line) => [line.id, line]));
  const merchants = new Map(merchantsOf(cart).map((merchant) => [merchant.id, merchant]));
  const groups = quote.groups.map(
    (group): PreviewGroup => ({
      merchant: merchants.get(group.merchantId)!,
      lines: group.lineIds.map((id) => wires.get(id)!),
      orders: quote.orders.filter((order) => order.merchantId === group.merchantId).map(orderOf),
      ...inYuan({
        goods_amount: group.goodsAmount,
        full_reduction_amount: group.fullReduction,
        coupon_amount: group.merchantCoupon + group.platformCoupon,
        voucher_amount: group.voucher,
        shipping_amount: group.freight.amount,
      }),
      shipping_text: group.freight.text,
      minimum_gap: formatYuan(group.minimumGap),
    }),
  );
  const spent = new Map(quote.vouchers.map((voucher) => [voucher.id, voucher]));
  return {
    groups,
    total: totalsOf(quote),
    coupons: quote.coupons.map(couponOf),
    vouchers: loaded.offers.vouchers.map(({ id, name, balance }) => ({
      id,
      name,
      balance: formatYuan(balance),
      used_amount: formatYuan(spent.get(id)?.used ?? 0),
      is_chosen: spent.has(id) ? 1 : 0,
      reason: spent.get(id)?.reason ?? null,
    })),
    address_id: address?.id ?? null,
    address: address && addressOf(address),
    problems: findProblems(cart),
    notices: noticesOf(cart, account),
    timestamp: quote.at,
  };
}

function orderOf(order: QuotedOrder): PreviewOrder {
  return {
    key: orderKey(order),
    warehouse_id: order.warehouseId,
    is_cold_chain: order.isColdChain ? 1 : 0,
    line_ids: order.lineIds,
    gifts: order.gifts.map(({ activityId, goodsId, name, quantity }) => ({
      activity_id: activityId,
      goods_id: goodsId,
      name,
      quantity,
    })),
    ...inYuan({
      goods_amount: order.goodsAmount,
      discount_amount: order.discount,
      shipping_amount: order.shipping,
      pay_amount: order.pay,
    }),
  };
}
