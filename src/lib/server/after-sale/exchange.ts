/** Ships replacements for returned items. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { type ColdRecord, coldRecordText } from '#lib/rules/orders/cold-chain.ts';
import { findTraceFault, readTraceCodes } from '#lib/rules/orders/trace-codes.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Tx } from '../db/client.ts';
import { type By, openBook, showLots } from '../lots/book.ts';
import { listShown } from '../lots/rows.ts';
import { planSending, takeOut } from '../lots/send.ts';
import { claimTraceCodes } from '../lots/trace-codes.ts';
import { openCases } from '../lots/trace-packs.ts';
import { listCaseLines } from '../orders/after-sale-line-rows.ts';
import { insertColdRecord } from '../orders/cold-record-rows.ts';
import { ownLines } from '../orders/held-order.ts';
import { needColdRecord, readParcel } from '../orders/parcel.ts';
import { dealCodes, leftToShip } from '../orders/parcel-content.ts';
import { insertShipment } from '../tracking/shipment-rows.ts';
import type { HeldCase } from './case.ts';
import { piecesByLine } from './claims.ts';

/** The parcel of an exchange; `coldRecord` as `readColdRecord` reads it. */
export interface ExchangeParcel {
  carrier: string;
  trackingNo: string;
  coldRecord: ColdRecord | null;
  /** 追溯码 as they were scanned or pasted, by order line. */
  codes: ReadonlyMap<number, string>;
}

/**
 * The codes of each shipped line, cases opened. Throws 422 for codes that are invalid, repeated or not one a piece, and
 * for lines outside of the case.
 */
async function readCodes(
  tx: Tx,
  merchantId: number,
  { codes }: ExchangeParcel,
  returns: readonly { id: number; quantity: number }[],
): Promise<Map<number, string[]>> {
  const typed = [...codes].map(([id, text]) => {
    const pieces = returns.find((one) => one.id === id)?.quantity;
    if (pieces === undefined) throw fieldError('codes', '追溯码的商品不在这件售后里，请刷新后再试');
    return { id, pieces, found: readTraceCodes(text) };
  });
  const opened = await openCases(
    tx,
    merchantId,
    typed.map(({ found }) => found.codes),
  );
  return new Map(
    typed.map(({ id, pieces, found }, at) => {
      const own = opened[at] ?? [];
      const fault = findTraceFault({ ...found, codes: own }, pieces);
      if (fault !== null) throw fieldError('codes', fault);
      return [id, own];
    }),
  );
}

/**
 * Ships replacements for returned items from the merchant's stock and lots, the earliest to expire first, with the
 * scanned codes. Throws 422 without carrier or number, for refrigerated items without a record and as `readCodes`, 409
 * where the stock has too little or a code was shipped before.
 */
export async function replaceGoods(
  tx: Tx,
  held: HeldCase,
  parcel: ExchangeParcel,
  { actor, now }: By,
): Promise<void> {
  const { order } = held;
  const { row } = held.found;
  if (parcel.carrier === '') throw fieldError('carrier', '请填写换货的承运方');
  if (parcel.trackingNo === '') throw fieldError('tracking_no', '请填写换货的运单号');
  if (order.isColdChain) needColdRecord(order.no, parcel.coldRecord);
  const cold = order.isColdChain ? parcel.coldRecord : null;
  const returns = piecesByLine(await listCaseLines(tx, [row.id]));
  const codes = await readCodes(tx, order.merchantId, parcel, returns);
  const lines = ownLines(held);
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
      // In addition to the line's unshipped pieces.
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
