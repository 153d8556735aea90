/** 凑单: which goods fill a gap: what the buyer buys anyway, at usual quantities, several together (rules 6). */
import { type Fen, showYuan } from '../money/money.ts';
import { type QuantityBounds, roundDownTo, roundUpTo } from '../terms/quantity.ts';
import type { Purchase } from './replenish.ts';

/** Days of a month's need. */
const monthDays = 30;

/** What a company usually buys of a drug at once, and needs in a month; by its purchases up to this Shanghai day. */
export function needOf(purchases: readonly Purchase[], today: number): { usual: number; month: number } {
  const pieces = purchases.map((one) => one.pieces).toSorted((a, b) => a - b);
  const days = Math.max(monthDays, today - Math.min(today, ...purchases.map(({ day }) => day)));
  const all = pieces.reduce((sum, number) => sum + number, 0);
  return {
    usual: pieces[Math.floor((pieces.length - 1) / 2)] ?? 0,
    month: Math.ceil((all * monthDays) / days),
  };
}

/** Days in which nobody needs the same again. */
const restDays = 3;

/** Bought today or within the days before: the company has it, or it is on its way. */
export function isJustBought(purchases: readonly Purchase[], today: number): boolean {
  return purchases.some(({ day }) => today - day < restDays);
}

export interface Filler {
  id: number;
  /** Null where the company does not buy it regularly: then it is not needed anyway. */
  need: { usual: number; month: number } | null;
  bounds: QuantityBounds;
  /** What a number of pieces costs before joint reductions. */
  amountOf: (number: number) => Fen;
}

export interface Fill {
  id: number;
  number: number;
  amount: Fen;
  isNeeded: boolean;
}

/** What is missing, in fen or pieces. `budget`: the most to spend on what is not needed anyway, its saving. */
export interface GapToFill {
  gap: number;
  unit: 'amount' | 'quantity';
  budget: Fen;
}

/** The least and the most pieces of an item that are proposed; null where its least purchase is more than a month's need. */
function range({ need, bounds }: Filler): { from: number; most: number } | null {
  if (bounds.disabled) return null;
  const least = roundUpTo(bounds.min, bounds.step);
  if (need === null) return { from: least, most: least };
  const most = roundDownTo(Math.min(bounds.max, need.month), bounds.step);
  if (most < least) return null;
  return { from: Math.min(most, Math.max(least, roundUpTo(need.usual, bounds.step))), most };
}

/** One item by itself: the usual number, more of it up to a month's need where that fills the gap; null where none is proposed. */
export function fillAlone(filler: Filler, gap: GapToFill): (Fill & { isEnough: boolean }) | null {
  const found = range(filler);
  if (found === null) return null;
  let made = fillOf(filler, found.from);
  while (!reaches([made], gap) && made.number + filler.bounds.step <= found.most)
    made = fillOf(filler, made.number + filler.bounds.step);
  const isEnough = reaches([made], gap);
  if (!isEnough) made = fillOf(filler, found.from);
  if (made.amount <= 0 || (!made.isNeeded && made.amount > gap.budget)) return null;
  return { ...made, isEnough };
}

/** What fills the gap for the least: one needed item by itself, or several; null where the gap stays. */
export function cheapestFill(fillers: readonly Filler[], gap: GapToFill): Fill[] | null {
  const together = fillGap(fillers, gap);
  const alone = fillers
    .flatMap((filler) => fillAlone(filler, gap) ?? [])
    .filter(({ isEnough, isNeeded }) => isEnough && isNeeded)
    .sort((a, b) => a.amount - b.amount)[0];
  if (alone === undefined) return together;
  const spend = together?.reduce((sum, { amount }) => sum + amount, 0) ?? Infinity;
  const { isEnough: _, ...one } = alone;
  return one.amount < spend ? [one] : together;
}

/**
 * Several items that fill the gap together, in the order given, those that are needed anyway first: at usual numbers,
 * then up to a month's need, then the least purchase of others for no more than the budget. What is not needed for the
 * gap is left out again. null where the gap stays.
 */
export function fillGap(fillers: readonly Filler[], gap: GapToFill): Fill[] | null {
  const open = fillers.flatMap((filler) => {
    const found = range(filler);
    return found === null ? [] : [{ filler, ...found }];
  });
  const needed = open.filter(({ filler }) => filler.need !== null);
  const taken: Fill[] = [];
  for (const { filler, from } of needed) {
    if (reaches(taken, gap)) break;
    taken.push(fillOf(filler, from));
  }
  for (const [at, { filler, most }] of needed.entries()) {
    const { step } = filler.bounds;
    while (!reaches(taken, gap) && at < taken.length && numberAt(taken, at) + step <= most)
      taken[at] = fillOf(filler, numberAt(taken, at) + step);
  }
  for (const { filler, from } of open) {
    if (filler.need !== null || reaches(taken, gap)) continue;
    const more = fillOf(filler, from);
    if (more.amount > 0 && unneeded([...taken, more]) <= gap.budget) taken.push(more);
  }
  if (!reaches(taken, gap)) return null;
  // The last ones first: the earlier are those that are bought most.
  for (const one of taken.toReversed()) {
    const without = taken.filter((other) => other !== one);
    if (reaches(without, gap)) taken.splice(taken.indexOf(one), 1);
  }
  return taken;
}

function numberAt(fills: readonly Fill[], at: number): number {
  return fills[at]?.number ?? 0;
}

function fillOf({ id, need, amountOf }: Filler, number: number): Fill {
  return { id, number, amount: amountOf(number), isNeeded: need !== null };
}

function reaches(fills: readonly Fill[], { gap, unit }: GapToFill): boolean {
  return fills.reduce((sum, { number, amount }) => sum + (unit === 'amount' ? amount : number), 0) >= gap;
}

/** What is spent on goods that are not needed anyway. */
export function unneeded(fills: readonly Fill[]): Fen {
  return fills.reduce((sum, { amount, isNeeded }) => (isNeeded ? sum : sum + amount), 0);
}

/** What the items cost, what they save at once, and what comes back later (cashback): 花¥293省¥5返¥20. Amounts in fen. */
export function fillText({ spend, saving, back }: { spend: Fen; saving: Fen; back: Fen }): string {
  const parts = [saving > 0 && `省¥${showYuan(saving)}`, back > 0 && `返¥${showYuan(back)}`];
  return `花¥${showYuan(spend)}${parts.filter(Boolean).join('')}`;
}
