/** A trade of an earlier day, priced and written by the shop's own rules. Pure. */
import { quote } from '#lib/rules/quote/quote.ts';
import { emptyChoices, type QuoteLine } from '#lib/rules/terms/asked.ts';
import type { Coupon } from '#lib/rules/terms/terms.ts';
import type { AddressRow } from '#lib/server/addresses/rows.ts';
import type { QuotedCart } from '#lib/server/cart/quoted-cart.ts';
import type { LoadedOffers } from '#lib/server/offers/loaded.ts';
import { rowsOf, type TradeRows } from '#lib/server/orders/new-trade.ts';
import { newTradeNo } from '#lib/server/orders/numbers.ts';
import { reservationsOf } from '#lib/server/orders/plan-reservations.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { rowThen, termsThen } from './then.ts';

export type Buying = {
  account: Account;
  address: AddressRow;
  /** The current state of the company's items. */
  today: LoadedOffers;
};

export type Basket = ReadonlyMap<number, number>;

/**
 * The trade of a basket (pieces by goods id) at an earlier moment. `left` are goods that could not go with it, because
 * their merchant's minimum was not reached: they wait for the next basket. Null where nothing could go.
 */
export function tradeOf(
  { account, address, today }: Buying,
  basket: Basket,
  { at, daysAgo, coupons }: { at: Date; daysAgo: number; coupons: readonly Coupon[] },
): { rows: TradeRows | null; left: number[] } {
  const then: LoadedOffers = {
    ...today,
    rows: new Map([...today.rows].map(([id, row]) => [id, rowThen(row, daysAgo)])),
    offers: {
      goods: today.offers.goods.map((terms) => termsThen(terms, daysAgo)),
      merchants: today.offers.merchants,
      activities: [],
      combinations: [],
      coupons: [...coupons],
      vouchers: [],
    },
  };
  const price = (goodsIds: readonly number[]) => {
    const lines = goodsIds.map((goodsId, i): QuoteLine => {
      const quantity = basket.get(goodsId) ?? 0;
      return { id: i + 1, kind: 'normal', goodsId, activityId: null, quantity, isSelected: true };
    });
    const buyer = { companyId: account.companyId, region: address.regionCode, choices: emptyChoices };
    return { lines, quote: quote(lines, buyer, then.offers, at.getTime()) };
  };
  const all = [...basket.keys()];
  const first = price(all);
  const small = new Set(
    first.quote.groups.filter((group) => group.minimumGap > 0).flatMap((group) => group.lineIds),
  );
  const refused = first.quote.lines.filter((line) => line.refusal !== null).map((line) => line.id);
  const goes = all.filter((_, i) => !small.has(i + 1) && !refused.includes(i + 1));
  const left = all.filter((_, i) => small.has(i + 1));
  if (goes.length === 0) return { rows: null, left };
  const cart: QuotedCart = { lines: [], loaded: then, address, quote: price(goes).quote };
  const limits = new Map<string, number>();
  const rows = rowsOf({
    cart,
    account,
    address,
    reservations: cart.quote.orders.map((order) => reservationsOf(cart, order, limits)),
    remarks: {},
    giftRows: new Map(),
    tradeNo: newTradeNo(at),
    now: at,
  });
  return { rows, left };
}
