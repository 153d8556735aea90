/** Possible quantities of a line, and invalid ones. */
import type { Fen } from '../money/money.ts';
import { readMeasures } from './purchase-measures.ts';

/** A number of the line that may be the quantity, with its position; `null` = the line has none. */
export type QuantityGuess = {
  value: number;
  /** Empty when none was written. */
  unit: string;
  start: number;
  end: number;
  /** It was in a column of its own. */
  isGiven: boolean;
  /** It follows a multiplication sign, as the last part of a spec does. */
  isTimes: boolean;
  /** The price of a piece in the number behind it, which its place includes; null where none is read so. */
  price: Fen | null;
} | null;

/** A code in a line: its digits are not a quantity. */
export type LineCode = { code: string; start: number; end: number };

/** Units in which goods are ordered. */
export const saleUnits =
  '大箱|小盒|小袋|小包|小支|小瓶|大包|大袋|公斤|千克|kg|盒|瓶|袋|支|包|件|箱|板|个|条|台|罐|桶|筒|提|副|双|套|卷|只|斤|张|把|份|根|块|对|贴';
/** Units that mean a whole case; half a case is ordered too. */
export const caseUnits: ReadonlySet<string> = new Set(['件', '箱', '大箱']);
export const saleUnit = new RegExp(`^(?:${saleUnits})$`);

/** Pieces that can be ordered. */
export function isPieces(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 999_999;
}

/** Whole pieces, or halves of a case. */
export function canBeOrdered(value: number, unit: string): boolean {
  return isPieces(value) || (caseUnits.has(unit) && value > 0 && isPieces(value * 2));
}

/** Units of mass occur in specs too: 1.5kg is not a broken quantity. */
const massUnit = /^(?:公斤|千克|kg|斤)$/;

/**
 * A quantity that is none: negative, zero or a fraction. A dash right after a letter, a digit or a bracket joins
 * (阿莫西林胶囊-10盒); after anything else, and at the beginning, it is a sign.
 */
export function findBroken(text: string, codes: readonly LineCode[]): NonNullable<QuantityGuess> | null {
  const measures = readMeasures(text).filter(
    (measure) => !codes.some(({ start, end }) => measure.start >= start && measure.end <= end),
  );
  for (const [at, measure] of measures.entries()) {
    const { written, unit, kind, start, end } = measure;
    const after = text.slice(end);
    if (/^[*:/%.]/.test(after)) continue;
    const sign = /(?<=^|[^\p{L}\p{N}%)\-−–])[-−–]{1,4}\s?$/u.exec(text.slice(0, start));
    const isSold = saleUnit.test(unit);
    const isBare =
      kind === 'bare' && ((at === measures.length - 1 && /^[\s)。.!！]*$/.test(after)) || start === 0);
    const isWrong =
      sign !== null
        ? isSold || kind === 'bare'
        : (isSold && (written === 0 || (!canBeOrdered(written, unit) && !massUnit.test(unit)))) ||
          // A bare fraction is rather a spec: 阿莫西林 0.25.
          (isBare && written === 0);
    if (!isWrong) continue;
    const value = sign === null ? written : -written;
    return { value, unit, start: sign?.index ?? start, end, isGiven: false, isTimes: false, price: null };
  }
  return null;
}

/** Numbers with a sales unit, and bare numbers at either end; the last of the line is the likeliest. */
export function guessQuantities(text: string, codes: readonly LineCode[]): NonNullable<QuantityGuess>[] {
  const measures = readMeasures(text).filter(
    (measure) => !codes.some(({ start, end }) => measure.start >= start && measure.end <= end),
  );
  const found: { guess: NonNullable<QuantityGuess>; weight: number }[] = [];
  for (const [at, measure] of measures.entries()) {
    if (!canBeOrdered(measure.written, measure.unit)) continue;
    const before = text.slice(0, measure.start);
    const after = text.slice(measure.end);
    const isFree = !/[:/.]$/.test(before) && !/^[*:/%.]/.test(after);
    const isTimes = before.endsWith('*');
    const isLast = at === measures.length - 1;
    const isFirst = measure.start === 0;
    const guess = {
      value: measure.written,
      unit: measure.unit,
      start: measure.start - (isTimes ? 1 : 0),
      end: measure.end,
      isGiven: false,
      isTimes,
      price: null,
    };
    const isSold = saleUnit.test(measure.unit);
    // 10盒 38: the number may be a price; 20支 10 is another thing, which the spec decides.
    const behind = isSold && isFree && !isTimes ? /^\s+([1-9]\d{0,3})\s*$/.exec(after) : null;
    if (behind)
      found.push({ guess: { ...guess, end: text.length, price: Number(behind[1]) * 100 }, weight: 2.4 });
    if (isSold) {
      // 5盒*... at the beginning: the sign belongs to the quantity.
      if (/^\*/.test(after) && isFirst) found.push({ guess: { ...guess, end: guess.end + 1 }, weight: 2 });
      else if (isFree) found.push({ guess, weight: (isLast ? 4 : 3) - (isTimes ? 1 : 0) });
    } else if (measure.kind === 'bare') {
      const stands = isTimes || /(?:^|[\s,，;；(\-—=+]|\p{Script=Han}|\))$/u.test(before);
      if (isLast && stands && /^[\s)。.!！]*$/.test(after)) found.push({ guess, weight: isTimes ? 2 : 2.5 });
      else if (isFirst && /^[\s*]/.test(after))
        found.push({ guess: { ...guess, end: guess.end + (after.startsWith('*') ? 1 : 0) }, weight: 1.5 });
      else if (stands && isFree && /^(?:\s|$|\p{Script=Han})/u.test(after)) found.push({ guess, weight: 1 });
    }
  }
  // 999感冒灵 3盒: what leads into the name is a mark, where an amount with its unit is there.
  if (found.some(({ weight }) => weight > 3))
    return byWeight(found.filter(({ guess }) => !(guess.start === 0 && leadsIn.test(text))));
  return byWeight(found);
}

/** 999感冒灵, not 10 感冒灵 and not 10盒感冒灵. */
export const leadsIn = new RegExp(`^\\d+(?!${saleUnits})\\p{Script=Han}`, 'u');

function byWeight(
  found: { guess: NonNullable<QuantityGuess>; weight: number }[],
): NonNullable<QuantityGuess>[] {
  return found.sort((a, b) => b.weight - a.weight).map(({ guess }) => guess);
}
