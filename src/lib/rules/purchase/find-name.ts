/** Finds a product's name in a line of a purchase list: in full, by pinyin, by sound, shortened or misspelt. */
import { foldAlike, foldSound } from '#lib/rules/names/alike.ts';
import { withoutForm } from '#lib/rules/names/drug-name.ts';
import type { PurchaseLine } from '#lib/rules/purchase/purchase-line.ts';
import { commonChars, headOf, isRun, type Span } from './common-chars.ts';
import type { Named } from './named.ts';
import { isOtherDrug } from './other-drug.ts';
import type { ReadProduct } from './product.ts';
import { findAbbreviated, findByOtherName, findPlain, findScattered, findShort } from './short-name.ts';

const han = /\p{Script=Han}/u;

/** The best way in which the line names the product; null where none is good enough. */
export function findName(
  line: PurchaseLine,
  read: ReadProduct,
  maker: Span | null,
  linePinyin: string,
): Named | null {
  if (isOtherDrug(line, read)) return null;
  const at = line.text.indexOf(read.name);
  if (at >= 0) return { kind: 'exact', score: 1, spans: [{ start: at, end: at + read.name.length }] };
  // 阿莫西林 胶囊, 六味地黄丸 (浓缩丸): blanks and signs within a name do not matter.
  const spaced = findSpaced(line.text, read.name);
  if (spaced) return { kind: 'exact', score: 0.99, spans: [spaced] };
  const known =
    findByOtherName(line, read) ??
    findShort(line, read, maker) ??
    findPlain(line, read) ??
    findScattered(line, read);
  if (known) return known;
  // 泰诺 means a drug, and this is not it.
  if (line.other !== null && !line.other.isSlip && line.other.name.kind === '商品名') return null;
  const alike = foldAlike(line.text).indexOf(read.folded);
  if (alike >= 0)
    return { kind: 'sound', score: 0.95, spans: [{ start: alike, end: alike + read.name.length }] };
  const begun = findAbbreviated(line, read);
  if (begun) return begun;
  const typed = findTyped(line, read);
  const similar = findSimilar(line, read, maker, linePinyin);
  if (typed && (!similar || typed.score >= similar.score)) return typed;
  return similar;
}

function findSpaced(text: string, name: string): Span | null {
  const places: number[] = [];
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (/[\s\-()（）·,，、*]/.test(char)) continue;
    plain += char;
    places.push(at);
  }
  const folded = name.replace(/[\s\-()·]/g, '');
  const at = folded.length < 2 ? -1 : plain.indexOf(folded);
  if (at < 0) return null;
  const start = places[at];
  const last = places[at + folded.length - 1];
  return start === undefined || last === undefined ? null : { start, end: last + 1 };
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
  const first = spans[0];
  const last = spans.at(-1);
  if (first === undefined || last === undefined) return null;
  const shared = spans.length;
  const length = [...name].length;
  // Fillers and verbs around the name are judged as the rest of the line, not here.
  const near = head.filter(
    ({ at }) => at >= first.at - 2 && at <= last.at + 2 && han.test(line.text.charAt(at)),
  ).length;
  const score = (2 * shared) / (length + Math.max(shared, near));
  const isPart = shared === near && isRun(spans);
  const isWithin = isPart && shared > 1 && name.includes(spans.map(({ char }) => char).join(''));
  if (
    !isWithin &&
    linePinyin !== '' &&
    han.test(name) &&
    foldSound(linePinyin).includes(foldSound(product.pinyin)) &&
    product.pinyin.length >= 4
  ) {
    return { kind: 'sound', score: 0.95, spans: soundSpans(head, spans, length) };
  }
  if (shared < 2 || score < 0.5) return null;
  if (!isWithin && !holdsDrug(head, read.drug.drug)) return null;
  return {
    kind: isWithin ? 'part' : 'similar',
    score: score * 0.94,
    spans: spans.map(({ at }) => ({ start: at, end: at + 1 })),
  };
}

/**
 * 氨苄西林 shares half of its characters with 阿莫西林, and is another drug: a slip leaves all but one. 蓝芩口服液 shares
 * the form of 锌口服液 alone: of a short drug one character is there.
 */
function holdsDrug(head: { char: string; at: number }[], drug: string): boolean {
  const own = withoutForm(drug);
  return commonChars(head, own).length >= Math.max(1, own.length - 1);
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
