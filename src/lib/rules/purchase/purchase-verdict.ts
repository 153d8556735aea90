/** Which product a line of a purchase list means, and how sure that is. */

import type { Fen } from '../money/money.ts';
import { meaningText } from '../names/trade-names.ts';
import type { Id } from '../terms/terms.ts';
import { type Doubt, inOrder, joinReasons } from './doubt-kinds.ts';
import type { NameKind } from './named.ts';
import { drugNamed } from './other-drug.ts';
import type { PurchaseProduct, ReadProduct } from './product.ts';
import { doubtsOf } from './purchase-doubts.ts';
import { type Explanation, explain } from './purchase-explain.ts';
import { memoryKey, type PurchaseLine } from './purchase-line.ts';
import { otherProducts } from './purchase-others.ts';
import { type QuantityWay, readPieces } from './purchase-quantity.ts';
import { isFull, peersOf } from './rivals.ts';
import { strengthOf } from './strength.ts';

/** sure: goes into the cart unchanged · check: a person checks it first · none: no match. */
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
  /** How the name was found; null where nothing was. */
  named: NameKind | null;
  /** What is asked about it, the weightiest first; empty for a sure row. */
  doubts: Doubt[];
  /** Numbers of pieces that the line may mean; empty where it means one. */
  ways: QuantityWay[];
  /** The price of a piece that the line expects; null without one. */
  price: Fen | null;
  /** The least months of shelf life that the line asks for; null without. */
  months: number | null;
  /** How the quantity was converted, where that is certain; null where it was not. */
  said: string | null;
  /** Other products that may be meant, the likeliest first; without `product`. */
  others: PurchaseProduct[];
  /** Those of `others` that match equally well: the line has no maker, and they differ in nothing else. */
  peers: PurchaseProduct[];
  /** Cases that the line counts in, for merchants with another packing than the catalogue's. */
  cases: number | null;
};

/** Evidence for a product besides the line: bought before, on the shelf, best-selling. Between 0 and 1. */
export type Prior = (id: Id) => number;

export type Hints = { prior: Prior; memory?: ReadonlyMap<string, Id>; linePinyin?: string };

const leastScore = 0.46;
/** Ways of finding a name that guess at what was meant. */
const guessed: ReadonlySet<NameKind> = new Set(['similar', 'sound']);

/**
 * Judges a line by the possible products. `memory` has this company's former choices for lines, by `memoryKey`; those
 * products must be among the candidates.
 */
export function judgeLine(
  line: PurchaseLine,
  candidates: readonly ReadProduct[],
  { prior, memory = new Map(), linePinyin = '' }: Hints,
): PurchaseVerdict {
  const drug = drugNamed(line, candidates);
  const found = candidates
    .map((read) => ({ read, made: explain(line, read, linePinyin) }))
    .filter((one): one is { read: ReadProduct; made: Explanation } => one.made !== null)
    // 左氧氟沙星胶囊 names a drug: 诺氟沙星胶囊 is not a typo of it.
    .filter(({ made }) => drug === null || !guessed.has(made.name) || made.read.drug.drug === drug)
    .map(({ read, made }) => ({ read, made, weight: made.score + prior(made.product.id) * 0.02 }))
    .sort((a, b) => b.weight - a.weight || a.made.product.id - b.made.product.id);
  const all = found.map(({ made }) => made);
  const known = recall(line, candidates, memory, linePinyin);
  if (known) return recalledVerdict(line, known, all);
  const [best] = found;
  if (best === undefined || best.made.score < leastScore)
    return {
      grade: 'none',
      product: null,
      quantity: line.brokenQuantity === null ? (line.quantities[0]?.value ?? null) : null,
      confidence: 0,
      reason: nothingFound(line),
      said: null,
      others: found
        .filter(({ made }) => made.score > 0.36 && made.read.drug.drug === drug)
        .slice(0, 3)
        .map(({ made }) => made.product),
      peers: [],
      cases: null,
      named: null,
      ...plain(line),
    };
  const counted = readPieces(line, best.made);
  const peers = peersOf(line.text, best.made, all);
  const doubts = doubtsOf(line, best.made, { found: all, candidates, peers, counted });
  return {
    grade: doubts.length === 0 ? 'sure' : 'check',
    product: best.made.product,
    quantity: counted.pieces,
    cases: counted.cases,
    confidence: confidenceOf(best.made, doubts.length),
    reason:
      doubts.length > 0
        ? joinReasons(doubts.map(({ text }) => text))
        : sureReason(line, best.made, peers.length),
    said: counted.said,
    others: otherProducts(best.made, all, peers),
    peers,
    named: best.made.name,
    doubts,
    ways: counted.ways,
    price: best.made.quantity?.price ?? line.price,
    months: line.months,
  };
}

/** Nothing is asked, and what the line says besides goods and quantity. */
function plain({ price, months }: PurchaseLine) {
  return { doubts: [], ways: [], price, months };
}

