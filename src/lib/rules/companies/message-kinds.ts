/** Kinds of messages to a company, and which of them a person may switch off (rules 2). */
import { isKeyOf, keysOf } from '../terms/keys.ts';

type KindRow = { text: string; isFixed: boolean };

/** `isFixed`: law or money needs it, so everybody of the company finds it among the messages. */
const kinds = {
  order: { text: '订单', isFixed: true },
  approval: { text: '订单审核', isFixed: true },
  shipment: { text: '物流', isFixed: true },
  refund: { text: '退款', isFixed: true },
  aftersale: { text: '售后', isFixed: true },
  wallet: { text: '钱包', isFixed: true },
  points: { text: '积分', isFixed: false },
  invoice: { text: '发票', isFixed: true },
  contract: { text: '合同', isFixed: true },
  paper: { text: '证件到期', isFixed: true },
  company: { text: '资质', isFixed: true },
  replenish: { text: '补货', isFixed: false },
  stock: { text: '到货', isFixed: false },
  price: { text: '降价', isFixed: false },
  controlled: { text: '采购权限', isFixed: false },
  wanted: { text: '求购', isFixed: false },
  feedback: { text: '反馈', isFixed: false },
  chat: { text: '客服', isFixed: false },
  live: { text: '直播', isFixed: false },
  letter: { text: '平台消息', isFixed: true },
  system: { text: '公告', isFixed: true },
} as const satisfies Record<string, KindRow>;

export type MessageKind = keyof typeof kinds;
export const messageKindKeys = keysOf(kinds);

/** Kinds that a person may switch off among the messages. */
export const mutableKinds = messageKindKeys.filter((kind) => !kinds[kind].isFixed);

/** 通知 for a kind of a newer version. */
export function messageKindText(kind: string): string {
  return isKeyOf(kinds, kind) ? kinds[kind].text : '通知';
}

export function isKindFixed(kind: MessageKind): boolean {
  return kinds[kind].isFixed;
}
