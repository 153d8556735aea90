/** One line of a purchase list, read without the catalogue: its codes and its possible quantities. */

import type { Fen } from '../money/money.ts';
import { nearOtherNameIn, type OtherName, otherNameIn } from '../names/trade-names.ts';
import { withVitamins } from '../names/vitamins.ts';
import { barcodeForm, readGs1 } from '../text/barcodes.ts';
import { normalizeText } from '../text/search-text.ts';
import { leadOf, type Mark, markIn, meets, type Span } from './mark.ts';
import { fillers } from './purchase-fillers.ts';
import { belongsToName, type Measure, readMeasures } from './purchase-measures.ts';
import { takePrice } from './purchase-price.ts';
import { takeRemarks } from './purchase-remarks.ts';
import type { PurchaseEntry } from './purchase-split.ts';
import {
  canBeOrdered,
  findBroken,
  guessQuantities,
  type LineCode,
  type QuantityGuess,
  saleUnits,
} from './quantity-guess.ts';

export type PurchaseLine = {
  raw: string;
  /** Folded: half width, lower case, one sign for ×. */
  text: string;
  /** Approval numbers, bar codes, national codes: `h99990001`, `86999001000015`. */
  codes: LineCode[];
  /** Runs of Latin letters that may be pinyin. */
  latin: string[];
  /** Runs of Chinese characters, without 的 at their end. */
  words: (Span & { text: string })[];
  /** Possible quantities, the likeliest first; always ends with null. */
  quantities: QuantityGuess[];
  /** An invalid quantity: -10, 0, 1.5. A person checks the line, whatever else it contains. */
  brokenQuantity: number | null;
  /** The price of a piece that it names; null without one. */
  price: Fen | null;
  /** The least months of shelf life that it asks for; null without. */
  months: number | null;
  /** A number before the name that counts the lines, where another number is the quantity. */
  lead: Span | null;
  /** A maker's mark that is a figure; null without one. */
  mark: Mark | null;
  /** A trade name or former name in it; `isSlip` where it is spelled with a look-alike character. */
  other: { name: OtherName; start: number; end: number; isSlip: boolean } | null;
};

/** Reads one entry. */
export function readPurchaseLine({ raw, quantity, unit, price: given = null }: PurchaseEntry): PurchaseLine {
  const { text, price, months } = foldLine(withPlainBarcodes(raw));
  const codes = readCodes(text);
  const mark = markIn(text);
  const broken = quantity === null ? findBroken(text, codes) : null;
  const guesses =
    quantity === null
      ? [...(broken ? [broken] : []), ...guessQuantities(text, codes).filter((guess) => !meets(guess, mark))]
      : [
          {
            value: quantity,
            unit: unit.normalize('NFKC').toLowerCase(),
            start: 0,
            end: 0,
            isGiven: true,
            isTimes: false,
            price: null,
          },
        ];
  return {
    raw,
    text,
    codes,
    latin: readLatin(text).filter((word) => !/^(?:kxpz|otc|axaiu)$/.test(word)),
    words: wordsOf(text),
    quantities: [...guesses, null],
    price: given ?? price,
    months,
    lead: leadOf(text),
    mark,
    brokenQuantity: guesses.find((guess) => !canBeOrdered(guess.value, guess.unit))?.value ?? null,
    other: findOther(text),
  };
}

/** Words that are GS1 strings, as a scanner types them, as the barcode in them: their lot and days are no quantity. */
function withPlainBarcodes(raw: string): string {
  return /[\]］][a-z]\d|[(（]?0[12]/i.test(raw)
    ? raw.replace(/\S{16,}/g, (word) => readGs1(word)?.barcode || word)
    : raw;
}

/** Runs of three letters and more that no digit or dot joins at the front, and no digit at the end. */
function readLatin(text: string): string[] {
  const runs = text.match(/[a-z0-9.]+/g) ?? [];
  return runs.flatMap((run) => run.split('.', 1)).filter((head) => /^[a-z]{3,}$/.test(head));
}

