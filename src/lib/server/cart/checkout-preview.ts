/** A quoted cart for the confirm page, by merchant and order, with the obstacles to ordering it. */

import { orderKey, type Preview, type PreviewGroup, type PreviewOrder } from '#lib/contract/checkout.ts';
import { isPlaceToCheck, placeToCheckText } from '#lib/rules/companies/delivery-place.ts';
import { isWithinOrderLimit } from '#lib/rules/companies/roles.ts';
import { formatYuan, inYuan, showYuan } from '#lib/rules/money/money.ts';
import { tradeKindOf, transferRefusal } from '#lib/rules/orders/transfer-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { QuotedOrder } from '#lib/rules/terms/quote-shape.ts';
import { addressOf } from '../addresses/addresses.ts';
import type { Account } from '../people/account-rows.ts';
import { linesOf } from './line-wire.ts';
import { type QuotedCart, quotedLines } from './quoted-cart.ts';
import { couponOf, merchantsOf, totalsOf } from './wire.ts';

/**
 * A sentence for each merchant whose minimum order is missed. The confirm page shows them, placing an order refuses by
 * them.
 */
export function findMinimumGaps({ quote, loaded }: Pick<QuotedCart, 'quote' | 'loaded'>): string[] {
  const names = new Map(loaded.offers.merchants.map((merchant) => [merchant.id, merchant.name]));
  return quote.groups
    .filter(({ minimumGap }) => minimumGap > 0)
    .map(
      ({ merchantId, minimumGap }) =>
        `${names.get(merchantId) ?? '商家'}未达到起订金额，还差¥${showYuan(minimumGap)}，请返回购物车凑单`,
    );
}

/** Obstacles to ordering exactly these lines, in words for the confirm page; empty = none. */
export function findProblems(cart: QuotedCart): string[] {
  const { loaded, address } = cart;
  const problems: string[] = [];
  if (address === null) problems.push('请先添加收货地址');
  for (const { line, quoted } of quotedLines(cart)) {
    if (quoted.refusal === null) continue;
    const row = loaded.rows.get(line.goodsId ?? 0);
    problems.push(row ? `“${row.product.name}”：${quoted.refusal.reason}` : quoted.refusal.reason);
  }
  return [...problems, ...findMinimumGaps(cart)];
}

/** Notices for the buyer before ordering, which block nothing. */
function noticesOf(cart: QuotedCart, account: Account): string[] {
  return [...placeNotices(cart, account), ...flashNotices(cart), ...limitNotices(cart, account)];
}

function placeNotices({ address }: QuotedCart, { regionCode }: Account): string[] {
  return address && isPlaceToCheck(address.regionCode, regionCode) ? [placeToCheckText] : [];
}

/** Orders with a flash price have less time to be paid; the others have the usual time. */
function flashNotices({ quote, loaded }: QuotedCart): string[] {
  const hasty = new Set(quote.orders.filter((order) => order.isInHaste).map((order) => order.merchantId));
  if (hasty.size === 0) return [];
  if (quote.orders.every((order) => order.isInHaste)) return ['含秒杀商品，提交后请在15分钟内付款'];
  const names = loaded.offers.merchants.filter(({ id }) => hasty.has(id)).map(({ name }) => name);
  return [`${names.join('、')}的订单含秒杀商品，请在15分钟内付款；其余订单30分钟内付款`];
}

function limitNotices({ quote }: QuotedCart, { orderLimit }: Account): string[] {
  const isWithin = quote.orders.every((order) => isWithinOrderLimit(order.pay, orderLimit));
  if (isWithin || orderLimit === null) return [];
  return [`有订单超过您的单笔限额¥${showYuan(orderLimit)}，提交后须企业管理员审批`];
}

/** A quoted cart for the confirm page; also the answer of a refused order. */
export function previewOf(cart: QuotedCart, account: Account): Preview {
  const { quote, loaded, address } = cart;
  const wires = new Map(linesOf(cart).map((line) => [line.id, line]));
  const merchants = new Map(merchantsOf(cart).map((merchant) => [merchant.id, merchant]));
  const groups = quote.groups.map(
    (group): PreviewGroup => ({
      merchant: must(merchants.get(group.merchantId), `merchant ${group.merchantId} of the quote`),
      lines: group.lineIds.map((id) => must(wires.get(id), `cart line ${id} of the quote`)),
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
    address: address && addressOf(address, account),
    problems: findProblems(cart),
    notices: noticesOf(cart, account),
    transfer_refusal: transferRefusal([tradeKindOf(quote)]) ?? '',
    timestamp: quote.at,
  };
}

function orderOf(order: QuotedOrder): PreviewOrder {
  return {
    key: orderKey(order),
    warehouse_id: order.warehouseId,
    is_cold_chain: order.isColdChain ? 1 : 0,
    line_ids: order.lineIds,
    gifts: order.gifts.map(({ activityId, goodsId, name, unit, quantity }) => ({
      activity_id: activityId,
      goods_id: goodsId,
      name,
      bzdw: unit,
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
