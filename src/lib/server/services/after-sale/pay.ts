/** What follows when a case is agreed to: money by the way it came, or goods in place of those that came back. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { Actor } from '#lib/rules/companies/actors.ts';
import { type ColdRecord, coldRecordText } from '#lib/rules/orders/cold-chain.ts';
import { findTraceFault, readTraceCodes } from '#lib/rules/orders/lots.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type AfterSalePatch, type CaseFound, listCaseLines } from '../../repos/after-sale.ts';
import { insertColdRecord } from '../../repos/cold-records.ts';
import { listShown } from '../../repos/lots.ts';
import { listLines, listOrdersOfTrades } from '../../repos/orders.ts';
import { sumOpen } from '../../repos/payments.ts';
import { giftRef, listPiecesOut } from '../../repos/returned-lots.ts';
import { insertShipment } from '../../repos/shipments.ts';
import { openBook, showLots } from '../lots/book.ts';
import { planSending, takeOut } from '../lots/lines.ts';
import { takeReturned } from '../lots/returned.ts';
import { claimTraceCodes } from '../lots/trace-codes.ts';
import { needColdRecord, readParcel } from '../orders/parcel.ts';
import { dealCodes, leftToShip } from '../orders/parcel-content.ts';
import { makePlan, refundWithin } from '../orders/refund.ts';
import type { HeldCase } from './case.ts';
import { boughtOf, piecesByLine, readAsked, readClaims } from './claims.ts';

export interface PaidBack {
  patch: AfterSalePatch & { state: 'refunding' | 'completed' };
  /** Fen by the way it was paid. */
  amount: number;
  /** Payments whose refund is carried out after the commit. */
  openPayments: string[];
  /** Gifts that go back with them, by order line. */
  gifts: { id: number; pieces: number }[];
}

/** Throws 409 in words where the pieces of a held case that is over are in another case, or given back, by now. */
export async function needPieces(tx: Tx, { found: { row }, order, all }: HeldCase): Promise<void> {
  const claims = await readClaims(tx, order, all, row.stage);
  const lines = (await listCaseLines(tx, [row.id])).map(({ orderLineId, lotNo, pieces }) => ({
    line_id: orderLineId,
    lot_no: lotNo,
    number: pieces,
  }));
  readAsked(claims, { no: order.no, kind: row.kind, lines });
}

/**
 * Refunds the pieces of a held case, as every refund is made. Throws 409 where they are not there to be refunded any more:
 * sent meanwhile, or given back otherwise.
 */
export async function payCase(
  tx: Tx,
  { found: { row }, order, all }: HeldCase,
  { actor, now }: { actor: Actor; now: Date },
): Promise<PaidBack> {
  const lines = (await listLines(tx, [order.no])).map(({ line }) => line);
  const asked = piecesByLine(await listCaseLines(tx, [row.id]));
  // Of an exchange gifts may have come back too: nothing was paid for them.
  const returns = boughtOf(asked, lines);
  if (returns.length === 0)
    return {
      amount: 0,
      openPayments: [],
      gifts: [],
      patch: { state: 'completed', refunded: 0, dueAt: null, isEscalated: false, endedAt: now },
    };
  if (row.stage === 'unsent') {
    for (const { id, quantity } of returns) {
      const line = must(
        lines.find((one) => one.id === id),
        `line ${id} of case ${row.id}`,
      );
      const left = leftToShip(line);
      const { name, unit } = line.snapshot;
      if (quantity > left)
        throw new AppError(
          409,
          `“${name}”待发的只剩${left}${unit}，不能按未发货退款，请驳回后让买家收货再申请`,
        );
    }
  }
  const done = await refundWithin(
    tx,
    order,
    all,
    {
      no: order.no,
      returns,
      reason: `售后${row.id}：${row.reasons.join('、')}`,
      isOfSent: row.stage !== 'unsent',
      tearsSets: row.stage === 'recalled',
      caseId: row.id,
    },
    { now, actor },
  );
  const open = await sumOpen(tx, done.refundNos);
  const { amount } = done.refunded;
  return {
    amount,
    openPayments: done.openPayments,
    gifts: done.gifts,
    patch: {
      state: open > 0 ? 'refunding' : 'completed',
      refunded: amount,
      refundNos: done.refundNos,
      dueAt: null,
      isEscalated: false,
      ...(open === 0 && { endedAt: now }),
    },
  };
}

