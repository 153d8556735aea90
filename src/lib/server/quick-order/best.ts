/** 最优采购: the same items of the cart from the merchants with the lowest total. */

import { AppError } from '#lib/contract/errors.ts';
import type {
  BestCart,
  BestCartInput,
  MovedLines,
  MoveLinesInput,
  ShelfLife,
} from '#lib/contract/quick-order/calls.ts';
import { bestCartSteps, type Choice } from '#lib/rules/best-cart/best-cart.ts';
import { gapOf } from '#lib/rules/best-cart/best-cart-plan.ts';
import { movedLines, moveEffects, whyDearer } from '#lib/rules/best-cart/move-effects.ts';
import { formatYuan, inYuan, showYuan } from '#lib/rules/money/money.ts';
import { cardPrice } from '#lib/rules/promotions/pricing.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { emptyChoices, type QuoteLine } from '#lib/rules/terms/asked.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Quote } from '#lib/rules/terms/quote-shape.ts';
import { daysLeft } from '#lib/rules/terms/shelf-life.ts';
import { loadQuotedCart, quoteLineOf } from '../cart/quoted-cart.ts';
import { lockCart } from '../cart/rows.ts';
import type { Context } from '../core/context.ts';
import { publishCart } from '../core/events/publish.ts';
import { inSlices } from '../core/process/pace.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { productNames } from '../goods/wire.ts';
import { loadOffers, rowOf } from '../offers/load.ts';
import type { LoadedOffers } from '../offers/loaded.ts';
import { goodsIds } from './pick.ts';
import { listHeldGoods, listProductIds, moveLine, setMinShelfLife } from './rows.ts';

/**
 * `POST /api/quick-order/best`: the plan for these lines of the cart; changes nothing. Offers with less shelf life than
 * the company asks for, and flawed ones, are not proposed. Throws 404 for lines that are not in this cart.
 */
export async function planBestCart(
  { db, actor: { account }, now }: Context<'buyer'>,
  { ids, keep_merchant_ids: kept = [], taken }: Pick<BestCartInput, 'ids'> & Partial<BestCartInput>,
): Promise<BestCart> {
  const [cart, catalogue, held] = await Promise.all([
    loadQuotedCart(db, account, { lineIds: ids }, now),
    getCatalogue(db),
    listHeldGoods(db, account),
  ]);
  const options = new Map(
    cart.lines.flatMap((line) => {
      const row =
        line.kind === 'normal' && line.goodsId !== null ? cart.loaded.rows.get(line.goodsId) : undefined;
      if (row === undefined || kept.includes(row.merchant.id)) return [];
      return [[line.id, goodsIds(catalogue, row.product.id, now).filter((id) => !held.has(id))] as const];
    }),
  );
  const others = await loadOffers(db, account, { goodsIds: [...new Set([...options.values()].flat())] }, now);
  const all = joinOffers(cart.loaded, others);
  const isShort = (expiresOn: string | null) =>
    expiresOn === null || daysLeft(expiresOn, now.getTime()) < account.minShelfLifeDays;
  const keeps = (id: number) => {
    const row = all.rows.get(id);
    return row !== undefined && row.goods.flaw === '' && !isShort(row.goods.expiresOn);
  };
  const lines = cart.lines.map(quoteLineOf);
  const buyer = {
    companyId: account.companyId,
    region: cart.address?.regionCode ?? null,
    choices: emptyChoices,
  };
  const choices = [...options].map(([lineId, ids]) => ({ lineId, goodsIds: ids.filter(keeps) }));
  const { moves, before, after } = taken
    ? takenPlan(lines, choices, taken, (some) => quote(some, buyer, all.offers, now.getTime()))
    : await inSlices(bestCartSteps(lines, choices, buyer, all.offers, now.getTime()));
  const effects = await inSlices(moveEffects(lines, moves, buyer, all.offers, now.getTime()));
  const tooShort = cart.lines.filter((line) => {
    const row = line.goodsId === null ? undefined : all.rows.get(line.goodsId);
    return row && !moves.has(line.id) && isShort(row.goods.expiresOn);
  });
  return {
    ...inYuan({
      pay_amount: before.totals.pay,
      best_amount: after.totals.pay,
      saving_amount: before.totals.pay - after.totals.pay,
      shipping_amount: before.totals.shipping,
      best_shipping_amount: after.totals.shipping,
    }),
    moves: cart.lines.flatMap((line, at) => {
      const to = moves.get(line.id);
      if (to === undefined || line.goodsId === null) return [];
      const { product } = rowOf(all, line.goodsId);
      const effect = must(effects.get(line.id), `the effect of moving line ${line.id}`);
      return [
        {
          id: line.id,
          ...productNames(product),
          number: line.number,
          bzdw: product.unit,
          from: sideOf(all, line.goodsId, grossAt(before, at)),
          to: sideOf(all, to, grossAt(after, at)),
          saving_amount: formatYuan(effect.saving),
          why: whyDearer(effect),
        },
      ];
    }),
    notices: noticesOf(before, after, tooShort.length, account.minShelfLifeDays),
    days: account.minShelfLifeDays,
  };
}

