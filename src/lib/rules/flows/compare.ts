/** Compares the four flows of an order (rules 4). */
import type { Fen } from '../money/money.ts';
import type { EpochMs } from '../terms/terms.ts';
import type { FlowBreak, FlowCause } from './causes.ts';
import { type FlowLine, namedLines, type OrderFlow } from './flow.ts';
import { sealedBreaks } from './sealed.ts';

const hour = 3_600_000;
/** So long a refund may wait for its red invoice. */
export const redWithin = 48 * hour;
/** Orders that were paid before so many days are no longer compared. */
export const flowDays = 400;

/** An invoice that does not fit: its sum, or its parties. */
export interface WrongInvoice {
  number: string;
  cause: 'invoice_sum' | 'invoice_party';
  wanted: Fen;
  found: Fen;
}

export interface FlowFacts {
  flow: OrderFlow;
  /** Its last refund; null without one. */
  refundedAt: EpochMs | null;
  wrongInvoices: readonly WrongInvoice[];
  /** The record that was sealed last; null before the first. */
  sealed: OrderFlow | null;
}

/** All breaks of an order now, in the order of the causes of each line. */
export function breaksOf({ flow, refundedAt, wrongInvoices, sealed }: FlowFacts, now: EpochMs): FlowBreak[] {
  const isRedLate = refundedAt !== null && now - refundedAt >= redWithin;
  const { total, refunded, ledger, payment, lines, freight } = flow;
  const differs = (cause: FlowCause, wanted: number, found: number): FlowBreak[] =>
    wanted === found ? [] : [{ cause, about: '', wanted, found }];
  const sum = lines.reduce((all, { paid }) => all + paid, 0) + freight;
  const back = lines.reduce((all, line) => all + line.refunded, 0);
  return [
    ...namedLines(flow).flatMap((line) => [
      ...invoiceBreaks(line.name, line, isRedLate),
      ...pieceBreaks(line),
      ...lotBreaks(line),
    ]),
    ...invoiceBreaks(
      '运费',
      { paid: freight, refunded: freightBack(flow), invoiced: flow.freightInvoiced },
      isRedLate,
    ),
    ...wrongInvoices.map(({ number, ...one }) => ({ ...one, about: number })),
    ...differs('lines', total, sum),
    ...(back > refunded ? differs('line_refunds', refunded, back) : []),
    ...differs('booked_sale', total, ledger.sold),
    ...differs('booked_refund', refunded, ledger.refunded),
    ...differs('came', total, payment.came),
    ...differs('given_back', refunded, payment.refunded),
    ...(sealed === null ? [] : sealedBreaks(sealed, flow)),
  ];
}

/** Freight that was refunded: what is refunded of the order beyond its lines. */
function freightBack({ refunded, lines }: OrderFlow): Fen {
  return Math.max(0, refunded - lines.reduce((sum, line) => sum + line.refunded, 0));
}

type Invoiced = Pick<FlowLine, 'paid' | 'refunded' | 'invoiced'>;

/** Not yet invoiced is no break: it may be asked for later. */
function invoiceBreaks(
  about: string,
  { paid, refunded, invoiced }: Invoiced,
  isRedLate: boolean,
): FlowBreak[] {
  const due = paid - refunded;
  if (invoiced < 0) return [{ cause: 'over_red', about, wanted: 0, found: invoiced }];
  if (invoiced <= due) return [];
  if (invoiced > paid) return [{ cause: 'over_invoiced', about, wanted: due, found: invoiced }];
  return isRedLate ? [{ cause: 'not_red', about, wanted: due, found: invoiced }] : [];
}

/** Pieces may wait for their invoice. Once the whole amount is invoiced they agree, and they are never more than sent. */
function pieceBreaks(line: FlowLine): FlowBreak[] {
  const { paid, refunded, shipped, returned, invoiced, invoicedPieces, name } = line;
  const sent = shipped - returned;
  const due = paid - refunded;
  // While a refund waits for its red invoice the blue one still has its pieces.
  const most = invoiced > due ? shipped : sent;
  const isShort = paid > 0 && invoiced > 0 && invoiced === due && invoicedPieces < sent;
  if (invoicedPieces <= most && !isShort) return [];
  return [{ cause: 'pieces', about: name, wanted: sent, found: invoicedPieces }];
}

function lotBreaks({ name, shipped, lots }: FlowLine): FlowBreak[] {
  const found = lots.reduce((sum, { pieces }) => sum + pieces, 0);
  return found === shipped ? [] : [{ cause: 'lots', about: name, wanted: shipped, found }];
}
