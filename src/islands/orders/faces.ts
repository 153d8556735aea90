// @unocss-include: the classes below are used through this table.
/** The look of each status and its meaning for the buyer. */
import { momentText } from '#islands/ui/moments.ts';
import { orderStatusOf } from '#lib/contract/order-numbers.ts';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';

interface StatusLook {
  icon: string;
  /** A text colour. */
  tone: string;
  /** The next step; deadlines are added by the page. */
  hint: (order: OrderDetail) => string;
}

const faces = {
  to_pay: {
    icon: 'i-lucide-wallet',
    tone: 'text-price',
    hint: () => '请在时限内付款，超时订单自动取消，占用的库存和优惠券会退回。',
  },
  to_verify: {
    icon: 'i-lucide-file-clock',
    tone: 'text-info-ink',
    hint: () => '汇款凭证已提交，核对到账后安排发货。',
  },
  to_approve: {
    icon: 'i-lucide-user-round-check',
    tone: 'text-info-ink',
    hint: () =>
      '订单超过采购员的单笔限额，等待企业管理员或财务审核，48小时内未审核将自动取消，占用的库存和优惠券会退回。',
  },
  to_ship: {
    icon: 'i-lucide-package',
    tone: 'text-primary',
    hint: () => '商家正在备货，发货后可查看批号、效期和物流。',
  },
  part_shipped: {
    icon: 'i-lucide-truck',
    tone: 'text-primary',
    hint: () => '部分商品已发出，其余商品备齐后发货。',
  },
  to_receive: {
    icon: 'i-lucide-truck',
    tone: 'text-primary',
    hint: () => '商品已全部发出，请核对批号、效期和数量后确认收货。',
  },
  refusing: {
    icon: 'i-lucide-undo-2',
    tone: 'text-promo-ink',
    hint: ({ take_back_by: by }) =>
      by === null
        ? '商家没有按时收回或对拒收有异议，平台正在处理，结果会发消息通知。'
        : `已登记拒收，商家收到退回的商品后按原付款方式退款；${momentText(by)}前没有处理的，由平台决定。`,
  },
  completed: { icon: 'i-lucide-circle-check-big', tone: 'text-ink', hint: () => '交易完成，感谢您的采购。' },
  cancelled: {
    icon: 'i-lucide-circle-slash',
    tone: 'text-ink-2',
    hint: (order) => order.cancel_reason || '超过付款时限，订单已自动取消。',
  },
  closed: {
    icon: 'i-lucide-circle-slash',
    tone: 'text-ink-2',
    hint: () => '商品已全部退款，订单关闭，款项去向见退款记录。',
  },
} satisfies Record<OrderStatus, StatusLook>;

/** The face of a status of the wire. Throws RangeError for a number that is none. */
export function faceOf(status: number): StatusLook {
  return faces[orderStatusOf(status)];
}

/** The colour of a status' name. */
export function toneOf(status: number): string {
  return faceOf(status).tone;
}
