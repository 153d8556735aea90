/** The caller's cart as prices beside it depend on it: made once, used until something that it was made of changes. */
import { type Beside, besideOf } from '#lib/rules/quote/beside.ts';
import { startOfDay } from '#lib/rules/terms/activity-time.ts';
import type { QuoteLine } from '#lib/rules/terms/asked.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import type { Account } from '../people/account-rows.ts';
import { concealHidden } from './conceal.ts';
import type { OfferFacts, PricedOffers } from './loaded.ts';
import { hasUsed } from './terms.ts';

const dayMs = 86_400_000;

interface Made {
  beside: Beside | null;
  /** What it was made of, each another object or value after any change. */
  sources: readonly unknown[];
  /** Between these moments nothing begins or ends. */
  since: EpochMs;
  until: EpochMs;
}

/** Key: the lines, which the cache of people replaces on every change of the cart. */
const known = new WeakMap<readonly QuoteLine[], Made>();

/**
 * The cart of these facts; null where nothing is ticked or it was not asked for. `make` prices its items.
 */
export function besideFrom(
  facts: OfferFacts,
  account: Account | null,
  now: EpochMs,
  make: (goodsIds: readonly number[]) => PricedOffers,
): Beside | null {
  if (facts.besideIds.length === 0) return null;
  const sources = sourcesOf(facts, account, now);
  const found = known.get(facts.cart);
  if (found && sources && isSame(found, sources, now)) return found.beside;
  const { offers, region } = concealHidden(make(facts.besideIds));
  const beside = besideOf(facts.cart, region, offers, now);
  if (sources) known.set(facts.cart, { beside, sources, since: now, until: nextChange(facts, now) });
  return beside;
}

function isSame({ sources, since, until }: Made, others: readonly unknown[], now: EpochMs): boolean {
  return (
    since <= now &&
    now < until &&
    sources.length === others.length &&
    sources.every((one, at) => Object.is(one, others[at]))
  );
}

/** Everything that the cart's quote reads; null where it reads more than is compared here: sets, add-ons, used limits. */
function sourcesOf(
  { cart, besideIds, publicRows, own, subjects }: OfferFacts,
  account: Account | null,
  now: EpochMs,
): unknown[] | null {
  if (cart.some(({ activityId }) => activityId !== null)) return null;
  const sources: unknown[] = [account, own.coupons, own.address];
  for (const id of besideIds) {
    const activities = subjects.get(id) ?? [];
    if (hasUsed(id, activities, own.used, now)) return null;
    sources.push(publicRows.get(id), own.prices.get(id), own.grants.get(id), activities.length);
    for (const { entry } of activities) sources.push(entry.activity);
  }
  return sources;
}

function nextChange({ besideIds, subjects, own }: OfferFacts, now: EpochMs): EpochMs {
  let until = startOfDay(now) + dayMs;
  const note = (moment: EpochMs) => {
    if (moment > now && moment < until) until = moment;
  };
  for (const { startsAt, endsAt } of own.coupons) {
    note(startsAt);
    note(endsAt);
  }
  for (const id of besideIds)
    for (const { entry } of subjects.get(id) ?? []) {
      note(entry.activity.startsAt.getTime());
      note(entry.activity.endsAt.getTime());
    }
  return until;
}
