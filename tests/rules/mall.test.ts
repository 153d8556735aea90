/** The points mall: who may redeem what, and what may be done with an order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  limitText,
  type MallTerms,
  offerRefusal,
  type Redeemer,
  redeemRefusal,
} from '#lib/rules/points/mall.ts';
import {
  addressUntilOf,
  canPointsOrderMove,
  deskPointsActions,
  firstPointsState,
  type PointsOrderFacts,
  pointsOrderActions,
  pointsOrderIs,
  pointsOrderStateKeys,
  pointsStateAt,
} from '#lib/rules/points/points-orders.ts';
import type { WheelFacts } from '#lib/rules/wheel/wheel.ts';

const now = Date.parse('2026-11-29T12:00:00+08:00');
const day = 86_400_000;

const terms: MallTerms = {
  kind: 'thing',
  points: 100,
  money: 0,
  stock: 5,
  isOn: true,
  onFrom: now,
  onTo: null,
  limitCount: 0,
  limitPeriod: 'ever',
  buyerTypes: [],
  wheel: null,
};
const redeemer: Redeemer = {
  ...{ isApproved: true, buyerType: 'pharmacy', usable: 100, used: 0 },
  ...{ isOwner: true, mayOrder: true, mayPay: true },
};
/** A chance of a wheel that is open. */
const chance = (own: Partial<WheelFacts> = {}): Partial<MallTerms> => ({
  kind: 'chance',
  wheel: {
    ...{ openedAt: now, startsAt: now, endsAt: now + 1, closedAt: null, pausedAt: null },
    ...{ tickets: 2, drawn: 1, ...own },
  },
});

describe('redeemRefusal', () => {
  it.each<[string, Partial<MallTerms>, Partial<Redeemer>, number, string | undefined]>([
    ['may be redeemed', {}, {}, 1, undefined],
    ['is off', { isOn: false }, {}, 1, 'off'],
    ['begins in a moment', { onFrom: now + 1 }, {}, 1, 'coming'],
    ['ends in a moment', { onTo: now + 1 }, {}, 1, undefined],
    ['has ended', { onTo: now }, {}, 1, 'ended'],
    ['is sold out', { stock: 0 }, {}, 1, 'sold_out'],
    ['has all five', { points: 20 }, {}, 5, undefined],
    ['has no sixth', { points: 1 }, {}, 6, 'sold_out'],
    ['company waits for its review', {}, { isApproved: false }, 1, 'company'],
    ['is for them', { buyerTypes: ['clinic', 'pharmacy'] }, {}, 1, undefined],
    ['is for clinics', { buyerTypes: ['clinic'] }, {}, 1, 'buyer_type'],
    ['a clerk redeems a thing', {}, { isOwner: false }, 1, 'owner'],
    ['a clerk redeems a coupon', { kind: 'coupon' }, { isOwner: false }, 1, undefined],
    ['the role may not order', { kind: 'coupon' }, { mayOrder: false }, 1, 'order'],
    ['the role may not pay', { money: 1 }, { mayPay: false }, 1, 'pay'],
    ['the role need not pay', {}, { mayPay: false }, 1, undefined],
    ['the wheel is open', chance(), {}, 1, undefined],
    ['the wheel begins in a moment', chance({ startsAt: now + 1 }), {}, 1, 'coming'],
    ['the wheel is a draft', chance({ openedAt: null }), {}, 1, 'coming'],
    ['the wheel is paused', chance({ pausedAt: now }), {}, 1, 'coming'],
    ['the wheel has no ticket left', chance({ drawn: 2 }), {}, 1, 'sold_out'],
    ['the wheel ends now', chance({ endsAt: now }), {}, 1, 'ended'],
    ['the wheel is closed', chance({ closedAt: now }), {}, 1, 'ended'],
    ['a chance has no wheel', { kind: 'chance' }, {}, 1, 'ended'],
    ['the last of the limit', { limitCount: 2 }, { used: 1 }, 1, undefined],
    ['beyond the limit', { limitCount: 2 }, { used: 2 }, 1, 'limit'],
    ['several beyond the limit', { limitCount: 2, points: 1 }, { used: 1 }, 2, 'limit'],
    ['one point too few', {}, { usable: 99 }, 1, 'points'],
    ['points for one of two', {}, { usable: 199 }, 2, 'points'],
  ])('%s', (_, own, who, quantity, code) => {
    expect(redeemRefusal({ ...terms, ...own }, { ...redeemer, ...who }, { quantity, now })?.code).toBe(code);
  });

  it('says what is missing, and what the limit is', () => {
    const short = redeemRefusal(terms, { ...redeemer, usable: 20 }, { quantity: 4, now });
    expect(short?.text).toBe('还差380积分');
    const limited = { ...terms, limitCount: 2, limitPeriod: 'month' } as const;
    expect([limitText(limited), limitText(terms)]).toEqual(['每企业每月限兑2件', '']);
    const used = redeemRefusal(limited, { ...redeemer, used: 2 }, { quantity: 1, now });
    expect(used?.text).toBe('每企业每月限兑2件，本月已兑2件');
  });

  it.each([
    ['thing', '库存不足，还剩1,200件', '每企业每天限兑2件'],
    ['coupon', '库存不足，还剩1,200张', '每企业每天限兑2张'],
    ['voucher', '库存不足，还剩1,200张', '每企业每天限兑2张'],
    ['chance', '库存不足，还剩1,200次', '每企业每天限兑2次'],
  ] as const)('counts a %s in its own unit', (kind, lack, limit) => {
    const own = { ...terms, ...chance(), kind, stock: 1_200, limitCount: 2, limitPeriod: 'day' } as const;
    expect(redeemRefusal(own, redeemer, { quantity: 1_201, now })?.text).toBe(lack);
    expect(limitText(own)).toBe(limit);
  });

  it('lets nobody redeem what is not offered', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.integer({ min: -2, max: 2 }),
        fc.integer({ min: 0, max: 2 }),
        (isOn, from, stock) => {
          const own = { ...terms, isOn, onFrom: now + from, stock };
          const isRefused = redeemRefusal(own, redeemer, { quantity: 1, now }) !== null;
          return offerRefusal(own, now) === null || isRefused;
        },
      ),
    );
  });
});

