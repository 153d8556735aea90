/** Which product a line of a purchase list means, and how sure that is. */

import type { Id } from '../terms/terms.ts';
import type { PurchaseProduct, ReadProduct } from './product.ts';
import { type Explanation, explain, fitsUnit } from './purchase-explain.ts';
import { memoryKey, type PurchaseLine } from './purchase-line.ts';

/** sure: goes into the cart as it is · check: a person looks first · none: nothing fits. */
export type PurchaseGrade = 'sure' | 'check' | 'none';

export type PurchaseVerdict = {
  grade: PurchaseGrade;
  /** The best product; null when nothing fits. */
  product: PurchaseProduct | null;
  /** Pieces wanted, in the unit in which the product is sold; null when the line names none. */
  quantity: number | null;
  /** 0 to 100, for the reader. */
  confidence: number;
  /** Why; every doubt, the weightiest first. */
  reason: string;
  /** Other products that may be meant, the likeliest first; without `product`. */
  others: PurchaseProduct[];
};

/** What speaks for a product beside the line: bought before, on the shelf, sold well. Between 0 and 1. */
export type Prior = (id: Id) => number;

export type Hints = { prior: Prior; memory?: ReadonlyMap<string, Id>; linePinyin?: string };

const leastScore = 0.46;
const mostOthers = 8;

/**
 * Judges a line by the products that may be meant. `memory` holds what this company chose for lines before, by
 * `memoryKey`; those products must be among the candidates.
 */
export function judgeLine(
  line: PurchaseLine,
  candidates: readonly ReadProduct[],
  { prior, memory = new Map(), linePinyin = '' }: Hints,
): PurchaseVerdict {
  const found = candidates
    .map((read) => ({ read, made: explain(line, read, linePinyin) }))
    .filter((one): one is { read: ReadProduct; made: Explanation } => one.made !== null)
    .map(({ read, made }) => ({ read, made, weight: made.score + prior(made.product.id) * 0.02 }))
    .sort((a, b) => b.weight - a.weight || a.made.product.id - b.made.product.id);
  const kept = recall(line, candidates, memory);
  if (kept)
    return fromMemory(
      line,
      kept,
      found.map(({ made }) => made),
    );
  const [best] = found;
  if (best === undefined || best.made.score < leastScore)
    return {
      grade: 'none',
      product: null,
      quantity: line.brokenQuantity === null ? (line.quantities[0]?.value ?? null) : null,
      confidence: 0,
      reason: '没有找到相符的商品，可改写后重新匹配，或手动搜索',
      others: found
        .filter(({ made }) => made.score > 0.36)
        .slice(0, 3)
        .map(({ made }) => made.product),
    };
  const doubts = doubtsOf(
    line,
    best.made,
    found.map(({ made }) => made),
    candidates,
  );
  const pieces = piecesOf(line, best.made);
  return {
    grade: doubts.length === 0 ? 'sure' : 'check',
    product: best.made.product,
    quantity: pieces,
    confidence: confidenceOf(best.made, doubts.length),
    reason: doubts.length > 0 ? joinReasons(doubts) : sureReason(best.made),
    others: otherProducts(
      best.made,
      found.map(({ made }) => made),
    ),
  };
}

/** Several reasons in one sentence: to look again is asked once, at the end. */
export function joinReasons(reasons: readonly string[]): string {
  const last = reasons.length - 1;
  return reasons.map((one, at) => (at < last ? one.replace(/，请核对$/, '') : one)).join('；');
}

/** What the company chose for this line, when the quantity is read as it was then. */
function recall(
  line: PurchaseLine,
  candidates: readonly ReadProduct[],
  memory: ReadonlyMap<string, Id>,
): Explanation | null {
  for (const guess of line.quantities) {
    const id = memory.get(memoryKey(line, guess));
    const read = id === undefined ? undefined : candidates.find((one) => one.product.id === id);
    const made = read ? explain(line, read, '', true) : null;
    if (made && made.quantity === guess) return made;
  }
  return null;
}

