/**
 * Ships many orders by one table (rules 3). The file is checked whole and changes nothing; then each parcel is shipped
 * by the call for a single one, so that an interruption can be continued.
 */

import { fieldError } from '#lib/contract/errors.ts';
import type { DispatchChecked, DispatchParcelWire } from '#lib/contract/shipping/dispatch.ts';
import type { Upload } from '#lib/contract/uploads.ts';
import { findColdFaults } from '#lib/rules/orders/cold-chain.ts';
import {
  type DispatchFault,
  type DispatchParcel,
  type DispatchRow,
  dispatchSpec,
  mostDispatchRows,
  readDispatch,
} from '#lib/rules/orders/dispatch.ts';
import { lotNamed } from '#lib/rules/orders/lots.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import type { Context } from '../core/context.ts';
import { readUpload } from '../engines/tables/read-mapped.ts';
import { type LotRow, readDueLots } from '../lots/rows.ts';
import { readSent, type SentCode } from '../lots/trace-code-rows.ts';
import { type Returned, sentCodeText, takeReturned } from '../lots/trace-codes.ts';
import { findBoxes } from '../lots/trace-pack-rows.ts';
import { openCodes } from '../lots/trace-packs.ts';
import { type AskedBack, listAskedBack } from '../orders/case-rows.ts';
import { askedBackOf, leftToShip } from '../orders/parcel-content.ts';
import { listLines, type OrderLineRow } from '../orders/rows.ts';
import { listShipments } from '../tracking/shipment-rows.ts';
import { type DeskOrderFound, findDeskOrder } from './desk-order-rows.ts';
import { shippingLimits } from './trace-file.ts';

/**
 * `POST /api/desk/dispatch`: the parcels that a table would ship, and the errors of its other rows. While a column has
 * to be chosen there are neither. Ships nothing. Throws 422 with a sentence for a file that cannot be read, 429 when
 * many are being read.
 */
export async function checkDispatch(
  context: Context<'merchant'>,
  { file, columns }: { file: Upload; columns?: string[] | undefined },
): Promise<DispatchChecked> {
  const limits = shippingLimits(mostDispatchRows + 1);
  const table = await readUpload(context, file, { spec: dispatchSpec, columns, limits });
  if (table.rows.length === 0 && table.questions.length === 0)
    throw fieldError('file', `“${file.name}”没有数据行`);
  const { count, skipped, faults, ...read } = readDispatch(table.rows);
  const { parcels, twice } = await openParcels(context, read.parcels);
  faults.push(...twice);
  const asked = await listAskedBack(
    context.db,
    parcels.map(({ no }) => no),
  );
  const codes = parcels.flatMap(({ rows }) => rows.flatMap((row) => row.codes));
  const sent = codes.length === 0 ? [] : await readSent(context.db, 0, codes);
  const known: Known = { asked, sent: new Map(sent.map((one) => [one.code, one])), returned: new Map() };
  const ready: DispatchParcelWire[] = [];
  // One after the other: a table has a hundred of them, and other requests use the database too.
  for (const parcel of parcels) {
    const checked = await checkParcel(context, parcel, known);
    if ('faults' in checked) faults.push(...checked.faults);
    else ready.push(checked);
  }
  faults.sort((a, b) => a.row - b.row);
  return { rows: count, skipped, parcels: ready, faults, table: table.mapping };
}

/** Parcels with the boxes of the cases in them; those with a box that another row has are left out, and say why. */
async function openParcels(
  { db, actor }: Context<'merchant'>,
  parcels: readonly DispatchParcel[],
): Promise<{ parcels: DispatchParcel[]; twice: DispatchFault[] }> {
  const codes = parcels.flatMap(({ rows }) => rows.flatMap((row) => row.codes));
  const boxes = await findBoxes(db, actor.merchantId, codes);
  const seen = new Set<string>();
  const twice: DispatchFault[] = [];
  const sound = parcels.flatMap((parcel) => {
    const opened = parcel.rows.map((row) => ({ row, ...openCodes(row.codes, boxes, seen) }));
    if (opened.every((one) => one.twice === null))
      return [{ ...parcel, rows: opened.map(({ row, opened: own }) => ({ ...row, codes: own })) }];
    twice.push(
      ...opened.map((one) => ({
        row: one.row.row,
        no: parcel.no,
        sentence: one.twice ?? '同一包裹有其他行不正确，整个包裹未发',
      })),
    );
    return [];
  });
  return { parcels: sound, twice };
}

interface Known {
  asked: readonly AskedBack[];
  /** Codes that were shipped before, by code. */
  sent: ReadonlyMap<string, SentCode>;
  /** Codes that earlier parcels take for returned pieces. */
  returned: Returned;
}

/**
 * Rows of a parcel with codes that were shipped before, each with the reason why it is refused, by row; the others take
 * codes of returned pieces.
 */
function takeSent(
  rows: readonly DispatchRow[],
  { sent, returned }: Pick<Known, 'sent' | 'returned'>,
  merchantId: number,
): Map<number, string> {
  const faults = new Map<number, string>();
  for (const { row, codes } of rows) {
    const before = codes.flatMap((code) => sent.get(code) ?? []);
    const stuck = takeReturned(returned, before);
    const [first] = stuck;
    if (first) faults.set(row, sentCodeText(first, stuck.length - 1, merchantId));
  }
  return faults;
}

