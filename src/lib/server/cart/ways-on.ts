/** The link with each refusal: every "no" names the next step (rules 1). */
import type { NextStep } from '#lib/contract/cart/calls.ts';
import { detailPage, sameDrugPage, wayOn } from '#lib/contract/goods/ways-on.ts';
import { path } from '#lib/contract/routes.ts';
import type { BuyState } from '#lib/rules/goods/buy-state-shape.ts';
import type { RefusalCode } from '#lib/rules/terms/quote-shape.ts';
import type { OfferRow } from '../cache/own-facts-rows.ts';

/** The next step of a buy state. */
export function wayOnOf(state: BuyState, row: OfferRow): NextStep {
  const { href, text = state.action } = wayOn(state.code, row.goods.id).page;
  return { text, link: href };
}

type LineWay = (row: OfferRow, state: BuyState) => NextStep | null;

const link = ({ href, text }: { href: string; text: string }): NextStep => ({ text, link: href });
const same: LineWay = (row) => link(sameDrugPage(row.goods.id));
const detail: LineWay = (row) => link(detailPage(row.goods.id));
const none: LineWay = () => null;

const lineWays = {
  gone: none,
  not_buyable: (row, state) => wayOnOf(state, row),
  quantity: none,
  out_of_stock: same,
  over_stock: same,
  over_limit: detail,
  below_minimum: none,
  not_running: detail,
  add_on_locked: none,
  not_served: () => ({ text: '管理收货地址', link: path('/zhzx/addr') }),
} satisfies Record<RefusalCode, LineWay>;

/** The next step of a refused cart line; null when changing the line itself is all that helps. */
export function lineWayOn(code: RefusalCode, row: OfferRow, state: BuyState): NextStep | null {
  return lineWays[code](row, state);
}
