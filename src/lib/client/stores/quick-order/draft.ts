/** The current purchase list, between the page and the server. */

import { api } from '#lib/contract/api.ts';
import type { PurchaseDraft } from '#lib/contract/quick-order/calls.ts';
import { call, sendLast } from '../../api.ts';
import { itemOf, type PurchaseItem } from './quick-order.ts';

/** The saved content of the list: the text that is not matched yet, and the rows as one JSON text. */
export interface DraftText {
  text: string;
  rows: string;
}

/** Without a list. */
export const noDraft: PurchaseDraft = { version: 0, saved_at: null, text: '', rows: [], has_last: 0 };

/** The list as saved: items and products by id. */
export function draftOf(text: string, items: readonly PurchaseItem[]): DraftText {
  const rows = items.map((item) => ({
    text: item.text,
    given: item.given,
    grade: item.grade,
    confidence: item.confidence,
    reason: item.reason.slice(0, 500),
    kinds: item.kinds,
    about: item.about,
    ways: item.ways,
    number: item.number,
    goods_id: item.goods?.id ?? null,
    others: item.others.slice(0, 20).map(({ product_id }) => product_id),
    is_settled: item.isSettled ? 1 : 0,
    is_own: item.isOwn ? 1 : 0,
  }));
  return { text, rows: JSON.stringify(rows) };
}

/** Rows of a saved list. Without `keyOf` they are new on the page. */
export function itemsOf(
  { rows }: Pick<PurchaseDraft, 'rows'>,
  keyOf?: (at: number) => number,
): PurchaseItem[] {
  return rows.map(({ is_settled, is_own, ...row }, at) => ({
    ...itemOf(row, keyOf?.(at)),
    isSettled: is_settled === 1,
    isOwn: is_own === 1,
  }));
}

export interface DraftToSave extends DraftText {
  version: number;
  keeps_last: 0 | 1;
}

/** Saves a list. Rejects as `call` does: 409 carries the other list. */
export function saveDraft(draft: DraftToSave, isLeaving = false) {
  return isLeaving ? sendLast(api.savePurchaseDraft, draft) : call(api.savePurchaseDraft, draft);
}

/** Restores the previous list. Rejects as `call` does. */
export function restoreDraft(version: number): Promise<PurchaseDraft> {
  return call(api.restorePurchaseDraft, { version });
}
