/** Possible offers for a row of a purchase list: each with its cost next to the rest of the purchase. */
import { type GoodsItem, goodsListInput } from '#lib/contract/goods/calls.ts';
import type { Candidate, CandidatesValues } from '#lib/contract/quick-order/candidates.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { freightEffect } from '#lib/rules/promotions/freight-effect.ts';
import { cardPrice } from '#lib/rules/promotions/pricing.ts';
import { readPurchaseLine } from '#lib/rules/purchase/purchase-line.ts';
import { chosenVerdict } from '#lib/rules/purchase/purchase-verdict.ts';
import { isOwnLine, newLineId, withLine } from '#lib/rules/quote/beside.ts';
import { type NetOfLine, netOfLines } from '#lib/rules/quote/net-lines.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { emptyChoices, type QuoteLine } from '#lib/rules/terms/asked.ts';
import { atCapMessage, quantityBounds, roundDownTo, settleQuantity } from '#lib/rules/terms/quantity.ts';
import type { Quote } from '#lib/rules/terms/quote-shape.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { loadQuotedCart, quoteLineOf } from '../cart/quoted-cart.ts';
import type { Context } from '../core/context.ts';
import { makePace } from '../core/process/pace.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { findGoods } from '../goods/list.ts';
import { loadOffers } from '../offers/load.ts';
import { joinOffers } from './best.ts';
import { readProducts } from './judge.ts';
import { goodsIds } from './pick.ts';
import { listProductIds } from './rows.ts';

/** Limits of shown offers of the row's own product, and of each other one. */
const mostOwn = 12;
const mostOthers = 2;
/** Limit of products from a search. */
const mostFound = 8;

/** An offer and how many pieces of it would be added to those of its line. */
type Asked = { goods: GoodsItem; number: number; in_cart: number };

/**
 * `POST /api/quick-order/candidates`: offers of the row's product, then those of other possible ones, each group by its
 * effect on the total. Changes nothing. A fixed number of queries.
 */
export async function listCandidates(
  context: Context<'buyer'>,
  input: CandidatesValues,
): Promise<{ list: Candidate[] }> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const catalogue = await getCatalogue(db);
  const isSearch = input.keywords !== '';
  const products = isSearch ? await findProducts(context, input.keywords) : [...new Set(input.product_ids)];
  const offered = products.map((id) => goodsIds(catalogue, id, now));
  const beside = input.basket.map(({ goods_id }) => goods_id);
  const [cart, wanted, loaded] = await Promise.all([
    loadQuotedCart(db, account, {}, now),
    piecesOf(context, products, input),
    loadOffers(db, account, { goodsIds: [...new Set([...offered.flat(), ...beside])] }, now),
  ]);
  const { offers } = joinOffers(cart.loaded, loaded);
  const terms = new Map(loaded.offers.goods.map((one) => [one.id, one]));
  const chosen = offered.flatMap((ids, at) => {
    const own = ids.flatMap((id) => terms.get(id) ?? []).sort((a, b) => byWorth(a, b, now.getTime()));
    const pieces = at === 0 && !isSearch && input.number > 0 ? input.number : wanted.get(products[at] ?? 0);
    return own
      .slice(0, at === 0 && !isSearch ? mostOwn : mostOthers)
      .map((one) => ({ terms: one, pieces, at }));
  });
  const items = await goodsItems(
    db,
    account,
    catalogue,
    chosen.map((one) => one.terms.id),
    now.getTime(),
  );
  const goods = new Map(items.map((item) => [item.id, item]));
  const lines = withBasket(cart.lines.map(quoteLineOf), input.basket);
  const buyer = {
    companyId: account.companyId,
    region: cart.address?.regionCode ?? null,
    choices: emptyChoices,
  };
  const quoteOf = (all: readonly QuoteLine[]) => quote(all, buyer, offers, now.getTime());
  const before = quoteOf(lines);
  const tried = (id: number, number: number) => {
    const all = withLine(lines, id, number);
    const after = quoteOf(all.lines);
    return { ...all, after, net: netOfLines(after, offers.merchants, buyer.region).get(all.id) };
  };
  const pace = makePace();
  const tries: { at: number; cost: number; row: Candidate }[] = [];
  for (const { terms: one, pieces, at } of chosen) {
    await pace();
    const item = goods.get(one.id);
    if (item === undefined) continue;
    const bounds = quantityBounds(one);
    const { value } = settleQuantity(pieces ?? bounds.min, bounds);
    const held = heldOf(lines, one.id);
    // What is there counts against stock and limits too.
    const number = Math.max(0, Math.min(value, roundDownTo(bounds.max - held, bounds.step)));
    const asked = { goods: item, number, in_cart: held };
    const row = number === 0 ? refused(asked) : costOf(asked, before, tried(one.id, held + number));
    tries.push({ at, cost: row.each === undefined ? Number.MAX_VALUE : Number(row.each), row });
  }
  tries.sort((a, b) => a.at - b.at || a.cost - b.cost || a.row.goods.id - b.row.goods.id);
  return { list: tries.map(({ row }) => row) };
}

