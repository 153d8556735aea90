/** The neighbour search of 最优采购, judged merchant by merchant. */

import type { Fen } from '../money/money.ts';
import { quote } from '../quote/quote.ts';
import type { QuoteLine } from '../terms/asked.ts';
import type { Id, Offers } from '../terms/terms.ts';
import {
  gapOf,
  isApart,
  type OpenLine,
  type Option,
  type Plan,
  type Task,
  takenBy,
} from './best-cart-plan.ts';

/** Rounds of looking for a better neighbour; each round tries every line and every merchant. */
const mostRounds = 6;

/** A missed minimum order weighs more than any saving. */
const gapWeight = 1_000;

/** Penalty for a lost line, or a newly missed minimum order. */
const forbidden = 1e9;

/** A plan while it is being improved. */
type OwnPlan = Map<OpenLine, Option>;

/** The open lines that are bought of each merchant. */
type Groups = Map<Id, Set<OpenLine>>;

/**
 * The costs of each merchant's lines on their own: nearly all of a cart's total is made merchant by merchant, so a move
 * is judged by two small quotes instead of a large one. Effects across merchants are left to the whole quote.
 */
export class MerchantCosts {
  private readonly task: Task;
  private readonly known = new Map<string, Fen>();
  private readonly ofMerchant = new Map<Id, Offers>();
  private readonly fixed = new Map<Id, QuoteLine[]>();

  constructor(task: Task) {
    this.task = task;
    const free = new Set(task.choices.map(({ at }) => at));
    for (const [at, line] of task.lines.entries()) {
      const merchant = line.goodsId === null ? undefined : task.merchantOf.get(line.goodsId);
      if (free.has(at) || merchant === undefined || !task.counting.has(line.id)) continue;
      const own = this.fixed.get(merchant);
      if (own) own.push(line);
      else this.fixed.set(merchant, [line]);
    }
  }

  /** Each line at the offer that is cheapest for it alone. */
  cheapestApart(): Plan {
    const taken = new Set<Id>();
    const plan = new Map<OpenLine, Option>();
    for (const choice of this.task.choices) {
      let best = choice.present;
      let least = Infinity;
      for (const option of choice.options) {
        if (taken.has(option.goodsId)) continue;
        const price = this.grossOf(choice.line, option);
        if (price < least) {
          least = price;
          best = option;
        }
      }
      taken.add(best.goodsId);
      plan.set(choice, best);
    }
    return plan;
  }

