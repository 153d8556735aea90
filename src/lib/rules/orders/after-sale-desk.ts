/** The desks' list of after-sale cases: those that this desk has to decide, and the rest by state. */

import { type AfterSaleState, afterSaleStates, openAfterSaleStates } from './after-sale-state.ts';

/** `states` null: what this desk has to decide now, or what buyers have said that no desk has answered. */
export const deskCaseTabs = {
  mine: { text: '待我处理', states: null },
  words: { text: '买家新留言', states: null },
  open: { text: '处理中', states: openAfterSaleStates },
  returning: { text: '待寄回', states: ['to_return'] },
  refunding: { text: '退款中', states: ['refunding'] },
  completed: { text: '已完成', states: ['completed'] },
  rejected: { text: '已驳回', states: ['rejected'] },
  withdrawn: { text: '已撤销', states: ['withdrawn'] },
  all: { text: '全部', states: afterSaleStates },
} as const satisfies Record<string, { text: string; states: readonly AfterSaleState[] | null }>;
