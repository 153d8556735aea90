/** One line of a purchase list, read without knowing the catalogue: its codes and what its quantity may be. */

import { nearOtherNameIn, type OtherName, otherNameIn } from '../names/trade-names.ts';
import { normalizeText } from '../text/search-text.ts';
import { type Measure, readMeasures } from './purchase-measures.ts';
import type { PurchaseEntry } from './purchase-split.ts';

/** A number of the line that may be the quantity, with where it stands; `null` = the line names none. */
export type QuantityGuess = {
  value: number;
  /** Empty when none was written. */
  unit: string;
  start: number;
  end: number;
  /** It stood in a column of its own. */
  isGiven: boolean;
  /** It follows a sign of multiplication, as the last part of a spec does. */
  isTimes: boolean;
} | null;

export type PurchaseLine = {
  raw: string;
  /** Folded: half width, lower case, one sign for ×. */
  text: string;
  /** Approval numbers, bar codes, national codes: `h99990001`, `86999001000015`. */
  codes: { code: string; start: number; end: number }[];
  /** Runs of Latin letters that may be pinyin. */
  latin: string[];
  /** What the quantity may be, the likeliest first; always ends with null. */
  quantities: QuantityGuess[];
  /** A quantity was written that is none: -10, 0, 1.5. Whatever else stands in the line, a person looks first. */
  brokenQuantity: number | null;
  /** A trade name or a former name that stands in it; `isSlip` where it is written with a character like its own. */
  other: { name: OtherName; start: number; end: number; isSlip: boolean } | null;
};

/** Units in which goods are ordered. */
const saleUnits =
  '大箱|小盒|大包|大袋|公斤|千克|kg|盒|瓶|袋|支|包|件|箱|板|个|条|台|罐|桶|筒|提|副|双|套|卷|只|斤|张|把|份|根|块|对|贴';
/** Units that mean a whole case; half a case is ordered too. */
export const caseUnits: ReadonlySet<string> = new Set(['件', '箱', '大箱']);
export const saleUnit = new RegExp(`^(?:${saleUnits})$`);

const numerals = '一二三四五六七八九';
export const chineseNumber = new RegExp(
  `([零一二两三四五六七八九十百千]{1,7})(?=\\s?(?:${saleUnits})(?:\\s|$|[,，。;；!！]))`,
  'g',
);

/** Bullets, numbering and who speaks, at the beginning of a line. */
const bullet =
  /^(?:(?:[\s•·●▪◆■□○✓√>》—*+]|[-−–](?!\d))+|\(?\d{1,3}[)）]\s*[.、:：]?|\d{1,3}[.、:：](?!\d)\s*|[①-⑳⑴-⒇]\s*|[\u3251-\u325f]\s*|[一二三四五六七八九十]{1,3}[、.]\s*)/;
const speaker = /^[\p{L}\p{N}_]{1,10}\s*[:：]\s*(?=\S)/u;

