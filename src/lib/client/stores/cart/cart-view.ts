/** The totals of the cart, predicted with the server's own rule from the server's offers. */
import type { CartLineWire, CartState, TotalsWire } from '#lib/contract/cart/calls.ts';
import { lineKinds, wordOf } from '#lib/contract/numbers.ts';
import { fromWire, type Wire } from '#lib/contract/offers/terms.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { type NetOfLine, netOfLines } from '#lib/rules/quote/net-lines.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { cartChoices } from '#lib/rules/terms/asked.ts';
import type { Quote, QuotedLine } from '#lib/rules/terms/quote-shape.ts';
import type { GoodsTerms, Offers } from '#lib/rules/terms/terms.ts';

export interface CartView {
  quote: Quote;
  quoted: ReadonlyMap<number, QuotedLine>;
  /** 到手单价 of the lines that count, by line id. */
  net: ReadonlyMap<number, NetOfLine>;
  /** By item id. */
  terms: ReadonlyMap<number, GoodsTerms>;
  total: Omit<TotalsWire, 'cashback_amount'>;
}

const none: Offers = {
  goods: [],
  merchants: [],
  activities: [],
  combinations: [],
  coupons: [],
  vouchers: [],
};

// A state is viewed by several pieces of the page, and its offers outlive it while numbers change.
const views = new WeakMap<CartState, CartView>();
const offers = new WeakMap<Wire<Offers>, Offers>();

function offersOf(wire: Wire<Offers>): Offers {
  const known = offers.get(wire);
  if (known) return known;
  const made = fromWire<Offers>(wire);
  offers.set(wire, made);
  return made;
}

/** The quote of a state at its moment. For a buyer who sees no price everything is gone: show the wire's lines then. */
export function viewCart(state: CartState): CartView {
  const known = views.get(state);
  if (known) return known;
  const { lines, buyer, offers: offered } = quoteBasis(state);
  const made = quote(lines, buyer, offered, state.timestamp);
  const view: CartView = {
    quote: made,
    quoted: new Map(made.lines.map((line) => [line.id, line])),
    net: netOfLines(made, offered.merchants, buyer.region),
    terms: new Map(offered.goods.map((goods) => [goods.id, goods])),
    total: {
      goods_amount: formatYuan(made.totals.goods),
      discount_amount: formatYuan(made.totals.discount),
      shipping_amount: formatYuan(made.totals.shipping),
      pay_amount: formatYuan(made.totals.pay),
    },
  };
  views.set(state, view);
  return view;
}

/** The input of a quote of a state. */
export function quoteBasis(state: CartState) {
  return {
    lines: state.data.map(quoteLineOf),
    buyer: { companyId: 0, region: state.region, choices: cartChoices },
    offers: state.offers === null ? none : offersOf(state.offers),
  };
}

function quoteLineOf(line: CartLineWire) {
  const kind = wordOf(lineKinds, line.type) ?? 'normal';
  return {
    id: line.id,
    // A line with a temporary price is a line like the others (its type 1 says so).
    kind: kind === 'flash' ? 'normal' : kind,
    goodsId: line.goods_id,
    activityId: line.activity_id,
    quantity: line.number,
    isSelected: line.is_wanted === 1,
  };
}
