/** Content of a parcel: lines of an order, their pieces, and their lots. */
import { AppError } from '#lib/contract/errors.ts';
import type { Tx } from '../db/client.ts';
import { listStopped } from '../goods/stock-rows.ts';
import type { LotBook } from '../lots/book.ts';
import { type Going, planSending } from '../lots/send.ts';
import type { AskedBack } from './case-rows.ts';
import type { OrderLineRow } from './rows.ts';

/** Pieces of a line in a parcel. */
export interface ParcelLine {
  /** The order line. */
  id: number;
  pieces: number;
  /** Lots that a clerk took; left out = the due ones. */
  lots?: readonly { lotId: number; pieces: number }[] | undefined;
  /** 追溯码, one a piece, or none. */
  traceCodes?: readonly string[] | undefined;
}

export type Content = {
  line: OrderLineRow;
  pieces: number;
  lots?: ParcelLine['lots'];
  traceCodes?: ParcelLine['traceCodes'];
}[];

/** Pieces of a line that are still to be shipped. */
export function leftToShip(
  line: Pick<OrderLineRow, 'quantity' | 'shippedQuantity' | 'refundedQuantity' | 'sentRefundedQuantity'>,
): number {
  return line.quantity - line.shippedQuantity - (line.refundedQuantity - line.sentRefundedQuantity);
}

export function sumPieces(content: Content): number {
  return content.reduce((all, { pieces }) => all + pieces, 0);
}

/** The content of the parcel. Throws 409 for a line that does not exist or has less left than requested. */
export function readContent(
  no: string,
  left: Content,
  { lines, isPart = false }: { lines?: readonly ParcelLine[]; isPart?: boolean },
): Content {
  if (lines === undefined) return isPart ? takePart(no, left) : left;
  if (new Set(lines.map(({ id }) => id)).size < lines.length) throw new AppError(422, '同一明细只能填写一次');
  return lines.map(({ id, pieces, lots, traceCodes }) => {
    const found = left.find(({ line }) => line.id === id);
    if (!found) throw new AppError(409, `订单${no}的明细${id}没有待发的数量，请刷新后再试`);
    const { name, unit } = found.line.snapshot;
    if (pieces > found.pieces)
      throw new AppError(409, `“${name}”待发${found.pieces}${unit}，不能发${pieces}${unit}，请刷新后再试`);
    return { line: found.line, pieces, lots, traceCodes };
  });
}

/** About half: the first half of the lines, or half of a single one. */
function takePart(no: string, left: Content): Content {
  const [only] = left;
  if (left.length > 1) return left.slice(0, Math.ceil(left.length / 2));
  if (!only || only.pieces < 2)
    throw new AppError(409, `订单${no}只剩1${only?.line.snapshot.unit ?? ''}待发，不能部分发货，请整单发货`);
  return [{ line: only.line, pieces: Math.floor(only.pieces / 2) }];
}

/** The lots in a parcel out of the open book, with the scanned codes. Throws 409 where lots are not entered, or have too little. */
export async function sendLots(tx: Tx, book: LotBook, content: Content, now: Date) {
  const stopped = await listStopped(
    tx,
    content.map(({ line }) => line.goodsId),
  );
  const held = content.find(({ line }) => stopped.has(line.goodsId));
  if (held)
    throw new AppError(
      409,
      `“${held.line.snapshot.name}”正在质量核查，平台已暂停其销售，解除前不能发货，其余商品可以先发`,
    );
  const unknown = content.find(({ line }) => !book.lots.some(({ goodsId }) => goodsId === line.goodsId));
  if (unknown) throw new AppError(409, `“${unknown.line.snapshot.name}”的批号和效期尚未登记，登记后才能发货`);
  const plan = planSending(
    book,
    content.map(({ line, pieces, lots }) => ({
      line: { id: line.id, goodsId: line.goodsId, left: leftToShip(line) },
      pieces,
      chosen: lots,
    })),
    now,
  );
  if ('lacking' in plan) {
    const short = content.find(({ line }) => line.id === plan.lacking.id);
    throw new AppError(
      409,
      `“${short?.line.snapshot.name}”所选批次数量不足或不能发出，请改选批次、登记入库，或按缺货处理`,
    );
  }
  const codes = new Map(content.map(({ line, traceCodes = [] }) => [line.id, traceCodes]));
  return { moved: plan.moved, going: dealCodes(plan.going, codes) };
}

/** Deals a line's codes to its lots, as many as pieces of each. */
export function dealCodes(
  going: readonly Going[],
  codes: ReadonlyMap<number, readonly string[]>,
): (Going & { traceCodes: string[] })[] {
  const left = new Map([...codes].map(([id, own]) => [id, [...own]]));
  return going.map((one) => ({ ...one, traceCodes: left.get(one.lineId)?.splice(0, one.pieces) ?? [] }));
}

// Unshipped pieces for which the buyer requests a refund: they are not shipped unseen (rules 3).

/** Pieces of a line that are asked back. */
export function askedBackOf(asked: readonly AskedBack[], lineId: number): number {
  return asked.filter((one) => one.lineId === lineId).reduce((sum, { pieces }) => sum + pieces, 0);
}

/** Pieces of a line that may be shipped without answering a request. */
export function freeToShip(line: OrderLineRow, asked: readonly AskedBack[]): number {
  return Math.max(0, leftToShip(line) - askedBackOf(asked, line.id));
}

/** Lines of a parcel that would take pieces which are asked back. */
export function linesAskedBack(content: Content, asked: readonly AskedBack[]): OrderLineRow[] {
  return content.flatMap(({ line, pieces }) => (pieces > freeToShip(line, asked) ? [line] : []));
}

/** The sentence about them. */
export function askedBackText(lines: readonly OrderLineRow[], asked: readonly AskedBack[]): string {
  return lines
    .map((line) => `“${line.snapshot.name}”有${askedBackOf(asked, line.id)}${line.snapshot.unit}`)
    .join('、');
}
