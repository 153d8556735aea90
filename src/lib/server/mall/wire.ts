/** What the mall shows, on the wire. */
import { mallPicturePath, ownPicturePath } from '#lib/contract/goods/pictures.ts';
import type { MallGoodsWire } from '#lib/contract/mall.ts';
import type { PointsOrderRow } from '#lib/contract/points-orders.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { buyerTypes } from '#lib/rules/companies/qualification.ts';
import { isOwner, roleMay } from '#lib/rules/companies/roles.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import {
  limitText,
  type MallTerms,
  mallKinds,
  maxExchange,
  offerRefusal,
  type Redeemer,
  redeemRefusal,
} from '#lib/rules/points/mall.ts';
import {
  type PointsOrderFacts,
  type PointsOrderVerb,
  pointsCaseStates,
  pointsOrderActions,
  pointsOrderIs,
  pointsOrderStates,
  pointsStateAt,
} from '#lib/rules/points/points-orders.ts';
import type { Account } from '../people/account-rows.ts';
import { factsOf as wheelFactsOf } from '../wheel/rows.ts';
import type { ShownGoods } from './goods-rows.ts';
import type { OrderRow, ShownOrder } from './order-rows.ts';

export function imageOf(goods: { id: number; pictures: readonly string[] }): string {
  const [own] = goods.pictures;
  return own === undefined ? mallPicturePath(goods.id) : ownPicturePath(own, 'list');
}

export function termsOf({ onFrom, onTo, wheel, ...goods }: ShownGoods): MallTerms {
  return {
    ...goods,
    onFrom: onFrom.getTime(),
    onTo: onTo === null ? null : onTo.getTime(),
    wheel: wheel && wheelFactsOf(wheel),
  };
}

/** From when to when it can be redeemed: a chance not before its wheel begins, and not after its end. */
function spanOf({ kind, onFrom, onTo, wheel }: ShownGoods): { from: Date; to: Date | null } {
  if (kind !== 'chance' || wheel === null) return { from: onFrom, to: onTo };
  const from = wheel.startsAt > onFrom ? wheel.startsAt : onFrom;
  return { from, to: onTo === null || wheel.endsAt < onTo ? wheel.endsAt : onTo };
}

/** The company as the rules of redeeming see it. */
export function redeemerOf(account: Account, usable: number, used: number): Redeemer {
  return {
    isApproved: isApproved(account.companyState),
    buyerType: account.buyerType,
    usable,
    used,
    isOwner: isOwner(account.role),
    mayOrder: roleMay(account.role, 'order'),
    mayPay: roleMay(account.role, 'pay'),
  };
}

/** `usable`: points of the reader's company; null for visitors. */
export function goodsWireOf(row: ShownGoods, account: Account | null, usable: number | null): MallGoodsWire {
  const terms = termsOf(row);
  const offered = offerRefusal(terms, row.clock);
  const { from, to } = spanOf(row);
  const state = offered === null ? 'offered' : offered.code === 'coming' ? 'coming' : 'sold_out';
  return {
    id: row.id,
    kind: row.kind,
    kind_text: mallKinds[row.kind],
    name: row.name,
    summary: row.summary,
    image: imageOf(row),
    points: row.points,
    money_amount: formatYuan(row.money),
    number: row.stock,
    sold: row.sold,
    limit_text: limitText(terms),
    buyers_text:
      row.buyerTypes.length === 0
        ? ''
        : `仅限${row.buyerTypes.map((type) => buyerTypes[type].text).join('、')}`,
    state,
    state_text: offered?.text ?? '',
    start_time: from.toISOString(),
    end_time: to?.toISOString() ?? null,
    mine:
      account === null || usable === null ? null : mineOf(terms, row, redeemerOf(account, usable, row.used)),
  };
}

function mineOf(terms: MallTerms, { clock: now }: ShownGoods, redeemer: Redeemer): MallGoodsWire['mine'] {
  const refusal = redeemRefusal(terms, redeemer, { quantity: 1, now });
  const { usable, used } = redeemer;
  const limits = [
    maxExchange,
    terms.stock,
    Math.floor(usable / terms.points),
    ...(terms.limitCount > 0 ? [terms.limitCount - used] : []),
  ];
  return {
    usable,
    missing: Math.max(0, terms.points - usable),
    used,
    most: refusal === null ? Math.min(...limits) : 0,
    can_redeem: refusal === null ? 1 : 0,
    refusal_code: refusal?.code ?? '',
    refusal: refusal?.text ?? '',
  };
}

export function factsOf(row: OrderRow, hasOpenCase: boolean): PointsOrderFacts {
  return {
    kind: row.kind,
    state: row.status,
    isPrize: row.drawId !== null,
    addressUntil: row.addressUntil?.getTime() ?? null,
    completedAt: row.completedAt?.getTime() ?? null,
    hasOpenCase,
  };
}

/** The permission that a buyer's act needs. */
export const rightsOf = {
  address: 'manage',
  cancel: 'manage',
  receive: 'receive',
  aftersale: 'receive',
} as const;

/** What the person may do with an order now. */
export function actionsOf(facts: PointsOrderFacts, role: Account['role'], now: Date): PointsOrderVerb[] {
  return pointsOrderActions(facts, now.getTime()).filter((verb) => roleMay(role, rightsOf[verb]));
}

export function orderWireOf(
  { order, pictures, newestCase }: ShownOrder,
  { role }: Pick<Account, 'role'>,
  now: Date,
): PointsOrderRow {
  const facts = factsOf(order, newestCase === 'asked');
  const state = pointsStateAt(facts, now.getTime());
  return {
    no: order.no,
    goods_id: order.goodsId,
    kind: order.kind,
    kind_text: mallKinds[order.kind],
    name: order.name,
    image: imageOf({ id: order.goodsId, pictures }),
    quantity: order.quantity,
    points: order.points,
    money_amount: formatYuan(order.money),
    status: state,
    status_text: pointsOrderStates[state].text,
    is_prize: facts.isPrize ? 1 : 0,
    address_until: pointsOrderIs.toAddress(state) ? (order.addressUntil?.toISOString() ?? null) : null,
    receive_by: pointsOrderIs.shipped(state) ? (order.receiveBy?.toISOString() ?? null) : null,
    cancel_reason: order.cancelReason || (pointsOrderIs.cancelled(state) ? lapsedReason : ''),
    case_text: newestCase === null ? '' : pointsCaseStates[newestCase],
    created_at: order.createdAt.toISOString(),
    actions: actionsOf(facts, role, now),
  };
}

/** Why a prize without an address is cancelled. */
export const lapsedReason = '30天内未填写收货地址';
