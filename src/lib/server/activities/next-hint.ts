/** Suggestions to reach the next tier: items that this buyer buys, else best sellers, in numbers that fill the gap. */
import type { HintGoods, NextHint } from '#lib/contract/activities.ts';
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { type Fen, formatYuan } from '#lib/rules/money/money.ts';
import { pricePieces, promoLeft } from '#lib/rules/promotions/pricing.ts';
import { quantityBounds, roundUpTo } from '#lib/rules/terms/quantity.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { loadQuotedCart, type QuotedCart } from '../cart/quoted-cart.ts';
import type { Context } from '../core/context.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { loadOffers } from '../offers/load.ts';
import { listHintCandidates } from './hint-candidate-rows.ts';
import { findGap, type Gap, type Input } from './hint-gaps.ts';

/** Number of items to check; most of them can be bought. */
const looked = 60;

/**
 * `POST /api/cart/next-hint`. Throws 404 for an activity or a merchant that does not apply to the selected cart. Items
 * that this buyer may not buy or whose price they may not see are never suggested.
 */
export async function getNextHint(context: Context<'buyer'>, input: Input): Promise<NextHint> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const cart = await loadQuotedCart(db, account, {}, now);
  const gap = findGap(cart, input);
  const timestamp = now.getTime();
  if (gap === null) return { ...nothing, timestamp };
  const list = await fillGap(context, cart, gap, input.size);
  return {
    kind: gap.kind,
    activity_id: gap.activityId,
    merchant_id: gap.merchantId,
    name: gap.name,
    text: gap.text,
    ...(gap.unit === 'amount' ? { gap_amount: formatYuan(gap.gap) } : { gap_number: gap.gap }),
    list,
    timestamp,
  };
}

const nothing: Omit<NextHint, 'timestamp'> = {
  kind: null,
  activity_id: null,
  merchant_id: null,
  name: '',
  text: '没有待凑的优惠',
  list: [],
};

async function fillGap(
  { db, actor: { account }, now }: Context<'buyer'>,
  { lines, loaded }: QuotedCart,
  gap: Gap,
  size: number,
): Promise<HintGoods[]> {
  const isForAll = loaded.offers.activities.some(
    (one) => one.id === gap.activityId && one.kind === 'cashback' && one.isForAll,
  );
  const candidates = await listHintCandidates(
    db,
    account.companyId,
    {
      activityId: isForAll ? null : gap.activityId,
      merchantId: gap.merchantId,
      isPreferred: gap.isPreferred,
      except: lines.flatMap((line) => line.goodsId ?? []),
    },
    looked,
    now,
  );
  const offered = await loadOffers(db, account, { goodsIds: candidates.map(({ id }) => id) }, now);
  const terms = new Map(offered.offers.goods.map((one) => [one.id, one]));
  const fitting = candidates
    .flatMap(({ id, times }) => {
      const found = terms.get(id);
      const filled = found?.isBuyable ? fill(found, gap, now.getTime()) : null;
      return filled ? [{ id, times, ...filled }] : [];
    })
    // Items that reach the tier at once come first, then those bought before; then the smallest excess.
    .sort(
      (a, b) =>
        Number(b.isEnough) - Number(a.isEnough) ||
        Math.sign(b.times) - Math.sign(a.times) ||
        (a.isEnough ? a.amount - b.amount : b.amount - a.amount),
    )
    .slice(0, size);
  const items = await goodsItems(
    db,
    account,
    await getCatalogue(db),
    fitting.map(({ id }) => id),
    now.getTime(),
  );
  const byId = new Map(items.map((item) => [item.id, item]));
  return fitting.flatMap((one) => {
    const item = byId.get(one.id);
    return item ? [wireOf(item, one)] : [];
  });
}

function wireOf(
  item: GoodsItem,
  { number, amount, isEnough, times }: { number: number; amount: Fen; isEnough: boolean; times: number },
): HintGoods {
  return {
    ...item,
    suggested_number: number,
    suggested_amount: formatYuan(amount),
    is_enough: isEnough ? 1 : 0,
    why: times > 0 ? '常购' : '热销',
  };
}

/** The smallest purchase of an item that fills the gap, or as much of it as may be bought; null when none may. */
function fill(
  terms: GoodsTerms,
  { gap, unit }: Gap,
  now: number,
): { number: number; amount: Fen; isEnough: boolean } | null {
  const bounds = quantityBounds(terms);
  if (bounds.disabled) return null;
  const amountOf = (number: number) => pricePieces(terms, number, promoLeft(terms.promo, now), now).gross;
  const reaches = (number: number) => (unit === 'quantity' ? number : amountOf(number)) >= gap;
  const least = roundUpTo(bounds.min, bounds.step);
  const first = amountOf(least) / least;
  const guess = unit === 'quantity' ? gap : first > 0 ? Math.ceil(gap / first) : bounds.max;
  let number = Math.min(bounds.max, Math.max(least, roundUpTo(guess, bounds.step)));
  // A ladder makes more pieces cheaper: a few steps more may be needed than the first price says.
  for (let step = 0; step < 50 && !reaches(number) && number + bounds.step <= bounds.max; step++)
    number += bounds.step;
  const amount = amountOf(number);
  return amount > 0 ? { number, amount, isEnough: reaches(number) } : null;
}
