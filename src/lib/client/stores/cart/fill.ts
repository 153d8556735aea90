/** Filling the cart with what was bought before: pressed twice, nothing is there twice. */

import { api } from '#lib/contract/api.ts';
import type { FilledCart } from '#lib/contract/cart/calls.ts';
import { maxFormLines } from '#lib/contract/constants.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { call } from '../../api.ts';
import { $cartAction, $cartNumbers, $cartTotal } from './cart-total.ts';

/** An item, or a combination by its activity, with its target quantity in the cart. */
export type FillLine =
  | { goods_id: number; ck_id: number; number: number }
  | { activity_id: number; number: number };

export interface Filled {
  added: number;
  /** Of them, lines that were there in that quantity already. */
  had: number;
  /** Why some were refused. */
  refused: string[];
}

/** Fills the cart, in several forms when there are many lines. Rejects when nothing could be put in. */
export function fillCart(lines: readonly FillLine[]): Promise<Filled> {
  return fillBy(lines, (part) => call(api.fillCart, { lines: part }));
}

/** The same by a call that fills the cart besides its other effects. */
export async function fillBy(
  lines: readonly FillLine[],
  send: (part: (FillLine & { type: number })[]) => Promise<FilledCart>,
): Promise<Filled> {
  const filled: Filled = { added: 0, had: 0, refused: [] };
  for (let at = 0; at < lines.length; at += maxFormLines) {
    const part = lines
      .slice(at, at + maxFormLines)
      .map((line) => ({ ...line, type: 'goods_id' in line ? lineTypes.normal : lineTypes.combination }));
    const answer = await send(part);
    $cartTotal.set(answer.total);
    $cartAction.set(true);
    for (const line of answer.added)
      if (line.goods_id !== null) $cartNumbers.setKey(String(line.goods_id), line.number);
    filled.added += answer.added.length;
    filled.had += answer.had;
    filled.refused.push(...answer.refused.map(({ reason }) => reason));
  }
  return filled;
}

/** The result, in one sentence. */
export function filledText({ added, had, refused }: Filled): string {
  const parts = [
    had < added ? `已将${added - had}种商品加入购物车` : '',
    had > 0 ? `${had}种购物车已有` : '',
    refused.length > 0 ? `${refused.length}种未加入：${refused[0]}` : '',
  ];
  return parts.filter(Boolean).join('，');
}
