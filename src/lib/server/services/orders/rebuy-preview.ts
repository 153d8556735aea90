/** 再次购买, looked at first: what each goods of an order costs now, and who else has what is gone. */
import type { GoodsItem } from '#lib/contract/goods/schema.ts';
import { fromWire } from '#lib/contract/offers/terms.ts';
import { type RebuyPreview, type RebuyRow, rebuyPreview } from '#lib/contract/orders/schema.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import { isApproved } from '#lib/rules/companies/qualification.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { isBought } from '#lib/rules/orders/order-lines.ts';
import { rebuyChanges } from '#lib/rules/orders/rebuy.ts';
import { cardPrice } from '#lib/rules/promotions/pricing.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { quantityBounds, settleQuantity } from '#lib/rules/terms/quantity.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import type { Context } from '../../context.ts';
import { listLines, type OrderLineRow } from '../../repos/orders.ts';
import type { Catalogue } from '../../search/catalogue.ts';
import { getCatalogue } from '../../search/keep.ts';
import { goodsItems } from '../goods/items.ts';
import { productLine } from '../goods/wire.ts';
import { pickOffers } from '../quick-order/pick.ts';
import { getOwnOrder } from './read.ts';
import { findSets } from './rebuy-sets.ts';

/** Goods of the same name and spec that are looked at when nobody sells the very product. */
const mostAlike = 8;

interface Bought {
  line: OrderLineRow;
  productId: number;
  quantity: number;
}

/** `GET /api/order/{no}/rebuy`: nothing is added. Throws 404 for an order of somebody else. */
export async function previewRebuy(context: Context<'buyer'>, input: { no: string }): Promise<RebuyPreview> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const order = await getOwnOrder(context, input.no);
  const rows = await listLines(db, [order.no]);
  const sets = await findSets(
    context,
    rows.map(({ line }) => line),
  );
  const inSets = new Set(sets.flatMap(({ lines }) => lines.map(({ id }) => id)));
  const bought = mergeSame(rows.filter(({ line }) => !inSets.has(line.id)));
  const catalogue = await getCatalogue(db);
  const own = await goodsItems(
    db,
    account,
    catalogue,
    bought.map(({ line }) => line.goodsId),
    now.getTime(),
  );
  const items = new Map(own.map((item) => [item.id, item]));
  const gone = bought.filter(({ line }) => items.get(line.goodsId)?.is_buy !== 1);
  const standIns = await findStandIns(context, catalogue, gone);
  const preview: RebuyPreview = {
    no: order.no,
    sets: sets.map(({ activityId, name, number, price, lines }) => ({
      activity_id: activityId,
      name,
      number,
      price_now: formatYuan(price),
      parts: lines.map(({ snapshot, setQuantity }) => `${snapshot.name}×${setQuantity}`),
    })),
    rows: bought.map((one) =>
      rowOf(one, items.get(one.line.goodsId) ?? null, standIns.get(one.line.goodsId) ?? null, now.getTime()),
    ),
  };
  return isApproved(account.companyState) ? preview : hidePrices(rebuyPreview, preview);
}

/** The same goods in several lines (alone and as part of a set that is gone) is one row. */
function mergeSame(rows: readonly { line: OrderLineRow; productId: number }[]): Bought[] {
  const merged = new Map<number, Bought>();
  for (const { line, productId } of rows) {
    if (!isBought(line.kind)) continue;
    const same = merged.get(line.goodsId);
    if (same) same.quantity += line.quantity;
    else merged.set(line.goodsId, { line, productId, quantity: line.quantity });
  }
  return [...merged.values()];
}

/** Offers in place of what is gone, by its goods id: the same product elsewhere, else the same drug of another maker. */
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
  for (const [at, { line }] of gone.entries()) {
    const pick = picks[at];
    if (pick && pick.refusal === null) found.set(line.goodsId, [pick.goodsId]);
    else missing.push(line.goodsId);
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

function rowOf(
  { line, productId, quantity }: Bought,
  own: GoodsItem | null,
  standIn: GoodsItem | null,
  now: number,
): RebuyRow {
  const { snapshot } = line;
  const canBuy = own?.is_buy === 1;
  const goods = canBuy ? own : standIn;
  const terms = goods?.terms === undefined ? null : fromWire<GoodsTerms>(goods.terms);
  const number = terms === null ? 0 : settleQuantity(quantity, quantityBounds(terms)).value;
  const priceNow = terms === null || number === 0 ? null : cardPrice(terms, number, now).unitPrice;
  return {
    goods_id: line.goodsId,
    ...productLine(snapshot, productId),
    number_then: quantity,
    price_then: formatYuan(line.unitPrice),
    expires_then: snapshot.expiresOn,
    goods,
    number,
    ...(priceNow !== null && { price_now: formatYuan(priceNow) }),
    changes: rebuyChanges({
      priceThen: line.unitPrice,
      priceNow,
      wanted: quantity,
      number,
      unit: snapshot.unit,
      expiresThen: snapshot.expiresOn,
      expiresNow: goods?.expires_on ?? snapshot.expiresOn,
      refusal: canBuy ? null : (own?.buy_state?.reason ?? '该商品已下架'),
      standIn:
        canBuy || standIn === null
          ? null
          : {
              merchant: standIn.sjly.remarks,
              maker: standIn.sccj === snapshot.maker ? null : standIn.sccj,
            },
    }),
  };
}
