/** Which products a search finds, and how well (rules 10: Chinese, pinyin, initials, maker, indication, codes). */
import { type Complaint, complaintOf, literalOf } from '#lib/rules/names/complaints.ts';
import { type OtherName, otherNameIn } from '#lib/rules/names/trade-names.ts';
import { withVitamins } from '#lib/rules/names/vitamins.ts';
import { findBarcode } from '#lib/rules/text/barcodes.ts';
import { loosenQuery, normalizeText, splitQuery } from '#lib/rules/text/search-text.ts';
import {
  han,
  mark,
  markCodes,
  markExact,
  markInitials,
  markMakers,
  markMixed,
  markNames,
  markPinyin,
  raise,
} from './match-marks.ts';
import { findNear } from './near.ts';
import { markNearOtherName, markOtherName } from './other-names.ts';
import type { Products } from './products.ts';
import { relevance, Scores } from './scores.ts';

/** Notes about a match besides its scores. */
export interface MatchNotes {
  /** A word was not found as typed; names one slip away were used instead. */
  isNear: boolean;
  /** Words that are trade names or former names, and the drugs that were searched with them. */
  meant: OtherName[];
  /** What the words were taken for, where they are no name: a complaint, a name behind a mark in figures. */
  taken: string | null;
}

const allHan = /^\p{Script=Han}+$/u;
const latin = /^[a-z]+$/;
/** Maker plus name are never longer than this. */
const longestJoined = 24;
/** Runs of Chinese and of everything else in a word that mixes them. */
const runs = /\p{Script=Han}+|[^\p{Script=Han}]+/gu;

/**
 * Scores of all products for `keywords`; all words must match. null when there are no words. `notes` records whether a
 * word had to be guessed.
 */
export function matchProducts(products: Products, keywords: string, notes?: MatchNotes): Scores | null {
  const barcode = findBarcode(keywords);
  // A code in any scanned form is searched by its digits, which every stored form ends with.
  if (barcode !== null && barcode !== keywords) return matchProducts(products, barcode, notes);
  const literal = literalOf(keywords);
  const complaint = literal === null ? complaintOf(keywords) : null;
  if (complaint !== null) {
    if (notes) notes.taken = complaint.term;
    return matchComplaint(products, complaint, keywords);
  }
  const matchNotes: MatchNotes = { isNear: false, meant: [], taken: null };
  let scores = matchText(products, literal ?? keywords, matchNotes);
  if (literal === null && scores !== null && (matchNotes.isNear || scores.count === 0)) {
    const loose = loosenQuery(keywords);
    const again: MatchNotes = { isNear: false, meant: [], taken: null };
    const found = loose === normalizeText(keywords) ? null : matchText(products, loose, again);
    if (found !== null && found.count > 0 && !(again.isNear && scores.count > 0)) {
      scores = found;
      Object.assign(matchNotes, again);
    }
  }
  if (notes) Object.assign(notes, matchNotes);
  return scores;
}

/** The same for the words as typed. */
function matchText(products: Products, keywords: string, matchNotes: MatchNotes): Scores | null {
  // 国药准字 H…: an approval number is one word, however it is spaced.
  const words = splitQuery(keywords.replace(/(?<=准字|注准|健注|健字)\s+/g, ''));
  if (words.length === 0) return null;
  let scores = combine(words.map((word) => matchWord(products, word, matchNotes)));
  if (words.length > 1) {
    // a mo xi lin: one name in pieces.
    if (scores.count === 0 && words.every((word) => latin.test(word))) {
      Object.assign(matchNotes, { isNear: false, meant: [], taken: null });
      scores = matchWord(products, words.join(''), matchNotes);
    }
    // A name with spaces or several words: the whole counts as exact too.
    markExact(products.text.name, normalizeText(keywords), scores);
  }
  return scores;
}

/** The same for makers only (`sccj_keywords`). */
export function matchMakers(products: Products, keywords: string): Scores | null {
  const words = splitQuery(keywords);
  if (words.length === 0) return null;
  return combine(
    words.map((word) => {
      const scores = Scores.empty(products.ids.length);
      markMakers(products, word, scores);
      return scores;
    }),
  );
}

/** A product must match every word; its score is the best one. */
function combine(found: Scores[]): Scores {
  const [first, ...others] = found.sort((a, b) => a.count - b.count);
  if (first === undefined) return Scores.empty(0);
  if (others.length === 0) return first;
  const scores = Scores.empty(first.of.length);
  for (const place of first.places) {
    if (!others.every(({ of }) => of[place] !== 0)) continue;
    scores.raise(place, first.of[place] ?? 0);
    for (const { of } of others) scores.raise(place, of[place] ?? 0);
  }
  for (const one of found) one.giveBack();
  return scores;
}

