/** Alerts for an item in stock again or at a lower price: requesting, listing and ending them. */
import type { AlertList, AlertWire, CancelAlertInput, PriceAlertValues } from '#lib/contract/alerts.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import {
  type AlertRequest,
  countRequests,
  endRequest,
  listRequests,
  lockRequests,
  putRequest,
} from '../cache/alert-rows.ts';
import type { Context } from '../core/context.ts';
import { productLine } from '../goods/wire.ts';
import { loadOffers } from '../offers/load.ts';
import { offersOf } from '../offers/offers.ts';

/** Limit of open requests a user. */
export const maxRequests = 500;

const gone = '商品不存在或已被删除';

/**
 * `POST /api/notify/stock`. Safe to repeat: an open request stays one. Throws 404 for unknown items, 409 when it can be
 * bought now, 403 with the reason for a buyer who could not buy it anyway.
 */
export async function askForStock(
  context: Context<'buyer'>,
  { goods_id }: { goods_id: number },
): Promise<AlertWire> {
  const offer = await getVisible(context, goods_id);
  if (offer.is_buy === 1) throw new AppError(409, '该商品现在有货，可直接购买');
  if (!isOutOfStock(offer)) throw new AppError(403, offer.buy_state.reason);
  await save(context, { goodsId: goods_id, kind: 'stock', price: null });
  return { goods_id, kind: 'stock' };
}

/**
 * `POST /api/notify/price`: sends a message when the buyer's price falls below `price`, or below today's. Safe to
 * repeat; another price replaces the earlier one. Throws 404, 403 like the above, 422 when the price is below the
 * requested one already.
 */
export async function askForPrice(context: Context<'buyer'>, input: PriceAlertValues): Promise<AlertWire> {
  const offer = await getVisible(context, input.goods_id);
  const current = parseYuan(offer.price);
  const price = input.price === undefined ? current : parseYuan(input.price);
  if (price <= 0) throw fieldError('price', '期望价格须大于0');
  if (price > current) throw fieldError('price', '现在的价格已低于期望价格，可直接购买');
  await save(context, { goodsId: input.goods_id, kind: 'price', price });
  return { goods_id: input.goods_id, kind: 'price', price: formatYuan(price) };
}

const shownAfterNotice = 30 * 24 * 3600_000;

/** `GET /api/notify`: the caller's requests, each with its item as it is now. */
export async function listAlerts({ db, actor: { account }, now }: Context<'buyer'>): Promise<AlertList> {
  const requests = await listRequests(db, account.userId, new Date(now.getTime() - shownAfterNotice));
  const ids = [...new Set(requests.map(({ goodsId }) => goodsId))];
  const loaded = await loadOffers(db, account, { goodsIds: ids }, now);
  const offers = new Map(offersOf(loaded, ids, now.getTime()).map((offer) => [offer.id, offer]));
  const list = requests.map(({ goodsId, kind, price, createdAt, toldAt, ...goods }) => {
    const offer = offers.get(goodsId);
    return {
      goods_id: goodsId,
      kind,
      ...productLine(goods, goods.productId, isApproved(account.companyState)),
      merchant: goods.merchant,
      ...(price !== null && { price: formatYuan(price) }),
      ...(offer?.price !== undefined && { price_now: offer.price }),
      state_text: offer?.is_buy === 1 ? '' : (offer?.buy_state.text ?? '已下架'),
      created_at: createdAt.toISOString(),
      told_at: toldAt?.toISOString() ?? '',
    };
  });
  return { list, open: requests.filter(({ toldAt }) => toldAt === null).length };
}

/** `POST /api/notify/cancel`: ends a request. Safe to repeat; another user's is not touched. */
export async function cancelAlert(
  { db, actor: { account } }: Context<'buyer'>,
  { goods_id, kind }: CancelAlertInput,
): Promise<{ open: number }> {
  const { userId } = account;
  await endRequest(db, { userId, goodsId: goods_id, kind });
  return { open: await countRequests(db, userId) };
}

/** The buyer's own offer. A request for an alert reveals no price to a buyer who may not see it. */
async function getVisible(
  { db, actor: { account }, now }: Context<'buyer'>,
  id: number,
): Promise<Offer & { price: string }> {
  const loaded = await loadOffers(db, account, { goodsIds: [id] }, now);
  const [offer] = offersOf(loaded, [id], now.getTime());
  if (offer === undefined) throw new AppError(404, gone);
  if (offer.price === undefined) throw new AppError(403, offer.buy_state.reason);
  return { ...offer, price: offer.price };
}

function isOutOfStock({ buy_state }: Offer): boolean {
  return buy_state.code === 'out_of_stock';
}

async function save(
  { db, actor: { account } }: Context<'buyer'>,
  request: Pick<AlertRequest, 'goodsId' | 'kind' | 'price'>,
): Promise<void> {
  const { userId, companyId } = account;
  await db.transaction(async (tx) => {
    await lockRequests(tx, userId);
    await putRequest(tx, { userId, companyId, ...request });
    if ((await countRequests(tx, userId)) > maxRequests)
      throw fieldError('goods_id', `最多同时登记${maxRequests}个到货和降价通知`);
  });
}
