/** A buyer's acts on orders, with their questions and results. */
import { atom } from 'nanostores';
import { api } from '#lib/contract/api.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { RebuyPreview, RebuyScope } from '#lib/contract/orders/calls.ts';
import type { OrderDetail, OrderList, OrderWire } from '#lib/contract/orders/order.ts';
import type { ListOrdersInput } from '#lib/contract/orders/search.ts';
import { call } from '../../api.ts';
import { ask } from '../shell/dialogs.ts';
import { react } from '../shell/react.ts';
import { showToast } from '../shell/toasts.ts';

/** The order and verb whose work runs, e.g. `D1:cancel`; null while nothing does. */
export const $acting = atom<string | null>(null);

interface Work {
  title: string;
  text: string;
  confirm: string;
  run: (no: string, reason: string, pictures: number[]) => Promise<OrderDetail>;
  done: string;
  /** The possible reasons; such an act has a dialog of its own. */
  reasons?: readonly string[];
  /** Who sees pictures added to the reason; left out where none can be. */
  pictureHint?: string;
}

/** Work that changes an order, by the verb of actions[]. */
const works: Record<string, Work> = {
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
    text: '请核对数量、批号和效期无误后再确认。确认后订单完成。有少货、破损或批号不符，请从“订单详情”的“逐批验收”收货。',
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
    text: '请在快递送达时当面拒收。商家收到退回的商品后，款项按原付款方式退回。',
    confirm: '我要拒收',
    run: (no, reason, pictures) => call(api.refuseOrder, { no, reason, pictures }),
    done: '已登记拒收，商家收货后退款',
    reasons: ['外包装破损', '商品错发或少发', '批号或效期不符', '冷链温度异常', '随货资料不齐', '其他原因'],
    pictureHint: '商家和平台处理时可见',
  },
  hurry: {
    title: '催发货',
    text: '将提醒商家尽快发货，每天可以催一次。',
    confirm: '催发货',
    run: (no) => call(api.hurryOrder, { no }),
    done: '已提醒商家尽快发货',
  },
  hide: {
    title: '删除订单',
    text: '删除后订单不再显示在列表中。',
    confirm: '删除',
    run: (no) => call(api.hideOrder, { no }),
    done: '订单已删除',
  },
};

/** The words of work that asks for a reason, or undefined. */
export function findReasons(verb: string): (Work & { reasons: readonly string[] }) | undefined {
  const work = works[verb];
  return work?.reasons ? { ...work, reasons: work.reasons } : undefined;
}

/** A question is open: what is pressed meanwhile is not asked a second time. */
let isAsking = false;

async function isMeant({ title, text, confirm }: Work): Promise<boolean> {
  isAsking = true;
  try {
    return await ask({ title, text, confirm, cancel: '再想想' });
  } finally {
    isAsking = false;
  }
}

type Named = Pick<OrderWire, 'no'>;

/**
 * Runs the work of a verb after its question, and one at a time, however often it is pressed. False when nothing was
 * sent; else the order may have changed, also when it was refused: what shows it loads it again.
 */
export async function actOn(order: Named, verb: string): Promise<boolean> {
  const work = works[verb];
  if (!work || isAsking || $acting.get() !== null || !(await isMeant(work))) return false;
  await run(order, verb, work, '', []).catch(react);
  return true;
}

/** The same for a reason, with pictures, from a form. Rejects when one of them is refused: the form shows why. */
export async function actFor(
  order: Named,
  verb: string,
  reason: string,
  pictures: number[] = [],
): Promise<boolean> {
  const work = works[verb];
  if (!work || isAsking || $acting.get() !== null) return false;
  try {
    await run(order, verb, work, reason, pictures);
  } catch (error) {
    if (error instanceof AppError && error.code === 422) throw error;
    react(error);
  }
  return true;
}

async function run(
  { no }: Named,
  verb: string,
  work: Work,
  reason: string,
  pictures: number[],
): Promise<void> {
  $acting.set(`${no}:${verb}`);
  try {
    await work.run(no, reason, pictures);
    showToast('success', work.done);
  } finally {
    $acting.set(null);
  }
}

/** A page of the order list as it is now. Rejects as `call` does. */
export function loadOrders(input: ListOrdersInput): Promise<OrderList> {
  return call(api.orders, input);
}

/** One order as it is now. Rejects as `call` does. */
export function loadOrder(no: string): Promise<OrderDetail> {
  return call(api.order, { no });
}

/** The purchases of an order, its trade or its day in their current state; nothing is added. Rejects as `call` does. */
export async function loadRebuy(no: string, scope: RebuyScope): Promise<RebuyPreview> {
  return call(api.previewRebuy, { no, scope });
}