  /** Everything available at one of the merchants with most of it; the rest where it is cheapest. */
  gathered(): Plan[] {
    const { choices } = this.task;
    const counts = new Map<Id, number>();
    for (const { options } of choices)
      for (const id of new Set(options.map(({ merchantId }) => merchantId)))
        counts.set(id, (counts.get(id) ?? 0) + 1);
    const most = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 3);
    const apart = this.cheapestApart();
    return most.map(([merchant]) => {
      const there = ({ options }: OpenLine) => options.find(({ merchantId }) => merchantId === merchant);
      return new Map(choices.map((choice) => [choice, there(choice) ?? takenBy(apart, choice)]));
    });
  }

  /** Moves single lines, then empties whole merchants, as long as that lowers the cost. */
  *improve(beginning: Plan): Generator<void, Plan> {
    const plan: OwnPlan = new Map(isApart(this.task, beginning) ? beginning : []);
    const groups = this.groupsOf(plan);
    for (let round = 0; round < mostRounds; round++) {
      const isMoved = yield* this.moveLines(plan, groups);
      const isEmptied = yield* this.emptyMerchants(plan, groups);
      if (!isMoved && !isEmptied) break;
    }
    return plan;
  }

  private groupsOf(plan: Plan): Groups {
    const groups: Groups = new Map();
    for (const choice of this.task.choices) this.groupOf(groups, takenBy(plan, choice)).add(choice);
    return groups;
  }

  private groupOf(groups: Groups, { merchantId }: Option): Set<OpenLine> {
    const known = groups.get(merchantId);
    if (known) return known;
    const made = new Set<OpenLine>();
    groups.set(merchantId, made);
    return made;
  }

  private takenGoods(plan: Plan): Set<Id> {
    return new Set(this.task.choices.map((choice) => takenBy(plan, choice).goodsId));
  }

  private *moveLines(plan: OwnPlan, groups: Groups): Generator<void, boolean> {
    let isMoved = false;
    const taken = this.takenGoods(plan);
    for (const choice of this.task.choices) {
      yield;
      const from = takenBy(plan, choice);
      let best = from;
      let gain = 0;
      for (const option of choice.options) {
        if (option === from || taken.has(option.goodsId)) continue;
        const saved = this.gainOf(plan, groups, new Map([[choice, option]]));
        if (saved > gain) {
          gain = saved;
          best = option;
        }
      }
      if (best === from) continue;
      taken.delete(from.goodsId);
      taken.add(best.goodsId);
      this.apply(plan, groups, new Map([[choice, best]]));
      isMoved = true;
    }
    return isMoved;
  }

  /** Freight and minimum orders often only fall when the last line leaves a merchant. */
  private *emptyMerchants(plan: OwnPlan, groups: Groups): Generator<void, boolean> {
    let isEmptied = false;
    for (const [merchant, members] of [...groups]) {
      if (members.size === 0 || members.size > 12) continue;
      yield;
      const taken = this.takenGoods(plan);
      const moves = new Map<OpenLine, Option>();
      for (const choice of members) {
        let best: Option | null = null;
        let least = Infinity;
        for (const option of choice.options) {
          if (option.merchantId === merchant || taken.has(option.goodsId)) continue;
          // A merchant with other lines is charged freight already.
          const to = groups.get(option.merchantId);
          const price = this.grossOf(choice.line, option) + (to && to.size > 0 ? 0 : 1_000);
          if (price < least) {
            least = price;
            best = option;
          }
        }
        if (best === null) break;
        taken.add(best.goodsId);
        moves.set(choice, best);
      }
      if (moves.size < members.size || this.gainOf(plan, groups, moves) <= 0) continue;
      this.apply(plan, groups, moves);
      isEmptied = true;
    }
    return isEmptied;
  }

  /** The saving of some moves, counted at the merchants that they touch. */
  private gainOf(plan: Plan, groups: Groups, moves: Plan): Fen {
    const touched: Groups = new Map();
    const copy = ({ merchantId }: Option) => {
      const known = touched.get(merchantId);
      if (known) return known;
      const made = new Set(groups.get(merchantId) ?? []);
      touched.set(merchantId, made);
      return made;
    };
    for (const [choice, option] of moves) {
      copy(takenBy(plan, choice)).delete(choice);
      copy(option).add(choice);
    }
    let gain = 0;
    for (const [merchant, members] of touched) {
      gain += this.costOf(merchant, groups.get(merchant) ?? new Set(), plan);
      gain -= this.costOf(merchant, members, plan, moves);
    }
    return gain;
  }

  private apply(plan: OwnPlan, groups: Groups, moves: Plan): void {
    for (const [choice, option] of moves) {
      this.groupOf(groups, takenBy(plan, choice)).delete(choice);
      plan.set(choice, option);
      this.groupOf(groups, option).add(choice);
    }
  }

  /** The cost of some open lines and the fixed ones at a merchant, including freight and a missed minimum. */
  private costOf(merchant: Id, members: ReadonlySet<OpenLine>, plan: Plan, moves?: Plan): Fen {
    const fixed = this.fixed.get(merchant) ?? [];
    if (members.size === 0 && fixed.length === 0) return 0;
    const parts = [...members]
      .sort((a, b) => a.at - b.at)
      .map((choice) => ({ choice, goodsId: (moves?.get(choice) ?? takenBy(plan, choice)).goodsId }));
    const key = `${merchant}:${parts.map(({ choice, goodsId }) => `${choice.at}.${goodsId}`).join()}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const lines = parts.map(({ choice, goodsId }) => ({ ...choice.line, goodsId }));
    const made = quote([...fixed, ...lines], this.task.buyer, this.offersOf(merchant), this.task.now);
    const missing = made.lines.some((line) => line.isSelected && !line.counts) ? forbidden : 0;
    const gap = gapOf(made);
    const missed = gap > 0 && !this.task.missed.has(merchant) ? forbidden : 0;
    const cost = made.totals.pay + gap * gapWeight + missing + missed;
    this.known.set(key, cost);
    return cost;
  }

  private grossOf(line: QuoteLine, { goodsId, merchantId }: Option): Fen {
    const key = `g${line.id}:${goodsId}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const made = quote([{ ...line, goodsId }], this.task.buyer, this.offersOf(merchantId), this.task.now);
    const [only] = made.lines;
    const gross = only === undefined || only.refusal ? forbidden : only.paid;
    this.known.set(key, gross);
    return gross;
  }

  /** Only what one merchant offers; coupons of the platform are left to the whole quote. */
  private offersOf(merchant: Id): Offers {
    const known = this.ofMerchant.get(merchant);
    if (known) return known;
    const { goods, merchants, activities, combinations, coupons } = this.task.offers;
    const made: Offers = {
      goods: goods.filter((one) => one.merchantId === merchant),
      merchants: merchants.filter((one) => one.id === merchant),
      activities: activities.filter((one) => one.merchantId === merchant),
      combinations: combinations.filter((one) => one.merchantId === merchant),
      coupons: coupons.filter((one) => one.merchantId === merchant),
      vouchers: [],
    };
    this.ofMerchant.set(merchant, made);
    return made;
  }
}
