/** Acts of a buyer on an order: cancel, confirm, extend, refuse, hide. Safe to repeat, one at a time a trade. */

import { AppError } from '#lib/contract/errors.ts';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { path } from '#lib/contract/routes.ts';
import { type Actor, buyerActor } from '#lib/rules/companies/actors.ts';
import { roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import {
  effectiveStatus,
  extendedDeadline,
  isHurriedToday,
  type OrderVerb,
  orderCan,
  orderIs,
  orderStatusText,
} from '#lib/rules/orders/order-state.ts';
import { takeBackDeadline } from '#lib/rules/orders/refusal-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { holdPictures } from '../files/upload.ts';
import { notifyMerchant } from '../messages/merchant-notice-rows.ts';
import { waitsForGroup } from '../offers/settling-rows.ts';
import { runReleased } from '../payments/refunds.ts';
import { cancelOrder } from './cancel.ts';
import { addEventFiles } from './case-rows.ts';
import { listColdParcels } from './cold-record-rows.ts';
import { completeOrder } from './complete.ts';
import { factsOf, isColleaguesWaiting, permissionOf } from './facts.ts';
import { moveOrder } from './move.ts';
import { insertEvents } from './new-order-rows.ts';
import { notifyCancelled } from './order-messages.ts';
import { getMyOrder, getOwnOrder } from './read.ts';
import { extendOnce, hideOrder, listEvents, listOrdersOfTrades, type OrderRow, recordHurry } from './rows.ts';
import { lockTrades } from './trade-rows.ts';

type Work = (tx: Tx, order: OrderRow, all: OrderRow[], did: { actor: Actor; now: Date }) => Promise<unknown>;

type Done = (order: OrderRow) => boolean;
type ActVerb = OrderVerb & keyof typeof verbNames;

/** The same as {@link run}, and answers the order. */
async function act(
  context: Context<'buyer'>,
  no: string,
  verb: ActVerb,
  isDone: Done,
  work: Work,
): Promise<OrderDetail> {
  await run(context, no, verb, isDone, work);
  return getMyOrder(context, { no });
}

/**
 * Runs a verb under the trade's lock; an order already in the target state stays as it is. Throws 404 for another
 * company's, 409 when the state does not allow it.
 */
async function run(
  context: Context<'buyer'>,
  no: string,
  verb: ActVerb,
  isDone: Done,
  work: Work,
): Promise<void> {
  const {
    db,
    actor: { account },
    now,
    requestId,
  } = context;
  const found = await getOwnOrder(context, no);
  await db.transaction(async (tx) => {
    const [trade] = await lockTrades(tx, [found.tradeNo]);
    const all = await listOrdersOfTrades(tx, [found.tradeNo]);
    const order = must(
      all.find((one) => one.no === found.no),
      `order ${found.no} in its trade`,
    );
    const permission = permissionOf(verb, order.status);
    if (!roleMay(account.role, permission)) throw new AppError(403, roleRefusal(account.role, permission));
    if (isDone(order)) return;
    const placed = { placedBy: trade?.userId ?? '' };
    if (verb === 'cancel' && isColleaguesWaiting(order.status, placed, account))
      throw new AppError(403, '订单由同事提交，正在等待审核，请由提交人、企业管理员或财务取消');
    const facts = factsOf(order);
    if (verb === 'extend' && facts.isExtended) throw new AppError(409, extendedAlready);
    if (!orderCan[verb](facts, now.getTime()))
      throw new AppError(409, `订单${orderStatusText(facts, now.getTime())}，不能${verbNames[verb]}`);
    await work(tx, order, all, { actor: buyerActor(account, requestId), now });
  });
}

const verbNames = {
  cancel: '取消',
  confirm: '确认收货',
  extend: '延长收货',
  refuse: '拒收',
  hide: '删除',
  hurry: '催发货',
} as const satisfies Partial<Record<OrderVerb, string>>;

/**
 * `POST /api/order/{no}/cancel`: releases its reservations, after closing the trade's open payment. Unpaid orders that
 * were priced together with it (the wire's `cancels`) are cancelled too.
 */
export async function cancelMyOrder(
  context: Context<'buyer'>,
  input: { no: string; reason?: string },
): Promise<OrderDetail> {
  const reason = !input.reason ? '买家取消' : `买家取消：${input.reason}`;
  const isCancelled = (order: OrderRow) => orderIs.cancelled(order.status);
  const order = await act(context, input.no, 'cancel', isCancelled, async (tx, own, all, did) =>
    notifyCancelled(tx, await cancelOrder(tx, own, all, { reason, ...did }), reason),
  );
  await runReleased(context.db, order.trade_no, context.now);
  return order;
}

/** `POST /api/order/{no}/confirm`. Throws as {@link confirmReceipt}. */
export async function confirmMyOrder(
  context: Context<'buyer'>,
  { no }: { no: string },
): Promise<OrderDetail> {
  await confirmReceipt(context, no);
  return getMyOrder(context, { no });
}

/**
 * Confirms the receipt. Throws 409 for refrigerated parcels without an arrival temperature: it is recorded where they
 * are received lot by lot. `isScanned`: a parcel of it was scanned.
 */
export function confirmReceipt(context: Context<'buyer'>, no: string, isScanned = false): Promise<void> {
  const { now } = context;
  // After its deadline it is completed already; the job records the same.
  const isDone = (order: OrderRow) => orderIs.completed(effectiveStatus(factsOf(order), now.getTime()));
  return run(context, no, 'confirm', isDone, async (tx, order, _all, { actor }) => {
    const parcels = order.isColdChain ? await listColdParcels(tx, order.no) : [];
    if (parcels.some(({ arrived }) => arrived === null))
      throw new AppError(409, '冷链商品请从“逐批验收”填写到货温度，核对后确认收货');
    const note = isScanned ? '买家扫码收货' : '买家确认收货';
    await completeOrder(tx, order, { note, actor, at: now, isScanned });
  });
}

const extendedAlready = '该订单已延长过收货，每个订单只能延长一次';

/** `POST /api/order/{no}/extend`: five days more, once. */
export function extendMyOrder(context: Context<'buyer'>, input: { no: string }): Promise<OrderDetail> {
  return act(
    context,
    input.no,
    'extend',
    () => false,
    async (tx, order) => {
      const due = must(order.receiveBy, `the day by which order ${order.no} is received`);
      const receiveBy = new Date(extendedDeadline(due.getTime()));
      if (!(await extendOnce(tx, order.no, receiveBy))) throw new AppError(409, extendedAlready);
    },
  );
}

/**
 * `POST /api/order/{no}/hurry`: notifies the merchant's desk that the buyer waits, once a Shanghai day; a repeat is
 * answered as it is. Throws 409 within a day of the payment, and where nothing is left to ship.
 */
export function hurryMyOrder(context: Context<'buyer'>, input: { no: string }): Promise<OrderDetail> {
  const { now } = context;
  const isDone = (order: OrderRow) =>
    orderIs.shippable(order.status) && isHurriedToday(factsOf(order), now.getTime());
  return act(context, input.no, 'hurry', isDone, async (tx, order, _all, { actor }) => {
    if (await waitsForGroup(tx, order.no)) throw new AppError(409, '拼团订单成团后才会发货，请稍候');
    await recordHurry(tx, order.no, now);
    const { no: orderNo, status } = order;
    await insertEvents(tx, [
      { orderNo, fromStatus: status, toStatus: status, actor, note: '买家催发货', at: now },
    ]);
    await notifyMerchant(tx, {
      merchantId: order.merchantId,
      kind: 'hurry',
      title: '买家催发货',
      body: `订单${orderNo}的买家在催发货，请尽快发出。`,
      link: path('/desk/orders/[no]', { no: orderNo }),
      ref: `hurry:${orderNo}:${dayKey(now.getTime())}`,
      createdAt: now,
    });
  });
}

/**
 * `POST /api/order/{no}/refuse`: refused at the door; the money comes back when the merchant has the goods back, for
 * which a deadline starts (rules/refusal-state). Throws 422 for pictures that are not the company's.
 */
export function refuseMyOrder(
  context: Context<'buyer'>,
  input: { no: string; reason: string; pictures?: readonly number[] },
): Promise<OrderDetail> {
  const isRefusing = (order: OrderRow) => orderIs.refusing(order.status);
  return act(context, input.no, 'refuse', isRefusing, async (tx, order, _all, { actor, now }) => {
    const note = input.reason === '' ? '买家拒收' : `买家拒收：${input.reason}`;
    const files = await holdPictures(tx, { companyId: order.companyId }, input.pictures ?? []);
    await moveOrder(tx, order, 'refusing', {
      actor,
      note,
      at: now,
      patch: { deadlineAt: new Date(takeBackDeadline(now.getTime())) },
    });
    if (files.length > 0) {
      const entry = (await listEvents(tx, order.no)).at(-1);
      await addEventFiles(tx, order.no, must(entry, `the refusal of order ${order.no}`).id, files);
    }
    await notifyMerchant(tx, {
      merchantId: order.merchantId,
      kind: 'refusal',
      title: '买家拒收，请在10天内处理',
      body: `订单${order.no}：${note}。收到退回的商品后确认退款，或提出异议；超时由平台处理。`,
      link: path('/desk/orders/[no]', { no: order.no }),
      ref: `refusal:${order.no}`,
      createdAt: now,
    });
  });
}

/** `POST /api/order/{no}/hide`: removes a finished order from the list. */
export function hideMyOrder(context: Context<'buyer'>, input: { no: string }): Promise<OrderDetail> {
  return act(
    context,
    input.no,
    'hide',
    (order) => order.hiddenAt !== null,
    (tx, order, _all, { now }) => hideOrder(tx, order.no, now),
  );
}
