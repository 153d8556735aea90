/** Converts the quantity of a line to pieces in the product's unit, where the packing allows it. */

import type { Spec } from './fit-spec.ts';
import type { PurchaseProduct } from './product.ts';
import { type Explanation, fitsUnit } from './purchase-explain.ts';
import type { PurchaseLine } from './purchase-line.ts';
import { countWord } from './purchase-measures.ts';
import { caseUnits } from './quantity-guess.ts';

export type Pieces = {
  /** null when the line has no valid quantity. */
  pieces: number | null;
  /** How it was converted, where that is certain; for the reader. */
  said: string | null;
  /** Why a person has to check it. */
  doubt: string | null;
  /** Whole or half cases, where the line counts in them: merchants may pack differently. */
  cases: number | null;
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

/** Pieces in the product's own unit, with remarks. */
export function readPieces({ brokenQuantity }: PurchaseLine, { quantity, product, read }: Counted): Pieces {
  const none = { said: null, doubt: null, cases: null };
  if (brokenQuantity !== null)
    return { ...none, pieces: null, doubt: `数量不正确（${brokenQuantity}），请填写1到999999的整数` };
  if (quantity === null) return { ...none, pieces: null, doubt: '没有写数量，请填写' };
  const { value, unit } = quantity;
  const inside = countInside(unit, read.spec);
  // 100个 of a box of 20只: rather its content than the box, and a person checks it.
  if (unit === '个' && unit !== product.unit && inside !== null && inside > 1)
    return asked(ofInside(value, unit, inside, product));
  if (unit === '' || fitsUnit(unit, product.unit)) return { ...none, pieces: value };
  if (caseUnits.has(unit)) return ofCases(value, unit, product);
  const mass = grams[unit];
  if (mass !== undefined)
    return {
      ...none,
      pieces: massPacks(value * mass, product) ?? value,
      doubt: `按每${product.unit}${product.spec}换算，请核对数量`,
    };
  if (inside !== null) return ofInside(value, unit, inside, product);
  if (middleUnits.has(unit) && product.midPack > 1) {
    const pieces = value * product.midPack;
    return {
      ...none,
      pieces,
      doubt: `${value}${unit}按中包装${product.midPack}${product.unit}算，共${pieces}${product.unit}，请核对`,
    };
  }
  return { ...none, pieces: value, doubt: `数量单位是“${unit}”，该商品按${product.unit}出售，请核对` };
}

type Counted = Pick<Explanation, 'quantity' | 'product'> & { read: { spec: Spec } };

function ofCases(value: number, unit: string, { casePack, unit: sold }: PurchaseProduct): Pieces {
  const exact = value * casePack;
  const pieces = Math.ceil(exact);
  const text = `${value === 0.5 ? '半' : value}${unit}按每件${casePack}${sold}，共${pieces}${sold}`;
  return pieces === exact
    ? { pieces, said: text, doubt: null, cases: value }
    : { pieces, said: null, doubt: `${text}（已进位），请核对`, cases: value };
}

/** 100支 of a box of 20: five boxes. An uneven result is rounded up, and checked. */
function ofInside(value: number, unit: string, inside: number, { unit: sold }: PurchaseProduct): Pieces {
  const pieces = Math.ceil(value / inside);
  const text = `${value}${unit}按每${sold}${inside}${unit}，共${pieces}${sold}`;
  return value % inside === 0
    ? { pieces, said: text, doubt: null, cases: null }
    : { pieces, said: null, doubt: `${text}（已进位），请核对`, cases: null };
}

function asked(pieces: Pieces): Pieces {
  return pieces.said === null ? pieces : { ...pieces, said: null, doubt: `${pieces.said}，请核对` };
}

/** How many of a unit are in one piece, according to its spec: 20 for 20ml*20支; null where the spec does not say. */
function countInside(unit: string, { needed }: Spec): number | null {
  const counts = needed.filter(({ kind }) => kind === 'count');
  const at = counts.findIndex((one) => countWord(one.unit) === countWord(unit));
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
