/** Why a row of a purchase list is asked about, by kind: one press may confirm some kinds for many rows. */

/** The kinds that leave the drug, its strength or the number open: a person looks at each row. */
export const singleKinds = [
  'drug',
  'choice',
  'spec',
  'code',
  'text',
  'quantity',
  'inner',
  'price',
  'expiry',
] as const;
/** The kinds that leave only the packing, the form's name, the spelling or the maker open. */
export const togetherKinds = ['packing', 'form', 'typo', 'maker', 'trade'] as const;

/** In the order in which they are told: what may be another medicine comes first. */
export const doubtKinds = [...singleKinds, ...togetherKinds] as const;
export type DoubtKind = (typeof doubtKinds)[number];

export type Doubt = {
  kind: DoubtKind;
  text: string;
  /** The name that was written, where the shop has only others: a mark, a maker. */
  about?: string;
};

const together: ReadonlySet<string> = new Set(togetherKinds);

/** Whether a row with these doubts may be confirmed with others. */
export function areTogether(kinds: readonly DoubtKind[]): boolean {
  return kinds.length > 0 && kinds.every((kind) => together.has(kind));
}

/** The weightiest first; doubts of one kind stay in their order. */
export function inOrder(doubts: readonly Doubt[]): Doubt[] {
  return doubts.toSorted((a, b) => doubtKinds.indexOf(a.kind) - doubtKinds.indexOf(b.kind));
}

/** Several reasons in one sentence: the request to check comes once, at the end. */
export function joinReasons(reasons: readonly string[]): string {
  const last = reasons.length - 1;
  return reasons.map((one, at) => (at < last ? one.replace(/，请核对$/, '') : one)).join('；');
}

/** What a row says and asks of its number: how it was made whole packs, or that none was written. */
const aboutNumber = /数量由\d|没有写数量/;
const check = '，请核对';

/**
 * A row whose number a person has set: what was said and asked of the number is gone. With it goes 件装 where nothing else
 * was asked: then it was the pack of that number.
 */
export function withOwnNumber(
  reason: string,
  kinds: readonly DoubtKind[],
): { reason: string; kinds: DoubtKind[] } {
  const all = reason.split('；');
  const parts = all.filter((part) => !aboutNumber.test(part));
  const left = kinds.filter((kind) => kind !== 'quantity' && kind !== 'inner');
  if (parts.length === all.length) return { reason, kinds: left };
  if (parts.length === 0) return { reason: '', kinds: left.filter((kind) => kind !== 'packing') };
  const said = parts.join('；');
  return { reason: reason.endsWith(check) && !said.endsWith(check) ? `${said}${check}` : said, kinds: left };
}