/** The plan of the ticked moves alone. Throws 409 where a line cannot be moved there (any more). */
function takenPlan(
  lines: readonly QuoteLine[],
  choices: readonly Choice[],
  taken: NonNullable<BestCartInput['taken']>,
  quoted: (lines: readonly QuoteLine[]) => Quote,
): { moves: Map<number, number>; before: Quote; after: Quote } {
  const open = new Map(choices.map(({ lineId, goodsIds }) => [lineId, goodsIds]));
  for (const { id, goods_id } of taken)
    if (!open.get(id)?.includes(goods_id)) throw new AppError(409, '购物车已变化，请重新计算');
  const moves = new Map(taken.map(({ id, goods_id }) => [id, goods_id]));
  return { moves, before: quoted(lines), after: quoted(movedLines(lines, moves)) };
}

/**
 * `POST /api/quick-order/apply`: moves lines to other offers of the same product, all or none; the reversed call undoes
 * it. Throws 404 for lines that are not in this cart, 409 when the cart has changed meanwhile, 422 for another product.
 */
export async function moveCartLines(
  { db, actor: { account }, now }: Context<'buyer'>,
  { moves }: MoveLinesInput,
): Promise<MovedLines> {
  const ids = moves.flatMap((move) => [move.from_goods_id, move.goods_id]);
  const [products, loaded] = await Promise.all([
    listProductIds(db, [...new Set(ids)]),
    loadOffers(db, account, { goodsIds: [...new Set(moves.map((move) => move.goods_id))] }, now),
  ]);
  const terms = new Map(loaded.offers.goods.map((one) => [one.id, one]));
  for (const { from_goods_id: from, goods_id: to } of moves) {
    const product = products.get(to);
    if (product === undefined) throw new AppError(404, '商品不存在或已被删除');
    if (product !== products.get(from)) throw new AppError(422, '只能换成同一商品的其他商家');
  }
  await db.transaction(async (tx) => {
    await lockCart(tx, account);
    const held = await listHeldGoods(tx, account);
    for (const { id, from_goods_id: from, goods_id: to } of moves) {
      if (held.has(to)) throw new AppError(409, '购物车已变化：要换成的商品已在购物车中，请重新计算');
      // The price that a plain add stores, and the cart compares with: one piece alone, promotions counted.
      const price = cardPrice(must(terms.get(to), `the terms of goods ${to}`), 1, now.getTime()).unitPrice;
      if (!(await moveLine(tx, account, { id, from, to, price }, now)))
        throw new AppError(409, '购物车已变化，请刷新后重新计算');
      held.delete(from);
      held.add(to);
    }
  });
  publishCart(db, account);
  return { total: moves.length };
}

/**
 * `POST /api/quick-order/shelf-life`: the minimum remaining shelf life that the company accepts, for all its people.
 */
export async function setShelfLife(
  { db, actor: { account } }: Context<'buyer'>,
  { days }: ShelfLife,
): Promise<ShelfLife> {
  await setMinShelfLife(db, account.companyId, days);
  return { days };
}

/** Both together, the first before the second. */
export function joinOffers(own: LoadedOffers, others: LoadedOffers): Pick<LoadedOffers, 'offers' | 'rows'> {
  const join = <T extends { id: number }>(a: readonly T[], b: readonly T[]): T[] => [
    ...new Map([...b, ...a].map((one) => [one.id, one])).values(),
  ];
  return {
    rows: new Map([...others.rows, ...own.rows]),
    offers: {
      goods: join(own.offers.goods, others.offers.goods),
      merchants: join(own.offers.merchants, others.offers.merchants),
      activities: join(own.offers.activities, others.offers.activities),
      combinations: join(own.offers.combinations, others.offers.combinations),
      coupons: own.offers.coupons,
      vouchers: own.offers.vouchers,
    },
  };
}

function grossAt(quote: Quote, at: number): number {
  return must(quote.lines[at], `the quote of line ${at} of the cart`).gross;
}

function sideOf(loaded: Pick<LoadedOffers, 'rows'>, id: number, gross: number) {
  const { goods, merchant } = rowOf(loaded, id);
  return {
    goods_id: id,
    merchant_id: merchant.id,
    merchant: merchant.shortName,
    expires_on: goods.expiresOn ?? '',
    amount: formatYuan(gross),
  };
}

function noticesOf(before: Quote, after: Quote, tooShort: number, days: number): string[] {
  const notices: string[] = [];
  const remaining = new Set(after.gifts.map(({ activityId }) => activityId));
  const gap = gapOf(after);
  if (gap > gapOf(before)) notices.push(`只换这些时还差¥${showYuan(gap)}才到商家起订额`);
  const lost = before.gifts.filter(({ activityId }) => !remaining.has(activityId));
  if (lost.length > 0)
    notices.push(
      `换商家后不再赠送：${lost.map(({ name, quantity, unit }) => `${name}×${quantity}${unit}`).join('、')}`,
    );
  if (after.totals.cashback < before.totals.cashback)
    notices.push(`返现与返利将减少¥${showYuan(before.totals.cashback - after.totals.cashback)}`);
  if (tooShort > 0) notices.push(`有${tooShort}种商品剩余效期不足${days}天，没有更合适的商家可换`);
  return notices;
}
