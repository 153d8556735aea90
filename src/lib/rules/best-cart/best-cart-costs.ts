/** The neighbour search of 最优采购, judged merchant by merchant. */

import type { Fen } from '../money/money.ts';
import { quote } from '../quote/quote.ts';
import type { Id, Offers, QuoteLine } from '../terms/terms.ts';
import { gapOf, isApart, type Plan, type Task } from './best-cart-plan.ts';

/** Rounds of looking for a better neighbour; each round tries every line and every merchant. */
const mostRounds = 6;

/** A missed minimum order weighs more than any saving. */
const gapWeight = 1_000;

/** What may not be: a line that falls out, or a minimum order newly missed. */
const forbidden = 1e9;

/**
 * What each merchant's lines cost by themselves: nearly all of a cart's total is made merchant by merchant, so a move
 * is judged by two small quotes instead of a large one. What reaches over merchants is left to the whole quote.
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
    return this.task.choices.map(({ at, options }) => {
      let best = 0;
      let least = Infinity;
      for (const [place, id] of options.entries()) {
        if (taken.has(id)) continue;
        const price = this.grossOf(this.task.lines[at]!, id);
        if (price < least) {
          least = price;
          best = place;
        }
      }
      taken.add(options[best]!);
      return best;
    });
  }

  /** Everything that can be had there at one of the merchants who have most of it; the rest where it is cheapest. */
  gathered(): Plan[] {
    const counts = new Map<Id, number>();
    for (const { options } of this.task.choices)
      for (const id of new Set(options.map((one) => this.task.merchantOf.get(one)!)))
        counts.set(id, (counts.get(id) ?? 0) + 1);
    const most = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 3);
    const apart = this.cheapestApart();
    return most.map(([merchant]) =>
      this.task.choices.map(({ options }, i) => {
        const there = options.findIndex((id) => this.task.merchantOf.get(id) === merchant);
        return there < 0 ? apart[i]! : there;
      }),
    );
  }

  /** Moves single lines, then empties whole merchants, as long as that makes it cheaper. */
  *improve(beginning: Plan): Generator<void, Plan> {
    const plan = isApart(this.task, beginning) ? [...beginning] : this.task.choices.map(() => 0);
    const groups = this.groupsOf(plan);
    for (let round = 0; round < mostRounds; round++) {
      const isMoved = yield* this.moveLines(plan, groups);
      const isEmptied = yield* this.emptyMerchants(plan, groups);
      if (!isMoved && !isEmptied) break;
    }
    return plan;
  }

  private groupsOf(plan: Plan): Map<Id, Set<number>> {
    const groups = new Map<Id, Set<number>>();
    for (const [i, place] of plan.entries()) this.groupOf(groups, this.merchantAt(i, place)).add(i);
    return groups;
  }

  private groupOf(groups: Map<Id, Set<number>>, merchant: Id): Set<number> {
    const known = groups.get(merchant);
    if (known) return known;
    const made = new Set<number>();
    groups.set(merchant, made);
    return made;
  }

  private merchantAt(i: number, place: number): Id {
    return this.task.merchantOf.get(this.task.choices[i]!.options[place]!)!;
  }

  private *moveLines(plan: Plan, groups: Map<Id, Set<number>>): Generator<void, boolean> {
    let isMoved = false;
    const taken = new Set(plan.map((place, i) => this.task.choices[i]!.options[place]!));
    for (const [i, { options }] of this.task.choices.entries()) {
      yield;
      const from = plan[i]!;
      let best = from;
      let gain = 0;
      for (let place = 0; place < options.length; place++) {
        if (place === from || taken.has(options[place]!)) continue;
        const saved = this.gainOf(plan, groups, [[i, place]]);
        if (saved > gain) {
          gain = saved;
          best = place;
        }
      }
      if (best === from) continue;
      taken.delete(options[from]!);
      taken.add(options[best]!);
      this.apply(plan, groups, [[i, best]]);
      isMoved = true;
    }
    return isMoved;
  }

  /** Freight and minimum orders often only fall when the last line leaves a merchant. */
  private *emptyMerchants(plan: Plan, groups: Map<Id, Set<number>>): Generator<void, boolean> {
    let isEmptied = false;
    for (const [merchant, members] of [...groups]) {
      if (members.size === 0 || members.size > 12) continue;
      yield;
      const taken = new Set(plan.map((place, i) => this.task.choices[i]!.options[place]!));
      const moves: [number, number][] = [];
      for (const i of members) {
        const { at, options } = this.task.choices[i]!;
        let best = -1;
        let least = Infinity;
        for (const [place, id] of options.entries()) {
          if (this.task.merchantOf.get(id) === merchant || taken.has(id)) continue;
          // Where something is bought already, freight is paid already.
          const to = groups.get(this.task.merchantOf.get(id)!);
          const price = this.grossOf(this.task.lines[at]!, id) + (to && to.size > 0 ? 0 : 1_000);
          if (price < least) {
            least = price;
            best = place;
          }
        }
        if (best < 0) break;
        taken.add(options[best]!);
        moves.push([i, best]);
      }
      if (moves.length < members.size || this.gainOf(plan, groups, moves) <= 0) continue;
      this.apply(plan, groups, moves);
      isEmptied = true;
    }
    return isEmptied;
  }

  /** What moving some choices saves, counted at the merchants that it touches. */
  private gainOf(plan: Plan, groups: Map<Id, Set<number>>, moves: readonly [number, number][]): Fen {
    const touched = new Map<Id, Set<number>>();
    const copy = (merchant: Id) => {
      const known = touched.get(merchant);
      if (known) return known;
      const made = new Set(groups.get(merchant) ?? []);
      touched.set(merchant, made);
      return made;
    };
    const next = new Map(moves);
    for (const [i, place] of moves) {
      copy(this.merchantAt(i, plan[i]!)).delete(i);
      copy(this.merchantAt(i, place)).add(i);
    }
    let gain = 0;
    for (const [merchant, members] of touched) {
      gain += this.costOf(merchant, groups.get(merchant) ?? new Set(), plan);
      gain -= this.costOf(merchant, members, plan, next);
    }
    return gain;
  }

  private apply(plan: Plan, groups: Map<Id, Set<number>>, moves: readonly [number, number][]): void {
    for (const [i, place] of moves) {
      this.groupOf(groups, this.merchantAt(i, plan[i]!)).delete(i);
      plan[i] = place;
      this.groupOf(groups, this.merchantAt(i, place)).add(i);
    }
  }

  /** What some choices and the fixed lines pay at a merchant, freight and a missed minimum counted. */
  private costOf(
    merchant: Id,
    members: ReadonlySet<number>,
    plan: Plan,
    next?: ReadonlyMap<number, number>,
  ): Fen {
    const fixed = this.fixed.get(merchant) ?? [];
    if (members.size === 0 && fixed.length === 0) return 0;
    const parts = [...members].sort((a, b) => a - b).map((i) => [i, next?.get(i) ?? plan[i]!] as const);
    const key = `${merchant}:${parts.map(([i, place]) => `${i}.${place}`).join()}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const lines = parts.map(([i, place]) => {
      const { at, options } = this.task.choices[i]!;
      return { ...this.task.lines[at]!, goodsId: options[place]! };
    });
    const made = quote([...fixed, ...lines], this.task.buyer, this.offersOf(merchant), this.task.now);
    const missing = made.lines.some((line) => line.isSelected && !line.counts) ? forbidden : 0;
    const gap = gapOf(made);
    const missed = gap > 0 && !this.task.missed.has(merchant) ? forbidden : 0;
    const cost = made.totals.pay + gap * gapWeight + missing + missed;
    this.known.set(key, cost);
    return cost;
  }

  private grossOf(line: QuoteLine, goodsId: Id): Fen {
    const key = `g${line.id}:${goodsId}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const merchant = this.task.merchantOf.get(goodsId)!;
    const made = quote([{ ...line, goodsId }], this.task.buyer, this.offersOf(merchant), this.task.now);
    const gross = made.lines[0]!.refusal ? forbidden : made.lines[0]!.paid;
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
