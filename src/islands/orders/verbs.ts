import type { ButtonKind } from '#islands/ui/Button.tsx';
import type { OrderVerb } from '#lib/rules/orders/order-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';

interface VerbFace {
  text: string;
  kind: ButtonKind;
}

/** How each verb of actions[] is drawn; null has no page or call yet, so it has no button. */
const verbs = {
  pay: { text: '付款', kind: 'primary' },
  upload: null,
  confirm: { text: '确认收货', kind: 'primary' },
  track: { text: '查看物流', kind: 'plain' },
  extend: { text: '延长收货', kind: 'plain' },
  refuse: { text: '拒收', kind: 'plain' },
  refund: null,
  aftersale: null,
  invoice: null,
  rebuy: { text: '再来一单', kind: 'ghost' },
  cancel: { text: '取消订单', kind: 'plain' },
  hide: { text: '删除订单', kind: 'plain' },
} satisfies Record<OrderVerb, VerbFace | null>;

/** The verbs that can be drawn, the most wanted first. */
export function drawnVerbs(actions: readonly string[]): ({ verb: OrderVerb } & VerbFace)[] {
  return keysOf(verbs).flatMap((verb) => {
    const face: VerbFace | null = verbs[verb];
    return face && actions.includes(verb) ? [{ verb, ...face }] : [];
  });
}
