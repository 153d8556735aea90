/** What becomes of a link that somebody else pays a trade by: it ends with the trade (rules 5). */
import type { TradeState } from './payment-state.ts';

export type PayLinkState = 'open' | 'paid' | 'cancelled' | 'expired' | 'elsewhere' | 'revoked';

interface Facts {
  isRevoked: boolean;
  /** Its time, which is the trade's when it was made, is over. */
  isOver: boolean;
  /** Whoever made it may not pay any more: it is worth no more than they. */
  mayPay: boolean;
  trade: TradeState;
  /** All that waits can be paid now: nothing waits for an approval or for a transfer to be found. */
  isPayable: boolean;
}

/** What the page of a link says. A revoked one tells nothing of its trade, not even that it is paid. */
export function payLinkState({ isRevoked, isOver, mayPay, trade, isPayable }: Facts): PayLinkState {
  if (isRevoked) return 'revoked';
  if (trade === 'paid') return 'paid';
  if (isOver) return 'expired';
  if (trade === 'cancelled') return 'cancelled';
  if (!mayPay) return 'revoked';
  return isPayable ? 'open' : 'elsewhere';
}

/** Why nothing can be paid by it, for whoever opened it. */
export const payLinkTexts = {
  paid: {
    title: '订单已付清',
    text: '这笔订单已经付款，无需再付；对方的页面已自动更新，您可以关闭本页。重复付的款会原路退回。',
  },
  cancelled: { title: '订单已取消', text: '发起人取消了这笔订单，无需付款。' },
  expired: {
    title: '代付链接已过期',
    text: '这笔订单没有在时限内付款，已自动取消。需要时请发起人重新下单。',
  },
  elsewhere: { title: '暂不需要代付', text: '发起人正在用其他方式付款，或订单还在等企业内审核。' },
  revoked: { title: '代付链接已收回', text: '发起人收回了这个链接，请不要再付款。' },
  unknown: { title: '代付链接不完整', text: '请从对方发来的消息里重新打开，或请对方重新发送。' },
} satisfies Record<Exclude<PayLinkState, 'open'> | 'unknown', { title: string; text: string }>;
