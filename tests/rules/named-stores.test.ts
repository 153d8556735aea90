import { describe, expect, test } from 'vitest';
import { creditCode } from '#demo/seed/credit-code.ts';
import { findNamedRefusal, findStoreLacks, namedState } from '#lib/rules/companies/named-stores.ts';

const code = (at: number) => creditCode('420111', 700_000 + at);
const store = (at: number, more: object = {}) => ({
  companyId: null,
  name: `一号店${at}`,
  creditCode: code(at),
  regionCode: '420111',
  ...more,
});

test('a named store is opened or dropped, and that is its end', () => {
  const rows = [store(1), store(1, { companyId: 7 }), store(1, { isDropped: true })];
  expect(rows.map(namedState)).toEqual(['waiting', 'opened', 'dropped']);
  expect(rows.map(findNamedRefusal)).toEqual([
    null,
    expect.stringContaining('已经开通'),
    expect.stringContaining('已从清单里划去'),
  ]);
});

describe('what a named store lacks', () => {
  test.each([
    ['nothing', [store(1), store(2)], []],
    ['a name', [store(1), store(2, { name: '' })], ['stores.1.name']],
    ['a right code', [store(1, { creditCode: `${code(1).slice(0, 17)}_` })], ['stores.0.credit_code']],
    ['a code of its own', [store(1), store(1)], ['stores.1.credit_code']],
    ['a code beside the head office’s', [store(9)], ['stores.0.credit_code']],
    ['a place', [store(1, { regionCode: '' })], ['stores.0.region_code']],
  ])('%s', (_, stores, lacks) => {
    expect(findStoreLacks(stores, code(9)).map(({ at }) => at)).toEqual(lacks);
  });
});
