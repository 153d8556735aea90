/** Items to buy again: each as it was and as it is now, and other offers for what is gone. */
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { fromWire } from '#lib/contract/offers/terms.ts';
import type { RebuyRow } from '#lib/contract/orders/calls.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { type Fen, formatYuan } from '#lib/rules/money/money.ts';
import { rebuyChanges } from '#lib/rules/orders/rebuy.ts';
import { cardPrice } from '#lib/rules/promotions/pricing.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { quantityBounds, settleBox } from '#lib/rules/terms/quantity.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import type { GoodsFacts } from '../cache/goods.ts';
import { listCartLines } from '../cart/rows.ts';
import type { Context } from '../core/context.ts';
import type { GoodsSnapshot } from '../db/schema.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { productLine } from '../goods/wire.ts';
import { pickOffers } from '../quick-order/pick.ts';

/** Limit of items with the same name and spec, when no merchant sells the exact product. */
const mostAlike = 8;

/** An item as it was bought or saved. */
export interface Bought {
  goodsId: number;
  productId: number;
  quantity: number;
  /** Fen a piece; null where the price was never shown. */
  priceThen: Fen | null;
  expiresThen: string;
  product: Pick<GoodsSnapshot, 'name' | 'maker' | 'spec' | 'unit'> & Pick<GoodsFacts, 'pictures' | 'otc'>;
}

/** Then and now of each. The prices are always included: the caller hides them from buyers who may not see them. */
export async function rebuyRows(context: Context<'buyer'>, bought: readonly Bought[]): Promise<RebuyRow[]> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const catalogue = await getCatalogue(db);
  const ids = bought.map(({ goodsId }) => goodsId);
  const [own, lines] = await Promise.all([
    goodsItems(db, account, catalogue, ids, now.getTime()),
    listCartLines(db, account),
  ]);
  const items = new Map(own.map((item) => [item.id, item]));
  const inCart = new Map<number, number>();
  for (const { kind, goodsId, number } of lines)
    if (goodsId !== null && kind === 'normal') inCart.set(goodsId, (inCart.get(goodsId) ?? 0) + number);
  const gone = bought.filter(({ goodsId }) => items.get(goodsId)?.is_buy !== 1);
  const standIns = await findStandIns(context, catalogue, gone);
  return bought.map((one) => {
    const own = items.get(one.goodsId) ?? null;
    const standIn = standIns.get(one.goodsId) ?? null;
    const shown = own?.is_buy === 1 ? own : standIn;
    return rowOf(one, {
      own,
      standIn,
      inCart: inCart.get(shown?.id ?? one.goodsId) ?? 0,
      seesAll: isApproved(account.companyState),
      now: now.getTime(),
    });
  });
}

/** Offers instead of what is gone, by its goods id: the same product elsewhere, else the same drug of another maker. */
async function findStandIns(
  { db, actor: { account }, now }: Context<'buyer'>,
  catalogue: Catalogue,
  gone: readonly Bought[],
): Promise<Map<number, GoodsItem>> {
  if (gone.length === 0) return new Map();
  const picks = await pickOffers(
    db,
    account,
    catalogue,
    gone.map(({ productId, quantity }) => ({ productId, pieces: quantity })),
    now,
  );
  const found = new Map<number, number[]>();
  const missing: number[] = [];
  for (const [at, { goodsId }] of gone.entries()) {
    const pick = picks[at];
    if (pick && pick.refusal === null) found.set(goodsId, [pick.goodsId]);
    else missing.push(goodsId);
  }
  const today = shanghaiDay(now.getTime());
  for (const id of missing) found.set(id, catalogue.sameDrug(id, mostAlike, today));
  const ids = [...new Set([...found.values()].flat())];
  const items = new Map(
    (await goodsItems(db, account, catalogue, ids, now.getTime())).map((item) => [item.id, item]),
  );
  const standIns = new Map<number, GoodsItem>();
  for (const [goodsId, others] of found) {
    const item = others.map((id) => items.get(id)).find((one) => one?.is_buy === 1);
    if (item) standIns.set(goodsId, item);
  }
  return standIns;
}

/** The current replacement of a bought item, for this buyer. */
interface NowThere {
  own: GoodsItem | null;
  standIn: GoodsItem | null;
  inCart: number;
  /** Approved: pictures of prescription drugs are shown. */
  seesAll: boolean;
  now: number;
}

function rowOf(
  { goodsId, productId, quantity, priceThen, expiresThen, product }: Bought,
  { own, standIn, inCart, seesAll, now }: NowThere,
): RebuyRow {
  const canBuy = own?.is_buy === 1;
  const goods = canBuy ? own : standIn;
  const terms = goods?.terms === undefined ? null : fromWire<GoodsTerms>(goods.terms);
  const number = terms === null ? 0 : settleBox(quantity, quantityBounds(terms)).value;
  const priceNow = terms === null || number === 0 ? null : cardPrice(terms, number, now).unitPrice;
  return {
    goods_id: goodsId,
    ...productLine(product, productId, seesAll),
    number_then: quantity,
    ...(priceThen !== null && { price_then: formatYuan(priceThen) }),
    expires_then: expiresThen,
    goods,
    number,
    cart_num: inCart,
    ...(priceNow !== null && { price_now: formatYuan(priceNow) }),
    changes: rebuyChanges({
      priceThen,
      priceNow,
      wanted: quantity,
      number,
      unit: product.unit,
      inCart,
      expiresThen,
      expiresNow: goods?.expires_on ?? expiresThen,
      refusal: canBuy ? null : (own?.buy_state?.reason ?? '该商品已下架'),
      standIn:
        canBuy || standIn === null
          ? null
          : {
              merchant: standIn.sjly.remarks,
              maker: standIn.sccj === product.maker ? null : standIn.sccj,
            },
    }),
  };
}
