/** Parts that do not fit one invoice (rules 19). */
import { type Fen, shareOf } from '../money/money.ts';
import { type InvoiceLine, invoiceLines, type SoldPart } from './amounts.ts';
import type { InvoiceForm } from './invoice-state.ts';

/** What one invoice takes at most. */
export interface InvoiceLimits {
  lines: number;
  gross: Fen;
}

/**
 * Lines of as few invoices as the limits ask for, in the order of the parts: the same parts make the same invoices. A
 * discount stays with its line. A part above the amount is divided by pieces; one piece above it is an invoice of its
 * own. Parts that cost nothing go with others that do; alone they make no invoice.
 */
export function splitInvoice(
  parts: readonly SoldPart[],
  form: InvoiceForm,
  limits: InvoiceLimits,
): InvoiceLine[][] {
  const small = parts.flatMap((part) => divided(part, limits.gross));
  const whole = invoiceLines(small, form);
  if (small.every(({ paid }) => paid === 0)) return [];
  const fits = whole.length <= limits.lines && small.reduce((sum, { paid }) => sum + paid, 0) <= limits.gross;
  if (fits) return [whole];
  const chunks: Chunk[] = [];
  const room = { lines: Math.max(limits.lines, 2), gross: limits.gross };
  // What costs nothing comes last: an invoice of it alone has no amount.
  const ordered = [...small.filter(({ paid }) => paid > 0), ...small.filter(({ paid }) => paid === 0)];
  for (const part of ordered) {
    const lines = invoiceLines([part], form).length;
    if (lines === 0) continue;
    const last = chunks.at(-1);
    if (last && last.lines + lines <= room.lines && last.gross + part.paid <= room.gross)
      add(last, part, lines);
    else if (part.paid > 0) chunks.push({ parts: [part], lines, gross: part.paid });
    else if (last) {
      const opened = openWith(last, form);
      if (opened === null || opened.lines + lines > room.lines) continue;
      last.parts.pop();
      add(opened, part, lines);
      chunks.push(opened);
    }
  }
  return chunks.map(({ parts: own }) => invoiceLines(own, form));
}

/** The parts of one invoice. */
interface Chunk {
  parts: SoldPart[];
  lines: number;
  gross: Fen;
}

function add(chunk: Chunk, part: SoldPart, lines: number): void {
  chunk.parts.push(part);
  chunk.lines += lines;
  chunk.gross += part.paid;
}

/** A chunk with the last part of another, for what costs nothing; null where that one cannot spare it. */
function openWith({ parts }: Chunk, form: InvoiceForm): Chunk | null {
  const spare = parts.at(-1);
  if (spare === undefined || spare.paid === 0 || parts.length < 2) return null;
  return { parts: [spare], lines: invoiceLines([spare], form).length, gross: spare.paid };
}

/** Pieces of a part, so many at a time that they stay within the amount. */
function divided(part: SoldPart, most: Fen): SoldPart[] {
  const { quantity, paid, list } = part;
  if (paid <= most || quantity === null || quantity < 2) return [part];
  const parts: SoldPart[] = [];
  for (let from = 0; from < quantity; ) {
    const upTo = (to: number) => shareOf(paid, to, quantity) - shareOf(paid, from, quantity);
    let to = Math.min(quantity, from + Math.max(1, Math.floor((most * quantity) / paid)));
    while (to > from + 1 && upTo(to) > most) to--;
    parts.push({
      ...part,
      ...{
        quantity: to - from,
        paid: upTo(to),
        list: shareOf(list, to, quantity) - shareOf(list, from, quantity),
      },
    });
    from = to;
  }
  return parts;
}
