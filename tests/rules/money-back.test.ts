/** Where the money of a refund goes, in the words that buyers and desks read. */
import { describe, expect, test } from 'vitest';
import { type BackPart, backText, placeText } from '#lib/rules/orders/money-back.ts';
import { allRefundStates, refundStates } from '#lib/rules/orders/refund-state.ts';
import { allRerouteWays, type WayKind } from '#lib/rules/orders/reroute.ts';

const part = (more: Partial<BackPart>): BackPart => ({
  way: 'remote',
  name: '微信支付',
  amount: 5_000,
  state: 'done',
  instead: null,
  ...more,
});
const balance = part({ way: 'instant', name: '余额支付', amount: 3_000 });
const voucher = part({ way: 'voucher', name: '现金券', amount: 2_000 });

describe('where a part goes', () => {
  test.each<[WayKind | 'voucher', string, BackPart['instead'], string]>([
    ['remote', '微信支付', null, '原路退回微信支付'],
    ['remote', '支付宝', null, '原路退回支付宝'],
    ['remote', '微信支付', 'balance', '改退到余额'],
    ['remote', '微信支付', 'bank', '改由银行转账退回'],
    ['instant', '余额支付', null, '退到余额'],
    ['bank', '对公转账', null, '由银行转账退回'],
    ['bank', '对公转账', 'balance', '改退到余额'],
    ['gone', 'old（已停用）', null, '原路退回old（已停用）'],
    ['voucher', '现金券', null, '退回现金券'],
  ])('%s %s, instead %s: %s', (way, name, instead, text) => {
    expect(placeText({ way, name, instead })).toBe(text);
  });

  test('only what goes by the way it came is said to', () => {
    for (const way of ['instant', 'bank', 'voucher'] as const)
      expect(placeText(part({ way }))).not.toContain('原路');
    for (const instead of allRerouteWays) expect(placeText(part({ instead }))).not.toContain('原路');
  });
});

describe('all parts in a sentence', () => {
  test.each<[string, BackPart[], string]>([
    ['one way', [part({})], '原路退回微信支付¥50.00'],
    ['balance alone', [balance], '退到余额¥30.00'],
    ['voucher alone', [voucher], '退回现金券¥20.00'],
    [
      'voucher, balance and a house that has not answered',
      [voucher, balance, part({ state: 'sent' })],
      '退回现金券¥20.00，退到余额¥30.00，原路退回微信支付¥50.00（已提交，待渠道确认）',
    ],
    ['a house that refused', [part({ state: 'failed' })], '原路退回微信支付¥50.00（受阻，系统继续重试）'],
    [
      'a house’s part that paid for promises already given',
      [part({}), part({ way: 'instant', name: '余额支付', amount: 100 })],
      '原路退回微信支付¥50.00，退到余额¥1.00',
    ],
    [
      'the bank',
      [part({ way: 'bank', name: '对公转账', state: 'requested' })],
      '由银行转账退回¥50.00（待财务转账）',
    ],
    ['another way', [part({ state: 'diverted', instead: 'balance' })], '改退到余额¥50.00'],
    ['nothing', [part({ amount: 0 })], '没有需要退回的款项'],
  ])('%s', (_name, parts, text) => {
    expect(backText(parts)).toBe(text);
  });

  test('what is not back is never told as if it were', () => {
    for (const state of allRefundStates)
      for (const way of ['remote', 'bank', 'gone'] as const)
        expect(backText([part({ way, state })]).endsWith('）'), `${way} ${state}`).toBe(
          !refundStates[state].isBack,
        );
  });
});
