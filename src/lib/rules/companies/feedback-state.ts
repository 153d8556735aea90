/** 意见反馈: its kinds and states. */
import { keysOf } from '../terms/keys.ts';

/** The subjects as stored, with their Chinese names. */
export const feedbackKinds = {
  goods: '商品信息',
  price: '价格和活动',
  order: '订单和物流',
  quality: '药品质量',
  service: '服务态度',
  report: '举报违规',
  site: '网站使用',
  other: '其他建议',
} as const;
export type FeedbackKind = keyof typeof feedbackKinds;

/** All kinds, in display order. */
export const feedbackKindKeys = keysOf(feedbackKinds);

/** The kind's Chinese name. */
export function feedbackKindText(kind: FeedbackKind): string {
  return feedbackKinds[kind];
}

/** As stored. */
export type FeedbackStatus = 'open' | 'answered';

interface Row {
  text: string;
  /** Not answered yet. */
  isOpen: boolean;
}

const table = {
  open: { text: '待答复', isOpen: true },
  answered: { text: '已答复', isOpen: false },
} satisfies Record<FeedbackStatus, Row>;

/** All statuses: the first one, and the end. */
export const feedbackStatuses = keysOf(table);

/** The first status. */
export const feedbackBeginning: FeedbackStatus = 'open';

/** The state's Chinese name. */
export function feedbackText(status: FeedbackStatus): string {
  return table[status].text;
}

/** True while it waits for an answer. */
export function isFeedbackOpen(status: FeedbackStatus): boolean {
  return table[status].isOpen;
}
