/** Registered papers of merchants: how they stand, which days are taken, what may take their place. */
import { describe, expect, it } from 'vitest';
import {
  isRenewalOpen,
  licenceState,
  refuseAcceptance,
  refuseLicenceDays,
  renewalHints,
  renewalStates,
} from '#lib/rules/companies/licences.ts';
import { returnToOf } from '#lib/rules/companies/merchant-contact.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';

// 2026-11-28, noon in Shanghai.
const now = Date.parse('2026-11-28T04:00:00Z');

describe('how a paper stands', () => {
  it.each([
    [null, 'valid'],
    ['2027-01-28', 'valid'],
    ['2027-01-27', 'soon'],
    ['2026-12-29', 'soon'],
    ['2026-12-28', 'month'],
    ['2026-12-06', 'month'],
    ['2026-12-05', 'week'],
    ['2026-11-28', 'week'],
    ['2026-11-27', 'lapsed'],
  ] as const)('until %s: %s', (validTo, state) => expect(licenceState(validTo, now)).toBe(state));
});

describe('days of a paper', () => {
  it.each<[string, Parameters<typeof refuseLicenceDays>[0], string, string | null, string | null]>([
    ['a licence', 'drug_licence', '2026-11-01', '2031-10-31', null],
    ['on its last day', 'drug_licence', '2021-11-29', '2026-11-28', null],
    ['over', 'drug_licence', '2021-11-29', '2026-11-27', '已过有效期'],
    ['without an end', 'drug_licence', '2026-11-01', null, '请填写药品经营许可证的有效期至'],
    ['a business licence without an end', 'business_licence', '2026-11-01', null, null],
    ['the wrong way round', 'food_licence', '2031-10-31', '2031-10-30', '不能早于发证日期'],
    ['a hundred years too long', 'drug_licence', '2026-11-01', '2131-10-31', '核对年份'],
  ])('%s', (_name, kind, validFrom, validTo, says) => {
    const found = refuseLicenceDays(kind, { validFrom, validTo }, now);
    if (says === null) expect(found).toBeNull();
    else expect(found?.sentence).toContain(says);
  });
});

describe('what may take the place of the registered paper', () => {
  const until = (validTo: string | null) => ({ validFrom: '2021-01-01', validTo });
  it.each<[string, string, ReturnType<typeof until> | null, boolean]>([
    ['begins today', '2026-11-28', until('2020-01-01'), true],
    ['begins the day after the end', '2026-12-11', until('2026-12-10'), true],
    ['leaves a day between', '2026-12-12', until('2026-12-10'), false],
    ['begins later, the registered one has lapsed', '2026-11-29', until('2026-11-27'), false],
    ['begins later, none is registered', '2026-11-29', null, false],
    ['begins later, the registered one has no end', '2026-11-29', until(null), false],
  ])('%s', (_name, validFrom, registered, may) => {
    const refusal = refuseAcceptance({ validFrom, validTo: '2031-01-01' }, registered, now);
    expect(refusal === null).toBe(may);
  });

  it('not one that is over', () => {
    const over = { validFrom: '2021-01-01', validTo: '2026-11-27' };
    expect(refuseAcceptance(over, null, now)).toContain('已过有效期');
  });
});

it('what differs is pointed at', () => {
  const facts = {
    kind: 'drug_licence' as const,
    number: 'B2',
    validFrom: '2020-01-01',
    validTo: '2026-12-01',
  };
  const registered = { number: 'A1', validFrom: '2021-01-01', validTo: '2026-12-31' };
  expect(renewalHints(facts, registered, { licenceNo: 'A1' })).toHaveLength(4);
  const next = { ...facts, number: 'A1', validFrom: '2027-01-01', validTo: '2031-12-31' };
  expect(renewalHints(next, registered, { licenceNo: 'A1' })).toEqual([]);
  expect(renewalHints({ ...next, validFrom: '2027-01-02' }, registered, { licenceNo: 'A1' })).toHaveLength(1);
  expect(renewalHints(next, null, { licenceNo: 'A1' })).toEqual(['此前没有登记过这种证照']);
});

it('only a hand-in that waits is decided about', () => {
  expect(keysOf(renewalStates).filter(isRenewalOpen)).toEqual(['waiting']);
});

it('goods come back to what the merchant has set, to itself for what it has not', () => {
  const own = { fullName: '某公司', phone: '027-59990101', address: '某路1号' };
  const none = { returnName: '', returnPhone: '', returnAddress: '' };
  expect(returnToOf(none, own)).toEqual({ name: '某公司', phone: '027-59990101', address: '某路1号' });
  expect(returnToOf({ ...none, returnAddress: '某路2号' }, own).address).toBe('某路2号');
  expect(returnToOf({ returnName: '退货组', returnPhone: '13900990001', returnAddress: '3号' }, own)).toEqual(
    {
      name: '退货组',
      phone: '13900990001',
      address: '3号',
    },
  );
});
