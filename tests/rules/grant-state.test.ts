import { describe, expect, it } from 'vitest';
import { grantStatuses, grantText, mayApply, mayRefuseGrant } from '#lib/rules/companies/grant-state.ts';

describe('an application for controlled goods', () => {
  it.each([
    ['applied', '审核中', false, true],
    ['granted', '已通过', false, false],
    ['refused', '未通过', true, false],
  ] as const)('%s: %s, apply %s, refuse %s', (status, text, apply, refuse) => {
    expect(grantText(status)).toBe(text);
    expect(mayApply(status)).toBe(apply);
    expect(mayRefuseGrant(status)).toBe(refuse);
  });

  it('is open to whoever never applied, and nothing else exists', () => {
    expect(mayApply(null)).toBe(true);
    expect(grantStatuses).toEqual(['applied', 'granted', 'refused']);
  });
});
