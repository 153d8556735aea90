/** A refund while the money is on its way back (rules 5): by the house that took it, or by another way that two people decide. */
import { keysOf } from '../terms/keys.ts';
import { owedStates, type RemoteState } from './remote-state.ts';

/**
 * held: nobody sends it any more, because somebody asked for another way. diverted: it went back by that way. The others are
 * those of whatever a house does for us.
 */
export type RefundState = RemoteState | 'held' | 'diverted';

type Row = { text: string; buyerText: string; isBack: boolean };

/** text: at the desk. isBack: the company has its money. */
export const refundStates = {
  requested: { text: '待提交', buyerText: '退款中', isBack: false },
  sent: { text: '已提交渠道', buyerText: '退款中', isBack: false },
  unknown: { text: '结果不明', buyerText: '退款中', isBack: false },
  failed: { text: '渠道拒绝', buyerText: '退款受阻，正在重试', isBack: false },
  held: { text: '待复核改付', buyerText: '退款受阻，正在处理', isBack: false },
  diverted: { text: '已另行退回', buyerText: '已退回', isBack: true },
  done: { text: '已退回', buyerText: '已退回', isBack: true },
} satisfies Record<RefundState, Row>;

export const allRefundStates = keysOf(refundStates);

/** Those whose money is with the company. */
export const backStates: readonly RefundState[] = allRefundStates.filter(
  (state) => refundStates[state].isBack,
);

/** Those whose money is still to go back, whoever sees to it. */
export const unpaidStates: readonly RefundState[] = allRefundStates.filter(
  (state) => !refundStates[state].isBack,
);

/** True while the job sends it or asks about it. */
export function isOwed(state: RefundState): state is RemoteState {
  return owedStates.some((owed) => owed === state);
}

export function isRefundState(word: string): word is RefundState {
  return allRefundStates.some((state) => state === word);
}
