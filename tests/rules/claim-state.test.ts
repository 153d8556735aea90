import { describe, expect, it } from 'vitest';
import {
  type ClaimFacts,
  canClaim,
  claimCodes,
  claimedPercent,
  claimState,
} from '#lib/rules/promotions/claim-state.ts';

const now = Date.UTC(2026, 10, 21, 4);
const hour = 3_600_000;
const open: ClaimFacts = {
  claimFrom: now - hour,
  claimTo: now + hour,
  validTo: now + 2 * hour,
  total: 10,
  claimed: 4,
  perCompany: 2,
  mine: 0,
  usable: 0,
  isBarred: false,
};

describe('the state of a coupon', () => {
  it.each([
    ['open', '可领', {}],
    ['open', '可再领', { mine: 1 }],
    ['upcoming', '未开始', { claimFrom: now + 1 }],
    ['open', '可领', { claimFrom: now }],
    ['ended', '已过期', { claimTo: now }],
    ['ended', '已过期', { validTo: now }],
    ['taken', '已领', { mine: 2, usable: 1 }],
    ['sold_out', '已抢光', { claimed: 10 }],
    ['newcomers', '仅限新客', { isBarred: true }],
    ['newcomers', '仅限新客', { isBarred: true, claimed: 10 }],
    ['taken', '已领', { isBarred: true, mine: 2, usable: 2 }],
    // What it has taken is used up or over: nothing to use.
    ['spent', '已领完', { mine: 2 }],
    ['open', '可再领', { mine: 1, usable: 0 }],
    // What a company has is told before that others have the rest; what is over before everything.
    ['taken', '已领', { mine: 2, usable: 1, claimed: 10 }],
    ['ended', '已过期', { mine: 2, claimed: 10, claimTo: now - 1 }],
  ] as const)('%s %s', (code, text, over) => {
    const state = claimState({ ...open, ...over }, now);
    expect(state).toMatchObject({ code, text });
    expect(canClaim(state)).toBe(code === 'open');
    expect(state.reason === '').toBe(code === 'open');
  });

  it('reaches every code', () => {
    const facts: ClaimFacts[] = [
      open,
      { ...open, mine: 2, usable: 1 },
      { ...open, mine: 2 },
      { ...open, claimed: 10 },
      { ...open, isBarred: true },
      { ...open, claimFrom: now + 1 },
      { ...open, claimTo: now },
    ];
    expect(new Set(facts.map((one) => claimState(one, now).code))).toEqual(new Set(claimCodes));
  });

  it('says 100% only when nothing is left', () => {
    expect(claimedPercent({ claimed: 999, total: 1000 })).toBe(99);
    expect(claimedPercent({ claimed: 1000, total: 1000 })).toBe(100);
    expect(claimedPercent({ claimed: 0, total: 0 })).toBe(100);
  });
});
