/** Orders at the merchants' desk (rules 3): what to ship, and under which lots. */
import { AppError } from '#lib/contract/errors.ts';
import type {
  DeskOrder,
  DeskOrderLine,
  DeskOrderRow,
  OrderNoInput,
} from '#lib/contract/shipping/desk-order.ts';
import { staffMay } from '#lib/rules/companies/staff.ts';
import { invoiceStates } from '#lib/rules/invoices/invoice-state.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { carrierChoices } from '#lib/rules/orders/carriers.ts';
import { shippedInTime } from '#lib/rules/orders/desk-orders.ts';
import { byExpiry, mayGoOut, planHolds } from '#lib/rules/orders/lots.ts';
import { effectiveStatus, orderIs, orderStatusText } from '#lib/rules/orders/order-state.ts';
import { isRefusalWithPlatform, mayOfRefusal, refusalText } from '#lib/rules/orders/refusal-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import { regionText } from '#lib/rules/text/address-text.ts';
import { actorMay, type Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { fileWireOf } from '../files/wire.ts';
import { listInvoicesOf } from '../invoices/read-rows.ts';
import { listHolds } from '../lots/hold-rows.ts';
import { readDueLots } from '../lots/rows.ts';
import { listAskedBack, listEventFiles } from '../orders/case-rows.ts';
import { factsOf } from '../orders/facts.ts';
import { askedBackOf, leftToShip } from '../orders/parcel-content.ts';
import { findAnyOrder, listEvents, listLines, type OrderLineRow } from '../orders/rows.ts';
import { listRecentCarriers } from '../tracking/shipment-rows.ts';
import { type DeskOrderFound, findDeskOrder } from './desk-order-rows.ts';
import { orderFile } from './order-money.ts';
import { sentOf } from './sent.ts';

function rowOf(row: DeskOrderFound, now: Date): DeskOrderRow {
  const { receiver } = row.address;
  const facts = {
    status: row.status,
    deadlineAt: row.deadlineAt.getTime(),
    receiveBy: row.receiveBy?.getTime() ?? null,
  };
  const isShippable = orderIs.shippable(row.status);
  const sending = { paidAt: row.paidAt?.getTime() ?? null, shippedAt: null, status: row.status };
  return {
    no: row.no,
    merchant: row.merchant,
    company: row.company,
    receiver,
    place: regionText(row.address),
    status_text: orderStatusText(facts, now.getTime()),
    paid_at: row.paidAt?.toISOString() ?? '',
    is_late: shippedInTime(sending, now.getTime()) === false ? 1 : 0,
    is_cold: row.isColdChain ? 1 : 0,
    lines_left: row.linesLeft,
    pieces_left: row.piecesLeft,
    pieces_asked: row.piecesAsked,
    parcels: row.parcels,
    is_stuck: row.isStuck ? 1 : 0,
    is_quality: row.isHeldForQuality ? 1 : 0,
    hurried_at: isShippable ? (row.hurriedAt?.toISOString() ?? '') : '',
    refusal_text: refusalText(facts, now.getTime()),
  };
}

/** `GET /api/desk/orders/{no}`. Throws 404 for one that is not this desk's. */
export async function getDeskOrder(context: Context<'staff'>, input: OrderNoInput): Promise<DeskOrder> {
  const found = await findDeskOrderWire(context, input);
  if (found === null) throw new AppError(404, `没有订单${input.no}`);
  return found;
}

/** The same, null where there is none. */
export async function findDeskOrderWire(
  context: Context<'staff'>,
  { no }: OrderNoInput,
): Promise<DeskOrder | null> {
  const { db, actor, now } = context;
  const row = await findDeskOrder(db, no, actor.merchantId, now);
  if (row === null) return null;
  const lines = (await listLines(db, [no])).map(({ line }) => line);
  const isShippable = orderIs.shippable(row.status);
  const mayShip = actor.kind === 'merchant' && actorMay(actor, 'orders');
  const order = must(await findAnyOrder(db, no), `order ${no} of a desk`);
  return {
    ...rowOf(row, now),
    ...(await orderFile(context, order, lines)),
    invoices: (await listInvoicesOf(db, no, { merchantId: actor.merchantId })).map(
      ({ id, number, color, state }) => ({
        id,
        text: `${color === 'red' ? '红字' : ''}${number ?? invoiceStates[state].text}`,
      }),
    ),
    trade_no: order.tradeNo,
    placed_at: order.createdAt.toISOString(),
    phone: row.address.phone,
    address: row.address.detail,
    remark: row.remark,
    may_ship: mayShip && isShippable && lines.some((line) => leftToShip(line) > 0) ? 1 : 0,
    may_refund: isShippable && staffMay(actor.kind, actor.role ?? '', 'refunds') ? 1 : 0,
    refusal: await refusalOf(db, row, actor, now),
    lines: await linesOf(db, lines, isShippable, now),
    carriers: mayShip ? carrierChoices(await listRecentCarriers(db, order.merchantId)) : [],
    sent: await sentOf(db, no, lines, mayShip ? effectiveStatus(factsOf(order), now.getTime()) : null, now),
  };
}

async function refusalOf(
  db: Db,
  row: DeskOrderFound,
  actor: Context<'staff'>['actor'],
  now: Date,
): Promise<DeskOrder['refusal']> {
  if (!orderIs.refusing(row.status)) return null;
  const facts = { status: row.status, deadlineAt: row.deadlineAt.getTime() };
  const said = (await listEvents(db, row.no)).filter(({ toStatus }) => orderIs.refusing(toStatus));
  const files = await listEventFiles(db, row.no);
  return {
    due_at: isRefusalWithPlatform(facts, now.getTime()) ? '' : row.deadlineAt.toISOString(),
    said: said.map(({ id, note, at }) => ({
      text: note,
      at: at.toISOString(),
      files: files.filter(({ eventId }) => eventId === id).map(({ file }) => fileWireOf(file)),
    })),
    acts: actorMay(actor, 'orders') ? mayOfRefusal(facts, actor.kind, now.getTime()) : [],
  };
}

async function linesOf(
  db: Db,
  lines: readonly OrderLineRow[],
  isShippable: boolean,
  now: Date,
): Promise<DeskOrderLine[]> {
  const waiting = isShippable ? lines.filter((line) => leftToShip(line) > 0) : [];
  const lots = await readDueLots(db, [...new Set(waiting.map(({ goodsId }) => goodsId))]);
  const holds = await listHolds(
    db,
    lots.map(({ id }) => id),
  );
  const needs = waiting.map((line) => ({
    lineId: line.id,
    goodsId: line.goodsId,
    pieces: leftToShip(line),
  }));
  const due = planHolds(lots, holds, needs, now.getTime());
  const asked = await listAskedBack(db, [...new Set(waiting.map(({ orderNo }) => orderNo))]);
  return lines.map((line) => {
    const own = byExpiry(lots.filter((lot) => lot.goodsId === line.goodsId && mayGoOut(lot, now.getTime())));
    const mine = due.filter(({ lineId }) => lineId === line.id);
    return {
      id: line.id,
      name: line.snapshot.name,
      spec: line.snapshot.spec,
      maker: line.snapshot.maker,
      unit: line.snapshot.unit,
      is_gift: line.kind === 'gift' ? 1 : 0,
      quantity: line.quantity,
      shipped: line.shippedQuantity,
      refunded: line.refundedQuantity,
      left: Math.max(0, leftToShip(line)),
      asked: askedBackOf(asked, line.id),
      lots: own
        .map((lot) => ({
          id: lot.id,
          lot_no: lot.lotNo,
          expires_on: lot.expiresOn,
          // Also pieces that other orders hold: those get others then (planSending).
          free: lot.onHand,
        }))
        // A lot that is not recorded yet cannot be named.
        .filter((lot) => lot.id > 0 && lot.free > 0),
      due: mine
        .map(
          ({ lotId, pieces }) =>
            `${own.find(({ id }) => id === lotId)?.lotNo ?? ''}×${pieces}${line.snapshot.unit}`,
        )
        .join('，'),
      unit_price: formatYuan(line.unitPrice),
      discount: formatYuan(line.discount),
      paid: formatYuan(line.paid),
      repaid: formatYuan(line.refundedAmount),
    };
  });
}