type Recalled = { made: Explanation; doubt: Doubt | null };

/**
 * The product that a person of this company chose for the name in this line. A number that does not fit it takes the line
 * back to be judged anew; words that it leaves unexplained and a name without its beginning are asked about again.
 */
function recall(
  line: PurchaseLine,
  candidates: readonly ReadProduct[],
  memory: ReadonlyMap<string, Id>,
  linePinyin: string,
): Recalled | null {
  const id = memory.get(memoryKey(line));
  const read = id === undefined ? undefined : candidates.find((one) => one.product.id === id);
  const made = read ? explain(line, read, '', true) : null;
  if (!read || made === null || made.spec.strange.length > 0) return null;
  const own = explain(line, read, linePinyin);
  const isUnsure = own !== null && (own.rest !== '' || own.isHeadMissing || own.name === 'similar');
  const { name, spec } = made.product;
  // The choice was made for a line with its strength, and this one has none: the shop sells another strength, too.
  const isOpen =
    made.isSpecSilent &&
    candidates.some(
      (one) =>
        one.product.name === name && one.drug.drug === read.drug.drug && strengthOf(one) !== strengthOf(read),
    );
  if (isOpen && !isUnsure)
    return { made, doubt: { kind: 'choice', text: `上次选的是“${name} ${spec}”，还有别的规格，请核对` } };
  return {
    made: own !== null && own.spec.strange.length === 0 ? own : made,
    doubt: isUnsure ? { kind: 'drug', text: `上次换成了“${name} ${spec}”，这次还是它吗？请核对` } : null,
  };
}

function recalledVerdict(
  line: PurchaseLine,
  { made, doubt }: Recalled,
  found: readonly Explanation[],
): PurchaseVerdict {
  const [usual] = found;
  const { name, spec, id } = made.product;
  const isReplaced = usual !== undefined && usual.product.id !== id;
  const why = isReplaced ? `按您上次的选择，换成了${name} ${spec}` : '按您上次的选择';
  const verdict = knownVerdict(line, made, found, why);
  if (doubt === null) return verdict;
  const doubts = inOrder([doubt, ...verdict.doubts]);
  return {
    ...verdict,
    grade: 'check',
    doubts,
    reason: joinReasons(doubts.map(({ text }) => text)),
    confidence: 50,
  };
}

/** The verdict on a line whose product a person has chosen: only its quantity is left to be read. */
export function chosenVerdict(line: PurchaseLine, read: ReadProduct): PurchaseVerdict {
  const made = explain(line, read, '', true);
  if (made === null) throw new Error('a chosen product explains every line');
  return { ...knownVerdict(line, made, [], '您选定的商品'), confidence: 100 };
}

/** The product is known, whatever the line contains: only the quantity can be doubtful. */
function knownVerdict(
  line: PurchaseLine,
  made: Explanation,
  found: readonly Explanation[],
  why: string,
): PurchaseVerdict {
  const { pieces, doubt, said, cases, ways } = readPieces(line, made);
  return {
    grade: doubt === null ? 'sure' : 'check',
    product: made.product,
    quantity: pieces,
    cases,
    confidence: 99,
    reason: doubt?.text ?? why,
    said,
    others: otherProducts(made, found, []),
    peers: [],
    named: made.name,
    ...plain(line),
    doubts: doubt === null ? [] : [doubt],
    ways,
    price: made.quantity?.price ?? line.price,
  };
}

function sureReason({ other }: PurchaseLine, made: Explanation, peers: number): string {
  if (made.name === 'code') return '编码相符';
  const known = made.name === 'other' && other !== null ? `“${other.name.name}”即${made.product.name}；` : '';
  const fits = ['品名', ...(isFull(made) ? ['规格'] : []), ...(made.hasMaker ? ['厂家'] : [])].join('、');
  const only = [...(isFull(made) ? [] : ['规格']), ...(made.hasMaker || peers > 0 ? [] : ['厂家'])];
  const rest = only.length > 0 ? `，平台仅此一个${only.join('和')}` : '';
  const makers = peers > 0 ? `；未写厂家，共${peers + 1}个，按您买过的、可买的、价低的选，可换` : '';
  return `${known}${fits}相符${rest}${makers}`;
}

function confidenceOf(best: Explanation, doubts: number): number {
  const score = Math.max(0, Math.min(1, (best.score - 0.35) / 0.65));
  const percent = Math.round(score * 100);
  return doubts === 0
    ? Math.max(95, Math.min(99, percent))
    : Math.max(20, Math.min(92, percent - doubts * 3));
}

/** A known name identifies the drug: it can be requested, or searched by. */
function nothingFound({ other }: PurchaseLine): string {
  if (other === null || other.isSlip) return '没有找到相符的商品，可改写后重新匹配，或手动搜索';
  const { name, kind } = other.name;
  return `“${name}”是“${meaningText(other.name)}”的${kind}，平台暂无相符的商品，可查找或求购`;
}
