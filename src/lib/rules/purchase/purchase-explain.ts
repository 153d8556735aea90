/**
 * How well a product explains a line of a purchase list: every part of the line is assigned to the product, the rest
 * counts against it.
 */

import { sameFormsOf } from '#lib/rules/names/drug-name.ts';
import { isMeant } from '#lib/rules/names/trade-names.ts';
import { content, type Span } from './common-chars.ts';
import { companyAround } from './company-names.ts';
import { findName } from './find-name.ts';
import { fitSpec, type SpecFit } from './fit-spec.ts';
import { isHeadless } from './headless.ts';
import { hasMark } from './mark.ts';
import type { Named, NameKind } from './named.ts';
import type { PurchaseProduct, ReadProduct } from './product.ts';
import { fillers } from './purchase-fillers.ts';
import { leadBefore, otherMeasures, type PurchaseLine } from './purchase-line.ts';
import type { QuantityGuess } from './quantity-guess.ts';

export type Explanation = {
  product: PurchaseProduct;
  read: ReadProduct;
  score: number;
  name: NameKind;
  /** How well the name fits, 0 to 1. */
  nameScore: number;
  /** A part of the name without its beginning: 止咳糖浆 for 小儿止咳糖浆. */
  isHeadMissing: boolean;
  /** The line contains the maker or the brand. */
  hasMaker: boolean;
  spec: SpecFit;
  /** The line has no spec. */
  isSpecSilent: boolean;
  quantity: QuantityGuess;
  /** The unexplained rest, for the reader. */
  rest: string;
};

/**
 * Assigns a line to a product with each possible quantity and returns the best; null when the name is not in it at all.
 * `isChosen`: a person chose it, the name need not be in it.
 */
export function explain(
  line: PurchaseLine,
  read: ReadProduct,
  linePinyin = '',
  isChosen = false,
): Explanation | null {
  const code = line.codes.find((one) => read.codes.some((own) => own.code === one.code));
  const makerSpan = findMaker(line, read);
  const named = findName(line, read, makerSpan, linePinyin);
  if (named === null && code === undefined && !isChosen) return null;
  let best: Explanation | null = null;
  for (const quantity of line.quantities) {
    const made = explainWith(line, read, { named, makerSpan, code, quantity });
    if (best === null || made.score > best.score) best = made;
  }
  return best;
}

type Parts = {
  named: Named | null;
  makerSpan: Span | null;
  code: (Span & { code: string }) | undefined;
  quantity: QuantityGuess;
};

function explainWith(
  line: PurchaseLine,
  read: ReadProduct,
  { named, makerSpan, code, quantity }: Parts,
): Explanation {
  const other = line.other !== null && isMeant(line.other.name, read.name) ? [line.other] : [];
  const spans: Span[] = [
    ...(named?.spans ?? []),
    ...other,
    ...genericBeside(line, read),
    ...(makerSpan ? [makerSpan] : []),
  ];
  const overlaps =
    quantity !== null &&
    !quantity.isGiven &&
    spans.some(({ start, end }) => quantity.start < end && quantity.end > start);
  const measures = otherMeasures(line, quantity, spans);
  const spec = fitSpec(measures, read.spec);
  const rest = restOf(line, read, [
    ...spans,
    ...line.codes,
    ...measures,
    ...(quantity && !quantity.isGiven ? [quantity] : []),
    ...leadBefore(line, quantity),
    ...(line.mark ? [line.mark] : []),
    ...copiedSpec(line, read),
  ]);
  const isByCode = code !== undefined;
  const nameScore = isByCode ? 1 : (named?.score ?? 0);
  const coverage = spec.needed === 0 ? (measures.length === 0 ? 0.7 : 1) : spec.named / spec.needed;
  const specScore = measures.length === 0 ? 0.45 : 0.5 + 0.5 * coverage - (spec.isSoft ? 0.25 : 0);
  const restHan = [...rest].filter((char) => content.test(char)).length;
  const score =
    nameScore * 0.62 +
    specScore * 0.24 +
    (makerSpan ? 0.12 : 0) +
    quantityScore(quantity, read.unit) -
    Math.min(0.2, spec.strange.length * 0.12) -
    Math.min(0.24, restHan * 0.03) -
    (overlaps ? 0.3 : 0);
  return {
    product: read.product,
    read,
    score,
    nameScore,
    isHeadMissing: named?.kind === 'part' && isHeadless(line.text.charAt(named.spans[0]?.start ?? 0), read),
    name: isByCode && named?.kind !== 'exact' ? 'code' : (named?.kind ?? 'similar'),
    hasMaker: makerSpan !== null,
    spec,
    isSpecSilent: measures.length === 0,
    quantity: overlaps ? null : quantity,
    rest,
  };
}

