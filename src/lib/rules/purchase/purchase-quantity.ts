/** Converts the quantity of a line to pieces in the product's unit, where the packing allows it. */

import type { Doubt } from './doubt-kinds.ts';
import type { Spec } from './fit-spec.ts';
import type { PurchaseProduct } from './product.ts';
import { type Explanation, fitsUnit } from './purchase-explain.ts';
import type { PurchaseLine } from './purchase-line.ts';
import { countWord } from './purchase-measures.ts';
import { caseUnits } from './quantity-guess.ts';
import { isFull } from './rivals.ts';

/** A number of pieces that the line may mean, on its button: 5盒. */
export type QuantityWay = { number: number; text: string };

export type Pieces = {
  /** null when the line has no valid quantity. */
  pieces: number | null;
  /** How it was converted, where that is certain; for the reader. */
  said: string | null;
  /** Why a person has to check it. */
  doubt: Doubt | null;
  /** Whole or half cases, where the line counts in them: merchants may pack differently. */
  cases: number | null;
  /** The numbers to choose from, where the line may mean packs or what is in them; empty elsewhere. */
  ways: QuantityWay[];
};

const grams: Record<string, number> = {
  kg: 1_000_000,
  公斤: 1_000_000,
  千克: 1_000_000,
  斤: 500_000,
  g: 1000,
};

/** Colloquial middle packs; their size differs from merchant to merchant. */
const middleUnits: ReadonlySet<string> = new Set(['条', '提']);
/** Words for a whole pack, which people mix up: 20盒 of what is sold in 瓶. */
const packWords: ReadonlySet<string> = new Set(['盒', '瓶', '袋', '包', '支', '罐', '筒', '桶']);

/** Words for one vial or ampoule, which people mix up. */
const vialWords: ReadonlySet<string> = new Set(['支', '瓶']);

const none = { said: null, doubt: null, cases: null, ways: [] };
const ask = (kind: Doubt['kind'], text: string): Doubt => ({ kind, text });

/** Pieces in the product's own unit, with remarks. */
export function readPieces({ brokenQuantity }: PurchaseLine, counted: Counted): Pieces {
  const { quantity, product, read } = counted;
  if (brokenQuantity !== null)
    return {
      ...none,
      pieces: null,
      doubt: ask('quantity', `数量不正确（${brokenQuantity}），请填写1到999999的整数`),
    };
  if (quantity === null) return { ...none, pieces: null, doubt: ask('quantity', '没有写数量，请填写') };
  const { value } = quantity;
  const isSmall = /^小(?!盒)/.test(quantity.unit);
  const unit = isSmall ? quantity.unit.slice(1) : quantity.unit;
  const inside = countInside(unit, read.spec);
  // 100个 of a box of 20只: rather its content than the box, and a person checks it.
  if (unit === '个' && unit !== product.unit && inside !== null && inside > 1)
    return ofInside({ value, unit, inside, isSmall }, product);
  if (isSmall && inside !== null) return ofInside({ value, unit, inside, isSmall }, product);
  if (unit === '' && isOfVials(counted)) return ofVials(value, counted);
  if (unit === '' || fitsUnit(unit, product.unit)) return { ...none, pieces: value };
  if (caseUnits.has(unit)) return ofCases(value, unit, product);
  const mass = grams[unit];
  if (mass !== undefined) return ofMass(value, unit, mass, product);
  if (inside !== null) return ofInside({ value, unit, inside, isSmall }, product);
  if (isSingle(unit, read.spec)) return { ...none, pieces: value };
  if (middleUnits.has(unit) && product.midPack > 1) {
    const pieces = value * product.midPack;
    const text = `${value}${unit}按中包装${product.midPack}${product.unit}算，共${pieces}${product.unit}，请核对`;
    return { ...none, pieces, doubt: ask('packing', text) };
  }
  if (packWords.has(unit) && packWords.has(product.unit) && !hasInside(unit, read.spec))
    return {
      ...none,
      pieces: value,
      said: `该商品按${product.unit}出售，${value}${unit}即${value}${product.unit}`,
    };
  return {
    ...none,
    pieces: value,
    doubt: ask('quantity', `数量单位是“${unit}”，该商品按${product.unit}出售，请核对`),
  };
}

type Counted = Pick<Explanation, 'quantity' | 'product' | 'isSpecSilent'> & {
  read: { spec: Spec; drug: { route: string | null } };
  spec: Pick<Explanation['spec'], 'named' | 'needed' | 'isSoft'>;
};

