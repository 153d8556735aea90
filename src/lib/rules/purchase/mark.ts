/** Numbers of a line that are no amount: a maker's mark in figures, and what leads into the name. */
import { marksInFigures } from '../names/makers.ts';
import type { PurchaseProduct } from './product.ts';
import { readMeasures } from './purchase-measures.ts';
import { leadsIn } from './quantity-guess.ts';

export type Span = { start: number; end: number };

/** `maker` is what the names of its makers contain. */
export type Mark = Span & { name: string; maker: string };

/**
 * 999感冒灵 10g*9袋 50盒, 感冒灵 10g*9袋 999 50盒, 感冒灵(999牌); not 999盒 and not 10g*999. A mark is no quantity: a line
 * without another number names none, because 999 pieces of something are rarer than the mark.
 */
export function markIn(text: string): Mark | null {
  for (const { kind, start, end } of readMeasures(text)) {
    const name = text.slice(start, end).trim();
    const isFree = !/[*:/.¥+\-−–]\s?$/.test(text.slice(0, start)) && !/^\s?[*:/%.]/.test(text.slice(end));
    const maker = marksInFigures.get(name);
    if (kind === 'bare' && isFree && maker !== undefined)
      return { name, maker, start, end: text[end] === '牌' ? end + 1 : end };
  }
  return null;
}

/** Whether a product has the mark. */
export function hasMark({ brand, maker }: Pick<PurchaseProduct, 'brand' | 'maker'>, mark: Mark): boolean {
  return brand === mark.name || maker.includes(mark.maker);
}

/** 4 感冒灵, 999感冒灵; not 10盒感冒灵 and not 75%酒精. */
export function leadOf(text: string): Span | null {
  const found =
    /^\d{1,3}(?=\s\p{Script=Han})/u.exec(text) ?? (leadsIn.test(text) ? /^\d{1,3}(?!\d)/.exec(text) : null);
  return found && { start: 0, end: found[0].length };
}

export function meets(one: Span, other: Span | null): boolean {
  return other !== null && one.start < other.end && one.end > other.start;
}