/** The verdict on a line whose product a person has chosen: only its quantity is left to be read. */
export function chosenVerdict(line: PurchaseLine, read: ReadProduct): PurchaseVerdict {
  const made = explain(line, read, '', true);
  if (made === null) throw new Error('a chosen product explains every line');
  return {
    ...fromMemory(line, made, []),
    reason: quantityDoubt(line, made) ?? '您选定的商品',
    confidence: 100,
  };
}

/** Products that follow; those far behind the best are no help. */
function otherProducts(best: Explanation, found: readonly Explanation[]): PurchaseProduct[] {
  return found
    .filter((one) => one.product.id !== best.product.id && one.score > best.score - 0.32)
    .slice(0, mostOthers)
    .map((one) => one.product);
}

function fromMemory(line: PurchaseLine, made: Explanation, found: readonly Explanation[]): PurchaseVerdict {
  const quantity = piecesOf(line, made);
  const doubt = quantityDoubt(line, made);
  return {
    grade: doubt === null ? 'sure' : 'check',
    product: made.product,
    quantity,
    confidence: 99,
    reason: doubt ?? '按您上次的选择',
    others:
      otherProducts(made, found).length > 0
        ? otherProducts(made, found)
        : found
            .filter((one) => one !== made)
            .slice(0, 3)
            .map((one) => one.product),
  };
}

/** Everything that keeps a row from being certain, the weightiest first. */
function doubtsOf(
  line: PurchaseLine,
  best: Explanation,
  found: readonly Explanation[],
  candidates: readonly ReadProduct[],
): string[] {
  const doubts: string[] = [];
  const { product } = best;
  if (line.codes.length > 1) doubts.push('一行里有几个编码，请核对');
  const isByCode = best.name === 'code' || line.codes.length > 0;
  if (isByCode) {
    const owners = candidates.filter((read) =>
      read.codes.some(({ code }) => line.codes.some((one) => one.code === code)),
    );
    if (owners.length === 0) doubts.push('行内的编码与商品不符，请核对');
    else if (!owners.some((read) => read.product.id === product.id))
      doubts.push('编码与品名指向不同的商品，请核对');
    else if (
      owners.length > 1 &&
      !isTold(
        best,
        found.filter((one) => owners.some((read) => read.product.id === one.product.id)),
      )
    )
      doubts.push(`该批准文号有${owners.length}个规格，请选择`);
    // A line of letters beside a code must name the same thing.
    else if (best.name === 'similar') doubts.push('编码相符而品名有出入，请核对');
  }
  const nameDoubt = isByCode && best.name === 'code' ? null : nameDoubts[best.name](product.name);
  if (nameDoubt) doubts.push(nameDoubt);
  if (best.spec.strange.length > 0) doubts.push(`规格不符：平台为${product.spec}，请核对`);
  else if (best.spec.isSoft) doubts.push(`规格单位不同：平台为${product.spec}，请核对`);
  if (best.rest !== '') doubts.push(`“${best.rest.slice(0, 12)}”没有识别，请核对`);
  if (!isByCode && doubts.length === 0) {
    const rivals = rivalsOf(best, found);
    if (rivals.length > 0) doubts.push(rivalText(best, rivals));
  }
  const quantity = quantityDoubt(line, best);
  // A quantity that is none has to be mended whatever the goods turn out to be.
  if (quantity) doubts.splice(line.brokenQuantity === null ? doubts.length : 0, 0, quantity);
  return doubts;
}

const nameDoubts: Record<Explanation['name'], (name: string) => string | null> = {
  code: () => null,
  exact: () => null,
  sound: (name) => `品名疑有别字，按“${name}”匹配，请核对`,
  pinyin: (name) => `按拼音匹配为“${name}”，请核对`,
  part: (name) => `品名不全，按“${name}”匹配，请核对`,
  similar: (name) => `品名相近，按“${name}”匹配，请核对`,
};

