/** Which after-sale requests an order allows, and for how many pieces (rules 3 and 4). */
import { keysOf } from '../terms/keys.ts';
import { type AfterSaleKind, type AfterSaleState, afterSaleKinds } from './after-sale-state.ts';
import type { OrderVerb } from './order-state.ts';

/**
 * Stage of the request: before its pieces were shipped, once they were received, or whenever their lot is recalled,
 * received or still on its way.
 */
export const afterSaleStages = ['unsent', 'received', 'recalled'] as const;
export type AfterSaleStage = (typeof afterSaleStages)[number];

/** The verb of `actions[]` that each stage requires. */
export const stageVerbs = {
  unsent: 'refund',
  received: 'aftersale',
  recalled: 'recall',
} as const satisfies Record<AfterSaleStage, OrderVerb>;

/** The first state. The initiator of a recall has agreed to it: the goods may be returned at once. */
export function firstStateAt(stage: AfterSaleStage): AfterSaleState {
  return stage === 'recalled' ? 'to_return' : 'reviewing';
}

/** Most pictures of a case or of a message in it. */
export const maxCasePictures = 6;

interface Asking {
  /** The reasons that the buyer chooses from. */
  reasons: readonly string[];
  needsPicture: boolean;
  /** Several may be chosen: missing documents. */
  takesSeveral?: boolean;
}

const askings: Record<AfterSaleStage, Partial<Record<AfterSaleKind, Asking>>> = {
  unsent: {
    refund_only: {
      reasons: ['不需要了', '商品或数量选错', '发货太慢', '商家通知缺货', '其他原因'],
      needsPicture: false,
    },
  },
  received: {
    return_refund: {
      reasons: ['质量问题', '商品错发', '批号或效期不符', '多发或不需要了', '其他原因'],
      needsPicture: false,
    },
    refund_only: { reasons: ['少发', '缺货', '其他原因'], needsPicture: false },
    exchange: {
      reasons: ['质量问题', '商品错发', '批号或效期不符', '其他原因'],
      needsPicture: false,
    },
    damage: { reasons: ['运输破损', '渗漏或污染', '冷链温度异常', '其他原因'], needsPicture: true },
    papers: {
      reasons: ['随货同行单', '发票', '药检报告', '首营资料'],
      needsPicture: false,
      takesSeveral: true,
    },
  },
  recalled: { return_refund: { reasons: ['批号召回'], needsPicture: false } },
};

/** Kinds that may be requested at a stage, in display order. */
export function kindsAt(stage: AfterSaleStage): ({ kind: AfterSaleKind; text: string } & Required<Asking>)[] {
  const own = askings[stage];
  return keysOf(afterSaleKinds).flatMap((kind) => {
    const asking = own[kind];
    return asking ? [{ kind, text: afterSaleKinds[kind].text, takesSeveral: false, ...asking }] : [];
  });
}

/** What is wrong with a request; null for nothing. */
export function findAskFault(
  stage: AfterSaleStage,
  asked: { kind: AfterSaleKind; reasons: readonly string[]; pictures: number },
): { field: 'kind' | 'reasons' | 'pictures'; text: string } | null {
  const asking = askings[stage][asked.kind];
  if (!asking) {
    const kind = afterSaleKinds[asked.kind].text;
    return {
      field: 'kind',
      text: stage === 'unsent' ? `订单还没有发货，不能申请${kind}` : `不能申请${kind}`,
    };
  }
  const known = asked.reasons.every((one) => asking.reasons.includes(one));
  const isOne = asking.takesSeveral || asked.reasons.length === 1;
  if (asked.reasons.length === 0 || !known || !isOne)
    return { field: 'reasons', text: asking.takesSeveral ? '请选择缺少的资料' : '请选择原因' };
  if (asking.needsPicture && asked.pictures === 0)
    return { field: 'pictures', text: '请上传能看清破损的照片' };
  return null;
}

/** Pieces of an order line in the form for a claim. */
export interface ClaimLine {
  quantity: number;
  shipped: number;
  refunded: number;
  /** Of the refunded pieces, those that had been sent. */
  sentRefunded: number;
}

/**
 * Pieces of a line that may still be claimed; `held` are those in open cases of the stage. Before shipping: the
 * unshipped ones. After receipt: those shipped and not refunded.
 */
export function claimable(
  { quantity, shipped, refunded, sentRefunded }: ClaimLine,
  held: number,
  stage: AfterSaleStage,
): number {
  const there =
    stage === 'unsent'
      ? quantity - shipped - (refunded - sentRefunded)
      : Math.min(shipped - sentRefunded, quantity - refunded);
  return Math.max(0, there - held);
}
