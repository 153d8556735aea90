/** Combinations: items of one merchant at the price of a set (rules 6). */

import type {
  ActivityFilter,
  AddCombinationInput,
  Combinations,
  CombinationWire,
} from '#lib/contract/activities.ts';
import type { AddedToCart } from '#lib/contract/cart/calls.ts';
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { emptyChoices } from '#lib/rules/terms/asked.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';
import type { Combination } from '#lib/rules/terms/terms.ts';
import { addLines } from '../cart/add.ts';
import type { ActivityWithGoods } from '../catalogue/offer-rows.ts';
import type { Context } from '../core/context.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { listOfKind } from '../offers/activity-rows.ts';
import { loadOffers, rowOf, stateOf } from '../offers/load.ts';
import type { LoadedOffers } from '../offers/loaded.ts';
import { spanOf } from './span.ts';

/** `POST /api/cart/combination`: adds sets as one line. Throws like `addLines`. */
export function addCombination(
  { db, actor: { account }, now }: Context<'buyer'>,
  { id, number }: Required<AddCombinationInput>,
): Promise<AddedToCart> {
  return addLines(db, account, [{ type: lineTypes.combination, activity_id: id, number }], now);
}

/** `GET /api/combination`: the sets on offer, without amounts where a part shows none. */
export async function listCombinations(
  context: Context<'all'>,
  { id }: ActivityFilter,
): Promise<Combinations> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const moment = now.getTime();
  const entries = (await listOfKind(db, 'combination', { endsAfter: now, startsBefore: now })).filter(
    ({ activity }) => id === undefined || activity.id === id,
  );
  const activityIds = entries.map(({ activity }) => activity.id);
  const loaded = await loadOffers(db, account, { goodsIds: [], activityIds }, now);
  const items = await goodsItems(db, account, await getCatalogue(db), [...loaded.rows.keys()], moment);
  const byId = new Map(items.map((item) => [item.id, item]));
  return {
    list: entries.flatMap((entry) => {
      const set = loaded.offers.combinations.find((one) => one.id === entry.activity.id);
      return set ? [wireOf(entry, set, quoteSet(set, loaded, moment), loaded, byId, moment)] : [];
    }),
    timestamp: moment,
  };
}

/** One set alone: its price, the price of its parts, and the remaining number. */
function quoteSet(set: Combination, { offers }: LoadedOffers, now: number): QuotedLine {
  const line = { id: 0, kind: 'combination', goodsId: null, activityId: set.id, quantity: 1 } as const;
  const buyer = { companyId: 0, region: null, choices: emptyChoices };
  const [quoted] = quote([{ ...line, isSelected: false }], buyer, offers, now).lines;
  return must(quoted, `the quote of set ${set.id}`);
}

function wireOf(
  { activity }: ActivityWithGoods,
  set: Combination,
  quoted: QuotedLine,
  loaded: LoadedOffers,
  items: ReadonlyMap<number, GoodsItem>,
  now: number,
): CombinationWire {
  const partStates = set.parts.map((part) => stateOf(loaded, part.goodsId));
  const isOpen = partStates.every((state) => state.showsPrice);
  const blocking = partStates.find((state) => state.code !== 'ok');
  const first = must(set.parts[0], `a part of set ${set.id}`);
  const { merchant } = rowOf(loaded, first.goodsId);
  const { code, text, action, reason } = blocking ?? {
    code: quoted.refusal?.code ?? 'ok',
    text: quoted.refusal ? '暂不可购' : '',
    action: '加入购物车',
    reason: quoted.refusal?.reason ?? '',
  };
  return {
    id: set.id,
    name: activity.name,
    remarks: activity.remarks,
    merchant: { id: merchant.id, remarks: merchant.shortName },
    parts: set.parts.flatMap((part) => {
      const goods = items.get(part.goodsId);
      return goods ? [{ goods, quantity: part.quantity }] : [];
    }),
    ...(isOpen && {
      price: formatYuan(set.price),
      base_price: formatYuan(quoted.originalPrice),
      saving: formatYuan(Math.max(0, quoted.originalPrice - set.price)),
    }),
    number: quoted.bounds.max,
    xg_number: set.limitQuantity,
    is_buy: quoted.refusal === null ? 1 : 0,
    buy_state: { code, text, action, reason },
    ...spanOf(activity, now),
  };
}
