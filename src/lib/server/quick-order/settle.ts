/** What an offer makes of a verdict: what cannot be bought, what was changed, and what has to be asked about it. */
import { formatYuan } from '#lib/rules/money/money.ts';
import { type Doubt, inOrder, joinReasons } from '#lib/rules/purchase/doubt-kinds.ts';
import { changeKind, packsFor } from '#lib/rules/purchase/pack-change.ts';
import { isDearer } from '#lib/rules/purchase/purchase-price.ts';
import type { QuantityWay } from '#lib/rules/purchase/purchase-quantity.ts';
import type { PurchaseGrade, PurchaseVerdict } from '#lib/rules/purchase/purchase-verdict.ts';
import { findCutCodeIn } from '#lib/rules/tables/cell.ts';
import type { Pick } from './pick.ts';

/** A row of the answer, without its goods. */
export interface Settled {
  grade: PurchaseGrade;
  reason: string;
  doubts: Doubt[];
  ways: QuantityWay[];
}

/** The grade after checking the offer: red for what cannot be bought, a look and a reason for what was changed. */
export function settle(raw: string, verdict: PurchaseVerdict, pick: Pick | null): Settled {
  const cut = findCutCodeIn(raw);
  const refused = refusalOf(verdict, pick);
  if (refused !== null) return { grade: 'none', reason: cut ?? refused, doubts: [], ways: [] };
  const notes = verdict.said === null ? [] : [verdict.said];
  const doubts = [
    // A code cut by a spreadsheet may be another item's.
    ...(cut === null ? [] : [{ kind: 'code' as const, text: cut }]),
    ...verdict.doubts,
    ...(pick === null ? [] : doubtsOfOffer(verdict, pick, notes)),
  ];
  const ways = pick === null ? [] : waysAt(verdict.ways, pick);
  if (doubts.length === 0)
    return { grade: 'sure', reason: joinReasons([verdict.reason, ...notes]), doubts, ways };
  const ordered = inOrder(doubts);
  const texts = ordered.map(({ text }) => text);
  return { grade: 'check', reason: joinReasons(withNotes(texts, notes, ordered)), doubts: ordered, ways };
}

/** A doubt about the drug stands first; else how the number was read comes before what is asked about it. */
function withNotes(texts: readonly string[], notes: readonly string[], [first]: readonly Doubt[]): string[] {
  const [head = '', ...rest] = texts;
  return first?.kind === 'drug' ? [head, ...notes, ...rest] : [...notes, ...texts];
}

function refusalOf({ product, reason }: PurchaseVerdict, pick: Pick | null): string | null {
  if (product === null) return reason;
  if (pick === null) return '该商品暂无商家在售';
  return pick.refusal;
}

/** What is asked about the offer; what need not be asked is added to the notes. */
function doubtsOfOffer({ price, months }: PurchaseVerdict, pick: Pick, notes: string[]): Doubt[] {
  const doubts: Doubt[] = [];
  if (pick.packing !== null) doubts.push({ kind: 'packing', text: `${pick.packing}，请核对` });
  if (pick.change !== null) {
    const kind = changeKind(pick.asked, pick.number, pick.bounds.step);
    if (kind === 'note') notes.push(pick.change);
    else doubts.push({ kind, text: `${pick.change}，请核对` });
  }
  if (pick.shortDays !== null)
    doubts.push({
      kind: 'expiry',
      text: `剩余效期${Math.max(0, pick.shortDays)}天，短于贵司设定的最低效期，请核对`,
    });
  else if (months !== null && pick.leftDays < months * 30)
    doubts.push({
      kind: 'expiry',
      text: `剩余效期${Math.max(0, pick.leftDays)}天，不到您要的${months}个月，请核对`,
    });
  const each = Math.round(pick.unitGross);
  if (price !== null && Number.isFinite(each) && isDearer(each, price))
    doubts.push({
      kind: 'price',
      text: `您写单价${formatYuan(price)}元，现价${formatYuan(each)}元，请核对`,
    });
  return doubts;
}

/** The numbers to choose from, in packs of this offer; none where they come to the same. */
function waysAt(ways: readonly QuantityWay[], { bounds }: Pick): QuantityWay[] {
  const settled = ways.map(({ number, text }) => {
    const packs = packsFor(number, bounds);
    return { number: packs, text: text.replace(/^\d+/, String(packs)) };
  });
  return new Set(settled.map(({ number }) => number)).size > 1 ? settled : [];
}
