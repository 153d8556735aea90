/** What a buyer does with orders, with its questions and answers. */
import { atom } from 'nanostores';
import type {
  ListOrdersInput,
  OrderDetail,
  OrderList,
  OrderWire,
  RebuyPreview,
} from '#lib/contract/orders/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { call } from '../../api.ts';
import { ask } from '../shell/dialogs.ts';
import { react } from '../shell/react.ts';
import { showToast } from '../shell/toasts.ts';

/** The order and deed whose work runs, e.g. `D1:cancel`; null while nothing does. */
export const $acting = atom<string | null>(null);

interface Deed {
  title: string;
  text: string;
  confirm: string;
  run: (no: string, reason: string) => Promise<OrderDetail>;
  done: string;
  /** What the buyer may give as reason; such a deed is asked about by a dialog of its own. */
  reasons?: readonly string[];
}

/** Deeds that change an order, by the verb of actions[]. */
const deeds: Record<string, Deed> = {
  cancel: {
    title: '取消订单',
    text: '取消后，占用的库存和优惠券会立即退回。',
    confirm: '取消订单',
    run: (no, reason) => call(api.cancelOrder, { no, reason }),
    done: '订单已取消',
    reasons: ['商品或数量选错', '收货地址有误', '忘记使用优惠券', '价格不合适', '暂时不需要了', '其他原因'],
  },
  confirm: {
    title: '确认收货',
    text: '请核对数量、批号和效期无误后再确认。确认后订单完成。',
    confirm: '确认收货',
    run: (no) => call(api.confirmOrder, { no }),
    done: '已确认收货',
  },
  extend: {
    title: '延长收货',
    text: '自动确认收货的时间将延后5天，每个订单限一次。',
    confirm: '延长5天',
    run: (no) => call(api.extendOrder, { no }),
    done: '已延长5天',
  },
  refuse: {
    title: '拒收',
    text: '请在快递送达时当面拒收。商家收到退回的商品后，款项原路退回。',
    confirm: '我要拒收',
    run: (no, reason) => call(api.refuseOrder, { no, reason }),
    done: '已登记拒收，商家收货后退款',
    reasons: ['外包装破损', '商品错发或少发', '批号或效期不符', '冷链温度异常', '随货资料不齐', '其他原因'],
  },
  hide: {
    title: '删除订单',
    text: '删除后订单不再显示在列表中。',
    confirm: '删除',
    run: (no) => call(api.hideOrder, { no }),
    done: '订单已删除',
  },
};

/** The words of a deed that asks for a reason, or undefined. */
export function findReasons(verb: string): (Deed & { reasons: readonly string[] }) | undefined {
  const deed = deeds[verb];
  return deed?.reasons ? { ...deed, reasons: deed.reasons } : undefined;
}

/**
 * Runs a deed; without a reason after its question. False when the buyer thought better of it; else the order may
 * have changed, also when the deed was refused: whoever shows it loads it again.
 */
export async function actOn(order: OrderWire, verb: string, reason?: string): Promise<boolean> {
  const deed = deeds[verb];
  if (!deed || $acting.get() !== null) return false;
  const { title, text, confirm } = deed;
  if (reason === undefined && !(await ask({ title, text, confirm, cancel: '再想想' }))) return false;
  $acting.set(`${order.no}:${verb}`);
  try {
    await deed.run(order.no, reason ?? '');
    showToast('success', deed.done);
  } catch (error) {
    react(error);
  } finally {
    $acting.set(null);
  }
  return true;
}

/** A page of the order list as it is now. Rejects as `call` does. */
export function loadOrders(input: ListOrdersInput): Promise<OrderList> {
  return call(api.orders, input);
}

/** One order as it is now. Rejects as `call` does. */
export function loadOrder(no: string): Promise<OrderDetail> {
  return call(api.order, { no });
}

/** What an order bought, as it stands now; nothing is added. Rejects as `call` does. */
export async function loadRebuy(no: string): Promise<RebuyPreview> {
  return call(api.previewRebuy, { no });
}
