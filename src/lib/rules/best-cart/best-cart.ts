/** 最优采购: the same goods from other merchants, so that the whole costs least with freight and thresholds counted. */

import type { Fen } from '../money/money.ts';
import { quote } from '../quote/quote.ts';
import type { Buyer, QuoteLine } from '../terms/asked.ts';
import type { Quote } from '../terms/quote-shape.ts';
import type { EpochMs, Id, Offers } from '../terms/terms.ts';
import { MerchantCosts } from './best-cart-costs.ts';
import {
  type Choice,
  isAllowed,
  isApart,
  linesOf,
  type OpenLine,
  type Plan,
  type Task,
  takenBy,
  taskOf,
} from './best-cart-plan.ts';

export type { Choice } from './best-cart-plan.ts';

export type BestCart = {
  /** The goods of each line that moves, by line id. */
  moves: Map<Id, Id>;
  before: Quote;
  after: Quote;
};

/** More plans than this are not tried one by one. */
const mostPlans = 600;

/** The plan in which every line stays where it is. */
const stay: Plan = new Map();

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
  for (const choice of task.choices) {
    const taken = takenBy(plan, choice);
    if (taken !== choice.present) moves.set(choice.line.id, taken.goodsId);
  }
  return { moves, before, after };
}

/** The cost of a plan by the whole quote; Infinity for a forbidden one. */
function priceOf(task: Task, plan: Plan): Fen {
  if (!isApart(task, plan)) return Infinity;
  const made = quote(linesOf(task, plan), task.buyer, task.offers, task.now);
  return isAllowed(task, made) ? made.totals.pay : Infinity;
}

function* tryAll(task: Task): Generator<void, Plan> {
  let best = stay;
  let least = Infinity;
  for (const plan of allPlans(task.choices)) {
    const price = priceOf(task, plan);
    if (price < least) {
      least = price;
      best = plan;
    }
    yield;
  }
  return best;
}

/** Every plan, first the one in which all stay; the first line's options change fastest. */
function* allPlans([first, ...others]: readonly OpenLine[]): Generator<Plan> {
  if (first === undefined) {
    yield stay;
    return;
  }
  for (const rest of allPlans(others))
    for (const option of first.options) yield new Map(rest).set(first, option);
}

/** Searches the nearest best plan from several starts; the cheapest by the whole quote wins. */
function* search(task: Task): Generator<void, Plan> {
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