/** Goods of a case that are back lie apart from now on, under their lots. */
export async function keepApart(
  tx: Tx,
  { found: { row }, all }: HeldCase,
  by: { actor: Actor; now: Date },
): Promise<void> {
  const rows = await listLines(
    tx,
    all.map(({ no }) => no),
  );
  const goodsOf = new Map(rows.map(({ line }) => [line.id, line.goodsId]));
  // Goods and lots of the whole trade, before anything that a refund locks after them.
  await openBook(tx, [...goodsOf.values()]);
  const returned = (await listCaseLines(tx, [row.id])).map(({ orderLineId, lotNo, pieces }) => ({
    goodsId: must(goodsOf.get(orderLineId), `line ${orderLineId} of case ${row.id}`),
    lotNo,
    pieces,
  }));
  await takeReturned(tx, returned, { ref: `aftersale:${row.id}`, ...by });
}

/**
 * Gifts that came back with the goods of a case lie apart too, under the lots that they went out with; those that are
 * pieces of the case itself do already. After `keepApart`, which has opened their goods.
 */
export async function keepGiftsApart(
  tx: Tx,
  { found: { row } }: HeldCase,
  gifts: PaidBack['gifts'],
  by: { actor: Actor; now: Date },
): Promise<void> {
  const out = await listPiecesOut(tx, { lineIds: gifts.map(({ id }) => id), caseId: row.id });
  for (const { id, pieces } of gifts) {
    let left = pieces;
    const returned = out.flatMap(({ lineId, goodsId, lotNo, pieces: there }) => {
      const taken = lineId === id ? Math.min(left, there) : 0;
      left -= taken;
      return taken > 0 ? [{ goodsId, lotNo, pieces: taken }] : [];
    });
    await takeReturned(tx, returned, { ref: giftRef(row.id, id), ...by });
  }
}

/**
 * What paying back the pieces of an exchange would give now, fen, by the rule of every return; a sentence where it cannot
 * be: a part of a set.
 */
export async function previewRepay(
  db: Db,
  { row, tradeNo }: CaseFound,
): Promise<{ amount: number } | { fault: string }> {
  const all = await listOrdersOfTrades(db, [tradeNo]);
  const order = must(
    all.find(({ no }) => no === row.orderNo),
    `order ${row.orderNo} of a case`,
  );
  const rows = await listLines(
    db,
    all.map(({ no }) => no),
  );
  const lines = rows.map(({ line }) => line);
  const returns = boughtOf(piecesByLine(await listCaseLines(db, [row.id])), lines);
  if (returns.length === 0) return { amount: 0 };
  try {
    return { amount: makePlan(order, all, lines, { no: order.no, returns, reason: '' }).total };
  } catch (error) {
    if (error instanceof AppError) return { fault: error.message };
    throw error;
  }
}

/** What goes out in an exchange; `coldRecord` as `readColdRecord` reads it. */
export interface ExchangeParcel {
  carrier: string;
  trackingNo: string;
  coldRecord: ColdRecord | null;
  /** 追溯码 as they were scanned or pasted, by order line. */
  codes: ReadonlyMap<number, string>;
}

/**
 * The codes of each line that goes out. Throws 422 for one that is none, comes twice or is not one a piece, and for lines
 * that the case is not about.
 */
