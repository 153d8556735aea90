/** A bank transfer (rules 5): a person at the desk confirms that the money has arrived. */
import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';
import { type OrderFacts, orderCan } from './order-state.ts';

/**
 * waiting: the account is shown, no voucher yet. submitted: the desk looks. refused: the desk sent the voucher back.
 * short: money came, too little. settled: it paid, or went back.
 */
export type TransferState = 'waiting' | 'submitted' | 'refused' | 'short' | 'settled';

type Row = { text: string; next: TransferState[]; isAtDesk: boolean; takesVoucher: boolean };

/** isAtDesk: it waits for the desk and never runs out. Money can be entered in every state; beyond `settled` it goes back. */
export const transferStates = {
  waiting: {
    text: '待转账',
    next: ['submitted', 'short', 'settled'],
    isAtDesk: false,
    takesVoucher: true,
  },
  submitted: { text: '待核款', next: ['refused', 'short', 'settled'], isAtDesk: true, takesVoucher: true },
  refused: {
    text: '凭证已驳回',
    next: ['submitted', 'short', 'settled'],
    isAtDesk: false,
    takesVoucher: true,
  },
  short: { text: '金额不足', next: ['refused', 'settled'], isAtDesk: true, takesVoucher: true },
  settled: { text: '已到账', next: [], isAtDesk: false, takesVoucher: false },
} satisfies Record<TransferState, Row>;

export const allTransferStates = keysOf(transferStates);

/** Kinds that decide how fast a trade has to be paid: group-buys and flash prices do not wait two days. */
export type TradeKind = 'normal' | 'flash' | 'group_buy';

/** The kind of a trade that is placed of a quote. */
export function tradeKindOf({
  orders,
  lines,
}: {
  orders: readonly { isFlash: boolean }[];
  lines: readonly { kind: string }[];
}): TradeKind {
  if (lines.some(({ kind }) => kind === 'group_buy')) return 'group_buy';
  return orders.some(({ isFlash }) => isFlash) ? 'flash' : 'normal';
}

/** Why trades of these kinds cannot be paid by transfer. Null when they can. */
export function transferRefusal(kinds: readonly TradeKind[]): string | null {
  return kinds.some((kind) => kind !== 'normal') ? '含秒杀或拼团商品，须尽快付款，不能对公转账' : null;
}

/** States in which the desk has it: the buyer's cancelling does not close it, the money may be under way. */
export const statesAtDesk: readonly TransferState[] = allTransferStates.filter(
  (state) => transferStates[state].isAtDesk,
);

/** True where the desk has it and may send it back. */
export function mayRefuseTransfer(state: TransferState): boolean {
  return transferStates[state].isAtDesk;
}

/** True where a voucher may be handed in, or another one. */
export function takesVoucher(state: TransferState): boolean {
  return transferStates[state].takesVoucher;
}

/** The state after a voucher is submitted: too little money stays too little until the rest arrives. */
export function afterVoucher(state: TransferState): TransferState {
  return state === 'short' ? 'short' : 'submitted';
}

/** True for an order that a transfer would still pay: unpaid in time, or looked at by the desk. */
export function awaitsTransfer(order: OrderFacts, now: EpochMs): boolean {
  return orderCan.pay(order, now) || orderCan.upload(order, now);
}

/** Compares the received with the requested amount, fen. Where nothing is requested any more, all of it is surplus. */
export function weighTransfer(due: number, received: number): { pays: boolean; over: number; lacks: number } {
  const pays = due > 0 && received >= due;
  return {
    pays,
    over: due === 0 ? received : Math.max(0, received - due),
    lacks: Math.max(0, due - received),
  };
}

/** Fen and percent beyond which a received amount is far from the requested one: the smaller applies. */
export interface FarLimits {
  fen: number;
  percent: number;
}

/** True where the received sum is so far off that a person is asked to confirm it. */
export function isFarFromDue(due: number, received: number, { fen, percent }: FarLimits): boolean {
  return Math.abs(received - due) > Math.min(fen, Math.floor((due * percent) / 100));
}

/** Where surplus money goes: the company's balance, or the account that it came from. */
export const restWays = ['balance', 'back'] as const;
export type RestWay = (typeof restWays)[number];
