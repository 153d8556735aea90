/** Numbers with units in a spec (0.25g*24粒) and in pasted text (250mg×24s). */

/** Comparable kinds; a bare number may be any of them. */
type MeasureKind = 'mass' | 'volume' | 'length' | 'percent' | 'activity' | 'count' | 'bare';

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
  小包: '袋',
  小支: '支',
  小瓶: '瓶',
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

const countUnits = [
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
    '小包',
    '小支',
    '小瓶',
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

/** 维生素b1片: a number right behind a letter belongs to the name; that behind a unit (100mg30片) does not. */
export function belongsToName(text: string, { start }: Measure): boolean {
  return /(?<![a-z\d.%])[a-z]{1,2}$/.test(text.slice(Math.max(0, start - 4), start));
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
