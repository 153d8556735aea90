/** How the desks look for orders: by what is to be done with them. */
import { type OrderStatus, orderIs, orderStatuses } from './order-state.ts';

export const deskOrderTabs = {
  to_ship: { text: '待发货', statuses: orderStatuses.filter(orderIs.shippable) },
  sent: { text: '待收货', statuses: ['to_receive'] },
  refused: { text: '拒收待处理', statuses: ['refusing'] },
  stuck: { text: '物流停滞或异常', statuses: ['part_shipped', 'to_receive', 'refusing'] },
  codes: { text: '买家索取追溯码', statuses: ['part_shipped', 'to_receive', 'completed'] },
  done: { text: '已完成', statuses: ['completed'] },
  closed: { text: '已关闭', statuses: ['closed'] },
} satisfies Record<string, { text: string; statuses: readonly OrderStatus[] }>;

/** A paid order should leave within so long, ms. */
export const shipWithin = 48 * 3_600_000;
