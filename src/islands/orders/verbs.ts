import type { ButtonKind } from '#islands/ui/Button.tsx';
import type { OrderVerb } from '#lib/rules/orders/order-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';

interface VerbFace {
  text: string;
  kind: ButtonKind;
}

/** The look of each verb of actions[]. */
const verbs = {
  pay: { text: '付款', kind: 'primary' },
  approve: { text: '审核订单', kind: 'primary' },
  upload: { text: '转账凭证', kind: 'plain' },
  confirm: { text: '确认收货', kind: 'primary' },
  hurry: { text: '催发货', kind: 'plain' },
  track: { text: '查看物流', kind: 'plain' },
  print: { text: '打印随货同行单', kind: 'plain' },
  papers: { text: '收货资料', kind: 'plain' },
  extend: { text: '延长收货', kind: 'plain' },
  refuse: { text: '拒收', kind: 'plain' },
  refund: { text: '申请退款', kind: 'plain' },
  recall: { text: '召回退货', kind: 'primary' },
  aftersale: { text: '申请售后', kind: 'plain' },
  invoice: { text: '索取发票', kind: 'plain' },
  rebuy: { text: '再来一单', kind: 'ghost' },
  cancel: { text: '取消订单', kind: 'plain' },
  hide: { text: '删除订单', kind: 'plain' },
} satisfies Record<OrderVerb, VerbFace>;

export type DrawnVerb = { verb: OrderVerb } & VerbFace;

/** What a card shows beside its button, the most wanted first. */
const seconds: readonly OrderVerb[] = ['upload', 'hurry', 'track', 'rebuy'];

/** The verbs as a card has room for them: one as its button, one as a link, the rest in its menu. */
export function cardVerbs(actions: readonly string[]): {
  primary: DrawnVerb | undefined;
  second: DrawnVerb | undefined;
  rest: DrawnVerb[];
} {
  const drawn = drawnVerbs(actions);
  const of = (wanted: OrderVerb) => drawn.find(({ verb }) => verb === wanted);
  const primary = drawn.find(({ kind }) => kind === 'primary') ?? of('rebuy') ?? drawn[0];
  const second = seconds.flatMap((verb) => of(verb) ?? []).find((one) => one.verb !== primary?.verb);
  return {
    primary,
    second,
    rest: drawn.filter(({ verb }) => verb !== primary?.verb && verb !== second?.verb),
  };
}

/** The verbs that can be drawn, the most wanted first. */
export function drawnVerbs(actions: readonly string[]): DrawnVerb[] {
  return keysOf(verbs).flatMap((verb) => (actions.includes(verb) ? [{ verb, ...verbs[verb] }] : []));
}