/** Reads one entry. Lines are cut at 300 characters: nothing that is wanted is longer. */
export function readPurchaseLine({ raw, quantity, unit }: PurchaseEntry): PurchaseLine {
  const text = fold(raw);
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

/** Runs of three letters and more that no digit or dot joins at the front, and no digit at the end. */
function readLatin(text: string): string[] {
  const runs = text.match(/[a-z0-9.]+/g) ?? [];
  return runs.flatMap((run) => run.split('.', 1)).filter((head) => /^[a-z]{3,}$/.test(head));
}

/** Pieces that can be ordered. */
export function isPieces(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 999_999;
}

/** Whole pieces, or halves of a case. */
function canBeOrdered(value: number, unit: string): boolean {
  return isPieces(value) || (caseUnits.has(unit) && value > 0 && isPieces(value * 2));
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

function fold(raw: string): string {
  let text = raw.slice(0, 300).trim();
  for (let round = 0; round < 3; round++) {
    const before = text;
    text = text.replace(bullet, '').trim();
    if (text === before) break;
  }
  const said = text.replace(speaker, '');
  // 品名：阿莫西林 is a label, 张三：阿莫西林 a speaker; a spec (20ml:0.8g) is neither.
  if (said !== text && /\p{Script=Han}{2}|[a-z]{3}/iu.test(said)) text = said;
  return (
    normalizeText(text)
      // 【阿莫西林】-10盒: the dash joins what the brackets, which fall away, would part.
      .replace(/(?<=[】\]」』”"'])[-−–]+(?=\d)/g, ' ')
      .replace(/[【】[\]「」『』“”"']/g, ' ')
      .replace(/(?<=[\d\p{Script=Han}a-z)\s])x\s?(?=\d)/gu, '*')
      .replace(/(?<=[\d)\s])x\s?(?=[-−–]\d)/gu, '*')
      // name/spec/maker/10: the last sign parts the quantity off; 1/2盒 is half a box.
      .replace(/(?<!(?:^|\s)\d{1,2})\/(?=\d{1,6}\s?\p{Script=Han}?$)/u, ' ')
      .replace(/[一二两三四五六七八九](?=\s?(?:大?箱|件)半)/g, (digits) => String(fromChinese(digits)))
      .replace(chineseNumber, (digits) => String(fromChinese(digits)))
      // 半件, 一件半: half a case is a number too.
      .replace(/(?<![\d一二两三])半\s?(?=大?箱|件|盒|瓶)/g, ' 0.5')
      .replace(/(?<!\d)(\d{1,6})\s?(大?箱|件)半/g, '$1.5$2')
      // VC, 维C, 左旋氨氯地平: short for 维生素C and 左氨氯地平.
      .replace(/(?<![a-z])vc(?=银翘)/g, '维c')
      .replace(/(?<![a-z]|尿素)(?:维|v)(ad|b12|b1|b2|b6|b|c|d3|d|e)(?![a-z]|银翘)/g, '维生素$1')
      .replace(/左旋(?=氨氯|氧氟)/g, '左')
      .replace(/\s+/g, ' ')
      .replace(/ ?\* ?/g, '*')
      .trim()
  );
}

const powers: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };

/** 二十五, 一百零五, 一百二 (120); figures alone one after the other: 二四 is 24. */
function fromChinese(text: string): number {
  const digit = (char: string) => (char === '两' ? 2 : numerals.indexOf(char) + 1);
  if (![...text].some((char) => char in powers))
    return [...text].reduce((sum, char) => sum * 10 + digit(char), 0);
  let [sum, figure, last] = [0, 0, 10];
  for (const char of text) {
    const power = powers[char];
    if (power !== undefined) {
      sum += (figure || 1) * power;
      [figure, last] = [0, power];
    } else if (char === '零') last = 10;
    else figure = digit(char);
  }
  return sum + figure * (last / 10);
}

/** Eight digits and more, with the letter of an approval number before them. */
function readCodes(text: string): PurchaseLine['codes'] {
  return [
    ...text.matchAll(
      /(?:国药准字|国食健注|批准文号|注准|\p{Script=Han}{0,10}械[注备]准?)?\s?([a-z]?\d{8,14})(?!\d)/gu,
    ),
  ].flatMap(({ 0: written, 1: code, index }) =>
    code === undefined ? [] : [{ code, start: index, end: index + written.length }],
  );
}

/** Units of mass stand in specs too: 1.5kg is no broken quantity. */
const massUnit = /^(?:公斤|千克|kg|斤)$/;

/**
 * A quantity that is none: negative, zero or a fraction. A dash right after a letter, a digit or a bracket joins
 * (阿莫西林胶囊-10盒); after anything else, and at the beginning, it is a sign.
 */
function findBroken(text: string, codes: PurchaseLine['codes']): NonNullable<QuantityGuess> | null {
  const measures = readMeasures(text).filter(
    (measure) => !codes.some(({ start, end }) => measure.start >= start && measure.end <= end),
  );
  for (const [at, measure] of measures.entries()) {
    const { written, unit, kind, start, end } = measure;
    const after = text.slice(end);
    if (/^[*:/%.]/.test(after)) continue;
    const sign = /(?<=^|[^\p{L}\p{N}%)\-−–])[-−–]{1,4}\s?$/u.exec(text.slice(0, start));
    const isSold = saleUnit.test(unit);
    const isBare =
      kind === 'bare' && ((at === measures.length - 1 && /^[\s)。.!！]*$/.test(after)) || start === 0);
    const isWrong =
      sign !== null
        ? isSold || kind === 'bare'
        : (isSold && (written === 0 || (!canBeOrdered(written, unit) && !massUnit.test(unit)))) ||
          // A bare fraction is rather a spec: 阿莫西林 0.25.
          (isBare && written === 0);
    if (!isWrong) continue;
    const value = sign === null ? written : -written;
    return { value, unit, start: sign?.index ?? start, end, isGiven: false, isTimes: false };
  }
  return null;
}

/** Numbers with a sales unit, and bare numbers at either end; the last of the line is the likeliest. */
function guessQuantities(text: string, codes: PurchaseLine['codes']): NonNullable<QuantityGuess>[] {
  const measures = readMeasures(text).filter(
    (measure) => !codes.some(({ start, end }) => measure.start >= start && measure.end <= end),
  );
  const found: { guess: NonNullable<QuantityGuess>; weight: number }[] = [];
  for (const [at, measure] of measures.entries()) {
    if (!canBeOrdered(measure.written, measure.unit)) continue;
    const before = text.slice(0, measure.start);
    const after = text.slice(measure.end);
    const isFree = !/[:/.]$/.test(before) && !/^[*:/%.]/.test(after);
    const isTimes = before.endsWith('*');
    const isLast = at === measures.length - 1;
    const isFirst = measure.start === 0;
    const guess = {
      value: measure.written,
      unit: measure.unit,
      start: measure.start - (isTimes ? 1 : 0),
      end: measure.end,
      isGiven: false,
      isTimes,
    };
    if (saleUnit.test(measure.unit)) {
      // 5盒*... at the beginning: the sign belongs to the quantity.
      if (/^\*/.test(after) && isFirst) found.push({ guess: { ...guess, end: guess.end + 1 }, weight: 2 });
      else if (isFree) found.push({ guess, weight: (isLast ? 4 : 3) - (isTimes ? 1 : 0) });
    } else if (measure.kind === 'bare') {
      const stands = isTimes || /(?:^|[\s,，;；(\-—=+]|\p{Script=Han}|\))$/u.test(before);
      if (isLast && stands && /^[\s)。.!！]*$/.test(after)) found.push({ guess, weight: isTimes ? 2 : 2.5 });
      else if (isFirst && /^[\s*]/.test(after))
        found.push({ guess: { ...guess, end: guess.end + (after.startsWith('*') ? 1 : 0) }, weight: 1.5 });
      else if (stands && isFree && /^(?:\s|$|\p{Script=Han})/u.test(after)) found.push({ guess, weight: 1 });
    }
  }
  // 999感冒灵 3盒: what leads into the name is a mark, where an amount with its unit is there.
  if (found.some(({ weight }) => weight > 3))
    return byWeight(found.filter(({ guess }) => !(guess.start === 0 && leadsIn.test(text))));
  return byWeight(found);
}

/** 999感冒灵, not 10 感冒灵 and not 10盒感冒灵. */
const leadsIn = new RegExp(`^\\d+(?!${saleUnits})\\p{Script=Han}`, 'u');

function byWeight(
  found: { guess: NonNullable<QuantityGuess>; weight: number }[],
): NonNullable<QuantityGuess>[] {
  return found.sort((a, b) => b.weight - a.weight).map(({ guess }) => guess);
}

/**
 * What a company's correction is remembered by: the line without the quantity, bullets and signs. It depends on what
 * is taken for the quantity, so that 10g*20袋 is not remembered as 10g.
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
