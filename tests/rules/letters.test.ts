import { describe, expect, test } from 'vitest';
import {
  afterLetterSlice,
  allLetterStates,
  canLetterMove,
  hasSiteAddress,
  letterLine,
  newLetterState,
} from '#lib/rules/companies/letters.ts';
import { platformRoles, staffMay } from '#lib/rules/companies/staff.ts';

describe('a text of a letter', () => {
  test.each([
    'https://example.com/a',
    '请看HTTP://1.2.3.4',
    'ftp://x',
    '打开www.example.test',
    '到pay.example.com付款',
    '访问Yao-Pi.CN查看',
    'ｗｗｗ．example．ｃｏｍ',
    '打开example。com',
    'a.b.top/x?y=1',
  ])('has the address of a site: %s', (text) => {
    expect(hasSiteAddress(text)).toBe(true);
  });

  test.each([
    '',
    '0.9%氯化钠注射液250ml，每件12.50元',
    '第3.2条，见附件No.5',
    '9:00到17:30值班，电话027-12345678',
    '维生素B.C片',
    '请在11月30日前更新证照。谢谢',
    'a.commerce',
    'x.cnn',
  ])('has none: %s', (text) => {
    expect(hasSiteAddress(text)).toBe(false);
  });

  test('is one line as a title', () => {
    expect(letterLine('  国庆\n 放假\t通知 ')).toBe('国庆 放假 通知');
  });
});

describe('a letter', () => {
  test('moves along this table', () => {
    const moves = allLetterStates.flatMap((from) =>
      allLetterStates.filter((to) => canLetterMove(from, to)).map((to) => `${from} ${to}`),
    );
    expect(moves.toSorted()).toEqual(['sending done', 'sending stopped']);
  });

  test.each([
    [0, 'done'],
    [1, 'sending'],
    [200, 'sending'],
  ])('after a slice of %i is %s', (companies, state) => {
    expect(afterLetterSlice(companies)).toBe(state);
  });

  test('to one is sent at once, to many by the job', () => {
    expect([newLetterState(true), newLetterState(false)]).toEqual(['done', 'sending']);
  });

  test('is written by these roles', () => {
    expect(platformRoles.filter((role) => staffMay('platform', role, 'letters'))).toEqual([
      'admin',
      'service',
    ]);
  });
});
