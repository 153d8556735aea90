/** How well a product explains a line of a purchase list: every part of the line is laid to the product, the rest counts against it. */

import type { Id } from '../terms/terms.ts';
import { normalizeText } from '../text/search-text.ts';
import { fillers } from './purchase-fillers.ts';
import { otherMeasures, type PurchaseLine, type QuantityGuess } from './purchase-line.ts';
import { fitSpec, readSpec, type Spec, type SpecFit } from './purchase-measures.ts';

/** What the matcher knows of a product. */
export type PurchaseProduct = {
  id: Id;
  name: string;
  brand: string;
  maker: string;
  spec: string;
  size: string;
  form: string;
  unit: string;
  /** Pieces in a case, for orders in 件. */
  casePack: number;
  approvalNo: string;
  nationalCode: string;
  barcode: string;
  pinyin: string;
  initials: string;
};

/** A product with its texts folded once, for many lines. */
export type ReadProduct = {
  product: PurchaseProduct;
  name: string;
  makers: string[];
  codes: { code: string; isUnique: boolean }[];
  spec: Spec;
  form: string;
  unit: string;
};

/** How the name was recognised, the surest first. */
export type NameKind = 'code' | 'exact' | 'sound' | 'pinyin' | 'part' | 'similar';

export type Explanation = {
  product: PurchaseProduct;
  score: number;
  name: NameKind;
  /** The maker or the brand stands in the line. */
  hasMaker: boolean;
  spec: SpecFit;
  /** The line says nothing of the spec. */
  isSpecSilent: boolean;
  quantity: QuantityGuess;
  /** What nothing explains, for the reader. */
  rest: string;
};

const provinces =
  /^(?:北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|广西|海南|四川|贵州|云南|西藏|陕西|甘肃|青海|宁夏|新疆|内蒙古)(?:省|市)?/;
/** Words that end a company's name and say nothing of whose it is; 大输液 before 输液, which ends it too. */
const companyEnds = [
  '生物',
  '生化',
  '外用',
  '眼科',
  '输液',
  '大输液',
  '注射剂',
  '中药饮片',
  '医疗器械',
  '医疗科技',
  '医疗用品',
  '医疗设备',
  '医用材料',
  '卫生材料',
  '卫生用品',
  '康复器具',
  '健康科技',
  '健康食品',
  '保健食品',
  '营养食品',
  '营养品',
  '个人护理用品',
  '消毒制品',
  '消毒科技',
  '日化',
  '食品',
  '科技',
  '制品',
  '制药',
  '药业',
  '集团',
  '股份',
  '有限',
  '责任',
  '公司',
].sort((a, b) => b.length - a.length);

function withoutCompanyEnds(name: string): string {
  let end = name.length;
  for (;;) {
    const word = companyEnds.find((one) => name.endsWith(one, end));
    if (word === undefined) return name.slice(0, end);
    end -= word.length;
  }
}

/** Folds a product's texts. */
export function readProduct(product: PurchaseProduct): ReadProduct {
  const maker = normalizeText(product.maker);
  const short = maker.replace(/(?:集团)?(?:股份)?有限(?:责任)?公司$/, '');
  const local = short.replace(provinces, '');
  const core = withoutCompanyEnds(local);
  const placed = withoutCompanyEnds(short);
  const makers = [maker, short, local, placed, core, normalizeText(product.brand)].filter(
    (one) => one.length >= 2,
  );
  return {
    product,
    name: normalizeText(product.name),
    makers: [...new Set(makers)].sort((a, b) => b.length - a.length),
    codes: [
      { code: codeOf(product.approvalNo), isUnique: false },
      { code: product.nationalCode, isUnique: true },
      { code: product.barcode, isUnique: true },
    ].filter(({ code }) => code !== ''),
    spec: readSpec(normalizeText(product.spec), normalizeText(product.size)),
    form: normalizeText(product.form).replace(/剂$/, ''),
    unit: product.unit,
  };
}

/** 国药准字H99990001 → h99990001: how a line writes it. */
export function codeOf(approvalNo: string): string {
  const text = normalizeText(approvalNo);
  let from = text.length;
  while (from > 0 && /\d/.test(text.charAt(from - 1))) from -= 1;
  if (text.length - from < 8) return '';
  return /[a-z]/.test(text.charAt(from - 1)) ? text.slice(from - 1) : text.slice(from);
}

type Span = { start: number; end: number };

const content = /[\p{L}\p{N}%]/u;

