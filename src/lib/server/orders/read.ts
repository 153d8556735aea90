/** A buyer's orders: the list with its counts, one order, its logistics. Everything is bound to the company. */

import { AppError } from '#lib/contract/errors.ts';
import { orderNumbers } from '#lib/contract/order-numbers.ts';
import type { OrderDetail, OrderList } from '#lib/contract/orders/order.ts';
import type { ListOrdersValues } from '#lib/contract/orders/search.ts';
import type { ShipmentWire } from '#lib/contract/orders/shipment.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { orderIs, orderStates } from '#lib/rules/orders/order-state.ts';
import { promisesLeft } from '#lib/rules/promotions/promises.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import type { AddressSnapshot } from '../db/schema.ts';
import { fileWireOf } from '../files/wire.ts';
import { listMerchantsOf } from '../goods/buyer-rows.ts';
import { invoiceOfOrder, readOrderInvoices } from '../invoices/order-state-rows.ts';
import { listRecalledOrders } from '../lots/recall-rows.ts';
import { mayOthersPay } from '../payments/open-ways.ts';
import { nameWay, nameWays } from '../ports/payments/providers.ts';
import { shownParcels } from '../tracking/read.ts';
import { listArrivedOrders, listLots, listShipmentEvents, listShipments } from '../tracking/shipment-rows.ts';
import { listEventFiles } from './case-rows.ts';
import { readCaseTags } from './cases.ts';
import { countByStatus, listOrders, type OrderFilter } from './list-rows.ts';
import { readReach, searchOf } from './reach.ts';
import { listRefundRecords } from './refund-records.ts';
import {
  findOrder,
  listEvents,
  listLines,
  listMerchantNames,
  listOrdersOfTrades,
  type OrderRow,
} from './rows.ts';
import { listTradePayments, listTrades, listTradesOf } from './trade-rows.ts';
import { listStoreWaits } from './waiting-rows.ts';
import { type LineWithPicture, orderWireOf } from './wire.ts';

/**
 * `GET /api/order`: a page of orders by status, words, days, merchant and store, with counts for the tabs. A head
 * office reads its stores' orders too; what is done with them besides paying and approving is done at the store.
 */
export async function listMyOrders(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: ListOrdersValues,
): Promise<OrderList> {
  const { page, size } = input;
  const filter = { ...searchOf(input), limit: size, offset: (page - 1) * size };
  const mayApprove = roleMay(account.role, 'approve');
  const mayLink = await mayOthersPay(db);
  const { companyIds, stores } = await readReach(db, account, input.store);
  const [
    { list, total, counts, merchants, lines, all, names, placers, tags, recalled, arrived, invoices },
    storeWaits,
  ] = await Promise.all([
    readElsewhere(db, (from) => readOrders(from, companyIds, filter, now)),
    // A store has no stores.
    account.headId === null
      ? listStoreWaits(db, account.companyId, { now, placedBy: mayApprove ? null : account.userId })
      : [],
  ]);
  const storeOf = new Map(stores.map((one) => [one.id, one]));
  return {
    list: list.map((order) => {
      const store = storeOf.get(order.companyId) ?? null;
      return {
        ...orderWireOf(
          order,
          lines,
          names,
          account,
          now,
          all.filter(({ tradeNo }) => tradeNo === order.tradeNo),
          {
            placedBy: placers.get(order.tradeNo) ?? '',
            hasRecalled: recalled.has(order.no),
            isOfStore: store !== null,
            isArrived: arrived.has(order.no),
            mayLink,
          },
        ),
        store,
        cases: tags.get(order.companyId)?.(order.no) ?? [],
        invoice: invoiceOfOrder(invoices, order.no),
      };
    }),
    total,
    page,
    size,
    counts: Object.fromEntries([...counts].map(([status, count]) => [orderNumbers[status], count])),
    merchants,
    stores,
    store_waits: storeWaits,
    may_approve: mayApprove ? 1 : 0,
    now: now.toISOString(),
  };
}

/** A page of companies' orders with all their shown data. */
async function readOrders(db: Db, companyIds: readonly number[], filter: OrderFilter, now: Date) {
  const [{ list, total }, counts, merchants] = await Promise.all([
    listOrders(db, companyIds, filter, now),
    countByStatus(db, companyIds, filter, now),
    listMerchantsOf(db, companyIds),
  ]);
  const nos = list.map((order) => order.no);
  const owners = [...Map.groupBy(list, ({ companyId }) => companyId)];
  const [lines, { all, names }, trades, tags, recalled, arrived, invoices] = await Promise.all([
    listLines(db, nos),
    readTrades(
      db,
      list.map(({ tradeNo }) => tradeNo),
    ),
    listTradesOf(db, list),
    Promise.all(
      owners.map(async ([companyId, own]) => {
        const nos = own.map(({ no }) => no);
        return [companyId, await readCaseTags(db, companyId, nos, now)] as const;
      }),
    ),
    listRecalledOrders(db, nos),
    listArrivedOrders(db, nos),
    readOrderInvoices(db, nos),
  ]);
  const placers = new Map(trades.map(({ no, userId }) => [no, userId]));
  return {
    list,
    total,
    counts,
    merchants,
    lines,
    all,
    names,
    placers,
    tags: new Map(tags),
    recalled,
    arrived,
    invoices,
  };
}

/** The orders of trades, and the names of all their merchants. */
async function readTrades(db: Db, nos: readonly string[]) {
  const all = await listOrdersOfTrades(db, nos);
  const names = await listMerchantNames(
    db,
    all.map((order) => order.merchantId),
  );
  return { all, names };
}

