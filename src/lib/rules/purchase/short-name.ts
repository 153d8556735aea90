/** Lines that name a drug without the whole of its name: 阿莫西林 for 阿莫西林胶囊, 黄连素片 for 盐酸小檗碱片. */
import { foldAlike } from '#lib/rules/names/alike.ts';
import { formAt, isNamePrefix, isSameForm } from '#lib/rules/names/drug-name.ts';
import { isMeant } from '#lib/rules/names/trade-names.ts';
import type { Span } from './common-chars.ts';
import type { Named } from './named.ts';
import type { ReadProduct } from './product.ts';
import { fillers } from './purchase-fillers.ts';
import type { PurchaseLine } from './purchase-line.ts';

const hanAfter = /^[\p{Script=Han}]+/u;
const han = /\p{Script=Han}/u;
const saltAfter = /^[钠钾钙镁]/;

/** The drug by a trade name, a former name or a colloquial name; null where the line has none, or it means another. */
export function findByOtherName(line: PurchaseLine, read: ReadProduct): Named | null {
  const { other } = line;
  if (other === null || !isMeant(other.name, read.name)) return null;
  const form = formAt(line.text.slice(other.end));
  const isFitting = form === '' || isForm(form, read);
  // 扶他林乳胶剂 is not 双氯芬酸钠缓释片, which 扶他林 means too.
  return {
    kind: isFitting ? 'other' : 'part',
    score: isFitting ? (form === '' ? 0.95 : 0.97) : 0.7,
    spans: [{ start: other.start, end: other.end + (isFitting ? form.length : 0) }],
  };
}

/** The drug without its salt, with its form or without; null where further or different words follow. */
export function findShort(line: PurchaseLine, read: ReadProduct, maker: Span | null): Named | null {
  const { drug, route } = read.drug;
  // 开塞露 for 开塞露(含甘油), but no strength is left out: 30R is another thing than 50R.
  const bare = read.name.replace(/\([^()\d]*\)/g, '');
  const at = bare === read.name ? -1 : line.text.indexOf(bare);
  if (at >= 0) return { kind: 'drug', score: 0.96, spans: [{ start: at, end: at + bare.length }] };
  if (drug.length < 2 || route === null) return null;
  const start = line.text.indexOf(drug);
  if (start >= 0) return shortAt(line.text, { start, end: start + drug.length }, read, maker);
  // 小柏碱 for 小檗碱.
  const folded = drug.length < 3 ? -1 : foldAlike(line.text).indexOf(foldAlike(drug));
  const slip =
    folded < 0 ? null : shortAt(line.text, { start: folded, end: folded + drug.length }, read, maker);
  return slip && { ...slip, kind: 'sound', score: 0.92 };
}

function shortAt(text: string, { start, end }: Span, read: ReadProduct, maker: Span | null): Named | null {
  const behind = text.slice(end).replace(saltAfter, '');
  const from = text.length - behind.length;
  const form = formAt(behind);
  if (form !== '' && !isForm(form, read)) return null;
  const before = hanAtEnd(cutAt(text.slice(0, start), maker, 'end'));
  const after = hanAfter.exec(cutAt(text.slice(from + form.length), maker, 'start', from + form.length));
  if (!isWord(before) || !isFiller(after?.[0] ?? '')) return null;
  const acid = isNamePrefix(before) ? before.length : 0;
  const isWhole = form !== '' && !/^\d/.test(read.name);
  return {
    kind: isWhole ? 'short' : 'drug',
    // The plain form before others: 维生素C means the tablets.
    score: isWhole ? 0.96 : 0.93 + (0.02 * read.drug.drug.length) / read.name.length,
    spans: [{ start: start - acid, end: from + form.length }],
  };
}

/** 左氧片, 阿奇 6片: the beginning of a drug's name, with its form or without. */
export function findAbbreviated({ words }: PurchaseLine, read: ReadProduct): Named | null {
  const { drug, route, form: own } = read.drug;
  if (drug.length < 3 || route === null) return null;
  for (const { text: run, start } of words) {
    let shared = 0;
    while (shared < run.length && run[shared] === drug[shared]) shared++;
    if (shared < 2 || shared >= drug.length) continue;
    const form = formAt(run.slice(shared));
    if (form !== '' && !isForm(form, read) && !own.endsWith(form)) continue;
    if (!isFiller(run.slice(shared + form.length))) continue;
    const score = 0.74 + (form === '' ? 0 : 0.06) + Math.min(0.1, (shared - 2) * 0.04);
    return { kind: 'part', score, spans: [{ start, end: start + shared + form.length }] };
  }
  return null;
}

/** 棉签 for 医用棉签, 一次性医用口罩 for 一次性使用医用口罩; not within another name (碘伏棉签). */
export function findPlain({ text }: PurchaseLine, { plain }: ReadProduct): Named | null {
  const at = plain === '' ? -1 : text.indexOf(plain);
  if (at < 0) return null;
  const before = hanAtEnd(text.slice(0, at));
  const head = /(?:医用|一次性使用|一次性){1,4}$/.exec(before)?.[0] ?? '';
  const behind = hanAfter.exec(text.slice(at + plain.length))?.[0] ?? '';
  if (!isWord(before.slice(0, before.length - head.length)) || !isFiller(behind)) return null;
  return { kind: 'short', score: 0.96, spans: [{ start: at - head.length, end: at + plain.length }] };
}

/** 血压计 臂式的: the words of a device's name in another order. */
export function findScattered({ words }: PurchaseLine, { name, drug }: ReadProduct): Named | null {
  if (drug.route !== null || name.length < 5 || words.length < 2) return null;
  const own = words.filter(({ text }) => text.length > 1 && name.includes(text));
  const length = own.reduce((sum, { text }) => sum + text.length, 0);
  return own.length > 1 && length >= name.length * 0.6 && length <= name.length
    ? { kind: 'short', score: 0.93, spans: own.map(({ start, end }) => ({ start, end })) }
    : null;
}

/** The Chinese characters that end a text. */
function hanAtEnd(text: string): string {
  let from = text.length;
  while (from > 0 && han.test(text.charAt(from - 1))) from--;
  return text.slice(from);
}

function isForm(form: string, { drug }: ReadProduct): boolean {
  return isSameForm(form, drug.form);
}

/** A text without the part beyond the maker. */
function cutAt(text: string, maker: Span | null, side: 'start' | 'end', offset = 0): string {
  if (maker === null) return text;
  if (side === 'end') return maker.end <= text.length ? text.slice(maker.end) : text;
  const at = maker.start - offset;
  return at >= 0 && at < text.length ? text.slice(0, at) : text;
}

function isFiller(text: string): boolean {
  return text === '' || fillers.some((word) => text.startsWith(word)) || /^(?:含|无|儿童|成人)/.test(text);
}

function isWord(text: string): boolean {
  return isNamePrefix(text) || fillers.some((word) => text.endsWith(word));
}
