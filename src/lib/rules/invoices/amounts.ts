/** Amounts of an invoice, from what was paid (rules 19). One function feeds invoices and 随货同行单. */
import type { Fen } from '../money/money.ts';
import { headOf } from '../text/cut.ts';
import type { InvoiceForm } from './invoice-state.ts';
import type { GoodsTax, TaxPolicy, TaxRate } from './tax.ts';

/** Pieces of an order line, or the freight of an order, with what they cost. */
export interface SoldPart {
  orderNo: string;
  /** Null: freight. */
  orderLineId: number | null;
  name: string;
  spec: string;
  unit: string;
  /** Null: amounts alone. */
  quantity: number | null;
  /** Before discounts. Less than `paid` counts as `paid`. */
  list: Fen;
  paid: Fen;
  tax: GoodsTax;
}

export interface InvoiceLine {
  /** From 1. */
  seq: number;
  orderNo: string;
  orderLineId: number | null;
  /** 0 goods, 2 goods with a discount, 1 the discount of the line before: amounts alone. */
  nature: 0 | 1 | 2;
  name: string;
  spec: string;
  unit: string;
  taxCode: string;
  quantity: number | null;
  /** Yuan without tax, up to 8 decimals; empty without a quantity. */
  unitPrice: string;
  rate: TaxRate;
  policy: TaxPolicy;
  gross: Fen;
  net: Fen;
  tax: Fen;
}

/** gross = net + tax. */
export interface TaxedAmount {
  gross: Fen;
  net: Fen;
  tax: Fen;
}

/** Longest texts of a line, in characters. */
const lengths = { name: 100, spec: 40, unit: 20 } as const;

/** A text as the bureau takes it: without angle brackets, cut to its longest length. */
export function lineText(text: string, part: keyof typeof lengths): string {
  const plain = text.replace(/[<>]/g, '').replace(/\s+/g, ' ').trim();
  return headOf(plain, lengths[part]);
}

/** An amount that contains its tax, in its parts; the net part is rounded half up. Negative amounts mirror positive ones. */
export function taxedOf(gross: Fen, rate: TaxRate): TaxedAmount {
  if (gross < 0) {
    const { net, tax } = taxedOf(-gross, rate);
    return { gross, net: -net, tax: -tax };
  }
  const whole = 100 + rate;
  const net = Math.floor((gross * 200 + whole) / (2 * whole));
  return { gross, net, tax: gross - net };
}

/**
 * The price of one piece that makes an amount in fen: yuan with up to 8 decimals, as few as it has. Throws RangeError
 * where 8 decimals do not make the amount again.
 */
export function priceText(amount: Fen, quantity: number): string {
  const [of, pieces] = [BigInt(Math.abs(amount)), BigInt(Math.abs(quantity))];
  if (pieces === 0n) throw new RangeError('no pieces to price');
  const price = (of * 2_000_000n + pieces) / (2n * pieces);
  if ((price * pieces + 500_000n) / 1_000_000n !== of)
    throw new RangeError(`no price of 8 decimals makes ${amount} fen of ${quantity} pieces`);
  const digits = String(price).padStart(9, '0');
  let end = digits.length;
  while (end > digits.length - 8 && digits[end - 1] === '0') end -= 1;
  const decimals = digits.slice(-8, end === digits.length ? undefined : end);
  return decimals === '' ? digits.slice(0, -8) : `${digits.slice(0, -8)}.${decimals}`;
}

/**
 * Lines of an invoice of these parts, in their order. net: a line has what was paid. discount: a line has the price
 * before discounts, and the next one takes the discount off again; both together have the net amount and tax of what was
 * paid. Parts without an amount make no line.
 */
export function invoiceLines(parts: readonly SoldPart[], form: InvoiceForm): InvoiceLine[] {
  const lines: InvoiceLine[] = [];
  for (const part of parts)
    for (const line of linesOfPart(part, form)) lines.push({ seq: lines.length + 1, ...line });
  return lines;
}

function linesOfPart(part: SoldPart, form: InvoiceForm): Omit<InvoiceLine, 'seq'>[] {
  const { orderNo, orderLineId, paid, quantity, tax } = part;
  if (paid < 0) throw new RangeError(`order ${orderNo}: ${paid} fen are not a sale`);
  const list = form === 'discount' ? Math.max(part.list, paid) : paid;
  if (list === 0) return [];
  const common = {
    ...{ orderNo, orderLineId, name: lineText(part.name, 'name') },
    ...{ taxCode: tax.taxCode, rate: tax.rate, policy: tax.policy },
  };
  const before = taxedOf(list, tax.rate);
  const goods = {
    ...common,
    ...{ nature: list === paid ? (0 as const) : (2 as const), spec: lineText(part.spec, 'spec') },
    ...{ unit: lineText(part.unit, 'unit'), quantity },
    ...{ unitPrice: quantity === null ? '' : priceText(before.net, quantity), ...before },
  };
  if (list === paid) return [goods];
  const left = taxedOf(paid, tax.rate);
  const discount = { ...common, nature: 1 as const, spec: '', unit: '', quantity: null, unitPrice: '' };
  return [goods, { ...discount, ...minus(left, before) }];
}

/** The first amount less the second, part by part. */
export function minus(from: TaxedAmount, less: TaxedAmount): TaxedAmount {
  return { gross: from.gross - less.gross, net: from.net - less.net, tax: from.tax - less.tax };
}

export function sums(lines: readonly TaxedAmount[]): TaxedAmount {
  const total = { gross: 0, net: 0, tax: 0 };
  for (const { gross, net, tax } of lines) {
    total.gross += gross;
    total.net += net;
    total.tax += tax;
  }
  return total;
}

/** A line of goods with its discount line, where it has one. */
export type LinePair<Line extends InvoiceLine = InvoiceLine> = [goods: Line, discount?: Line];

/** Lines with their discounts. Throws RangeError where a discount follows no goods, or goods lack their discount. */
export function pairsOf<Line extends InvoiceLine>(lines: readonly Line[]): LinePair<Line>[] {
  const pairs: LinePair<Line>[] = [];
  for (const line of lines) {
    const last = pairs.at(-1);
    const isOpen = last?.[0].nature === 2 && last.length === 1;
    if (isOpen !== (line.nature === 1)) throw new RangeError(`line ${line.seq}: a discount out of place`);
    if (isOpen) last.push(line);
    else pairs.push([line]);
  }
  const last = pairs.at(-1);
  if (last?.[0].nature === 2 && last.length === 1) throw new RangeError('the last line lacks its discount');
  return pairs;
}
