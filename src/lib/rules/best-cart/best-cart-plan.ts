/** The plans of 最优采购: which goods each line takes, and which plans are allowed. */
import type { Fen } from '../money/money.ts';
import { quantityBounds } from '../terms/quantity.ts';
import type { Quote } from '../terms/quote-shape.ts';
import type { Buyer, EpochMs, Id, Offers, QuoteLine } from '../terms/terms.ts';

/** A line that may be bought elsewhere; `goodsIds` are the other offers of the same product. */
export type Choice = { lineId: Id; goodsIds: Id[] };

/** Which goods each choice takes: 0 = where it is now, else a place in its options. */
export type Plan = number[];

/** A cart with its choices, made once a search. */
export type Task = {
  lines: readonly QuoteLine[];
  /** Per choice: the line's place, and its goods, the present one first. */
  choices: { at: number; options: Id[] }[];
  buyer: Buyer;
  offers: Offers;
  now: EpochMs;
  merchantOf: ReadonlyMap<Id, Id>;
  /** Lines that count now must count afterwards. */
  counting: ReadonlySet<Id>;
  /** Merchants whose minimum order is missed now; a plan may miss that of no other. */
  missed: ReadonlySet<Id>;
  /** What now is missing to their minimum orders; a plan may not miss more. */
  gap: Fen;
};

/** What a search works on: the choices that are open, and what a plan must keep. */
export function taskOf(
  lines: readonly QuoteLine[],
  choices: readonly Choice[],
  buyer: Buyer,
  offers: Offers,
  now: EpochMs,
  before: Quote,
): Task {
  const terms = new Map(offers.goods.map((goods) => [goods.id, goods]));
  const counting = new Set(before.lines.filter((line) => line.counts).map((line) => line.id));
  // What any line of the cart holds now stays with it: two lines of one goods would be one.
  const held = new Set(lines.flatMap((line) => line.goodsId ?? []));
  const places = new Map(lines.map((line, at) => [line.id, at]));
  return {
    lines,
    choices: choices.flatMap(({ lineId, goodsIds }) => {
      const at = places.get(lineId);
      const line = at === undefined ? undefined : lines[at];
      if (at === undefined || line?.goodsId == null || line.kind !== 'normal' || !counting.has(lineId))
        return [];
      const { goodsId, quantity } = line;
      const options = [...new Set(goodsIds)].filter((id) => {
        const goods = terms.get(id);
        if (goods === undefined || held.has(id)) return false;
        const { min, max, step, disabled } = quantityBounds(goods);
        return !disabled && quantity >= min && quantity <= max && quantity % step === 0;
      });
      return options.length === 0 ? [] : [{ at, options: [goodsId, ...options] }];
    }),
    buyer,
    offers,
    now,
    merchantOf: new Map(offers.goods.map((goods) => [goods.id, goods.merchantId])),
    counting,
    missed: new Set(missedOf(before)),
    gap: gapOf(before),
  };
}

/** Fen missing to minimum orders, over all merchants. */
export function gapOf({ groups }: Quote): Fen {
  return groups.reduce((sum, group) => sum + group.minimumGap, 0);
}

function missedOf({ groups }: Quote): Id[] {
  return groups.filter(({ minimumGap }) => minimumGap > 0).map(({ merchantId }) => merchantId);
}

/** True when nothing falls out and no further minimum is missed. */
export function isAllowed(task: Task, made: Quote): boolean {
  let counting = 0;
  for (const line of made.lines) if (line.counts && task.counting.has(line.id)) counting++;
  return (
    counting === task.counting.size &&
    gapOf(made) <= task.gap &&
    missedOf(made).every((id) => task.missed.has(id))
  );
}

/** The lines as a plan would have them. */
export function linesOf({ lines, choices }: Task, plan: Plan): QuoteLine[] {
  const made = [...lines];
  for (const [i, place] of plan.entries()) {
    const { at, options } = choices[i]!;
    if (place > 0) made[at] = { ...made[at]!, goodsId: options[place]! };
  }
  return made;
}

/** True when no two lines of a plan take the same goods. */
export function isApart({ choices }: Task, plan: Plan): boolean {
  const taken = new Set<Id>();
  for (const [i, place] of plan.entries()) {
    const id = choices[i]!.options[place]!;
    if (taken.has(id)) return false;
    taken.add(id);
  }
  return true;
}
