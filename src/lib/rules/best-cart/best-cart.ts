/** 最优采购: the same goods from other merchants, so that the whole costs least with freight and thresholds counted. */

import type { Fen } from '../money/money.ts';
import { quote } from '../quote/quote.ts';
import type { Quote } from '../terms/quote-shape.ts';
import type { Buyer, EpochMs, Id, Offers, QuoteLine } from '../terms/terms.ts';
import { MerchantCosts } from './best-cart-costs.ts';
import { type Choice, isAllowed, isApart, linesOf, type Plan, type Task, taskOf } from './best-cart-plan.ts';

export type { Choice } from './best-cart-plan.ts';

export type BestCart = {
  /** The goods of each line that moves, by line id. */
  moves: Map<Id, Id>;
  before: Quote;
  after: Quote;
};

/** More plans than this are not tried one by one. */
const mostPlans = 600;
/**
 * Looks for the offers that make the selected lines cheapest, by the one quote. Numbers stay as they are: an offer
 * that cannot be bought in just this number is left out. No two lines take the same goods. Every line that counts now
 * counts afterwards, and no merchant's minimum order is missed that is not missed now. Never dearer than the present
 * cart. Few plans are all tried; many are searched greedily and then by neighbours.
 */
export function findBestCart(...given: Parameters<typeof bestCartSteps>): BestCart {
  const steps = bestCartSteps(...given);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, step by step: a large cart takes long, and who computes it may rest between two steps. */
export function* bestCartSteps(
  lines: readonly QuoteLine[],
  choices: readonly Choice[],
  buyer: Buyer,
  offers: Offers,
  now: EpochMs,
): Generator<void, BestCart> {
  const before = quote(lines, buyer, offers, now);
  const task = taskOf(lines, choices, buyer, offers, now, before);
  const plans = task.choices.reduce((product, { options }) => Math.min(product * options.length, 1e9), 1);
  const plan = yield* plans <= mostPlans ? tryAll(task) : search(task);
  const after = quote(linesOf(task, plan), buyer, offers, now);
  const isBetter = isAllowed(task, after) && after.totals.pay < before.totals.pay;
  if (!isBetter) return { moves: new Map(), before, after: before };
  const moves = new Map<Id, Id>();
  for (const [i, place] of plan.entries()) {
    const { at, options } = task.choices[i]!;
    if (place > 0) moves.set(lines[at]!.id, options[place]!);
  }
  return { moves, before, after };
}

/** What a plan costs by the whole quote; Infinity for one that is not allowed. */
function priceOf(task: Task, plan: Plan): Fen {
  if (!isApart(task, plan)) return Infinity;
  const made = quote(linesOf(task, plan), task.buyer, task.offers, task.now);
  return isAllowed(task, made) ? made.totals.pay : Infinity;
}

function* tryAll(task: Task): Generator<void, Plan> {
  const plan: Plan = task.choices.map(() => 0);
  let best = [...plan];
  let least = priceOf(task, plan);
  for (;;) {
    yield;
    let i = 0;
    while (i < plan.length && plan[i] === task.choices[i]!.options.length - 1) plan[i++] = 0;
    if (i === plan.length) return best;
    plan[i]!++;
    const price = priceOf(task, plan);
    if (price < least) {
      least = price;
      best = [...plan];
    }
  }
}

/** From several beginnings to the nearest best plan; the cheapest by the whole quote wins. */
function* search(task: Task): Generator<void, Plan> {
  const stay: Plan = task.choices.map(() => 0);
  const costs = new MerchantCosts(task);
  const beginnings = [stay, costs.cheapestApart(), ...costs.gathered()];
  let best = stay;
  let least = priceOf(task, stay);
  for (const beginning of beginnings) {
    const plan = yield* costs.improve(beginning);
    const price = priceOf(task, plan);
    if (price < least) {
      least = price;
      best = plan;
    }
  }
  return best;
}
