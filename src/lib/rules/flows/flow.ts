/**
 * 票账货款: the four flows of one order as one record – its invoices, its ledger, its shipped lots and its payment – that is
 * compared each night and sealed (rules 4). Amounts are fen, pieces are whole.
 */
import type { Fen } from '../money/money.ts';
import { canonical } from './canonical.ts';

/** A lot in a parcel. */
export type FlowLot = { lot: string; pieces: number; parcel: string };

/** A line of the order: what was sold, refunded, shipped and invoiced of it. */
export type FlowLine = {
  line: number;
  name: string;
  pieces: number;
  paid: Fen;
  refunded: Fen;
  /** Shipped pieces, and those of them that were refunded. */
  shipped: number;
  returned: number;
  lots: readonly FlowLot[];
  /** Issued invoices: blue ones less red ones. */
  invoiced: Fen;
  invoicedPieces: number;
};

/** An issued invoice: its share in this order, and the hashes of its files by their kinds. */
export type FlowInvoice = {
  number: string;
  color: 'blue' | 'red';
  gross: Fen;
  net: Fen;
  tax: Fen;
  files: { readonly [kind: string]: string };
};

/** What an order's proof shows: nothing of other orders, companies or merchants. */
export type OrderFlow = {
  order: string;
  company: number;
  merchant: number;
  /** ISO 8601, UTC. */
  paidAt: string;
  /** What the order is worth and what was refunded of it. */
  total: Fen;
  refunded: Fen;
  freight: Fen;
  freightInvoiced: Fen;
  lines: readonly FlowLine[];
  invoices: readonly FlowInvoice[];
  /** The booked sale and refunds. */
  ledger: { sold: Fen; refunded: Fen };
  /** Money that came for the order, and refunds that were made. */
  payment: { came: Fen; refunded: Fen };
};

/** The lines with a name each: an item that was also given as a gift has two lines. */
export function namedLines({ lines }: OrderFlow): FlowLine[] {
  return lines.map((line) => ({
    ...line,
    name: lines.some((other) => other !== line && other.name === line.name)
      ? `${line.name}（行${line.line}）`
      : line.name,
  }));
}

/** The text that is stored and compared. */
export function flowText(flow: OrderFlow): string {
  return canonical(flow);
}

/** The text whose hash is the leaf. The salt is random: who knows a neighbour's hash cannot guess what it is of. */
export function leafText(day: string, salt: string, flow: OrderFlow): string {
  return canonical({ day, flow, salt });
}
