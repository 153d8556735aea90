/**
 * Classes of buyers with the same view of an item while nothing of it is their own: one cached answer serves all of
 * them.
 */
import { LRUCache } from 'lru-cache';
import { type Paper, paperValidity } from '#lib/rules/companies/qualification.ts';
import { shanghaiDay, startOfDay } from '#lib/rules/terms/activity-time.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import type { Account } from '../people/account-rows.ts';

const dayMs = 86_400_000;

interface Known {
  id: number;
  /** Between these moments no day changes and no licence begins or ends. */
  since: EpochMs;
  until: EpochMs;
}

/** Key: the cached account, which is replaced on every change. */
const known = new WeakMap<Account, Known>();
/** Class numbers by content; a number is never reused. */
const ids = new LRUCache<string, number>({ max: 20_000 });
let last = 0;

/**
 * The number of a buyer's class at a moment: another class differs in rank, state, type, region, scopes, valid
 * licences, or the day. Every other fact of a buyer that rules read must be added here.
 */
export function buyerClass(account: Account, now: EpochMs): number {
  const found = known.get(account);
  if (found !== undefined && found.since <= now && now < found.until) return found.id;
  const { rank, companyState, buyerType, regionCode, scopes, papers } = account;
  // The rules read a licence's kind and whether it is valid (a near end is as good as none).
  const holding = papers.map((paper) => [paper.kind, phaseOf(paper, now)]);
  const text = JSON.stringify([rank, companyState, buyerType, regionCode, scopes, holding, shanghaiDay(now)]);
  let id = ids.get(text);
  if (id === undefined) {
    id = ++last;
    ids.set(text, id);
  }
  const moments = papers.flatMap(({ validFrom, validTo }) => [
    ...(validFrom === null ? [] : [validFrom]),
    // It is valid to the end of this very millisecond.
    ...(validTo === null ? [] : [validTo + 1]),
  ]);
  const until = Math.min(startOfDay(now) + dayMs, ...moments.filter((moment) => moment > now));
  known.set(account, { id, since: now, until });
  return id;
}

function phaseOf(paper: Paper, now: EpochMs): 'expired' | 'not_yet' | 'holds' {
  const validity = paperValidity(paper, now);
  return validity === 'expired' || validity === 'not_yet' ? validity : 'holds';
}