function matchWord(products: Products, word: string, notes: MatchNotes): Scores {
  const scores = Scores.empty(products.ids.length);
  const vitamin = withVitamins(word);
  const isWrittenOut = vitamin !== word && markVitamin(products, vitamin, scores);
  const isThere = markWord(products, word, scores) || isWrittenOut;
  // 芬必得 also searches 布洛芬缓释, whether or not items carry the mark.
  if (markOtherName(products, word, scores, notes.meant) || isThere) return scores;
  // 0.25gx24: an x between numbers means the multiplication sign.
  const times = word.replace(/(?<=[\p{L}\p{N}])x(?=\d)/gu, '*');
  if (times !== word && markWord(products, times, scores)) return scores;
  const parts = word.match(runs) ?? [];
  if (parts.length > 1) {
    const guessed: MatchNotes = { isNear: false, meant: [], taken: null };
    const mixed = combine(parts.map((part) => matchWord(products, part, guessed)));
    if (mixed.count > 0) {
      notes.isNear ||= guessed.isNear;
      notes.meant.push(...guessed.meant);
      return mixed;
    }
  }
  const unmarked = matchUnmarked(products, word, notes);
  if (unmarked !== null) return unmarked;
  const joined = matchJoined(products, word) ?? matchWithin(products, word, notes);
  if (joined !== null) return joined;
  for (const { index, id, isAtStart } of findNear(products, word))
    raise(scores, index, id, isAtStart ? relevance.inName : relevance.brand);
  // 吗叮啉: another name with a slip in it.
  if (scores.count === 0) markNearOtherName(products, word, scores, notes.meant);
  if (scores.count > 0) notes.isNear = true;
  return scores;
}

/** 999感冒灵: a mark in figures before a name, where no goods carry it. null when it is not that. */
function matchUnmarked(products: Products, word: string, notes: MatchNotes): Scores | null {
  const name = /^\d{3}(?=\p{Script=Han}{2})/u.test(word) ? word.slice(3) : '';
  if (name === '') return null;
  const scores = Scores.empty(products.ids.length);
  if (!markWord(products, name, scores)) return null;
  notes.taken = name;
  return scores;
}

/** The medicines for a complaint before all others whose leaflets name it. */
function matchComplaint(products: Products, { term, names }: Complaint, typed: string): Scores {
  const scores = Scores.empty(products.ids.length);
  const { name, indications } = products.text;
  for (const one of names)
    for (const id of name.find(one)) name.eachOwner(id, (owner) => scores.raise(owner, relevance.inName));
  for (const word of [term, normalizeText(typed).replace(/\s+/g, '')])
    mark(indications, word, scores, relevance.indication);
  return scores;
}

/** 维生素C for VC. 维生素D3 is sold as 维生素D too. */
function markVitamin(products: Products, word: string, scores: Scores): boolean {
  return markWord(products, word, scores) || markWord(products, word.replace(/素d[23]/, '素d'), scores);
}

/** 白云堂板蓝根颗粒: two Chinese words written as one, the first as long as it can be. null when it is not that. */
function matchJoined(products: Products, word: string): Scores | null {
  if (word.length < 4 || word.length > longestJoined || !allHan.test(word)) return null;
  for (let cut = word.length - 2; cut >= 2; cut--) {
    const [first, second] = [Scores.empty(products.ids.length), Scores.empty(products.ids.length)];
    const isMarked =
      markWord(products, word.slice(0, cut), first) && markWord(products, word.slice(cut), second);
    const both = combine([first, second]);
    if (isMarked && both.count > 0) return both;
    both.giveBack();
  }
  return null;
}

/** 芬必得胶囊, 吗丁啉多潘立酮片: another name with text before or after it. null when it is not that. */
function matchWithin(products: Products, word: string, notes: MatchNotes): Scores | null {
  const within = word.length > longestJoined ? null : otherNameIn(word);
  if (within === null || within.other.name === word) return null;
  const { other, start } = within;
  const scores = Scores.empty(products.ids.length);
  const meant: OtherName[] = [];
  if (!markOtherName(products, other.name, scores, meant)) return null;
  const rest = [word.slice(0, start), word.slice(start + other.name.length)].filter((one) => one !== '');
  const both = combine([
    scores,
    ...rest.map((part) => {
      const found = Scores.empty(products.ids.length);
      markWord(products, part, found);
      return found;
    }),
  ]);
  if (both.count > 0) notes.meant.push(...meant);
  return both.count > 0 ? both : null;
}

/** Marks what one word finds; false when it finds nothing. */
function markWord(products: Products, word: string, scores: Scores): boolean {
  const { text } = products;
  mark(text.indications, word, scores, relevance.indication);
  mark(text.shelf, word, scores, relevance.shelf);
  mark(text.maker, word, scores, relevance.maker);
  for (const field of [text.spec, text.form, text.size]) mark(field, word, scores, relevance.spec);
  mark(text.brand, word, scores, relevance.brand);
  markNames(text.name, word, scores);
  // 国药准字H… as well as H… alone.
  if (/\d/.test(word)) markCodes(text.code, word, scores);
  if (!han.test(word)) {
    const typed = word.replace(/ü/g, 'v');
    if (/^[a-z0-9]+$/.test(typed)) {
      markInitials(products, typed, scores);
      markPinyin(products, typed, scores);
      if (typed.length >= 2) markMakers(products, typed, scores);
      if (scores.count === 0) markMixed(products, typed, scores);
    }
  }
  return scores.count > 0;
}