/** The spec as it stands on the label, with all its words. */
function copiedSpec({ text }: PurchaseLine, { specText }: ReadProduct): Span[] {
  const at = specText.length < 4 ? -1 : text.indexOf(specText);
  return at < 0 ? [] : [{ start: at, end: at + specText.length }];
}

/** 多潘立酮(吗丁啉): the drug's own name beside another one of it. */
function genericBeside({ text, other }: PurchaseLine, { drug: { drug, form } }: ReadProduct): Span[] {
  const at = other === null || drug.length < 2 ? -1 : text.indexOf(drug);
  if (at < 0) return [];
  const end = at + drug.length;
  return [{ start: at, end: form !== '' && text.startsWith(form, end) ? end + form.length : end }];
}

/** A line without a quantity is rarer than one without a spec; 6g*10袋 is rather a spec than ten bags. */
function quantityScore(quantity: QuantityGuess, sold: string): number {
  if (quantity === null) return 0;
  if (quantity.isTimes) return quantity.unit === '' ? 0.05 : 0.02;
  // 30盒 is rather the quantity than 18个.
  if (quantity.unit === '个' || quantity.unit === '份') return sold === quantity.unit ? 0.09 : 0.075;
  return quantity.unit === '' || fitsUnit(quantity.unit, sold) ? 0.09 : 0.07;
}

/** True when a unit of the line means the unit in which the product is sold. */
export function fitsUnit(unit: string, sold: string): boolean {
  return (
    unit === sold ||
    (unit === '大包' && (sold === '袋' || sold === '包')) ||
    (unit === '大袋' && sold === '袋') ||
    unit === '个' ||
    unit === '份' ||
    (unit === '包' && sold === '袋') ||
    (unit === '小盒' && sold === '盒')
  );
}

function findMaker(line: PurchaseLine, read: ReadProduct): Span | null {
  for (const maker of read.makers) {
    // The name of an item may contain a brand's characters.
    const at = line.text.lastIndexOf(maker);
    if (at >= 0 && !read.name.includes(maker)) return widen(line.text, at, at + maker.length);
  }
  return line.mark !== null && hasMark(read.product, line.mark) ? line.mark : null;
}

/** Includes the parts of the company's name around its core. */
function widen(text: string, from: number, to: number): Span {
  const { before, after } = companyAround(text.slice(0, from), text.slice(to));
  return { start: from - before, end: to + after };
}

/** A letter, or what was recognised. */
function isJoined(char: string | undefined): boolean {
  return char === '\u0001' || (char !== undefined && /\p{L}/u.test(char));
}

/** The rest of the line: not explained by the product, and not a filler. */
function restOf(line: PurchaseLine, read: ReadProduct, spans: readonly Span[]): string {
  let rest = '';
  for (let at = 0; at < line.text.length; at++)
    rest += spans.some(({ start, end }) => at >= start && at < end) ? '\u0001' : line.text[at];
  for (const word of [
    ...read.spec.words,
    // 儿童 for 儿童型.
    ...read.spec.words.map((one) => one.replace(/型$/, '')),
    ...sameFormsOf(read.drug.form),
    read.form,
    `${read.form}剂`,
  ])
    if (word.length > 1) rest = rest.replaceAll(word, ' ');
  for (const word of fillers) {
    // A single character right before or after what was recognised may be part of another name.
    if (word.length > 1 || /[要来拿订的盒瓶袋支件包箱板]/.test(word)) rest = rest.replaceAll(word, ' ');
    else
      rest = rest.replaceAll(word, (found, at: number) =>
        isJoined(rest[at - 1]) || isJoined(rest[at + word.length]) ? found : ' ',
      );
  }
  return rest.replace(/[^\p{L}\p{N}%]+/gu, ' ').trim();
}