/**
 * Lays a line to a product under each quantity it may have and answers the best; null when the name is not in it at
 * all. `isChosen`: a person said so, the name need not be in it.
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
  const spans: Span[] = [...(named?.spans ?? []), ...(makerSpan ? [makerSpan] : [])];
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
    score,
    name: isByCode && named?.kind !== 'exact' ? 'code' : (named?.kind ?? 'similar'),
    hasMaker: makerSpan !== null,
    spec,
    isSpecSilent: measures.length === 0,
    quantity: overlaps ? null : quantity,
    rest,
  };
}

/** A line without a quantity is rarer than one without a spec; 6g*10袋 is rather a spec than ten bags. */
function quantityScore(quantity: QuantityGuess, sold: string): number {
  if (quantity === null) return 0;
  if (quantity.isTimes && quantity.unit !== '') return 0.02;
  return quantity.unit === '' || fitsUnit(quantity.unit, sold) ? 0.09 : 0.07;
}

/** True when a unit of the line says the same as the unit in which the product is sold. */
export function fitsUnit(unit: string, sold: string): boolean {
  return (
    unit === sold ||
    unit === '个' ||
    unit === '份' ||
    (unit === '包' && sold === '袋') ||
    (unit === '小盒' && sold === '盒')
  );
}

function findMaker(line: PurchaseLine, read: ReadProduct): Span | null {
  for (const maker of read.makers) {
    // The name of a goods may hold a brand's characters.
    const at = line.text.lastIndexOf(maker);
    if (at >= 0 && !read.name.includes(maker)) return widen(line.text, at, at + maker.length);
  }
  return null;
}

/** 珞珩 in 辽宁珞珩制药有限公司: what belongs to the firm's name around its core goes with it. */
function widen(text: string, from: number, to: number): Span {
  const before =
    /(?:北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|广西|海南|四川|贵州|云南|陕西|甘肃)(?:省|市)?$/.exec(
      text.slice(0, from),
    );
  const after = /^(?:生物|制药|药业|集团|股份|有限|责任|公司|药厂|厂|牌|产的?|家的?|的)+/.exec(
    text.slice(to),
  );
  return { start: from - (before?.[0].length ?? 0), end: to + (after?.[0].length ?? 0) };
}

type Named = { kind: NameKind; score: number; spans: Span[] };

function findName(
  line: PurchaseLine,
  read: ReadProduct,
  maker: Span | null,
  linePinyin: string,
): Named | null {
  const at = line.text.indexOf(read.name);
  if (at >= 0) return { kind: 'exact', score: 1, spans: [{ start: at, end: at + read.name.length }] };
  // 阿莫西林 胶囊, 六味地黄丸 (浓缩丸): blanks and signs within a name do not matter.
  const spaced = findSpaced(line.text, read.name);
  if (spaced) return { kind: 'exact', score: 0.99, spans: [spaced] };
  const typed = findTyped(line, read);
  const similar = findSimilar(line, read, maker, linePinyin);
  if (typed && (!similar || typed.score >= similar.score)) return typed;
  return similar;
}

function findSpaced(text: string, name: string): Span | null {
  const places: number[] = [];
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    if (/[\s\-()（）·,，、*]/.test(text[at]!)) continue;
    plain += text[at];
    places.push(at);
  }
  const folded = name.replace(/[\s\-()·]/g, '');
  const at = folded.length < 2 ? -1 : plain.indexOf(folded);
  return at < 0 ? null : { start: places[at]!, end: places[at + folded.length - 1]! + 1 };
}

/** Pinyin in full or by initials. */
function findTyped(line: PurchaseLine, read: ReadProduct): Named | null {
  const { pinyin, initials } = read.product;
  let best: Named | null = null;
  for (const word of line.latin) {
    const start = line.text.indexOf(word);
    const score =
      word === pinyin
        ? 0.97
        : word === initials
          ? 0.93
          : word.length >= 4 && pinyin.startsWith(word)
            ? 0.6 + (0.3 * word.length) / pinyin.length
            : initials.startsWith(word)
              ? 0.5 + (0.35 * word.length) / initials.length
              : word.length >= 4 && isMixed(word, pinyin, initials)
                ? 0.62
                : 0;
    if (score > (best?.score ?? 0))
      best = { kind: 'pinyin', score, spans: [{ start, end: start + word.length }] };
  }
  return best;
}

/** amoxljn: letters that follow the pinyin from its first letter on, in order. */
function isMixed(word: string, pinyin: string, initials: string): boolean {
  if (word[0] !== initials[0] || word.length > pinyin.length) return false;
  let at = 0;
  for (const letter of pinyin) if (letter === word[at]) at++;
  return at === word.length && word.length >= initials.length * 0.6;
}

