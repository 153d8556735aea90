import { expect, test } from 'vitest';
import { type Role, roles } from '#lib/rules/companies/roles.ts';
import {
  isTextedAtFirst,
  isTextNight,
  mayBeTexted,
  noticeSentence,
  shortTitle,
  textKinds,
  textKindText,
} from '#lib/rules/companies/text-kinds.ts';

test.each([
  ['07:59:59.999', true],
  ['08:00:00.000', false],
  ['20:59:59.999', false],
  ['21:00:00.000', true],
  ['00:00:00.000', true],
])('at %s in Shanghai no telephone rings: %s', (time, isNight) => {
  expect(isTextNight(Date.parse(`2026-11-23T${time}+08:00`))).toBe(isNight);
});

test('who has chosen nothing hears of papers and the account as the owner, of approvals as who approves', () => {
  const of = (role: Role) => textKinds.filter((kind) => isTextedAtFirst(kind, role));
  expect(of('owner')).toEqual(['paper', 'company', 'contract', 'approval']);
  expect(of('finance')).toEqual(['approval']);
  expect(of('viewer')).toEqual([]);
  expect(textKinds.map(textKindText)).toEqual([
    ...['订单发货', '退款', '证件到期', '账号和资质审核', '电子合同', '订单审核'],
  ]);
  expect(roles.filter((role) => mayBeTexted('approval', role))).toEqual(['owner', 'finance']);
  expect(roles.every((role) => mayBeTexted('refund', role))).toBe(true);
});

test('a text message is short', () => {
  expect(shortTitle('长'.repeat(35))).toHaveLength(35);
  expect(shortTitle('长'.repeat(36))).toBe(`${'长'.repeat(34)}…`);
  expect(noticeSentence('退款', '退款已到账')).toBe('退款通知：退款已到账。请登录药批网，在我的消息查看。');
});
