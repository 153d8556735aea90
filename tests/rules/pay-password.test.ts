import { describe, expect, it } from 'vitest';
import { balanceGuard, findPayPasswordFault, leftWithoutPassword } from '#lib/rules/money/pay-password.ts';

describe('six digits as a payment password', () => {
  it.each(['', '12345', '1234567', '12345a', '１２３４７５', ' 208417', '-20841'])('“%s” is none', (text) => {
    expect(findPayPasswordFault(text)).toBe('支付密码须为6位数字');
  });

  it.each([
    '000000',
    '111111',
    '123456',
    '234567',
    '654321',
    '890123',
    '135791',
    '121212',
    '112211',
    '123123',
    '112233',
    '123321',
    '520520',
  ])('%s is too easy', (text) => {
    expect(findPayPasswordFault(text)).toBe('支付密码过于简单，请避免连续、重复的数字');
  });

  it.each(['208417', '123465', '124578', '998877'.replace('77', '76'), '100203'])('%s is good', (text) => {
    expect(findPayPasswordFault(text)).toBeNull();
  });
});

describe('before money leaves the balance', () => {
  it.each([
    [0, false, 'none'],
    [0, true, 'none'],
    [1, false, 'look'],
    [500_000, false, 'look'],
    [500_001, false, 'set'],
    [1, true, 'password'],
    [500_001, true, 'password'],
  ] as const)('%i fen, with a password: %s → %s', (fromBalance, hasPassword, guard) => {
    expect(balanceGuard({ fromBalance, hasPassword, above: 500_000 })).toBe(guard);
  });
});

it.each([
  [500_000, 0, 500_000],
  [500_000, 499_999, 1],
  [500_000, 500_000, 0],
  [500_000, 700_000, 0],
])('of %i fen a day, %i gone already leave %i without a password', (above, today, left) => {
  expect(leftWithoutPassword(above, today)).toBe(left);
});
