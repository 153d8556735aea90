/** What a points order waits for, in words. */
import type { TagKind } from '#islands/ui/tag-kinds.ts';
import type { PointsOrderRow } from '#lib/contract/points-orders.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';

type State = PointsOrderRow['status'];

export const stateTags = {
  to_address: 'promo',
  to_ship: 'info',
  shipped: 'info',
  completed: 'soft',
  cancelled: 'plain',
} as const satisfies Record<State, TagKind>;

/** The last whole day before a moment of the wire. */
function lastDay(iso: string): string {
  return dayKey(Date.parse(iso) - 1);
}

type Told = Pick<
  PointsOrderRow,
  'status' | 'kind' | 'actions' | 'address_until' | 'receive_by' | 'cancel_reason'
>;

/** The next step, and whether it is the reader's. */
export function hintOf({ status, kind, actions, address_until, receive_by, cancel_reason }: Told): {
  text: string;
  isMine: boolean;
} {
  const isMine = status === 'to_address' && actions.includes('address');
  const until = address_until === null ? '' : `${lastDay(address_until)}（含当天）前`;
  const texts: Record<State, string> = {
    to_address: isMine
      ? `请在${until}填写收货地址，逾期作废`
      : `请企业管理员在${until}填写收货地址，逾期作废`,
    to_ship: actions.includes('cancel') ? '发货前可以取消' : '',
    shipped: receive_by === null ? '' : `${lastDay(receive_by)}后自动确认收货`,
    completed: kind === 'thing' ? '' : '已到账',
    cancelled: cancel_reason,
  };
  return { text: texts[status], isMine };
}
