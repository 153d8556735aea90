/** Where a parcel is, and whether it stands still. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isEventOf,
  isParcelOver,
  needsLooking,
  newestOf,
  type ParcelState,
  parcelStateKeys,
  parcelStates,
  parcelText,
  standsStill,
  titleOfParcelMessage,
} from '#lib/rules/orders/parcel-state.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 23);
const of = (state: ParcelState, hours: number, isFollowed = true) => ({
  state,
  movedAt: now - hours * hour,
  isFollowed,
});

describe('a parcel', () => {
  it.each([
    // state, hours of silence, followed, stands still, needs looking
    ['sent', 47.99, true, false, false],
    ['sent', 48, true, true, true],
    ['sent', 500, false, false, false],
    ['taken', 48, true, true, true],
    ['moving', 47.99, true, false, false],
    ['moving', 48, true, true, true],
    ['moving', -1, true, false, false],
    ['delivering', 48, true, true, true],
    ['signed', 500, true, false, false],
    ['returned', 1, true, false, true],
    ['trouble', 1, true, false, true],
    ['trouble', 500, false, false, true],
  ] as const)('%s, silent for %d hours (followed: %s)', (state, hours, isFollowed, still, looking) => {
    const facts = of(state, hours, isFollowed);
    expect([standsStill(facts, now), needsLooking(facts, now)]).toEqual([still, looking]);
    expect(parcelText(facts, now)).toBe(parcelStates[state].text + (still ? '，超过48小时没有新消息' : ''));
  });

  it.each(parcelStateKeys)('%s of a received order is told only where it contradicts nothing', (state) => {
    const { text, isOnWay } = parcelStates[state];
    expect(parcelText(of(state, 0, false), now, true)).toBe(isOnWay ? '' : text);
  });

  it('is over when it was signed for, and then alone', () => {
    expect(parcelStateKeys.filter(isParcelOver)).toEqual(['signed']);
  });

  it('is told of when it goes out and when it is signed for', () => {
    expect(parcelStateKeys.filter((state) => titleOfParcelMessage(state) !== null)).toEqual([
      'delivering',
      'signed',
    ]);
  });
});

describe('events', () => {
  it('tell the state by the newest, of one moment the later', () => {
    expect(newestOf([])).toBeNull();
    expect(
      newestOf([
        { at: 2, n: 1 },
        { at: 1, n: 2 },
      ])?.n,
    ).toBe(1);
    expect(
      newestOf([
        { at: 2, n: 1 },
        { at: 2, n: 2 },
      ])?.n,
    ).toBe(2);
  });

  it('tell the same in any order, where moments differ', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { minLength: 1 }), (moments) => {
        const events = moments.map((at) => ({ at }));
        expect(newestOf(events)?.at).toBe(Math.max(...moments));
      }),
    );
  });

  it.each([
    [-72, true],
    [-72.01, false],
    [0, true],
    [100, true],
    [101, true],
    [101.01, false],
  ])('%d hours after a sending that lies 100 hours back: %s', (hours, isOwn) => {
    const sentAt = now - 100 * hour;
    expect(isEventOf(sentAt + hours * hour, sentAt, now)).toBe(isOwn);
  });
});
