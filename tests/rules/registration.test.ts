/** How a company registers: the step at which it stands. */
import { describe, expect, it } from 'vitest';
import { type CompanyState, companyStates } from '#lib/rules/companies/company-state.ts';
import { scopeCodes, scopesOf } from '#lib/rules/companies/qualification.ts';
import {
  draftName,
  isOnItsWayIn,
  mayRegister,
  registrationStep,
  registrationSteps,
} from '#lib/rules/companies/registration.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';

describe('a registration', () => {
  it.each([
    [null, false, 1],
    ['draft', false, 2],
    ['draft', true, 3],
    ['rejected', false, 2],
    ['rejected', true, 3],
    ['reviewing', true, 4],
    ['approved', true, 4],
    ['changing', true, 4],
    ['frozen', false, 4],
  ] as const)('of %s, described %s, stands at step %i', (state, isFilled, step) => {
    expect(registrationStep(state, isFilled)).toBe(step);
    expect(registrationSteps[step - 1]).toBeTruthy();
  });

  it('goes on until it is handed in, and is on its way until it is approved', () => {
    const of = (holds: (state: CompanyState) => boolean) => keysOf(companyStates).filter(holds);
    expect(of(mayRegister)).toEqual(['draft', 'rejected']);
    expect(of(isOnItsWayIn)).toEqual(['draft', 'reviewing', 'rejected']);
  });

  it('has a name before the company says its own', () => {
    expect(draftName('13812345678')).toBe('待完善的企业（尾号5678）');
  });
});

describe('the scopes that can be asked for', () => {
  it('rest on papers that the buyer type hands in', () => {
    expect(scopesOf('pharmacy')).toEqual(scopeCodes);
    expect(scopesOf('clinic')).not.toContain('保健食品');
    expect(scopesOf('clinic')).not.toContain('其他');
    expect(scopesOf('clinic')).toContain('中药饮片');
  });
});