function ofCases(value: number, unit: string, { casePack, unit: sold }: PurchaseProduct): Pieces {
  const exact = value * casePack;
  const pieces = Math.ceil(exact);
  const text = `${value === 0.5 ? '半' : value}${unit}按每件${casePack}${sold}，共${pieces}${sold}`;
  return pieces === exact
    ? { ...none, pieces, said: text, cases: value }
    : { ...none, pieces, doubt: ask('packing', `${text}（已进位），请核对`), cases: value };
}

/** 5公斤 of 1kg are five packs. */
function ofMass(value: number, unit: string, mass: number, product: PurchaseProduct): Pieces {
  const packs = massPacks(value * mass, product);
  if (packs !== null)
    return {
      ...none,
      pieces: packs,
      said: `${value}${unit}按每${product.unit}${product.spec}，共${packs}${product.unit}`,
    };
  return {
    ...none,
    pieces: value,
    doubt: ask('quantity', `${value}${unit}不是${product.spec}的整数倍，请填写数量`),
  };
}

type Inner = { value: number; unit: string; inside: number; isSmall: boolean };

/**
 * 100支 of a box of 20: five boxes, or a hundred. Only a small unit (小袋) says which. An uneven result is rounded up.
 */
function ofInside({ value, unit, inside, isSmall }: Inner, { unit: sold }: PurchaseProduct): Pieces {
  const pieces = Math.ceil(value / inside);
  const isEven = value % inside === 0;
  const text = `${value}${unit}按每${sold}${inside}${unit}，共${pieces}${sold}${isEven ? '' : '（已进位）'}`;
  if (isSmall && isEven) return { ...none, pieces, said: text };
  const ways = [pieces, value].map((number) => ({ number, text: `${number}${sold}` }));
  return {
    ...none,
    pieces,
    doubt: ask('inner', `${text}，还是${value}${sold}？请选择`),
    ways: inside > 1 ? ways : [],
  };
}

/** A bare number of injections sold in boxes of many vials may count the vials. */
function isOfVials(counted: Counted): boolean {
  const { read } = counted;
  return read.drug.route === 'injection' && vialsOf(read.spec) > 1 && !isFull(counted);
}

function vialsOf({ needed }: Spec): number {
  const last = needed.at(-1);
  return last?.kind === 'count' && ['瓶', '支'].includes(last.unit) ? last.value : 1;
}

function ofVials(value: number, { product, read }: Counted): Pieces {
  const inside = vialsOf(read.spec);
  const unit = read.spec.needed.at(-1)?.unit ?? '支';
  const boxes = Math.ceil(value / inside);
  const ways = [...new Set([value, boxes])].map((number) => ({ number, text: `${number}${product.unit}` }));
  return {
    ...none,
    pieces: value,
    doubt: ask(
      'inner',
      `没有写单位：${value}${product.unit}，还是${value}${unit}（${boxes}${product.unit}）？请选择`,
    ),
    ways,
  };
}

/** 40条 of 1条/盒 are 40 boxes. */
function isSingle(unit: string, { needed, extra }: Spec): boolean {
  return (
    needed.every(({ kind }) => kind !== 'count') &&
    extra.some((one) => one.kind === 'count' && one.value === 1 && countWord(one.unit) === countWord(unit))
  );
}

function hasInside(unit: string, { needed, extra }: Spec): boolean {
  return [...needed, ...extra].some(
    (one) => one.kind === 'count' && countWord(one.unit) === countWord(unit) && one.value > 1,
  );
}

/** How many of a unit are in one piece, according to its spec: 20 for 20ml*20支; null where the spec does not say. */
function countInside(unit: string, { needed }: Spec): number | null {
  const counts = needed.filter(({ kind }) => kind === 'count' || kind === 'bare');
  const same = counts.findIndex((one) => countWord(one.unit) === countWord(unit));
  // 100支 of a box of 50瓶, or of a bare *10: the same vials by another word.
  const at =
    same < 0 && vialWords.has(unit)
      ? counts.findIndex((one) => one.value > 1 && (one.kind === 'bare' || vialWords.has(one.unit)))
      : same;
  if (at < 0) return null;
  return counts.slice(at).reduce((all, { value }) => all * value, 1);
}

/** How many packs make a weight, if it is even. */
function massPacks(milligrams: number, { spec }: PurchaseProduct): number | null {
  const match = /^(\d+(?:\.\d+)?)(kg|g)\b/.exec(spec.toLowerCase());
  if (match === null) return null;
  const each = Number(match[1]) * (match[2] === 'kg' ? 1_000_000 : 1000);
  const packs = milligrams / each;
  return Number.isInteger(packs) && packs > 0 ? packs : null;
}
