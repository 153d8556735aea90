/** Prices and amounts on 随货同行单, by the function that makes the lines of invoices (rules 19). */
import { type Fen, formatYuan } from '../money/money.ts';
import { invoiceLines, priceText } from './amounts.ts';
import type { InvoiceForm } from './invoice-state.ts';
import { keptShare } from './invoiceable.ts';

/** An order line as it was sold. */
export interface NotedLine {
  quantity: number;
  /** Before discounts. */
  gross: Fen;
  paid: Fen;
}

/** Texts of a row, in yuan with tax. */
export interface NoteAmount {
  /** Of one piece, 2 to 8 decimals. */
  price: string;
  amount: string;
  /** With its minus; empty without one. */
  discount: string;
  /** What was paid for the pieces, fen. */
  paid: Fen;
}

/** A price with two decimals at least, so that those of a column stand under each other. */
export function withCents(price: string): string {
  const [yuan = '', decimals = ''] = price.split('.');
  return `${yuan}.${decimals.padEnd(2, '0')}`;
}

/** Amounts do not depend on the tax that they contain. */
const untaxed = { rate: 0, policy: 'exempt', taxCode: '' } as const;

/**
 * Amounts of pieces that follow `before` pieces of the line on earlier papers: those of all papers sum to what the shipped
 * pieces were paid. Pieces beyond the line's own (replacements) cost nothing.
 */
export function noteAmount(line: NotedLine, before: number, pieces: number, form: InvoiceForm): NoteAmount {
  const { quantity } = line;
  const [from, to] = [Math.min(before, quantity), Math.min(before + pieces, quantity)];
  const between = (total: Fen) => keptShare(total, to, quantity) - keptShare(total, from, quantity);
  const paid = between(line.paid);
  const [goods, discount] = invoiceLines(
    [
      {
        ...{ orderNo: '', orderLineId: null, name: '', spec: '', unit: '', quantity: pieces },
        ...{ list: between(line.gross), paid, tax: untaxed },
      },
    ],
    form,
  );
  return {
    price: goods === undefined ? '0.00' : withCents(priceText(goods.gross, pieces)),
    amount: formatYuan(goods?.gross ?? 0),
    discount: discount === undefined ? '' : formatYuan(discount.gross),
    paid,
  };
}