const han = /\p{Script=Han}/u;

/** What of the line may be a name: its Han and Latin characters outside maker, codes and spec units. */
function headOf(line: PurchaseLine, maker: Span | null): { char: string; at: number }[] {
  const measures = otherMeasures(line, null, []);
  const taken: Span[] = [
    ...(maker ? [maker] : []),
    ...line.codes,
    // 维生素b1片: a number right after a letter belongs to the name.
    ...measures.filter(({ start }) => !/[a-z]$/.test(line.text.slice(0, start))),
  ];
  const chars: { char: string; at: number }[] = [];
  for (let at = 0; at < line.text.length; at++) {
    const char = line.text[at]!;
    if (!content.test(char) || taken.some(({ start, end }) => at >= start && at < end)) continue;
    chars.push({ char, at });
  }
  return chars;
}

/** A shortened or misspelt name: the longest common run of characters in order, weighed by what is missing and what is too much. */
function findSimilar(
  line: PurchaseLine,
  read: ReadProduct,
  maker: Span | null,
  linePinyin: string,
): Named | null {
  const { name, product } = read;
  const head = headOf(line, maker);
  const spans = commonChars(head, name);
  if (spans === null) return null;
  const shared = spans.length;
  const length = [...name].length;
  // Fillers and verbs around the name are judged as the rest of the line, not here.
  const near = head.filter(
    ({ at }) => at >= spans[0]!.at - 2 && at <= spans.at(-1)!.at + 2 && han.test(line.text[at]!),
  ).length;
  const score = (2 * shared) / (length + Math.max(shared, near));
  const isPart = shared === near && isRun(spans);
  const isWithin = isPart && shared > 1 && name.includes(spans.map(({ char }) => char).join(''));
  if (
    !isWithin &&
    linePinyin !== '' &&
    han.test(name) &&
    linePinyin.includes(product.pinyin) &&
    product.pinyin.length >= 4
  ) {
    return { kind: 'sound', score: 0.95, spans: soundSpans(head, spans, length) };
  }
  if (shared < 2 || score < 0.5) return null;
  return {
    kind: isWithin ? 'part' : 'similar',
    score: score * 0.94,
    spans: spans.map(({ at }) => ({ start: at, end: at + 1 })),
  };
}

/** A homophone covers as many characters as the name has, from the first shared one on. */
function soundSpans(head: { at: number }[], shared: { at: number }[], length: number): Span[] {
  const first = Math.max(
    0,
    head.findIndex(({ at }) => at === shared[0]?.at) - (shared.length === length ? 0 : 1),
  );
  const covered = head.slice(first, first + length);
  const all = [...new Set([...covered, ...shared].map(({ at }) => at))];
  return all.map((at) => ({ start: at, end: at + 1 }));
}

function isRun(chars: { at: number }[]): boolean {
  return chars.every(({ at }, i) => i === 0 || at - chars[i - 1]!.at <= 2);
}

/** Longest common subsequence of the line's characters and a name, with the places of the line's. */
function commonChars(
  head: { char: string; at: number }[],
  name: string,
): { char: string; at: number }[] | null {
  const rows = head.length;
  const columns = name.length;
  if (rows === 0) return null;
  const table = new Uint8Array((rows + 1) * (columns + 1));
  const width = columns + 1;
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      table[i * width + j] =
        head[i]!.char === name[j]
          ? table[(i + 1) * width + j + 1]! + 1
          : Math.max(table[(i + 1) * width + j]!, table[i * width + j + 1]!);
  if (table[0] === 0) return null;
  const shared: { char: string; at: number }[] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (head[i]!.char === name[j]) {
      shared.push(head[i]!);
      i++;
      j++;
    } else if (table[(i + 1) * width + j]! >= table[i * width + j + 1]!) i++;
    else j++;
  }
  return shared;
}

/** A letter, or what was recognised. */
function isJoined(char: string | undefined): boolean {
  return char === '\u0001' || (char !== undefined && /\p{L}/u.test(char));
}

/** What of the line is left: not explained by the product, and no filler. */
function restOf(line: PurchaseLine, read: ReadProduct, spans: readonly Span[]): string {
  let rest = '';
  for (let at = 0; at < line.text.length; at++)
    rest += spans.some(({ start, end }) => at >= start && at < end) ? '\u0001' : line.text[at];
  for (const word of [
    ...read.spec.words,
    read.form.length > 1 ? read.form : '',
    read.form.length > 1 ? `${read.form}剂` : '',
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