function readCodes(
  { codes }: ExchangeParcel,
  returns: readonly { id: number; quantity: number }[],
): Map<number, string[]> {
  const seen = new Set<string>();
  const read = new Map<number, string[]>();
  for (const [id, text] of codes) {
    const pieces = returns.find((one) => one.id === id)?.quantity;
    if (pieces === undefined) throw fieldError('codes', '追溯码的商品不在这件售后里，请刷新后再试');
    const found = readTraceCodes(text);
    const fault = findTraceFault(found, pieces);
    if (fault !== null) throw fieldError('codes', fault);
    const again = found.codes.find((code) => seen.has(code));
    if (again !== undefined) throw fieldError('codes', `追溯码重复：${again}`);
    for (const code of found.codes) seen.add(code);
    read.set(id, found.codes);
  }
  return read;
}

/**
 * Sends goods in place of those that came back, out of the merchant's stock and lots, the earliest to expire first, with
 * the codes that were scanned. Throws 422 without carrier or number, where refrigerated goods leave without their
 * record and as `readCodes`, 409 where the stock has too little or a code went out before.
 */
export async function replaceGoods(
  tx: Tx,
  { found: { row }, order }: HeldCase,
  parcel: ExchangeParcel,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  if (parcel.carrier === '') throw fieldError('carrier', '请填写换货的承运方');
  if (parcel.trackingNo === '') throw fieldError('tracking_no', '请填写换货的运单号');
  if (order.isColdChain) needColdRecord(order.no, parcel.coldRecord);
  const cold = order.isColdChain ? parcel.coldRecord : null;
  const returns = piecesByLine(await listCaseLines(tx, [row.id]));
  const codes = readCodes(parcel, returns);
  const lines = (await listLines(tx, [order.no])).map(({ line }) => line);
  const wanted = returns.map(({ id, quantity }) => ({
    line: must(
      lines.find((one) => one.id === id),
      `line ${id} of case ${row.id}`,
    ),
    quantity,
  }));
  const goodsIds = [...new Set(wanted.map(({ line }) => line.goodsId))];
  const book = await openBook(tx, goodsIds);
  const { carrier, trackingNo, reports } = await readParcel(tx, order.no, parcel);
  const change = new Map<number, number>();
  for (const { line, quantity } of wanted)
    change.set(line.goodsId, (change.get(line.goodsId) ?? 0) - quantity);
  const shown = await listShown(tx, goodsIds);
  const nameOf = (goodsId: number) =>
    wanted.find(({ line }) => line.goodsId === goodsId)?.line.snapshot.name ?? '';
  for (const [goodsId, off] of change) {
    const stock = shown.find(({ id }) => id === goodsId)?.stock ?? 0;
    if (stock + off < 0)
      throw new AppError(
        409,
        `“${nameOf(goodsId)}”可售库存只有${stock}，不够换货，请补货后再试或与买家协商退款`,
      );
  }
  const planned = planSending(
    book,
    wanted.map(({ line, quantity }) => ({
      // Beside what of the line is still to go out.
      line: { id: line.id, goodsId: line.goodsId, left: quantity + leftToShip(line) },
      pieces: quantity,
    })),
    now,
  );
  if ('lacking' in planned)
    throw new AppError(409, `“${nameOf(planned.lacking.goodsId)}”没有可发的批次，请入库后再试`);
  await takeOut(tx, planned, { ref: `aftersale:${row.id}`, actor, now });
  const lotsOut = dealCodes(planned.going, codes).map(({ lineId, lot, pieces, traceCodes }) => ({
    orderLineId: lineId,
    lotNo: lot.lotNo,
    producedOn: lot.producedOn,
    expiresOn: lot.expiresOn,
    quantity: pieces,
    traceCodes,
  }));
  const shipmentId = await insertShipment(
    tx,
    { orderNo: order.no, carrier, trackingNo, shippedAt: now },
    lotsOut,
    [`换货补发（售后${row.id}）`, ...reports, ...(cold === null ? [] : [coldRecordText(cold)])].map(
      (text) => ({ text, at: now }),
    ),
  );
  if (cold !== null) await insertColdRecord(tx, shipmentId, cold);
  await showLots(tx, goodsIds, now, change);
  await claimTraceCodes(tx, { shipmentId, merchantId: order.merchantId, lots: lotsOut });
}
