/** Red invoices: all or a part of a blue one is taken back, by cumulative rounding (rules 19). */
import { type Fen, shareOf } from '../money/money.ts';
import { must } from '../terms/must.ts';
import { type InvoiceLine, minus, pairsOf, priceText, type TaxedAmount } from './amounts.ts';

/** What a red invoice takes back of a line of its blue one. Amounts and pieces are negative, those of a discount positive. */
export interface RedLine extends TaxedAmount {
  blueSeq: number;
  /** Null: amounts alone. */
  quantity: number | null;
}

/** What is to be taken back of a line of goods: its pieces (null: none come back) and what was paid for them. */
export interface RedWish {
  /** Of the line of goods, not of its discount. */
  blueSeq: number;
  pieces: number | null;
  gross: Fen;
}

/** What earlier red lines took of a line, as positive amounts of the line's own sign. */
interface Taken extends TaxedAmount {
  pieces: number;
}

function takenOf(earlier: readonly (readonly RedLine[])[], seq: number): Taken {
  const taken = { gross: 0, net: 0, tax: 0, pieces: 0 };
  for (const line of earlier.flat()) {
    if (line.blueSeq !== seq) continue;
    taken.gross -= line.gross;
    taken.net -= line.net;
    taken.tax -= line.tax;
    taken.pieces -= line.quantity ?? 0;
  }
  return taken;
}

/**
 * The lines of a red invoice, in the order of the blue one. After any number of parts each line is taken back to the fen
 * in gross, net and tax alike once all that was paid for it is. `earlier` holds the lines of red invoices and open forms
 * before. Throws RangeError for more than is left.
 */
export function redLines(
  blue: readonly InvoiceLine[],
  earlier: readonly (readonly RedLine[])[],
  wanted: readonly RedWish[],
): RedLine[] {
  const wishes = new Map(wanted.map((wish) => [wish.blueSeq, wish]));
  if (wishes.size !== wanted.length) throw new RangeError('a line is named twice');
  const red: RedLine[] = [];
  for (const [goods, discount] of pairsOf(blue)) {
    const wish = wishes.get(goods.seq);
    wishes.delete(goods.seq);
    if (wish) red.push(...takeBack(goods, discount ?? null, earlier, wish));
  }
  if (wishes.size > 0) throw new RangeError(`no line of goods ${[...wishes.keys()].join(', ')}`);
  return red;
}

function takeBack(
  goods: InvoiceLine,
  discount: InvoiceLine | null,
  earlier: readonly (readonly RedLine[])[],
  { pieces, gross }: RedWish,
): RedLine[] {
  const paid = goods.gross + (discount?.gross ?? 0);
  const before = takenOf(earlier, goods.seq);
  const offBefore = discount === null ? 0 : takenOf(earlier, discount.seq).gross;
  const after = before.gross + offBefore + gross;
  const back = before.pieces + (pieces ?? 0);
  if (gross < 0 || after > paid)
    throw new RangeError(`line ${goods.seq}: ${gross} of ${paid} fen are not left`);
  if ((pieces ?? 0) < 0 || back > (goods.quantity ?? 0))
    throw new RangeError(`line ${goods.seq}: ${pieces} of ${goods.quantity ?? 0} pieces are not left`);
  const upTo = listBack({ goods, paid, after, back, off: -(discount?.gross ?? 0), offBefore: -offBefore });
  const lines = [redLine(goods, upTo, before, pieces === 0 ? null : pieces)];
  if (discount !== null) lines.push(redLine(discount, after - upTo, takenOf(earlier, discount.seq), null));
  return lines.filter(
    (line) => line.gross !== 0 || line.net !== 0 || line.tax !== 0 || line.quantity !== null,
  );
}

/** How much of a line of goods, before discounts, is taken back in all once `after` of what was paid for it is. */
function listBack(all: {
  goods: InvoiceLine;
  paid: Fen;
  after: Fen;
  back: number;
  off: Fen;
  offBefore: Fen;
}): Fen {
  const { goods, paid, after, back, off, offBefore } = all;
  if (paid > 0 && after === paid) return goods.gross;
  const byMoney = paid > 0 ? shareOf(goods.gross, after, paid) : 0;
  const share = goods.quantity === null || back === 0 ? byMoney : shareOf(goods.gross, back, goods.quantity);
  return Math.min(Math.max(share, after + offBefore), after + off);
}

