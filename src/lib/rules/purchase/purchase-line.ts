/** One line of a purchase list, read without the catalogue: its codes and its possible quantities. */

import { nearOtherNameIn, type OtherName, otherNameIn } from '../names/trade-names.ts';
import { barcodeForm, readGs1 } from '../text/barcodes.ts';
import { foldLine } from './purchase-fold.ts';
import { type Measure, readMeasures } from './purchase-measures.ts';
import type { PurchaseEntry } from './purchase-split.ts';
import {
  canBeOrdered,
  findBroken,
  guessQuantities,
  type LineCode,
  type QuantityGuess,
} from './quantity-guess.ts';

export type PurchaseLine = {
  raw: string;
  /** Folded: half width, lower case, one sign for ×. */
  text: string;
  /** Approval numbers, bar codes, national codes: `h99990001`, `86999001000015`. */
  codes: LineCode[];
  /** Runs of Latin letters that may be pinyin. */
  latin: string[];
  /** Possible quantities, the likeliest first; always ends with null. */
  quantities: QuantityGuess[];
  /** An invalid quantity: -10, 0, 1.5. A person checks the line, whatever else it contains. */
  brokenQuantity: number | null;
  /** A trade name or former name in it; `isSlip` where it is spelled with a look-alike character. */
  other: { name: OtherName; start: number; end: number; isSlip: boolean } | null;
};

/** Reads one entry. */
export function readPurchaseLine({ raw, quantity, unit }: PurchaseEntry): PurchaseLine {
  const text = foldLine(withPlainBarcodes(raw));
  const codes = readCodes(text);
  const broken = quantity === null ? findBroken(text, codes) : null;
  const guesses =
    quantity === null
      ? [...(broken ? [broken] : []), ...guessQuantities(text, codes)]
      : [
          {
            value: quantity,
            unit: unit.normalize('NFKC').toLowerCase(),
            start: 0,
            end: 0,
            isGiven: true,
            isTimes: false,
          },
        ];
  return {
    raw,
    text,
    codes,
    latin: readLatin(text).filter((word) => !/^(?:kxpz|otc|axaiu)$/.test(word)),
    quantities: [...guesses, null],
    brokenQuantity: guesses.find((guess) => !canBeOrdered(guess.value, guess.unit))?.value ?? null,
    other: findOther(text),
  };
}

/** Words that are GS1 strings, as a scanner types them, as the barcode in them: their lot and days are no quantity. */
function withPlainBarcodes(raw: string): string {
  return /[\]］][a-z]\d|[(（]?0[12]/i.test(raw)
    ? raw.replace(/\S{16,}/g, (word) => readGs1(word)?.barcode || word)
    : raw;
}

/** Runs of three letters and more that no digit or dot joins at the front, and no digit at the end. */
function readLatin(text: string): string[] {
  const runs = text.match(/[a-z0-9.]+/g) ?? [];
  return runs.flatMap((run) => run.split('.', 1)).filter((head) => /^[a-z]{3,}$/.test(head));
}

function findOther(text: string): PurchaseLine['other'] {
  const found = otherNameIn(text);
  const near = found ?? nearOtherNameIn(text);
  if (near === null) return null;
  return {
    name: near.other,
    start: near.start,
    end: near.start + near.other.name.length,
    isSlip: found === null,
  };
}

/** Eight digits and more, with the letter of an approval number before them. */
function readCodes(text: string): LineCode[] {
  return [
    ...text.matchAll(
      /(?:国药准字|国食健注|批准文号|注准|\p{Script=Han}{0,10}械[注备]准?)?\s?([a-z]?\d{8,14})(?!\d)/gu,
    ),
  ].flatMap(({ 0: written, 1: code, index }) =>
    code === undefined ? [] : [{ code: barcodeForm(code), start: index, end: index + written.length }],
  );
}

/**
 * The key of a company's correction: the line without the quantity, bullets and signs. It depends on the assumed
 * quantity, so that 10g*20袋 is not stored as 10g.
 */
export function memoryKey(line: PurchaseLine, guess: QuantityGuess): string {
  const { text } = line;
  const rest = guess && !guess.isGiven ? `${text.slice(0, guess.start)} ${text.slice(guess.end)}` : text;
  return rest.replace(/[^\p{L}\p{N}.%:*]/gu, '').slice(0, 120);
}

/** The numbers of the line that are neither its quantity, nor part of a code or of spans that are explained already. */
export function otherMeasures(
  line: PurchaseLine,
  guess: QuantityGuess,
  explained: readonly { start: number; end: number }[],
): Measure[] {
  const taken = [...explained, ...line.codes, ...(guess && !guess.isGiven ? [guess] : [])];
  return readMeasures(line.text).filter(
    (measure) => !taken.some(({ start, end }) => measure.start < end && measure.end > start),
  );
}
