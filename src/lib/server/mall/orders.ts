/** Orders of the mall for the company's people (rules 6). */

import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#lib/contract/errors.ts';
import type {
  PointsOrderDetail,
  PointsOrderNoValues,
  PointsOrders,
  PointsOrdersValues,
  PrizeAddressValues,
} from '#lib/contract/points-orders.ts';
import { roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import {
  type PointsOrderVerb,
  pointsCaseStates,
  pointsOrderIs,
  pointsOrderStateKeys,
  pointsOrderStates,
} from '#lib/rules/points/points-orders.ts';
import { findAddress } from '../addresses/rows.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { fileWireOf } from '../files/wire.ts';
import { snapshotOf } from '../orders/new-lines.ts';
import { publishOrder } from '../orders/place.ts';
import { giveBack } from './back.ts';
import { findOpenCase, listCases } from './case-rows.ts';
import { countByState, findShown, listShown, lockOrder, moveOrder, type OrderRow } from './order-rows.ts';
import { shownParcels } from './parcels.ts';
import { actionsOf, factsOf, orderWireOf, rightsOf } from './wire.ts';

type Asker = Context<'buyer'>;

/** `GET /api/points/order`. */
export async function listPointsOrders(
  { db, actor: { account }, now }: Asker,
  { status, page, size }: PointsOrdersValues,
): Promise<PointsOrders> {
  const { companyId } = account;
  const [{ list, total }, counts] = await Promise.all([
    listShown(db, companyId, { status, limit: size, offset: (page - 1) * size }),
    countByState(db, companyId),
  ]);
  return {
    list: list.map((row) => orderWireOf(row, account, now)),
    total,
    page,
    size,
    counts: pointsOrderStateKeys.map((key) => ({
      status: key,
      text: pointsOrderStates[key].text,
      count: counts.get(key) ?? 0,
    })),
  };
}

/** `GET /api/points/order/{no}`. Throws 404 for an unknown one, and another company's. */
export async function getPointsOrder(
  context: Asker,
  { no }: PointsOrderNoValues,
): Promise<PointsOrderDetail> {
  const order = await findPointsOrder(context, no);
  if (order === null) throw new AppError(404, gone);
  return order;
}

const gone = '积分订单不存在';

/** The same for a page: null instead of an error. */
export async function findPointsOrder(
  { db, actor: { account }, now }: Asker,
  no: string,
): Promise<PointsOrderDetail | null> {
  const shown = await findShown(db, no, account.companyId);
  if (shown === null) return null;
  const [parcels, cases] = await Promise.all([shownParcels(db, no, now), listCases(db, no)]);
  const { order } = shown;
  return {
    ...orderWireOf(shown, account, now),
    address: order.address && addressWireOf(order.address),
    wheel_id: shown.wheelId ?? 0,
    shipped_at: order.shippedAt?.toISOString() ?? null,
    completed_at: order.completedAt?.toISOString() ?? null,
    cancelled_at: order.cancelledAt?.toISOString() ?? null,
    parcels,
    cases: cases.map(({ row, files }) => ({
      id: row.id,
      state: row.state,
      state_text: pointsCaseStates[row.state],
      reason: row.reason,
      answer: row.answer,
      files: files.map(fileWireOf),
      created_at: row.createdAt.toISOString(),
      ended_at: row.endedAt?.toISOString() ?? null,
    })),
  };
}

function addressWireOf({
  receiver,
  phone,
  province,
  city,
  district,
  detail,
}: NonNullable<OrderRow['address']>): NonNullable<PointsOrderDetail['address']> {
  return { receiver, phone, province, city, district, detail };
}

/**
 * Runs an act on a locked order of the company. A repeat of an act that is done (`isDone`) answers the order as it is.
 * Throws 404 for another company's order, 409 for an act that its state does not allow.
 */
async function act(
  context: Asker,
  no: string,
  {
    verb,
    isDone,
  }: { verb: PointsOrderVerb; isDone: (order: OrderRow, tx: Tx) => boolean | Promise<boolean> },
  work: (tx: Tx, order: OrderRow) => Promise<void>,
): Promise<PointsOrderDetail> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, no, account.companyId);
    if (order === null) throw new AppError(404, gone);
    if (await isDone(order, tx)) return;
    const right = rightsOf[verb];
    if (!roleMay(account.role, right)) throw new AppError(403, roleRefusal(account.role, right));
    const facts = factsOf(order, (await findOpenCase(tx, no)) !== null);
    if (!actionsOf(facts, account.role, now).includes(verb))
      throw new AppError(409, `订单${pointsOrderStates[order.status].text}，现在不能这样操作，请刷新后再试`);
    await work(tx, order);
  });
  publishOrder(db, account);
  return getPointsOrder(context, { no });
}

/** `POST /api/points/order/{no}/receive`. */
export function receivePointsOrder(context: Asker, { no }: PointsOrderNoValues): Promise<PointsOrderDetail> {
  const isDone = ({ status }: OrderRow) => pointsOrderIs.completed(status);
  return act(context, no, { verb: 'receive', isDone }, (tx, order) =>
    moveOrder(tx, order, 'completed', { completedAt: context.now }),
  );
}

/** `POST /api/points/order/{no}/cancel`: before it is shipped. Points, money and pieces go back, once. */
export function cancelPointsOrder(context: Asker, { no }: PointsOrderNoValues): Promise<PointsOrderDetail> {
  const isDone = ({ status }: OrderRow) => pointsOrderIs.cancelled(status);
  return act(context, no, { verb: 'cancel', isDone }, (tx, order) =>
    giveBack(tx, order, { reason: '买家取消', putsBack: true, now: context.now }),
  );
}

/**
 * `POST /api/points/order/{no}/address`: where a prize is sent. Throws 404 for another company's address, 409 where another
 * one was named.
 */
export function namePrizeAddress(
  context: Asker,
  { no, address_id: addressId }: PrizeAddressValues,
): Promise<PointsOrderDetail> {
  const { account } = context.actor;
  const isDone = async ({ status, address: named }: OrderRow, tx: Tx) => {
    if (!pointsOrderIs.toShip(status) || named === null) return false;
    const address = await findAddress(tx, account.companyId, addressId);
    if (address !== null && isDeepStrictEqual(snapshotOf(address, account), named)) return true;
    throw new AppError(409, '收货地址已经填写，不能再改，请联系客服');
  };
  return act(context, no, { verb: 'address', isDone }, async (tx, order) => {
    const address = await findAddress(tx, account.companyId, addressId);
    if (address === null) throw new AppError(404, '收货地址不存在或已被删除');
    await moveOrder(tx, order, 'to_ship', { address: snapshotOf(address, account) });
  });
}