function wordsOf(text: string): PurchaseLine['words'] {
  return [...text.matchAll(/\p{Script=Han}{2,}/gu)].map(({ 0: run, index: start }) => {
    const word = run.replace(/的$/, '');
    return { text: word, start, end: start + word.length };
  });
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

/** Eight digits and more, with the letter of an approval number before them. */
function readCodes(text: string): LineCode[] {
  return [
    ...text.matchAll(
      /(?:国药准字|国食健注|批准文号|注准|\p{Script=Han}{0,10}械[注备]准?)?\s?([a-z]?\d{8,14})(?!\d)/gu,
    ),
  ].flatMap(({ 0: written, 1: code, index }) =>
    code === undefined ? [] : [{ code: barcodeForm(code), start: index, end: index + written.length }],
  );
}

/**
 * The key of a company's choice: the name as it was written, without spec, quantity and politeness. A line by codes has
 * those in it.
 */
export function memoryKey(line: PurchaseLine): string {
  const { text, codes, other, mark } = line;
  const measures = readMeasures(text).filter(
    (measure) =>
      // 84消毒液 and 维生素b1: a number of the name. A choice for 999感冒灵 is none for 感冒灵.
      !meets(measure, other) && !meets(measure, mark) && !belongsToName(text, measure),
  );
  let name = '';
  for (let at = 0; at < text.length; at++)
    if (![...measures, ...codes].some(({ start, end }) => at >= start && at < end)) name += text.charAt(at);
  for (const word of fillers)
    if (word.length > 1 || /[要来拿订的]/.test(word)) name = name.replaceAll(word, ' ');
  return [...codes.map(({ code }) => code), name.replace(/[^\p{L}\p{N}%]/gu, '')].join('').slice(0, 120);
}

/** The number that leads into the line, where another one is the quantity. */
export function leadBefore({ lead }: PurchaseLine, guess: QuantityGuess): Span[] {
  return lead && guess && (guess.isGiven || guess.start >= lead.end) ? [lead] : [];
}

/** The numbers of the line that are neither its quantity, nor part of a code or of spans that are explained already. */
export function otherMeasures(
  line: PurchaseLine,
  guess: QuantityGuess,
  explained: readonly { start: number; end: number }[],
): Measure[] {
  const taken = [
    ...explained,
    ...line.codes,
    ...(guess && !guess.isGiven ? [guess] : []),
    ...leadBefore(line, guess),
    ...(line.mark ? [line.mark] : []),
  ];
  return readMeasures(line.text).filter(
    (measure) => !taken.some(({ start, end }) => measure.start < end && measure.end > start),
  );
}

// A line of a purchase list in its form for comparison: half width, without bullets, numbers in figures, one sign for ×.

/** Bullets, numbering and who speaks, at the beginning of a line. */
const bullet =
  /^(?:(?:[\s•·●▪◆■□○✓√>》—*+]|[-−–](?!\d))+|\(?\d{1,3}[)）]\s*[.、:：]?|\d{1,3}(?:、|[.:：](?!\d))\s*|[①-⑳⑴-⒇]\s*|[\u3251-\u325f]\s*|[一二三四五六七八九十]{1,3}[、.]\s*)/;
const speaker = /^[\p{L}\p{N}_]{1,10}\s*[:：]\s*(?=\S)/u;

/** At most 300 characters of it: no wanted item is longer. */
function foldLine(raw: string): Pick<PurchaseLine, 'text' | 'price' | 'months'> {
  let text = raw.slice(0, 300).trim();
  for (let round = 0; round < 3; round++) {
    const before = text;
    text = text.replace(bullet, '').trim();
    if (text === before) break;
  }
  const said = text.replace(speaker, '');
  // 品名：阿莫西林 is a label, 张三：阿莫西林 a speaker; a spec (20ml:0.8g) is neither.
  if (said !== text && /\p{Script=Han}{2}|[a-z]{3}/iu.test(said)) text = said;
  const priced = takePrice(text.normalize('NFKC'));
  const { text: plain, months } = takeRemarks(priced.text);
  const folded = withVitamins(
    normalizeText(plain)
      // 【阿莫西林】-10盒: the dash joins what the brackets, which fall away, would part.
      .replace(/(?<=[】\]」』”"'])[-−–]{1,9}(?=\d)/g, ' ')
      .replace(/[【】[\]「」『』“”"']/g, ' ')
      .replace(/(?<=[\d\p{Script=Han}a-z)\s])x\s?(?=\d)/gu, '*')
      .replace(/(?<=[\d)\s])x\s?(?=[-−–]\d)/gu, '*')
      // name/spec/maker/10: the last sign parts the quantity off; 1/2盒 is half a box.
      .replace(/(?<!(?:^|\s)\d{1,2})\/(?=\d{1,6}\s?\p{Script=Han}?$)/u, ' ')
      .replace(/[一二两三四五六七八九](?=\s?(?:大?箱|件)半)/g, (digits) => String(fromChinese(digits)))
      .replace(chineseNumber, (digits) => (isAbout(digits) ? digits : String(fromChinese(digits))))
      // 半件, 一件半: half a case is a number too.
      .replace(/(?<![\d一二两三])半\s?(?=大?箱|件|盒|瓶)/g, ' 0.5')
      .replace(/(?<!\d)(\d{1,6})\s?(大?箱|件)半/g, '$1.5$2')
      .replace(/(?<![a-z])vc(?=银翘)/g, '维c'),
  );
  const made = folded
    .replace(/左旋(?=氨氯|氧氟)/g, '左')
    .replace(/\s+/g, ' ')
    .replace(/ ?\* ?/g, '*')
    .replace(/(?<=\d)(?:度的?|的)(?=酒精)/g, '%')
    .trim();
  return { text: made, price: priced.price, months };
}

/** Numbers in words, as pharmacies write amounts: 二十五盒, 一百二. */
const numerals = '一二三四五六七八九';
export const chineseNumber = new RegExp(
  `([零一二两三四五六七八九十百千]{1,7})(?=\\s?(?:${saleUnits})(?:\\s|$|[,，。;；!！]))`,
  'g',
);

const powers: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };

/** 两三盒, 三五盒: about so many, and no number. */
function isAbout(digits: string): boolean {
  return /^(?:一两|一二|两三|二三|三四|三五|四五|五六|六七|七八|八九)$/.test(digits);
}

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
