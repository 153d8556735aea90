/** Orders of the mall, shipped and answered by the platform (rules 6). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { readCarrier } from '#lib/rules/orders/carriers.ts';
import { mayRenumber } from '#lib/rules/orders/parcel-state.ts';
import {
  type DeskPointsVerb,
  deskPointsActions,
  type PointsCaseState,
  pointsOrderIs,
  pointsOrderLimits,
  pointsOrderStates,
} from '#lib/rules/points/points-orders.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { giveBack } from './back.ts';
import { type CaseRow, endCase, findNewestCase, findOpenCase } from './case-rows.ts';
import { lockOrder, moveOrder, type OrderRow } from './order-rows.ts';
import { ordersPage } from './pages.ts';
import { findParcel, insertParcel, listParcels, renumberParcel } from './parcel-rows.ts';
import { factsOf } from './wire.ts';

type Desk = Context<'platform'>;

interface Held {
  order: OrderRow;
  openCase: CaseRow | null;
}

/** The order, locked, with its open case. Throws 404. */
async function hold(tx: Tx, no: string): Promise<Held> {
  const order = await lockOrder(tx, no, null);
  if (order === null) throw new AppError(404, '积分订单不存在');
  return { order, openCase: await findOpenCase(tx, no) };
}

function refuseUnless({ order, openCase }: Held, verb: DeskPointsVerb): void {
  if (deskPointsActions(factsOf(order, openCase !== null)).includes(verb)) return;
  throw new AppError(409, `订单${pointsOrderStates[order.status].text}，现在不能这样操作，请刷新后再试`);
}

/** Carrier and number as they are stored. Throws 422. */
function readParcel({ carrier: typed, tracking_no: trackingNo }: Parcel) {
  const carrier = readCarrier(typed);
  if ('fault' in carrier) throw fieldError('carrier', carrier.fault);
  if (!/^[A-Za-z0-9-]{5,40}$/.test(trackingNo))
    throw fieldError('tracking_no', '运单号须为5–40位字母、数字或短横线');
  return { carrier: carrier.name, trackingNo };
}

interface Parcel {
  carrier: string;
  tracking_no: string;
}

interface Told {
  act: 'ship' | 'correct' | 'call_off' | 'repay' | 'resend' | 'refuse';
  title: string;
  body: string;
  before?: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Writes what was done into the audit log, and tells the company. */
async function tell(
  tx: Tx,
  context: Desk,
  order: OrderRow,
  { act, title, body, before = { status: order.status }, after }: Told,
): Promise<void> {
  await writeAudit(tx, recordOf(context), {
    act: `points_order.${act}`,
    subject: 'points_order',
    key: order.no,
    before,
    after,
    at: context.now,
  });
  await sendMessages(tx, {
    companyId: order.companyId,
    kind: act === 'ship' || act === 'correct' || act === 'resend' ? 'shipment' : 'order',
    title,
    body: `积分订单${order.no}（${order.name}）${body}`,
    link: ordersPage,
    ref: `points-${act}:${order.no}:${context.now.getTime()}`,
  });
}

async function send(tx: Tx, order: OrderRow, parcel: Parcel, now: Date): Promise<string> {
  const read = readParcel(parcel);
  if (!(await insertParcel(tx, { orderNo: order.no, ...read, now }))) throw fieldError('tracking_no', usedNo);
  const receiveBy = new Date(now.getTime() + pointsOrderLimits.receive);
  const patch = { shippedAt: now, receiveBy, completedAt: null };
  await moveOrder(tx, order, 'shipped', patch);
  return `${read.carrier} ${read.trackingNo}`;
}

/**
 * `POST /api/desk/points-orders/{id}/ship`. The same parcel again changes nothing. Throws 404 for none, 409 for a state
 * that is not 待发货, 422 for an unknown carrier or a wrong number.
 */
export async function shipPointsOrder(
  context: Desk,
  { id: no, ...parcel }: Parcel & { id: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const held = await hold(tx, no);
    const [last] = await listParcels(tx, no);
    if (pointsOrderIs.shipped(held.order.status) && last?.trackingNo === parcel.tracking_no) return;
    refuseUnless(held, 'ship');
    const said = await send(tx, held.order, parcel, context.now);
    await tell(tx, context, held.order, {
      ...{ act: 'ship', title: '积分订单已发货', body: `已由${said}发出。` },
      after: { carrier: said, name: held.order.name },
    });
  });
}

const usedNo = '这个运单号已经用过，请填写新的运单号';

