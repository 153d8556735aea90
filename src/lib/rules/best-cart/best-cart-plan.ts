/** The plans of 最优采购: which goods each line takes, and which plans are allowed. */
import type { Fen } from '../money/money.ts';
import type { Buyer, QuoteLine } from '../terms/asked.ts';
import { quantityBounds } from '../terms/quantity.ts';
import type { Quote } from '../terms/quote-shape.ts';
import type { EpochMs, GoodsTerms, Id, Offers } from '../terms/terms.ts';

/** A line that may be bought elsewhere; `goodsIds` are the other offers of the same product. */
export type Choice = { lineId: Id; goodsIds: Id[] };

/** An item that a line may take, and its merchant. */
export type Option = { goodsId: Id; merchantId: Id };

/** A line that may be bought elsewhere, with its place among the lines. */
export type OpenLine = {
  at: number;
  line: QuoteLine;
  /** The current one; the first of its options. */
  present: Option;
  options: Option[];
};

/** The options of open lines; a line without an entry stays. */
export type Plan = ReadonlyMap<OpenLine, Option>;

/** A cart with its choices, made once a search. */
export type Task = {
  lines: readonly QuoteLine[];
  choices: OpenLine[];
  buyer: Buyer;
  offers: Offers;
  now: EpochMs;
  merchantOf: ReadonlyMap<Id, Id>;
  /** Lines that count now must count afterwards. */
  counting: ReadonlySet<Id>;
  /** Merchants whose minimum order is missed now; a plan may miss that of no other. */
  missed: ReadonlySet<Id>;
  /** The gap to their minimum orders now; a plan may not increase it. */
  gap: Fen;
};

/** The input of a search: the open choices, and the constraints of a plan. */
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
  // Items of any line of the cart stay with it: two lines of one item would be merged.
  const held = new Set(lines.flatMap((line) => line.goodsId ?? []));
  const places = new Map(lines.map((line, at) => [line.id, at]));
  return {
    lines,
    choices: choices.flatMap(({ lineId, goodsIds }) => {
      const at = places.get(lineId);
      const line = at === undefined ? undefined : lines[at];
      if (at === undefined || line?.goodsId == null || line.kind !== 'normal' || !counting.has(lineId))
        return [];
      const own = terms.get(line.goodsId);
      if (own === undefined) return [];
      const { quantity } = line;
      const others = [...new Set(goodsIds)].flatMap((id) => {
        const goods = terms.get(id);
        if (goods === undefined || held.has(id)) return [];
        const { min, max, step, disabled } = quantityBounds(goods);
        const isRight = !disabled && quantity >= min && quantity <= max && quantity % step === 0;
        return isRight ? [optionOf(goods)] : [];
      });
      const present = optionOf(own);
      return others.length === 0 ? [] : [{ at, line, present, options: [present, ...others] }];
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

function optionOf({ id, merchantId }: GoodsTerms): Option {
  return { goodsId: id, merchantId };
}

/** The option of an open line in a plan. */
export function takenBy(plan: Plan, choice: OpenLine): Option {
  return plan.get(choice) ?? choice.present;
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
  for (const choice of choices) made[choice.at] = { ...choice.line, goodsId: takenBy(plan, choice).goodsId };
  return made;
}

/** True when no two lines of a plan take the same goods. */
export function isApart({ choices }: Task, plan: Plan): boolean {
  const taken = new Set<Id>();
  for (const choice of choices) {
    const { goodsId } = takenBy(plan, choice);
    if (taken.has(goodsId)) return false;
    taken.add(goodsId);
  }
  return true;
}
