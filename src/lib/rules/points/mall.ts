/** The points mall (rules 6): what is offered and who may redeem it. */
import type { BuyerType } from '../companies/qualification.ts';
import { isKeyOf, keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';
import { type WheelFacts, type WheelState, wheelState } from '../wheel/wheel.ts';
import { countText } from './units.ts';

/** Kinds of what is offered. A thing is sent to an address; everything else is delivered at once. */
export const mallKinds = {
  thing: '实物',
  coupon: '优惠券',
  voucher: '现金券',
  chance: '抽奖机会',
} as const;
export type MallKind = keyof typeof mallKinds;
export const mallKindKeys = keysOf(mallKinds);

/** Periods of a limit a company, by calendar in Shanghai. */
export const limitPeriods = { ever: '累计', year: '每年', month: '每月', week: '每周', day: '每天' } as const;
export type LimitPeriod = keyof typeof limitPeriods;
export const limitPeriodKeys = keysOf(limitPeriods);

/** Pieces of one exchange at most. */
export const maxExchange = 100;

/** What an exchange is decided by. Times in epoch milliseconds. */
export interface MallTerms {
  kind: MallKind;
  points: number;
  /** Paid from the balance besides the points, fen. */
  money: number;
  stock: number;
  isOn: boolean;
  onFrom: EpochMs;
  /** null: without an end. */
  onTo: EpochMs | null;
  /** Pieces a company may have in a period; 0 is no limit. */
  limitCount: number;
  limitPeriod: LimitPeriod;
  /** Kinds of buyers that may redeem it; none: all. */
  buyerTypes: readonly BuyerType[];
  /** The wheel of a chance; null for the other kinds, and for a chance without one. */
  wheel: WheelFacts | null;
}

/** The company that redeems. */
export interface Redeemer {
  isApproved: boolean;
  buyerType: BuyerType;
  /** Points that it may spend. */
  usable: number;
  /** Pieces that it has redeemed in the period of the limit. */
  used: number;
  /** The person is 企业管理员. */
  isOwner: boolean;
  /** The person's role may order, and may pay. */
  mayOrder: boolean;
  mayPay: boolean;
}

export type RedeemCode =
  | 'off'
  | 'coming'
  | 'ended'
  | 'sold_out'
  | 'company'
  | 'buyer_type'
  | 'order'
  | 'pay'
  | 'owner'
  | 'limit'
  | 'points';

export interface RedeemRefusal {
  code: RedeemCode;
  text: string;
}

/** Whether it is shown now, or why it is not offered to anybody; null where it is. */
export function offerRefusal(
  { kind, isOn, onFrom, onTo, stock, wheel }: Omit<MallTerms, 'limitCount' | 'limitPeriod' | 'buyerTypes'>,
  now: EpochMs,
): RedeemRefusal | null {
  if (!isOn) return { code: 'off', text: '商品已下架' };
  if (now < onFrom) return { code: 'coming', text: '兑换尚未开始' };
  if (onTo !== null && now >= onTo) return { code: 'ended', text: '兑换已结束' };
  if (stock < 1) return { code: 'sold_out', text: '已兑完' };
  if (kind !== 'chance') return null;
  return wheelRefusals[wheel === null ? 'closed' : wheelState(wheel, now)];
}

/** Why a chance of a wheel is not offered: it could not be used. */
const wheelRefusals: Record<WheelState, RedeemRefusal | null> = {
  draft: { code: 'coming', text: '抽奖活动还没有开始' },
  coming: { code: 'coming', text: '抽奖活动还没有开始' },
  open: null,
  paused: { code: 'coming', text: '抽奖活动已暂停，恢复后可兑换' },
  over: { code: 'sold_out', text: '奖券已抽完' },
  closed: { code: 'ended', text: '抽奖活动已结束' },
};

/** Why a company cannot redeem so many pieces now; null where it can. The first obstacle from the top. */
export function redeemRefusal(
  terms: MallTerms,
  { isApproved, buyerType, usable, used, isOwner, mayOrder, mayPay }: Redeemer,
  { quantity, now }: { quantity: number; now: EpochMs },
): RedeemRefusal | null {
  const offered = offerRefusal(terms, now);
  if (offered !== null) return offered;
  if (!isApproved) return { code: 'company', text: '企业资质审核通过后可兑换' };
  if (terms.buyerTypes.length > 0 && !terms.buyerTypes.includes(buyerType))
    return { code: 'buyer_type', text: '贵企业的类型不能兑换该商品' };
  if (!mayOrder) return { code: 'order', text: '您的角色不能兑换，请联系企业管理员调整权限' };
  if (terms.money > 0 && !mayPay)
    return { code: 'pay', text: '需要另付金额，您的角色不能付款，请联系企业管理员调整权限' };
  // A thing handed to a purchasing clerk may be a bribe: the company's owner decides about it.
  if (terms.kind === 'thing' && !isOwner) return { code: 'owner', text: '实物归企业所有，请企业管理员兑换' };
  if (quantity > terms.stock)
    return { code: 'sold_out', text: `库存不足，还剩${countText(terms.kind, terms.stock)}` };
  const { limitCount } = terms;
  if (limitCount > 0 && used + quantity > limitCount)
    return { code: 'limit', text: `${limitText(terms)}，${usedText(terms, used)}` };
  const lacks = terms.points * quantity - usable;
  return lacks > 0 ? { code: 'points', text: `还差${lacks}积分` } : null;
}

/** 每企业每月限兑2件; empty where there is no limit. */
export function limitText({
  kind,
  limitCount,
  limitPeriod,
}: Pick<MallTerms, 'kind' | 'limitCount' | 'limitPeriod'>): string {
  return limitCount > 0 ? `每企业${limitPeriods[limitPeriod]}限兑${countText(kind, limitCount)}` : '';
}

const periodSaid: Record<LimitPeriod, string> = {
  ever: '',
  year: '本年',
  month: '本月',
  week: '本周',
  day: '今天',
};

/** 本月已兑1件. */
function usedText({ kind, limitPeriod }: Pick<MallTerms, 'kind' | 'limitPeriod'>, used: number): string {
  return `${periodSaid[limitPeriod]}已兑${countText(kind, used)}`;
}

/** True for a kind of what is offered. */
export function isKind(text: string): text is MallKind {
  return isKeyOf(mallKinds, text);
}

/** True for a period of a limit. */
export function isPeriod(text: string): text is LimitPeriod {
  return isKeyOf(limitPeriods, text);
}
