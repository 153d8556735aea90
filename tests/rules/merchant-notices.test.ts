import { describe, expect, it } from 'vitest';
import {
  dutyPhoneAtFirst,
  dutyPhoneTitle,
  isDutyHour,
  merchantNoticeText,
  noticeKindsOf,
  urgentNoticeKinds,
} from '#lib/rules/companies/merchant-notices.ts';

describe('what concerns a role', () => {
  it.each([
    ['orders', ['order_paid', 'refusal'], ['settlement']],
    ['finance', ['settlement'], ['order_paid', 'after_sale']],
    ['service', ['after_sale'], ['settlement', 'codes', 'chat']],
    ['goods', ['papers'], ['order_paid', 'chat']],
    ['admin', ['chat', 'order_paid'], []],
  ])('%s', (role, notified, notAnnounced) => {
    const kinds: string[] = noticeKindsOf(role);
    expect(kinds).toEqual(expect.arrayContaining([...notified, 'system', 'licence']));
    for (const kind of notAnnounced) expect(kinds).not.toContain(kind);
  });
  it('is nothing for a role that no merchant has', () => expect(noticeKindsOf('review')).toEqual([]));
});

describe('the duty phone', () => {
  it.each([
    ['2026-11-22T23:59:59Z', false],
    ['2026-11-23T00:00:00Z', true],
    ['2026-11-23T12:59:59Z', true],
    ['2026-11-23T13:00:00Z', false],
  ])('from 8 to 21 in Shanghai, %s', (at, isOn) =>
    expect(isDutyHour(dutyPhoneAtFirst, Date.parse(at))).toBe(isOn),
  );
  it('rings all day from 0 to 24', () =>
    expect(isDutyHour({ fromHour: 0, toHour: 24 }, Date.parse('2026-11-23T15:59:59Z'))).toBe(true));

  it('says what a single notice says, and counts several', () => {
    const paid = { kind: 'order_paid', title: '新订单待发货¥8.00' };
    expect(dutyPhoneTitle([paid])).toBe('新订单待发货¥8.00');
    expect(dutyPhoneTitle([paid, { kind: 'refusal', title: '买家拒收' }, paid])).toBe(
      '新订单2条、买家拒收1条',
    );
    expect(dutyPhoneTitle([])).toBe('');
  });

  it('has urgent kinds, and a word for kinds of another version', () => {
    expect(urgentNoticeKinds).toEqual(['quality']);
    expect(merchantNoticeText('other')).toBe('通知');
  });
});