/** The order of this company. Throws 404 for an unknown number and for another company's. */
export async function getOwnOrder(
  { db, actor: { account } }: Context<'buyer'>,
  no: string,
): Promise<OrderRow> {
  const order = await findOrder(db, account.companyId, no);
  if (order === null) throw new AppError(404, '订单不存在');
  return order;
}

/** `GET /api/order/{no}`. */
export async function getMyOrder(context: Context<'buyer'>, input: { no: string }): Promise<OrderDetail> {
  return describeOrder(context, await getOwnOrder(context, input.no));
}

/** The order's page: null for an unknown number and for another company's. */
export async function findMyOrder(
  context: Context<'buyer'>,
  input: { no: string },
): Promise<OrderDetail | null> {
  const order = await findOrder(context.db, context.actor.account.companyId, input.no);
  return order === null ? null : describeOrder(context, order);
}

async function describeOrder(
  { db, actor: { account }, now }: Context<'buyer'>,
  order: OrderRow,
): Promise<OrderDetail> {
  const [lines, { all, names }, events, files, [found], payments, tagsOf, recalled, invoices] =
    await Promise.all([
      listLines(db, [order.no]),
      readTrades(db, [order.tradeNo]),
      listEvents(db, order.no),
      listEventFiles(db, order.no),
      listTrades(db, account.companyId, [order.tradeNo]),
      listTradePayments(db, order.tradeNo, ['paid']),
      readCaseTags(db, account.companyId, [order.no], now),
      listRecalledOrders(db, [order.no]),
      readOrderInvoices(db, [order.no]),
    ]);
  const trade = must(found, `trade ${order.tradeNo}`);
  const own = lines.map(({ line }) => line);
  const promises = promisesLeft(order.cashbackAmount, own);
  const moment = (at: Date | null) => at?.toISOString() ?? null;
  return {
    ...orderWireOf(order, lines, names, account, now, all, {
      placedBy: trade.userId,
      hasRecalled: recalled.has(order.no),
      mayLink: await mayOthersPay(db),
    }),
    cases: tagsOf(order.no),
    invoice: invoiceOfOrder(invoices, order.no),
    remark: order.remark,
    cancel_reason: order.cancelReason ?? '',
    rebate_amount: formatYuan(promises.rebate),
    cashback_amount: formatYuan(promises.cashback),
    address: addressOfTrade(trade.address),
    paid_at: moment(order.paidAt),
    shipped_at: moment(order.shippedAt),
    completed_at: moment(order.completedAt),
    cancelled_at: moment(order.cancelledAt),
    pay_way: nameWays(payments.map(({ payment }) => payment)),
    payments: payments.map(({ payment }) => ({
      pay_no: payment.no,
      way: nameWay(payment.provider),
      paid_at: moment(payment.paidAt),
    })),
    timeline: events.map((event) => ({
      text: event.fromStatus === null ? '提交订单' : orderStates[event.toStatus].text,
      note: event.fromStatus === null ? '' : event.note,
      at: event.at.toISOString(),
      files: files.filter(({ eventId }) => eventId === event.id).map(({ file }) => fileWireOf(file)),
    })),
    shipments: await shipmentsOf(db, order, lines, now),
    refunds: await listRefundRecords(db, order.no, own),
    now: now.toISOString(),
  };
}

/** `GET /api/order/{no}/logistics`. */
export async function listLogistics(
  context: Context<'buyer'>,
  input: { no: string },
): Promise<{ list: ShipmentWire[] }> {
  const order = await getOwnOrder(context, input.no);
  const lines = await listLines(context.db, [order.no]);
  return { list: await shipmentsOf(context.db, order, lines, context.now) };
}

async function shipmentsOf(
  db: Db,
  order: OrderRow,
  lines: readonly LineWithPicture[],
  now: Date,
): Promise<ShipmentWire[]> {
  const shipments = await listShipments(db, order.no);
  if (shipments.length === 0) return [];
  const ids = shipments.map((shipment) => shipment.id);
  const [lots, events, shown] = await Promise.all([
    listLots(db, ids),
    listShipmentEvents(db, ids),
    shownParcels(db, ids, now, !orderIs.over(order.status)),
  ]);
  const byId = new Map(lines.map(({ line }) => [line.id, line]));
  return shipments.map((shipment) => ({
    carrier: shipment.carrier,
    tracking_no: shipment.trackingNo,
    shipped_at: shipment.shippedAt.toISOString(),
    ...shown(shipment.id),
    lots: lots
      .filter((lot) => lot.shipmentId === shipment.id)
      .map((lot) => ({
        goods_id: byId.get(lot.orderLineId)?.goodsId ?? 0,
        name: byId.get(lot.orderLineId)?.snapshot.name ?? '',
        lot_no: lot.lotNo,
        produced_on: lot.producedOn,
        expires_on: lot.expiresOn,
        number: lot.quantity,
        trace_codes: lot.traceCodes,
      })),
    events: events
      .filter((event) => event.shipmentId === shipment.id)
      .map((event) => ({ text: event.text, at: event.at.toISOString() })),
  }));
}

/** Its address, as it was when it was ordered. */
function addressOfTrade({
  isToCheck = false,
  regionCode: _,
  ...address
}: AddressSnapshot): OrderDetail['address'] {
  return { ...address, to_check: isToCheck ? 1 : 0 };
}
