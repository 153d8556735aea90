/** Suggestions to reach the next tier: what this buyer buys anyway at usual quantities, several together, else best sellers. */
import type { HintBundle, HintGoods, NextHint } from '#lib/contract/activities.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { pricePieces, promoLeft } from '#lib/rules/promotions/pricing.ts';
import {
  cheapestFill,
  type Filler,
  fillAlone,
  fillText,
  isJustBought,
  needOf,
  unneeded,
} from '#lib/rules/purchase/fill-gap.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { quantityBounds } from '#lib/rules/terms/quantity.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { loadQuotedCart, type QuotedCart, quoteWith } from '../cart/quoted-cart.ts';
import type { Context } from '../core/context.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { loadOffers } from '../offers/load.ts';
import type { LoadedOffers } from '../offers/loaded.ts';
import type { Account } from '../people/account-rows.ts';
import { listPurchases } from '../quick-order/replenish-rows.ts';
import { listHintCandidates } from './hint-candidate-rows.ts';
import { findGap, type Gap, type Input } from './hint-gaps.ts';

const dayMs = 86_400_000;
/** Days of purchases that tell what is needed. */
const lookBack = 180;
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
  const found = await findFillers(context, cart, gap);
  return {
    kind: gap.kind,
    activity_id: gap.activityId,
    merchant_id: gap.merchantId,
    name: gap.name,
    text: gap.text,
    ...(gap.unit === 'amount' ? { gap_amount: formatYuan(gap.gap) } : { gap_number: gap.gap }),
    bundle: bundleOf(cart, account, gap, found),
    list: await listAlone(context, gap, found, input.size),
    timestamp,
  };
}

const nothing: Omit<NextHint, 'timestamp'> = {
  kind: null,
  activity_id: null,
  merchant_id: null,
  name: '',
  text: '没有待凑的优惠',
  bundle: null,
  list: [],
};

/** An item that may be added, with what the rules ask about it. */
interface Found {
  terms: GoodsTerms;
  filler: Filler;
}

/** Items for the gap: those of drugs that are bought regularly first, then others. Drugs in the cart are left out. */
async function findFillers(
  { db, actor: { account }, now }: Context<'buyer'>,
  { lines, loaded }: QuotedCart,
  gap: Gap,
): Promise<{ offered: LoadedOffers; found: Found[] }> {
  const isForAll = loaded.offers.activities.some(
    (one) => one.id === gap.activityId && one.kind === 'cashback' && one.isForAll,
  );
  const scope = {
    activityId: isForAll ? null : gap.activityId,
    merchantId: gap.merchantId,
    isPreferred: gap.isPreferred,
    except: lines.flatMap((line) => line.goodsId ?? []),
  };
  const [candidates, purchases] = await Promise.all([
    listHintCandidates(db, account.companyId, scope, looked, now),
    listPurchases(db, account.companyId, {
      statuses: orderStatuses.filter(orderIs.paid),
      since: new Date(now.getTime() - lookBack * dayMs),
    }),
  ]);
  const today = shanghaiDay(now.getTime());
  const needs = new Map(purchases.map((row) => [drugOf(row), needOf(row.purchases, today)]));
  const offered = await loadOffers(db, account, { goodsIds: candidates.map(({ id }) => id) }, now);
  const terms = new Map(offered.offers.goods.map((one) => [one.id, one]));
  const held = new Set([
    ...[...loaded.rows.values()].map(({ product }) => drugOf(product)),
    ...purchases.filter((row) => isJustBought(row.purchases, today)).map(drugOf),
  ]);
  const found = candidates.flatMap(({ id }) => {
    const one = terms.get(id);
    const row = offered.rows.get(id);
    if (one === undefined || row === undefined || !one.isBuyable) return [];
    const drug = drugOf(row.product);
    // Of one drug the first: nobody needs it twice.
    if (held.has(drug)) return [];
    held.add(drug);
    return [{ terms: one, filler: fillerOf(one, needs.get(drug) ?? null, now.getTime()) }];
  });
  const isNeeded = ({ filler }: Found) => Number(filler.need !== null);
  return { offered, found: found.toSorted((a, b) => isNeeded(b) - isNeeded(a)) };
}

function drugOf({ name, spec }: { name: string; spec: string }): string {
  return `${name}\n${spec}`;
}

function fillerOf(terms: GoodsTerms, need: Filler['need'], now: number): Filler {
  return {
    id: terms.id,
    need,
    bounds: quantityBounds(terms),
    amountOf: (number) => pricePieces(terms, number, promoLeft(terms.promo, now), now).gross,
  };
}

/** Items together, priced by the quote of the cart with them. */
function bundleOf(
  cart: QuotedCart,
  account: Account,
  gap: Gap,
  { offered, found }: Awaited<ReturnType<typeof findFillers>>,
): HintBundle | null {
  const fills = cheapestFill(
    found.map(({ filler }) => filler),
    gap,
  );
  if (fills === null || fills.length === 0) return null;
  const wanted = fills.map(({ id, number }) => ({ goodsId: id, number }));
  const [before, after] = [
    quoteWith(cart, account, offered, []).totals,
    quoteWith(cart, account, offered, wanted).totals,
  ];
  const spend = fills.reduce((sum, { amount }) => sum + amount, 0);
  const saving = Math.max(0, before.pay + spend - after.pay);
  const back = Math.max(0, after.cashback - before.cashback);
  // The whole decides: another reduction may be lost by it.
  if (gap.budget !== Infinity && unneeded(fills) > saving + back) return null;
  const terms = new Map(found.map((one) => [one.terms.id, one.terms]));
  return {
    lines: fills.flatMap(({ id, number, amount, isNeeded }) => {
      const row = offered.rows.get(id);
      const its = terms.get(id);
      if (row === undefined || its === undefined) return [];
      const { name, spec, unit } = row.product;
      const line = { goods_id: id, ck_id: its.warehouseId, name, ypgg: spec, bzdw: unit, number };
      return [{ ...line, amount: formatYuan(amount), why: whyOf(isNeeded) }];
    }),
    spend_amount: formatYuan(spend),
    saving_amount: formatYuan(saving),
    back_amount: formatYuan(back),
    text: fillText({ spend, saving, back }),
  };
}

function whyOf(isNeeded: boolean): string {
  return isNeeded ? '常购' : '热销';
}

/** Items by themselves, those that are needed anyway first, then those that reach the tier at once. */
async function listAlone(
  { db, actor: { account }, now }: Context<'buyer'>,
  gap: Gap,
  { found }: Awaited<ReturnType<typeof findFillers>>,
  size: number,
): Promise<HintGoods[]> {
  const fills = found
    .flatMap(({ filler }) => fillAlone(filler, gap) ?? [])
    .sort(
      (a, b) =>
        Number(b.isNeeded) - Number(a.isNeeded) ||
        Number(b.isEnough) - Number(a.isEnough) ||
        (a.isEnough ? a.amount - b.amount : b.amount - a.amount),
    )
    .slice(0, size);
  const ids = fills.map(({ id }) => id);
  const items = await goodsItems(db, account, await getCatalogue(db), ids, now.getTime());
  const byId = new Map(items.map((item) => [item.id, item]));
  return fills.flatMap(({ id, number, amount, isEnough, isNeeded }) => {
    const item = byId.get(id);
    if (item === undefined) return [];
    const suggested = { suggested_number: number, suggested_amount: formatYuan(amount) };
    return [{ ...item, ...suggested, is_enough: isEnough ? 1 : 0, why: whyOf(isNeeded) }];
  });
}