/** Others that the line would name just as well: nothing in it decides between them. */
function rivalsOf(best: Explanation, found: readonly Explanation[]): Explanation[] {
  return found.filter(
    (one) =>
      one !== best &&
      (one.name === 'exact' || one.name === 'code') &&
      one.product.name === best.product.name &&
      one.spec.strange.length === 0 &&
      (!best.hasMaker || one.hasMaker) &&
      // A line that names a spec in full has decided against every other.
      !(isFull(best) && !isFull(one)),
  );
}

function isFull({ spec, isSpecSilent }: Explanation): boolean {
  return !isSpecSilent && spec.named === spec.needed && !spec.isSoft;
}

function isTold(best: Explanation, found: readonly Explanation[]): boolean {
  return (
    isFull(best) &&
    best.spec.strange.length === 0 &&
    found.every((one) => one === best || one.product.id === best.product.id || !isFull(one))
  );
}

function rivalText(best: Explanation, rivals: readonly Explanation[]): string {
  const specs = new Set([best, ...rivals].map(({ product }) => product.spec));
  const makers = new Set([best, ...rivals].map(({ product }) => product.maker));
  if (specs.size > 1 && makers.size > 1) return `有${rivals.length + 1}个规格和厂家，请选择`;
  if (specs.size > 1) return `有${specs.size}个规格，请选择`;
  return makers.size > 1 ? `有${makers.size}个厂家，请选择` : '有几个等级或包装，请选择';
}

/** Units that mean a whole case. */
const caseUnits: ReadonlySet<string> = new Set(['件', '箱', '大箱']);
const grams: Record<string, number> = {
  kg: 1_000_000,
  公斤: 1_000_000,
  千克: 1_000_000,
  斤: 500_000,
  g: 1000,
};

/** Pieces in the product's own unit. */
function piecesOf(line: PurchaseLine, { quantity, product, spec }: Explanation): number | null {
  if (quantity === null || line.brokenQuantity !== null) return null;
  const { value, unit } = quantity;
  if (caseUnits.has(unit) && unit !== product.unit) return value * product.casePack;
  const mass = grams[unit];
  if (mass !== undefined) {
    const packs = massPacks(value * mass, product);
    return packs ?? value;
  }
  void spec;
  return value;
}

/** How many packs make a weight, when it comes out even. */
function massPacks(milligrams: number, { spec }: PurchaseProduct): number | null {
  const match = /^(\d+(?:\.\d+)?)(kg|g)\b/.exec(spec.toLowerCase());
  if (match === null) return null;
  const each = Number(match[1]) * (match[2] === 'kg' ? 1_000_000 : 1000);
  const packs = milligrams / each;
  return Number.isInteger(packs) && packs > 0 ? packs : null;
}

function quantityDoubt({ brokenQuantity }: PurchaseLine, made: Explanation): string | null {
  const { quantity, product } = made;
  if (brokenQuantity !== null) return `数量不正确（${brokenQuantity}），请填写1到999999的整数`;
  if (quantity === null) return '没有写数量，请填写';
  const { value, unit } = quantity;
  if (unit === '' || fitsUnit(unit, product.unit)) return null;
  if (caseUnits.has(unit))
    return `按每件${product.casePack}${product.unit}换算为${value * product.casePack}${product.unit}，请核对`;
  if (grams[unit] !== undefined) return `按每${product.unit}${product.spec}换算，请核对数量`;
  return `数量单位是“${unit}”，该商品按${product.unit}出售，请核对`;
}

function sureReason(made: Explanation): string {
  if (made.name === 'code') return '编码相符';
  if (isFull(made)) return made.hasMaker ? '品名、规格、厂家相符' : '品名、规格相符，仅此一个厂家';
  return made.hasMaker ? '品名、厂家相符，仅此一个规格' : '品名相符，平台仅此一个规格和厂家';
}

function confidenceOf(best: Explanation, doubts: number): number {
  const score = Math.max(0, Math.min(1, (best.score - 0.35) / 0.65));
  const percent = Math.round(score * 100);
  return doubts === 0
    ? Math.max(95, Math.min(99, percent))
    : Math.max(20, Math.min(92, percent - doubts * 3));
}
