import { describe, expect, test } from 'vitest';
import {
  inviteEnd,
  inviteSentence,
  inviteState,
  inviteStates,
  limitOf,
  seenText,
} from '#lib/rules/companies/invite.ts';
import { roles } from '#lib/rules/companies/roles.ts';

const now = Date.parse('2026-11-23T10:00:00+08:00');

describe('an invitation', () => {
  test.each([
    [{ expiresAt: now + 1, usedAt: null, revokedAt: null }, 'open'],
    [{ expiresAt: now, usedAt: null, revokedAt: null }, 'expired'],
    [{ expiresAt: now + 1, usedAt: null, revokedAt: now }, 'revoked'],
    [{ expiresAt: now - 1, usedAt: now - 2, revokedAt: null }, 'used'],
  ] as const)('%o is %s', (facts, state) => {
    expect(inviteState(facts, now)).toBe(state);
    expect(inviteStates[state].refusal === null).toBe(state === 'open');
  });

  test('holds for whole days', () => {
    expect(inviteEnd(now, 7)).toBe(now + 7 * 24 * 3_600_000);
  });

  test('says whose it is and where to go', () => {
    expect(inviteSentence('某药房', 'https://shop.test/x')).toBe(
      '某药房邀请您加入药批网，请打开链接完成注册：https://shop.test/x（链接只能用一次，请勿转发）',
    );
  });
});

test('a limit an order is for who orders, and owners have none', () => {
  expect(roles.filter((role) => limitOf(role, 100) !== null)).toEqual(['buyer']);
  expect(limitOf('buyer', null)).toBeNull();
});

test.each([
  [null, '从未登录'],
  [now, '今天'],
  [Date.parse('2026-11-22T23:59:59+08:00'), '昨天'],
  [Date.parse('2026-11-21T00:00:00+08:00'), '2天前'],
] as const)('somebody who was here at %s', (seenAt, text) => {
  expect(seenText(seenAt, now)).toBe(text);
});
