import { describe, expect, it } from 'vitest';
import {
  grantStanding,
  grantStatuses,
  grantText,
  mayApply,
  mayRefuseGrant,
  shownGrant,
} from '#lib/rules/companies/grant-state.ts';

describe('an application for controlled goods', () => {
  it.each([
    ['applied', '审核中', false, true],
    ['agreed', '审核中', false, true],
    ['granted', '已通过', false, false],
    ['refused', '未通过', true, false],
    ['withdrawn', '已撤回', true, false],
  ] as const)('%s: %s, apply %s, refuse %s', (status, text, apply, refuse) => {
    expect(grantText(status)).toBe(text);
    expect(mayApply(status)).toBe(apply);
    expect(mayRefuseGrant(status)).toBe(refuse);
  });

  it('opens its item to the end of its last day in Shanghai', () => {
    const standing = (validTo: string | null, at: string) =>
      grantStanding({ status: 'granted', validTo }, Date.parse(at));
    expect(standing(null, '2099-01-01T00:00:00Z')).toBe('granted');
    expect(standing('2026-12-31', '2026-12-31T15:59:59Z')).toBe('granted');
    expect(standing('2026-12-31', '2026-12-31T16:00:00Z')).toBe('none');
    expect(grantStanding({ status: 'applied', validTo: null }, 0)).toBe('pending');
    expect(grantStanding({ status: 'withdrawn', validTo: null }, 0)).toBe('none');
    expect(grantStanding(null, 0)).toBe('none');
    const ended = shownGrant('granted', '2026-12-31', Date.parse('2027-01-01T00:00:00Z'));
    expect([ended, grantText(ended), mayApply(ended)]).toEqual(['ended', '已到期', true]);
  });

  it('is open to whoever never applied, and nothing else exists', () => {
    expect(mayApply(null)).toBe(true);
    expect(grantStatuses).toEqual(['applied', 'agreed', 'granted', 'refused', 'withdrawn']);
  });
});
