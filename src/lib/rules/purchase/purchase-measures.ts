/** Numbers with units in a spec (0.25g*24粒) and in pasted text (250mg×24s). */

/** Comparable kinds; a bare number may be any of them. */
export type MeasureKind = 'mass' | 'volume' | 'length' | 'percent' | 'activity' | 'count' | 'bare';

export type Measure = {
  kind: MeasureKind;
  /** In mg, ml, cm, %, IU or pieces. */
  value: number;
  /** As written, for bare numbers without a unit. */
  written: number;
  unit: string;
  /** Its position in the text. */
  start: number;
  end: number;
};

const scales: Record<string, { kind: MeasureKind; times: number }> = {
  kg: { kind: 'mass', times: 1_000_000 },
  公斤: { kind: 'mass', times: 1_000_000 },
  千克: { kind: 'mass', times: 1_000_000 },
  斤: { kind: 'mass', times: 500_000 },
  g: { kind: 'mass', times: 1000 },
  克: { kind: 'mass', times: 1000 },
  mg: { kind: 'mass', times: 1 },
  毫克: { kind: 'mass', times: 1 },
  ug: { kind: 'mass', times: 0.001 },
  mcg: { kind: 'mass', times: 0.001 },
  μg: { kind: 'mass', times: 0.001 },
  微克: { kind: 'mass', times: 0.001 },
  l: { kind: 'volume', times: 1000 },
  升: { kind: 'volume', times: 1000 },
  ml: { kind: 'volume', times: 1 },
  毫升: { kind: 'volume', times: 1 },
  m: { kind: 'length', times: 100 },
  米: { kind: 'length', times: 100 },
  cm: { kind: 'length', times: 1 },
  厘米: { kind: 'length', times: 1 },
  mm: { kind: 'length', times: 0.1 },
  毫米: { kind: 'length', times: 0.1 },
  '%': { kind: 'percent', times: 1 },
  万单位: { kind: 'activity', times: 10_000 },
  万iu: { kind: 'activity', times: 10_000 },
  万u: { kind: 'activity', times: 10_000 },
  单位: { kind: 'activity', times: 1 },
  axaiu: { kind: 'activity', times: 1 },
  iu: { kind: 'activity', times: 1 },
  u: { kind: 'activity', times: 1 },
};

/** Counting words that mean the same thing. */
const sameCount: Record<string, string> = {
  包: '袋',
  小袋: '袋',
  大包: '袋',
  大袋: '袋',
  s: '片',
  t: '片',
  p: '片',
  枚: '片',
  颗: '粒',
  丸: '粒',
  个: '只',
};

export const countUnits = [
  ...['片', '粒', '丸', '颗', '枚', '袋', '小袋', '包', '支', '瓶', '贴', '板', '只', '个', '条', '卷', '副'],
  ...[
    '双',
    '台',
    '根',
    '块',
    '套',
    '对',
    '揿',
    '把',
    '张',
    '盒',
    '罐',
    '筒',
    '桶',
    '提',
    '件',
    '箱',
    '份',
    '大箱',
    '小盒',
    '大包',
    '大袋',
    's',
    't',
    'p',
  ],
] as const;

const unitPattern = [...Object.keys(scales), ...countUnits].sort((a, b) => b.length - a.length).join('|');
export const measurePattern = new RegExp(`(\\d+(?:\\.\\d+)?|\\.\\d+)\\s?(?:(${unitPattern})(?![a-z]))?`, 'g');

/** All numbers of a text that `normalizeText` has folded, in their order. */
export function readMeasures(text: string): Measure[] {
  return [...text.matchAll(measurePattern)].map((match) => {
    const [whole, digits = '', unit = ''] = match;
    const written = Number(digits);
    const scale = scales[unit];
    const start = match.index;
    const end = start + whole.trimEnd().length;
    if (scale) return { kind: scale.kind, value: round(written * scale.times), written, unit, start, end };
    return { kind: unit === '' ? 'bare' : 'count', value: written, written, unit, start, end };
  });
}

/** Floating point must not distinguish 0.1*1000 from 100. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** full: the same · soft: the number is the same, its counting word is another one · null: another measure. */
export function sameMeasure(line: Measure, product: Measure): 'full' | 'soft' | null {
  if (line.kind === 'bare')
    return line.written === product.written || line.value === product.value ? 'full' : null;
  if (line.kind !== product.kind || line.value !== product.value) return null;
  if (line.kind !== 'count') return 'full';
  return countWord(line.unit) === countWord(product.unit) || isLoose(line.unit) ? 'full' : 'soft';
}

/** One word for synonymous counting words. */
export function countWord(unit: string): string {
  return sameCount[unit] ?? unit;
}

/** 24s and 24p do not say what is counted. */
function isLoose(unit: string): boolean {
  return unit === 's' || unit === 't' || unit === 'p';
}

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
    if (counts.length > 1 && (measure.kind === 'count' || measure.kind === 'bare') && measure.value === all) {
      for (const one of counts) free.delete(one);
      continue;
    }
    strange.push(measure);
  }
  return { strange, named: spec.needed.length - free.size, needed: spec.needed.length, isSoft };
}
