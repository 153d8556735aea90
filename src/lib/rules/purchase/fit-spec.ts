/** Whether a written spec fits that of a product. */
import { type Measure, readMeasures, sameMeasure } from './purchase-measures.ts';

/** A product's spec, taken apart once. */
export type Spec = {
  /** Measures that a line must name to name all of it. */
  needed: Measure[];
  /** Optional measures: single bottles, sizes, parts in brackets. */
  extra: Measure[];
  /** Its words without numbers: 无蔗糖, 选货. */
  words: string[];
};

/** Takes spec and size apart; both as `normalizeText` folds them. */
export function readSpec(spec: string, size: string): Spec {
  const plain = spec.replace(/\([^()]*\)/g, ' ');
  const inBrackets = [...spec.matchAll(/\(([^()]*)\)/g)].map(([, inner]) => inner ?? '').join(' ');
  const measures = readMeasures(plain);
  const needed = measures.filter((measure) => measure.kind !== 'count' || measure.value !== 1);
  const extra = [
    ...measures.filter((measure) => !needed.includes(measure)),
    ...readMeasures(inBrackets),
    ...readMeasures(size),
  ];
  const words = `${spec} ${size}`.match(/\p{Script=Han}{2,}/gu) ?? [];
  return { needed, extra, words: [...new Set(words)] };
}

function isOfInnermost(measure: Measure, innermost: Measure | undefined): boolean {
  return (
    measure.kind === 'count' &&
    innermost !== undefined &&
    sameMeasure({ ...measure, value: innermost.value }, innermost) === 'full'
  );
}

/** How the numbers of a line match a spec. */
export type SpecFit = {
  /** Numbers that fit nothing. */
  strange: Measure[];
  /** How many of the needed measures the line names. */
  named: number;
  needed: number;
  /** A number fits, its counting word does not. */
  isSoft: boolean;
};

/** Matches the numbers of a line to a spec: each may be one measure, or the product of the counts (2板*12片 = 24片). */
export function fitSpec(measures: readonly Measure[], spec: Spec): SpecFit {
  const free = new Set(spec.needed);
  const spare = new Set(spec.extra);
  const strange: Measure[] = [];
  let isSoft = false;
  const take = (measure: Measure, from: Set<Measure>, wanted: 'full' | 'soft') => {
    for (const one of from)
      if (sameMeasure(measure, one) === wanted) {
        from.delete(one);
        return true;
      }
    return false;
  };
  // Units first, so that a bare number takes what they leave.
  const sorted = [...measures].sort((a, b) => Number(a.kind === 'bare') - Number(b.kind === 'bare'));
  for (const measure of sorted) {
    if (take(measure, free, 'full') || take(measure, spare, 'full')) continue;
    if (take(measure, free, 'soft') || take(measure, spare, 'soft')) {
      isSoft = true;
      continue;
    }
    const counts = [...free].filter((one) => one.kind === 'count');
    const all = counts.reduce((product, one) => product * one.value, 1);
    // 24片 for 12片*2板; 100包 for 10片*10袋 counts packs, and is rather the quantity.
    if (
      counts.length > 1 &&
      measure.value === all &&
      (measure.kind === 'bare' || isOfInnermost(measure, counts[0]))
    ) {
      for (const one of counts) free.delete(one);
      continue;
    }
    strange.push(measure);
  }
  return { strange, named: spec.needed.length - free.size, needed: spec.needed.length, isSoft };
}
