/** Receiving several orders at once, each by itself: one that cannot be received does not hold up the others. */
import { maxReceivedAtOnce } from '#lib/contract/constants.ts';
import { AppError } from '#lib/contract/errors.ts';
import type {
  FindParcelValues,
  FoundParcel,
  OrdersToReceive,
  OrdersToReceiveValues,
  ReceivedOrders,
  ReceiveOrdersValues,
} from '#lib/contract/orders/receive-many.ts';
import { isRestricted } from '#lib/rules/companies/company-state.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { orderStatusText } from '#lib/rules/orders/order-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import { findTraceCode } from '#lib/rules/text/trace-code.ts';
import type { Context } from '../core/context.ts';
import { confirmReceipt } from '../orders/change.ts';
import { factsOf, verbPermissions } from '../orders/facts.ts';
import { listLines, listMerchantNames, type OrderRow } from '../orders/rows.ts';
import { shownParcels } from '../tracking/read.ts';
import { listArrivedOrders } from '../tracking/shipment-rows.ts';
import { findOrderByCode, listOrdersToReceive, listParcelsOfOrders, listScannedOrders } from './many-rows.ts';

/** Names of items that a row shows; the rest is counted. */
const shownNames = 3;

/** `GET /api/order/to-receive`: the company's completely shipped orders, the first shipped first; one is scanned. */
export async function getOrdersToReceive(
  { db, actor: { account }, now }: Context<'buyer'>,
  { no: first }: OrdersToReceiveValues = {},
): Promise<OrdersToReceive> {
  const { orders, total } = await listOrdersToReceive(db, account.companyId, {
    now,
    limit: maxReceivedAtOnce,
    first,
  });
  const nos = orders.map(({ no }) => no);
  const parcels = await listParcelsOfOrders(db, nos);
  const [lines, names, arrived, shown] = await Promise.all([
    listLines(db, nos),
    listMerchantNames(
      db,
      orders.map(({ merchantId }) => merchantId),
    ),
    listArrivedOrders(db, nos),
    shownParcels(
      db,
      parcels.map(({ id }) => id),
      now,
    ),
  ]);
  const isOpen = roleMay(account.role, verbPermissions.confirm) && !isRestricted(account.companyState);
  return {
    list: orders.map((order) => {
      const own = lines.filter(({ line }) => line.orderNo === order.no);
      const sent = parcels.filter(({ orderNo }) => orderNo === order.no);
      return {
        no: order.no,
        merchant: names.get(order.merchantId) ?? '',
        pay_amount: formatYuan(order.payAmount),
        shipped_at: must(order.shippedAt, `the moment at which ${order.no} was shipped`).toISOString(),
        receive_by: must(order.receiveBy, `the end of the receipt of ${order.no}`).toISOString(),
        pieces: own.reduce((sum, { line }) => sum + line.quantity, 0),
        names: own.slice(0, shownNames).map(({ line }) => line.snapshot.name),
        kinds: own.length,
        parcels: sent.map(({ id, carrier, trackingNo }) => ({
          carrier,
          tracking_no: trackingNo,
          state_text: shown(id).state_text,
        })),
        is_arrived: arrived.has(order.no) ? 1 : 0,
        why:
          order.isColdChain && sent.some(({ isMeasured }) => !isMeasured)
            ? '冷链商品，收货时要填到货温度'
            : '',
      };
    }),
    total,
    may_receive: isOpen ? 1 : 0,
  };
}

/**
 * `GET /api/order/by-parcel`: the company's order of a scanned 运单号, 追溯码 or order number. Throws 404 for what is none
 * of its.
 */
export async function findParcel(
  context: Context<'buyer'>,
  { code }: FindParcelValues,
): Promise<FoundParcel> {
  const order = await findByCode(context, code);
  if (order === null) throw new AppError(404, '没有找到这个包裹，请核对运单号');
  const names = await listMerchantNames(context.db, [order.merchantId]);
  return {
    no: order.no,
    merchant: names.get(order.merchantId) ?? '',
    status_text: orderStatusText(factsOf(order), context.now.getTime()),
  };
}

function findByCode({ db, actor: { account } }: Context<'buyer'>, code: string): Promise<OrderRow | null> {
  return findOrderByCode(db, account.companyId, { code, trace: findTraceCode(code) });
}

/** The number of the order that was scanned on the list of orders; empty for a code that is none of the company's. */
export async function findScanned(context: Context<'buyer'>, code: string): Promise<string> {
  return (await findByCode(context, code))?.no ?? '';
}

/** `POST /api/order/batch-confirm`: one after the other, and what became of each. One that is received is answered so. */
export async function receiveOrders(
  context: Context<'buyer'>,
  { nos, codes = [] }: ReceiveOrdersValues,
): Promise<ReceivedOrders> {
  const list: ReceivedOrders['list'] = [];
  const { db, actor } = context;
  const scanned = await listScannedOrders(db, actor.account.companyId, { nos, codes });
  for (const no of new Set(nos)) {
    try {
      await confirmReceipt(context, no, scanned.has(no));
      list.push({ no, is_received: 1, text: '已收货' });
    } catch (error) {
      if (!(error instanceof AppError) || error.code >= 500) throw error;
      list.push({ no, is_received: 0, text: error.message });
    }
  }
  return { list };
}
