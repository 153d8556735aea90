/** The state of a link by which somebody else pays a trade: it ends with the trade (rules 5). */
import type { TradeState } from './payment-state.ts';

export type PayLinkState = 'open' | 'paid' | 'cancelled' | 'expired' | 'elsewhere' | 'revoked';

interface Facts {
  isRevoked: boolean;
  /** It has expired: its time is the trade's at its creation. */
  isOver: boolean;
  /** Its creator may no longer pay: the link is valid only as long as they may. */
  mayPay: boolean;
  trade: TradeState;
  /** Everything open can be paid now: nothing waits for an approval or for a transfer to be found. */
  isPayable: boolean;
}

/** The state for the page of a link. A revoked one reveals nothing of its trade, not even that it is paid. */
export function payLinkState({ isRevoked, isOver, mayPay, trade, isPayable }: Facts): PayLinkState {
  if (isRevoked) return 'revoked';
  if (trade === 'paid') return 'paid';
  if (isOver) return 'expired';
  if (trade === 'cancelled') return 'cancelled';
  if (!mayPay) return 'revoked';
  return isPayable ? 'open' : 'elsewhere';
}

/** Why nothing can be paid by it, for the visitor. */
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
