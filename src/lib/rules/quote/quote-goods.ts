/** Steps 1 to 3 of a quote for a line of one item, and its refusals. */
import { showYuan } from '../money/money.ts';
import {
  type BasePrice,
  basePrice,
  isPromo,
  pricePieces,
  promoLeft,
  promoPieces,
} from '../promotions/pricing.ts';
import type { QuoteLine } from '../terms/asked.ts';
import { limitText } from '../terms/limit-text.ts';
import { priceName, priceNames } from '../terms/price-names.ts';
import { type QuantityBounds, quantityBounds, roundUpTo } from '../terms/quantity.ts';
import type { PriceSegment, Refusal, TraceStep } from '../terms/quote-shape.ts';
import { type EpochMs, type GoodsTerms, isRunning } from '../terms/terms.ts';
import {
  hardLimitLeft,
  type Remaining,
  step,
  stockLeft,
  takePieces,
  type WorkLine,
  wholeQuantity,
  work,
} from './quote-work.ts';

/** Prices a normal, flash or group-buy line and takes its share of `remaining`. */
export function quoteGoods(line: QuoteLine, terms: GoodsTerms, remaining: Remaining, now: EpochMs): WorkLine {
  const bounds = quantityBounds(terms, line.kind);
  const stock = stockLeft(remaining, terms);
  const hardLeft = hardLimitLeft(remaining, terms);
  const left = remaining.get(`promo:${terms.id}`) ?? promoLeft(terms.promo, now);
  const quantity = wholeQuantity(line.quantity);
  const priced = pricePieces(terms, quantity, left, now, line.kind);
  const refusal = findGoodsRefusal(line, terms, bounds, stock, hardLeft, now);
  if (!refusal) {
    takePieces(remaining, terms, quantity, line.kind);
    remaining.set(`promo:${terms.id}`, left - promoPieces(priced.segments));
  }
  return work(line, terms, bounds, refusal, {
    segments: priced.segments,
    originalPrice: terms.price,
    withCoupon: terms.withCoupon,
    overLimit: priced.overLimit,
    rebate: (terms.rebate ?? 0) * quantity,
    priceTrace: traceGoods(terms, basePrice(terms), quantity, priced.segments),
  });
}

function findGoodsRefusal(
  line: QuoteLine,
  terms: GoodsTerms,
  bounds: QuantityBounds,
  stock: number,
  hardLeft: number,
  now: EpochMs,
): Refusal | null {
  const { unit, packStep } = terms;
  const { quantity } = line;
  const groupBuy = line.kind === 'group_buy' ? terms.groupBuy : null;
  if (!terms.isBuyable)
    return { code: 'not_buyable', reason: terms.refusal ?? '该商品暂不可购买，可选购其他商家的同品' };
  if (line.kind === 'group_buy' && !(groupBuy && isRunning(groupBuy, now)))
    return { code: 'not_running', reason: '拼团未开始或已结束，可按平时价格购买' };
  if (packStep <= 0 || stock < packStep)
    return { code: 'out_of_stock', reason: '缺货，可登记到货通知或选购其他商家的同品' };
  if (!groupBuy && hardLeft < roundUpTo(bounds.min, packStep))
    return { code: 'over_limit', reason: limitText(terms, hardLeft) };
  if (!Number.isSafeInteger(quantity) || quantity <= 0)
    return { code: 'quantity', reason: '购买数量须为大于0的整数' };
  if (quantity % packStep !== 0)
    return { code: 'quantity', reason: `须按中包装${packStep}${unit}的整数倍购买` };
  if (quantity < bounds.min) return { code: 'below_minimum', reason: `${bounds.min}${unit}起购，请增加数量` };
  if (!groupBuy && quantity > hardLeft) return { code: 'over_limit', reason: limitText(terms, hardLeft) };
  const most = groupBuy ? Math.min(stock, groupBuy.leftNumber) : stock;
  if (quantity > most) return { code: 'over_stock', reason: `库存仅剩${most}${unit}，请减少数量` };
  return null;
}

/** The trace of an item's line; its amounts sum to the gross. */
function traceGoods(
  terms: GoodsTerms,
  base: BasePrice,
  quantity: number,
  segments: readonly PriceSegment[],
): TraceStep[] {
  const { unit } = terms;
  const trace = [step('list', terms.price * quantity, `原价 ¥${showYuan(terms.price)} × ${quantity}${unit}`)];
  if (base.rule !== 'list')
    trace.push(
      step(
        base.rule,
        (base.price - terms.price) * quantity,
        `${priceNames[base.rule]} ¥${showYuan(base.price)}`,
      ),
    );
  for (const segment of segments) {
    const { rule } = segment;
    const name = priceName(rule);
    const price = `¥${showYuan(segment.unitPrice)} × ${segment.quantity}${unit}`;
    if (rule === base.rule) {
      if (segments.length > 1)
        trace.push(step('over_limit', 0, `超出活动限购的部分按${priceNames[rule]} ${price}`));
    } else if (name !== undefined) {
      const from = isPromo(segment) ? terms.promo : rule === 'group_buy' ? terms.groupBuy : null;
      const saved = (segment.unitPrice - base.price) * segment.quantity;
      trace.push(step(rule, saved, `${name} ${price}`, from?.activityId ?? null));
    }
  }
  return trace;
}
