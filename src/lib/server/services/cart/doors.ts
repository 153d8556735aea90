/** Where a buyer can go from a refusal: every "no" names the way on (rules 1). */
import type { Door } from '#lib/contract/cart.ts';
import { path } from '#lib/contract/routes.ts';
import type { BuyState, BuyStateCode } from '#lib/rules/buy-state.ts';
import type { RefusalCode } from '#lib/rules/quote-shape.ts';
import type { OfferRow } from '../../repos/offers.ts';

type StateDoor = (row: OfferRow) => { link: string; text?: string };

const account: StateDoor = () => ({ link: path('/user') });
const detail: StateDoor = (row) => ({
  link: path('/list/info/[id]', { id: row.goods.id }),
  text: '查看商品',
});
/** The same drug from other merchants stands side by side on the detail page. */
const sameDrug: StateDoor = (row) => ({
  link: `${path('/list/info/[id]', { id: row.goods.id })}#same`,
  text: '看同品',
});

// A door leads to a page that can help; `text` replaces the state's words where that page does less than they say.
const stateDoors = {
  login: () => ({ link: path('/login') }),
  unverified: account,
  reviewing: account,
  frozen: account,
  paper_expired: account,
  out_of_scope: () => ({ link: path('/user'), text: '查看账号资料' }),
  buyer_type: sameDrug,
  out_of_area: sameDrug,
  controlled: detail,
  off_shelf: sameDrug,
  out_of_stock: sameDrug,
  limit_reached: detail,
  ok: detail,
} satisfies Record<BuyStateCode, StateDoor>;

/** The door of a buy state. */
export function doorOf(state: BuyState, row: OfferRow): Door {
  return { text: state.action, ...stateDoors[state.code](row) };
}

type LineDoor = (row: OfferRow, state: BuyState) => Door | null;

const sameDoor: LineDoor = (row) => ({ text: '看同品', ...sameDrug(row) });
const detailDoor: LineDoor = (row) => ({ text: '查看商品', ...detail(row) });
const none: LineDoor = () => null;

const refusalDoors = {
  gone: none,
  not_buyable: (row, state) => doorOf(state, row),
  quantity: none,
  out_of_stock: sameDoor,
  over_stock: sameDoor,
  over_limit: detailDoor,
  below_minimum: none,
  not_running: detailDoor,
  add_on_locked: none,
  not_served: () => ({ text: '管理收货地址', link: path('/zhzx/addr') }),
} satisfies Record<RefusalCode, LineDoor>;

/** The door of a refused cart line; null when the line itself is all there is to change. */
export function lineDoor(code: RefusalCode, row: OfferRow, state: BuyState): Door | null {
  return refusalDoors[code](row, state);
}
