import { expect, it } from 'vitest';
import { companyStates, isFrozen, mayFreeze } from '#lib/rules/companies/company-state.ts';
import { isScopeHeld } from '#lib/rules/companies/qualification.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';

it('a company that buys may be frozen, and no other', () => {
  expect(keysOf(companyStates).filter(mayFreeze)).toEqual(['approved', 'changing']);
  expect(keysOf(companyStates).filter(isFrozen)).toEqual(['frozen']);
});

it('a scope is held by a paper in force on its last moment, and not after it', () => {
  const paper = { kind: 'drug_licence', number: '1', validFrom: 100, validTo: 200 } as const;
  expect(isScopeHeld('中成药', [paper], 200)).toBe(true);
  expect(isScopeHeld('中成药', [paper], 201)).toBe(false);
  expect(isScopeHeld('中成药', [paper], 99)).toBe(false);
  expect(isScopeHeld('中成药', [{ ...paper, validTo: null }], 201)).toBe(true);
  expect(isScopeHeld('保健食品', [paper], 150)).toBe(false);
  expect(isScopeHeld('其他', [], 150)).toBe(false);
});