describe('orders', () => {
  const facts: PointsOrderFacts = {
    kind: 'thing',
    state: 'to_ship',
    isPrize: false,
    addressUntil: null,
    completedAt: null,
    hasOpenCase: false,
  };

  it.each<[string, Partial<PointsOrderFacts>, string[], string[]]>([
    ['waits for a parcel', {}, ['cancel'], ['ship', 'call_off']],
    ['a prize waits for a parcel', { isPrize: true }, [], ['ship']],
    ['waits for an address', { state: 'to_address', isPrize: true, addressUntil: now + 1 }, ['address'], []],
    ['waited in vain', { state: 'to_address', isPrize: true, addressUntil: now }, [], []],
    ['is on its way', { state: 'shipped' }, ['receive', 'aftersale'], ['correct']],
    ['is asked about', { state: 'shipped', hasOpenCase: true }, ['receive'], ['repay', 'resend', 'refuse']],
    [
      'a broken prize',
      { state: 'shipped', hasOpenCase: true, isPrize: true },
      ['receive'],
      ['resend', 'refuse'],
    ],
    ['has been complete for 7 days', { state: 'completed', completedAt: now - 7 * day }, [], []],
    ['almost 7 days', { state: 'completed', completedAt: now - 7 * day + 1 }, ['aftersale'], []],
    ['a coupon', { state: 'completed', kind: 'coupon', completedAt: now }, [], []],
    ['is cancelled', { state: 'cancelled' }, [], []],
  ])('%s', (_, own, buyers, desks) => {
    const all = { ...facts, ...own };
    expect([pointsOrderActions(all, now), deskPointsActions(all)]).toEqual([buyers, desks]);
  });

  it('reach every state, and leave 已取消 no more', () => {
    const firsts = [
      firstPointsState({ kind: 'thing', isPrize: false }),
      firstPointsState({ kind: 'thing', isPrize: true }),
      firstPointsState({ kind: 'voucher', isPrize: false }),
    ];
    expect(firsts).toEqual(['to_ship', 'to_address', 'completed']);
    const reached = pointsOrderStateKeys.filter(
      (to) => firsts.includes(to) || pointsOrderStateKeys.some((from) => canPointsOrderMove(from, to)),
    );
    expect(reached).toEqual(pointsOrderStateKeys);
    expect(pointsOrderStateKeys.some((to) => canPointsOrderMove('cancelled', to))).toBe(false);
    expect(pointsOrderIs.cancelled('cancelled')).toBe(true);
  });

  it('wait for an address to the end of the 30th day in Shanghai', () => {
    const until = addressUntilOf(Date.parse('2026-11-29T23:59:59+08:00'));
    expect(new Date(until).toISOString()).toBe('2026-12-29T16:00:00.000Z');
    const prize = { state: 'to_address', addressUntil: until } as const;
    expect([pointsStateAt(prize, until - 1), pointsStateAt(prize, until)]).toEqual([
      'to_address',
      'cancelled',
    ]);
  });
});