/** Pieces of an item that the line of it has, which one more purchase adds to. */
function heldOf(lines: readonly QuoteLine[], id: number): number {
  const own = lines.find((line) => line.goodsId === id && isOwnLine(line.kind));
  return own?.quantity ?? 0;
}

/** The cart once the other rows are in it: what it has already becomes more, the rest has lines of its own. */
function withBasket(cart: readonly QuoteLine[], basket: CandidatesValues['basket']): QuoteLine[] {
  let all = [...cart];
  for (const [at, { goods_id: id, number }] of basket.entries()) {
    const { lines } = withLine(all, id, heldOf(all, id) + number);
    all = lines.map((line) => (line.id === newLineId ? { ...line, id: -1 - at } : line));
  }
  return all;
}

/** Buyable ones first, then by the price a piece. */
function byWorth(a: GoodsTerms, b: GoodsTerms, now: number): number {
  const price = (one: GoodsTerms) => cardPrice(one, 1, now).unitPrice;
  return Number(b.isBuyable) - Number(a.isBuyable) || price(a) - price(b) || a.id - b.id;
}

function refused({ goods, in_cart }: Asked, reason = ''): Candidate {
  const held = in_cart > 0 ? `购物车和清单已有${in_cart}${goods.bzdw}，${atCapMessage}` : '该商品暂不可购买';
  return { goods, number: 0, in_cart, refusal: reason || goods.buy_state?.reason || held };
}

function costOf(
  asked: Asked,
  before: Quote,
  { id, after, net }: { id: number; after: Quote; net: NetOfLine | undefined },
): Candidate {
  const line = after.lines.find((one) => one.id === id);
  const group = after.groups.find(({ lineIds }) => lineIds.includes(id));
  if (net === undefined || group === undefined) return refused(asked, line?.refusal?.reason);
  const same = before.groups.find(({ merchantId }) => merchantId === group.merchantId);
  return {
    ...asked,
    each: formatYuan(net.price),
    freight: freightEffect(same?.freight ?? null, group.freight),
    refusal: '',
  };
}

/** Products from a search, each once, in its order. */
async function findProducts(context: Context<'buyer'>, keywords: string): Promise<number[]> {
  const { ids } = await findGoods(context, goodsListInput.parse({ keywords, size: mostFound * 3 }));
  const products = await listProductIds(context.db, ids);
  return [...new Set(ids.flatMap((id) => products.get(id) ?? []))].slice(0, mostFound);
}

/** Pieces of each product that the row means; null where it names none. */
async function piecesOf(
  { db }: Context<'buyer'>,
  products: readonly number[],
  { text, given }: CandidatesValues,
): Promise<Map<number, number | null>> {
  const line = readPurchaseLine({ raw: text, quantity: given ?? null, unit: '' });
  const read = await readProducts(db, products);
  return new Map([...read].map(([id, product]) => [id, chosenVerdict(line, product).quantity]));
}