async function checkParcel(
  { db, actor, now }: Context<'merchant'>,
  parcel: DispatchParcel,
  known: Known,
): Promise<DispatchParcelWire | { faults: DispatchFault[] }> {
  const { no, carrier, tracking, cold, rows } = parcel;
  const refuseEach = (sentences: ReadonlyMap<number, string>) => ({
    faults: rows.map(({ row }) => ({
      row,
      no,
      sentence: sentences.get(row) ?? '同一包裹有其他行不正确，整个包裹未发',
    })),
  });
  const refuse = (sentence: string, of: readonly DispatchRow[] = rows) =>
    refuseEach(new Map(of.map(({ row }) => [row, sentence])));
  const order = await findDeskOrder(db, no, actor.merchantId, now);
  if (order === null) return refuse(`没有订单${no}`);
  const base = {
    no,
    company: order.company,
    carrier,
    tracking_no: tracking,
    ...(order.isColdChain ? cold : { temperature: '', cooler: '', recorder: '' }),
    rows: rows.map(({ row }) => row),
  };
  const isDone = (await listShipments(db, no)).some((one) => one.trackingNo === tracking);
  if (isDone) return { ...base, pieces: 0, is_done: 1, lines: [] };
  if (!orderIs.shippable(order.status)) return refuse(`订单${no}没有待发的商品`);
  const unsaid = order.isColdChain ? Object.values(findColdFaults(cold)) : [];
  if (unsaid.length > 0) return refuse(`订单${no}是冷链订单：${unsaid.join('；')}`);
  const lines = (await listLines(db, [no])).map(({ line }) => line).filter((line) => leftToShip(line) > 0);
  const lots = await readDueLots(db, [...new Set(lines.map(({ goodsId }) => goodsId))]);
  const found = fillLines(rows, lines, { lots, asked: known.asked }, order);
  if ('sentence' in found) return refuse(found.sentence, [found.row]);
  const again = takeSent(rows, known, actor.merchantId);
  if (again.size > 0) return refuseEach(again);
  const pieces = found.lines.reduce((sum, line) => sum + line.pieces, 0);
  return { ...base, pieces, is_done: 0, lines: found.lines };
}

type Line = DispatchParcelWire['lines'][number];

/** The order lines of a parcel's rows, or the first row without one. */
function fillLines(
  rows: readonly DispatchRow[],
  lines: readonly OrderLineRow[],
  { lots, asked }: { lots: readonly LotRow[]; asked: readonly AskedBack[] },
  { no }: DeskOrderFound,
): { lines: Line[] } | { row: DispatchRow; sentence: string } {
  const left = new Map(lines.map((line) => [line.id, leftToShip(line)]));
  const filled: Line[] = [];
  for (const row of rows) {
    const own = lines.filter(({ goodsId }) => row.goodsId === null || goodsId === row.goodsId);
    const there = own.reduce((sum, { id }) => sum + (left.get(id) ?? 0), 0);
    if (there === 0) return { row, sentence: `订单${no}没有待发的商品${row.goodsId ?? ''}` };
    // A row with only codes means as many pieces.
    let rest = row.pieces ?? (row.codes.length > 0 ? row.codes.length : there);
    if (rest > there) return { row, sentence: `待发${there}，不能发${rest}` };
    if (row.codes.length > 0 && row.codes.length !== rest)
      return { row, sentence: `追溯码${row.codes.length}个，与发货数量${rest}不符` };
    if (row.codes.length > 0 && row.goodsId === null && own.length > 1)
      return { row, sentence: '订单有多个商品时，追溯码须写明商品编号' };
    const lot = lotNamed(
      lots.filter(({ goodsId }) => goodsId === row.goodsId),
      row.lot,
    );
    if (row.lot !== '' && !lot) return { row, sentence: `商品${row.goodsId}没有批号${row.lot}，请先入库` };
    const codes = [...row.codes];
    for (const line of own) {
      const { id } = line;
      const pieces = Math.min(rest, left.get(id) ?? 0);
      if (pieces === 0) continue;
      rest -= pieces;
      left.set(id, (left.get(id) ?? 0) - pieces);
      const { name, unit } = line.snapshot;
      const back = askedBackOf(asked, id);
      if ((left.get(id) ?? 0) < back)
        return {
          row,
          sentence: `买家申请退款中：“${name}”有${back}${unit}，请先处理售后，或在订单页确认发货`,
        };
      // A lot that is not recorded yet is the only one: it is due anyway.
      const lotId = lot && lot.id > 0 ? lot.id : undefined;
      const own = codes.splice(0, pieces).join(' ');
      const same = filled.find((one) => one.line_id === id && one.lot_id === lotId);
      if (same) {
        same.pieces += pieces;
        same.codes = `${same.codes} ${own}`.trim();
      } else filled.push({ line_id: id, pieces, ...(lotId !== undefined && { lot_id: lotId }), codes: own });
    }
  }
  return { lines: filled };
}
