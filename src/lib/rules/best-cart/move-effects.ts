/** What each move of a plan of 最优采购 does to the whole: its own saving, and why a line that gets dearer is moved. */
import { type Fen, showYuan } from '../money/money.ts';
import { quote } from '../quote/quote.ts';
import type { Buyer, QuoteLine } from '../terms/asked.ts';
import type { Quote } from '../terms/quote-shape.ts';
import type { EpochMs, Id, Offers } from '../terms/terms.ts';
import { gapOf } from './best-cart-plan.ts';

/** The goods that lines take instead, by line id. */
export type Moves = ReadonlyMap<Id, Id>;

/** The effect of one move beside the others. Amounts above 0 are better for the buyer. */
export type MoveEffect = {
  /** On what is paid in all. */
  saving: Fen;
  /** On the line alone, on freight, and on reductions and coupons together. */
  line: Fen;
  freight: Fen;
  discount: Fen;
  /** On what is missing to minimum orders. */
  gap: Fen;
};

export function movedLines(lines: readonly QuoteLine[], moves: Moves): QuoteLine[] {
  return lines.map((line) => {
    const to = moves.get(line.id);
    return to === undefined ? line : { ...line, goodsId: to };
  });
}

/** The effect of each move: the whole with all of them compared with the whole without this one, step by step. */
export function* moveEffects(
  lines: readonly QuoteLine[],
  moves: Moves,
  buyer: Buyer,
  offers: Offers,
  now: EpochMs,
): Generator<void, Map<Id, MoveEffect>> {
  const quoted = (some: Moves) => quote(movedLines(lines, some), buyer, offers, now);
  const all = quoted(moves);
  const effects = new Map<Id, MoveEffect>();
  for (const id of moves.keys()) {
    yield;
    const without = quoted(new Map([...moves].filter(([other]) => other !== id)));
    effects.set(id, {
      saving: without.totals.pay - all.totals.pay,
      line: grossOf(without, id) - grossOf(all, id),
      freight: without.totals.shipping - all.totals.shipping,
      discount: all.totals.discount - without.totals.discount,
      gap: gapOf(without) - gapOf(all),
    });
  }
  return effects;
}

function grossOf({ lines }: Quote, id: Id): Fen {
  return lines.find((line) => line.id === id)?.gross ?? 0;
}

/** Why a line that costs more by itself is moved; empty where it costs less. */
export function whyDearer({ line, freight, discount, gap }: MoveEffect): string {
  if (line >= 0) return '';
  const reasons = [
    freight > 0 && `运费少¥${showYuan(freight)}`,
    discount > 0 && `满减和券多减¥${showYuan(discount)}`,
    gap > 0 && `起订额少差¥${showYuan(gap)}`,
  ].filter((reason) => reason !== false);
  const dearer = `单行贵¥${showYuan(-line)}`;
  return reasons.length === 0 ? dearer : `${dearer}，整单${reasons.join('、')}`;
}
