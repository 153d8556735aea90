/**
 * A refund while the money is on its way back (rules 5): by the provider that took it, or by another way that two
 * people decide.
 */
import { keysOf } from '../terms/keys.ts';
import { owedStates, type RemoteState } from './remote-state.ts';

/**
 * held: not sent any more, because another way was requested. diverted: refunded by that way. The others are those of
 * any provider's work for us.
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

/** States in which the company has the money. */
export const backStates: readonly RefundState[] = allRefundStates.filter(
  (state) => refundStates[state].isBack,
);

/** States in which the money is still to be refunded, by a provider or a person. */
export const unpaidStates: readonly RefundState[] = allRefundStates.filter(
  (state) => !refundStates[state].isBack,
);

/** True while the job sends or queries it. */
export function isOwed(state: RefundState): state is RemoteState {
  return owedStates.some((owed) => owed === state);
}

export function isRefundState(word: string): word is RefundState {
  return allRefundStates.some((state) => state === word);
}
