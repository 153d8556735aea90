/** Orders of the points mall (rules 6): states, time limits, what each side may do, cases about damaged things. */
import { orderLimits } from '../orders/order-state.ts';
import { startOfDay } from '../terms/activity-time.ts';
import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';
import type { MallKind } from './mall.ts';

/** States of an order of the mall. `next`: those that follow; none is an end. */
export const pointsOrderStates = {
  to_address: { text: '待填地址', next: ['to_ship', 'cancelled'] },
  to_ship: { text: '待发货', next: ['shipped', 'cancelled'] },
  shipped: { text: '已发货', next: ['shipped', 'completed', 'cancelled'] },
  completed: { text: '已完成', next: ['shipped', 'cancelled'] },
  cancelled: { text: '已取消', next: [] },
} as const satisfies Record<string, { text: string; next: readonly string[] }>;
export type PointsOrderState = keyof typeof pointsOrderStates;
export const pointsOrderStateKeys = keysOf(pointsOrderStates);

/** Questions about a state. */
export const pointsOrderIs = {
  toAddress: (state: PointsOrderState) => state === 'to_address',
  toShip: (state: PointsOrderState) => state === 'to_ship',
  shipped: (state: PointsOrderState) => state === 'shipped',
  completed: (state: PointsOrderState) => state === 'completed',
  cancelled: (state: PointsOrderState) => state === 'cancelled',
} as const;

/** True when an order may go from one state to another. */
export function canPointsOrderMove(from: PointsOrderState, to: PointsOrderState): boolean {
  const next: readonly PointsOrderState[] = pointsOrderStates[from].next;
  return next.includes(to);
}

/** The first state of an order: a thing waits to be shipped, a prize without an address for one. */
export function firstPointsState({ kind, isPrize }: { kind: MallKind; isPrize: boolean }): PointsOrderState {
  if (kind !== 'thing') return 'completed';
  return isPrize ? 'to_address' : 'to_ship';
}

const day = 86_400_000;

/** Time limits of an order, ms. */
export const pointsOrderLimits = {
  /** A shipped order completes by itself. */
  receive: 15 * day,
  /** A damaged thing is reported within this time after the order is complete. */
  afterSale: orderLimits.afterSale,
} as const;

/** Whole days for which a prize waits for an address. */
export const prizeAddressDays = 30;

/** The first moment at which a prize of `at` waits for no address any more: the end of its 30th day in Shanghai. */
export function addressUntilOf(at: EpochMs): EpochMs {
  return startOfDay(at) + (prizeAddressDays + 1) * day;
}

/** Facts of an order that the rules need. */
export interface PointsOrderFacts {
  kind: MallKind;
  state: PointsOrderState;
  isPrize: boolean;
  /** Until when an address may be named; null for an order that needs none. */
  addressUntil: EpochMs | null;
  completedAt: EpochMs | null;
  /** A case of it is open. */
  hasOpenCase: boolean;
}

export type PointsOrderVerb = 'address' | 'cancel' | 'receive' | 'aftersale';
export type DeskPointsVerb = 'ship' | 'call_off' | 'correct' | 'resend' | 'repay' | 'refuse';

/** The state that follows from the clock: a prize whose time is over waits for nothing. */
export function pointsStateAt(facts: Pick<PointsOrderFacts, 'state' | 'addressUntil'>, now: EpochMs) {
  const isOver = facts.addressUntil !== null && now >= facts.addressUntil;
  return facts.state === 'to_address' && isOver ? 'cancelled' : facts.state;
}

/** What a buyer may do with an order now. */
export function pointsOrderActions(facts: PointsOrderFacts, now: EpochMs): PointsOrderVerb[] {
  const { kind, isPrize, completedAt, hasOpenCase } = facts;
  const state = pointsStateAt(facts, now);
  if (kind !== 'thing') return [];
  if (state === 'to_address') return ['address'];
  if (state === 'to_ship') return isPrize ? [] : ['cancel'];
  const isInTime = completedAt === null || now < completedAt + pointsOrderLimits.afterSale;
  const mayAsk = (state === 'shipped' || state === 'completed') && isInTime && !hasOpenCase;
  return [
    ...(state === 'shipped' ? (['receive'] as const) : []),
    ...(mayAsk ? (['aftersale'] as const) : []),
  ];
}

/** What the platform may do with an order. */
export function deskPointsActions({ kind, state, isPrize, hasOpenCase }: PointsOrderFacts): DeskPointsVerb[] {
  if (kind !== 'thing') return [];
  if (state === 'to_address') return [];
  if (state === 'to_ship') return isPrize ? ['ship'] : ['ship', 'call_off'];
  // A prize cost no points: another one is sent, or it is refused.
  if (hasOpenCase) return isPrize ? ['resend', 'refuse'] : ['repay', 'resend', 'refuse'];
  return state === 'shipped' ? ['correct'] : [];
}

/** States of a case about a damaged thing. */
export const pointsCaseStates = {
  asked: '待处理',
  repaid: '已退积分',
  resent: '已补发',
  refused: '已驳回',
} as const;
export type PointsCaseState = keyof typeof pointsCaseStates;
export const pointsCaseStateKeys = keysOf(pointsCaseStates);