/** Takes a line back from what was taken before up to `upTo`, fen of its own sign. */
function redLine(line: InvoiceLine, upTo: Fen, before: TaxedAmount, pieces: number | null): RedLine {
  const net = line.net < 0 ? -partOf(-line.net, upTo, line.gross) : partOf(line.net, upTo, line.gross);
  return {
    blueSeq: line.seq,
    quantity: pieces === null ? null : -pieces,
    ...minus(before, { gross: upTo, net, tax: upTo - net }),
  };
}

/** total × part ÷ whole, rounded half up; part and whole have one sign. */
function partOf(total: Fen, part: Fen, whole: Fen): Fen {
  if (part === 0) return 0;
  const twice = 2n * BigInt(Math.abs(whole));
  return Number((2n * BigInt(total) * BigInt(Math.abs(part)) + twice / 2n) / twice);
}

/** All that is left of a blue invoice, as wishes: a whole red invoice. */
export function restOf(blue: readonly InvoiceLine[], earlier: readonly (readonly RedLine[])[]): RedWish[] {
  return pairsOf(blue).flatMap(([goods, discount]) => {
    const { pieces, gross } = leftOf(goods, discount ?? null, earlier);
    return gross === 0 && (pieces ?? 0) === 0 ? [] : [{ blueSeq: goods.seq, pieces, gross }];
  });
}

function leftOf(
  goods: InvoiceLine,
  discount: InvoiceLine | null,
  earlier: readonly (readonly RedLine[])[],
): { pieces: number | null; gross: Fen } {
  const taken = takenOf(earlier, goods.seq);
  const off = discount === null ? 0 : takenOf(earlier, discount.seq).gross;
  return {
    pieces: goods.quantity === null ? null : goods.quantity - taken.pieces,
    gross: goods.gross + (discount?.gross ?? 0) - taken.gross - off,
  };
}

/** A blue invoice with the red lines that it has. */
export interface BlueInvoice {
  id: number;
  lines: readonly InvoiceLine[];
  earlier: readonly (readonly RedLine[])[];
}

/** What of an order line (null: freight) is to be taken back; both positive. */
export interface RedDue {
  orderNo: string;
  orderLineId: number | null;
  pieces: number;
  gross: Fen;
}

/**
 * Shares what is due over the blue invoices that have it, the first first; by the id of the invoice. What no invoice has
 * any more is left out.
 */
export function spreadRed(blues: readonly BlueInvoice[], dues: readonly RedDue[]): Map<number, RedWish[]> {
  const wishes = new Map<number, RedWish[]>();
  for (const due of dues) {
    let { pieces, gross } = due;
    for (const { id, lines, earlier } of blues)
      for (const [goods, discount] of pairsOf(lines)) {
        if (goods.orderNo !== due.orderNo || goods.orderLineId !== due.orderLineId) continue;
        const left = leftOf(goods, discount ?? null, earlier);
        const some = { pieces: Math.min(pieces, left.pieces ?? 0), gross: Math.min(gross, left.gross) };
        if (some.pieces === 0 && some.gross === 0) continue;
        pieces -= some.pieces;
        gross -= some.gross;
        const wish = {
          blueSeq: goods.seq,
          pieces: some.pieces === 0 ? null : some.pieces,
          gross: some.gross,
        };
        wishes.set(id, [...(wishes.get(id) ?? []), wish]);
      }
  }
  return wishes;
}

/** The lines of a red invoice as they are stored and sent: those of its blue one with what is taken back. */
export function redInvoiceLines(
  blue: readonly InvoiceLine[],
  red: readonly RedLine[],
): (InvoiceLine & { blueSeq: number })[] {
  return red.map(({ blueSeq, quantity, ...amount }, at) => {
    const line = must(
      blue.find(({ seq }) => seq === blueSeq),
      `line ${blueSeq} of the blue invoice`,
    );
    const unitPrice = quantity === null || amount.net === 0 ? '' : priceText(amount.net, quantity);
    return { ...line, ...amount, seq: at + 1, blueSeq, quantity, unitPrice };
  });
}