/**
 * `POST /api/desk/points-orders/{id}/correct`: another carrier or number of the newest parcel. The same again changes
 * nothing. Throws 404 for none, 409 for a state that is not 已发货 and for a parcel that is signed for or that a colleague
 * has corrected since the row was read (`parcel`: what it said), 422 for an unknown carrier, a wrong number, or one of
 * another parcel of the order.
 */
export async function correctPointsParcel(
  context: Desk,
  { id: no, parcel: known, ...typed }: Parcel & { id: string; parcel: string },
): Promise<void> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    const held = await hold(tx, no);
    refuseUnless(held, 'correct');
    const [newest, ...others] = await listParcels(tx, no);
    const { id } = must(newest, `a parcel of ${no}`);
    const { parcel } = must(await findParcel(tx, id, { isLocked: true }), `parcel ${id}`);
    const read = readParcel(typed);
    if (parcel.carrier === read.carrier && parcel.trackingNo === read.trackingNo) return;
    const before = `${parcel.carrier} ${parcel.trackingNo}`;
    if (before !== known) throw new AppError(409, '运单刚刚已被同事更正，请刷新后核对');
    if (!mayRenumber(parcel.state)) throw new AppError(409, '包裹已签收，不能更正运单');
    if (others.some(({ trackingNo }) => trackingNo === read.trackingNo))
      throw fieldError('tracking_no', usedNo);
    await renumberParcel(tx, id, { ...read, now });
    const said = `${read.carrier} ${read.trackingNo}`;
    await tell(tx, context, held.order, {
      ...{ act: 'correct', title: '积分订单的运单号已更正', body: `的运单更正为${said}。` },
      before: { carrier: before },
      after: { carrier: said },
    });
  });
}

/** `POST /api/desk/points-orders/{id}/call_off`: everything goes back, once. A repeat changes nothing. */
export async function callOffPointsOrder(
  context: Desk,
  { id: no, reason }: { id: string; reason: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const held = await hold(tx, no);
    if (pointsOrderIs.cancelled(held.order.status) && held.order.cancelReason === reason) return;
    refuseUnless(held, 'call_off');
    await giveBack(tx, held.order, { reason, putsBack: true, now: context.now });
    await tell(tx, context, held.order, {
      ...{ act: 'call_off', title: '积分订单已取消', body: `已取消：${reason}。积分和金额已退回。` },
      after: { points: held.order.points, amount: held.order.money },
    });
  });
}

/** Ends the open case by an act. A repeat, where the newest case has ended so, changes nothing. */
async function answer(
  context: Desk,
  no: string,
  { verb, state, text }: { verb: 'repay' | 'resend' | 'refuse'; state: PointsCaseState; text: string },
  work: (tx: Tx, order: OrderRow) => Promise<Omit<Told, 'act'>>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const held = await hold(tx, no);
    if (held.openCase === null && (await findNewestCase(tx, no))?.state === state) return;
    refuseUnless(held, verb);
    await endCase(tx, must(held.openCase, 'the open case').id, state, { answer: text, now: context.now });
    await tell(tx, context, held.order, { act: verb, ...(await work(tx, held.order)) });
  });
}

/** `POST /api/desk/points-orders/{id}/repay`: points and money of a damaged thing, once; nothing is sent back. */
export function repayPointsCase(
  context: Desk,
  { id, text = '' }: { id: string; text?: string },
): Promise<void> {
  return answer(context, id, { verb: 'repay', state: 'repaid', text }, async (tx, order) => {
    await giveBack(tx, order, { reason: '商品破损，已退回', putsBack: false, now: context.now });
    const after = { points: order.points, amount: order.money };
    return { title: '破损售后已退积分', body: '破损属实，积分和金额已退回，商品不必寄回。', after };
  });
}

/** `POST /api/desk/points-orders/{id}/resend`: another piece is sent. */
export function resendPointsCase(
  context: Desk,
  { id, text = '', ...parcel }: Parcel & { id: string; text?: string },
): Promise<void> {
  return answer(context, id, { verb: 'resend', state: 'resent', text }, async (tx, order) => {
    const said = await send(tx, order, parcel, context.now);
    return { title: '破损商品已补发', body: `已由${said}补发。`, after: { carrier: said } };
  });
}

/** `POST /api/desk/points-orders/{id}/refuse`: with a reason that the company reads. */
export function refusePointsCase(
  context: Desk,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  return answer(context, id, { verb: 'refuse', state: 'refused', text: reason }, async () => ({
    ...{ title: '破损售后已驳回', body: `的售后已驳回：${reason}。`, after: {} },
  }));
}
