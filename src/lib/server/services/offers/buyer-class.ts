/** Buyers to whom a goods is the same as long as nothing of it is their own: what is kept for one holds for all of them. */
import { LRUCache } from 'lru-cache';
import { type Paper, paperValidity } from '#lib/rules/companies/qualification.ts';
import { shanghaiDay, startOfDay } from '#lib/rules/terms/activity-time.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import type { Account } from '../../repos/accounts.ts';

const dayMs = 86_400_000;

interface Known {
  id: number;
  /** Between these moments neither a day nor a paper begins or ends. */
  since: EpochMs;
  until: EpochMs;
}

/** By the account as the process keeps it, which is another object as soon as anything of it changes. */
const known = new WeakMap<Account, Known>();
/** Numbers of classes by what they are; a number is never given twice. */
const ids = new LRUCache<string, number>({ max: 20_000 });
let last = 0;

/**
 * The number of a buyer's class at a moment: one of another class differs in rank, state, type, region, scopes, in which
 * papers hold, or in the day. Whatever else rules look at of a buyer must be named here.
 */
export function buyerClass(account: Account, now: EpochMs): number {
  const found = known.get(account);
  if (found !== undefined && found.since <= now && now < found.until) return found.id;
  const { rank, companyState, buyerType, regionCode, scopes, papers } = account;
  // Of a paper the rules ask its kind, and whether it holds (an end that is near is as good as none).
  const holding = papers.map((paper) => [paper.kind, phaseOf(paper, now)]);
  const text = JSON.stringify([rank, companyState, buyerType, regionCode, scopes, holding, shanghaiDay(now)]);
  let id = ids.get(text);
  if (id === undefined) {
    id = ++last;
    ids.set(text, id);
  }
  const moments = papers.flatMap(({ validFrom, validTo }) => [
    ...(validFrom === null ? [] : [validFrom]),
    // It holds to the end of this very millisecond.
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
