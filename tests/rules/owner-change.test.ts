import { describe, expect, it } from 'vitest';
import {
  isOpenOwnerChange,
  type MoveFacts,
  moveProblem,
  ownerChangeDue,
  ownerChangePaperKinds,
  ownerChangeStates,
  ownerChangeStateText,
} from '#lib/rules/companies/owner-change.ts';
import { isOwner, roles } from '#lib/rules/companies/roles.ts';
import { staffMay } from '#lib/rules/companies/staff.ts';
import { minuteKey } from '#lib/rules/terms/activity-time.ts';

describe('another telephone of an owner', () => {
  it('is open while it waits for a second person and for its time', () => {
    expect(ownerChangeStates.filter(isOpenOwnerChange)).toEqual(['waiting', 'passed']);
    expect(ownerChangeStateText('objected')).toBe('企业有异议');
    expect(ownerChangePaperKinds).toEqual(['licence', 'identity', 'letter']);
  });

  it('takes effect after the hours of the setting', () => {
    const now = new Date('2026-11-21T01:05:00Z');
    expect(ownerChangeDue(now, 24).toISOString()).toBe('2026-11-22T01:05:00.000Z');
    expect(minuteKey(now.getTime())).toBe('2026-11-21 09:05');
    expect(minuteKey(Date.parse('2026-11-21T16:00:00Z'))).toBe('2026-11-22 00:00');
  });

  const fine: MoveFacts = { isCompanyOpen: true, isOwner: true, isPhoneAsRead: true, isTaken: false };
  it.each([
    [fine, null],
    [{ ...fine, isCompanyOpen: false }, '企业已注销'],
    [{ ...fine, isOwner: false }, '此人已不是企业管理员'],
    [{ ...fine, isPhoneAsRead: false }, '登录手机号在此期间已变更'],
    [{ ...fine, isTaken: true }, '新手机号已有账号'],
  ])('%o: %s', (facts, problem) => expect(moveProblem(facts)).toBe(problem));

  it('is of 企业管理员, and asked for by 管理员, 质管 and 客服', () => {
    expect(roles.filter(isOwner)).toEqual(['owner']);
    const may = ['admin', 'review', 'goods', 'marketing', 'finance', 'service'].filter((role) =>
      staffMay('platform', role, 'owners'),
    );
    expect(may).toEqual(['admin', 'review', 'service']);
    expect(staffMay('merchant', 'admin', 'owners')).toBe(false);
  });
});
