/** Lines with several goods: each becomes a row of its own. */
import { drugOf } from '#lib/rules/names/drug-name.ts';
import {
  type LineWords,
  mayBeName,
  partsByNames,
  partsByQuantities,
  wordsOf,
} from '#lib/rules/purchase/goods-split.ts';
import type { NameKind } from '#lib/rules/purchase/named.ts';
import type { PurchaseEntry } from '#lib/rules/purchase/purchase-split.ts';
import type { PurchaseVerdict } from '#lib/rules/purchase/purchase-verdict.ts';
import type { Judged } from './judge.ts';

/** Judges entries, as `judgeEntries` does for one company. */
type Judge = (entries: readonly PurchaseEntry[]) => Promise<Judged[]>;

/** Ways in which a word alone names goods. */
const sure: ReadonlySet<NameKind | null> = new Set(['exact', 'short', 'drug', 'other']);

/**
 * The judged entries, with those that hold several goods replaced by one for each. Only lines that leave something
 * unexplained are looked at; words, and then parts, are judged together.
 */
export async function splitSeveral(
  judged: readonly Judged[],
  judge: Judge,
): Promise<Map<PurchaseEntry, Judged[]>> {
  const open = judged.flatMap(({ entry, verdict }) => {
    const words = leavesRest(verdict) && entry.quantity === null ? wordsOf(entry.raw) : null;
    return words === null ? [] : [{ entry, words }];
  });
  const made = new Map<PurchaseEntry, Judged[]>();
  if (open.length === 0) return made;
  const asked = open.map(({ words }) =>
    words.words.flatMap((word, at) => (mayBeName(word) ? [{ at, entry: entryOf(word) }] : [])),
  );
  const known = byEntry(await judge(asked.flatMap((names) => names.map(({ entry }) => entry))));
  const parts = open.map(({ words }, line) => {
    const named = (asked[line] ?? []).flatMap(({ at, entry }) => {
      const verdict = known.get(entry)?.verdict;
      const drug = verdict?.product ? drugOf(verdict.product.name).drug : '';
      // 布洛芬缓释: the drug's whole name, without its form.
      const isNamed =
        sure.has(verdict?.named ?? null) || (verdict?.named === 'part' && entry.raw.includes(drug));
      return drug !== '' && isNamed ? [{ at, drug }] : [];
    });
    return partsOf(words, named).map(entryOf);
  });
  const judgedParts = byEntry(await judge(parts.flat()));
  for (const [line, { entry }] of open.entries()) {
    const rows = (parts[line] ?? []).flatMap((part) => judgedParts.get(part) ?? []);
    if (rows.length > 1) made.set(entry, rows);
  }
  return made;
}

function partsOf(words: LineWords, named: readonly { at: number; drug: string }[]): string[] {
  // A half that nobody knows becomes a row of its own beside one that is known.
  return partsByNames(words, named) ?? (named.length > 0 ? partsByQuantities(words) : null) ?? [];
}

function leavesRest({ product, doubts }: PurchaseVerdict): boolean {
  return product === null || doubts.some(({ kind }) => kind === 'text' || kind === 'drug' || kind === 'spec');
}

function entryOf(raw: string): PurchaseEntry {
  return { raw, quantity: null, unit: '' };
}

function byEntry(judged: readonly Judged[]): Map<PurchaseEntry, Judged> {
  return new Map(judged.map((one) => [one.entry, one]));
}
