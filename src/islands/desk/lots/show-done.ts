import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskLot } from '#lib/contract/lots.ts';

/** Reports what was done, and how many unpaid orders were cancelled with it. */
export function showDone(text: string, { cancelled }: Pick<DeskLot, 'cancelled'>): void {
  const given = cancelled > 0 ? `；${cancelled}个未付款订单数量不够，已取消并通知买家` : '';
  showToast('success', `${text}${given}`);
}
