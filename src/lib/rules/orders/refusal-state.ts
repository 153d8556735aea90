/** A parcel that was refused at the door (rules 3): the merchant takes it back, or the platform decides. */
import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';
import { afterSaleLimits } from './after-sale-state.ts';
import { type OrderFacts, type OrderStatus, orderIs } from './order-state.ts';

/** A desk's acts on it. */
export type RefusalAct = 'take_back' | 'dispute' | 'dismiss';

type RefusalRow = {
  text: string;
  /** The state of the order afterwards. */
  target: OrderStatus;
  /** The buyer reads why. */
  needsReason: boolean;
};

export const refusalActs = {
  take_back: { text: '确认退回并退款', target: 'closed', needsReason: false },
  dispute: { text: '有异议，转平台处理', target: 'refusing', needsReason: true },
  dismiss: { text: '判定拒收不成立', target: 'completed', needsReason: true },
} satisfies Record<RefusalAct, RefusalRow>;

export const refusalActKeys = keysOf(refusalActs);

type Refused = Pick<OrderFacts, 'status' | 'deadlineAt'>;

/** End of the merchant's time: as long as goods of an after-sale case may be on their way back. */
export function takeBackDeadline(refusedAt: EpochMs): EpochMs {
  return refusedAt + afterSaleLimits.onWay;
}

/** A dispute ends the merchant's time as of its beginning, so that a slightly slow clock does not disagree. */
export function disputedDeadline(deadlineAt: EpochMs): EpochMs {
  return deadlineAt - afterSaleLimits.onWay;
}

/** True from the merchant's dispute on, or once their time is over. */
export function isRefusalWithPlatform({ status, deadlineAt }: Refused, now: EpochMs): boolean {
  return orderIs.refusing(status) && now >= deadlineAt;
}

/**
 * A side's possible acts on a refused order now. Only the merchant holds the parcel: they may take it back even after
 * their time. The platform decides cases that are with it.
 */
export function mayOfRefusal(order: Refused, side: 'merchant' | 'platform', now: EpochMs): RefusalAct[] {
  if (!orderIs.refusing(order.status)) return [];
  const isPlatforms = isRefusalWithPlatform(order, now);
  if (side === 'merchant') return isPlatforms ? ['take_back'] : ['take_back', 'dispute'];
  return isPlatforms ? ['take_back', 'dismiss'] : [];
}

/** The party that is waited for, in Chinese; empty for an order that is not refused. */
export function refusalText(order: Refused, now: EpochMs): string {
  if (!orderIs.refusing(order.status)) return '';
  return isRefusalWithPlatform(order, now) ? '拒收待平台处理' : '拒收待商家收回';
}
