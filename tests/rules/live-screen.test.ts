/** What stands beside the picture of a live room, by the picture's clock, and the words about rooms. */
import { describe, expect, test } from 'vitest';
import { askRefusal, type RoomFace, roomFace } from '#lib/rules/live/room.ts';
import { questionMs, type ScreenEvent, screenAt } from '#lib/rules/live/screen.ts';
import { isLiveEventKind } from '#lib/rules/live/timeline.ts';
import { countText, durationText } from '#lib/rules/live/words.ts';

const event = (id: number, at: number, more: Partial<ScreenEvent>): ScreenEvent => ({
  ...{ id, at, kind: 'pin', goodsId: null, couponId: null, questionId: null, text: '', name: '' },
  ...more,
});

const events = [
  event(1, 0, { kind: 'start' }),
  event(2, 1_000, { kind: 'drop', couponId: 7 }),
  event(4, 3_000, { kind: 'answer', questionId: 5, text: '有' }),
  event(3, 2_000, { kind: 'question', questionId: 5, text: '有货吗', name: '武汉***药房' }),
  event(5, 4_000, { kind: 'drop', couponId: 8 }),
  event(6, 4_500, { kind: 'answer', questionId: 99, text: '别的' }),
  event(7, 100_000, { kind: 'end' }),
];

describe('the screen', () => {
  test.each([
    [500, [], null, false],
    [1_000, [7], null, false],
    [2_500, [7], null, false],
    [3_500, [7], '有', false],
    [4_000, [8, 7], '有', false],
    [3_000 + questionMs, [8, 7], '有', false],
  ])('at %i shows coupons %j and the answer %s', (at, drops, answer, isOver) => {
    const screen = screenAt(events, at);
    expect([screen.drops, screen.question?.answer ?? null, screen.isOver]).toEqual([drops, answer, isOver]);
  });

  test('a question goes when it was there long enough, and with the room', () => {
    expect(screenAt(events, 2_000).question).toEqual({
      id: 5,
      name: '武汉***药房',
      text: '有货吗',
      answer: null,
    });
    expect(screenAt(events, 3_001 + questionMs).question).toBeNull();
    expect(screenAt(events, 100_000)).toMatchObject({ question: null, isOver: true, pinned: [] });
  });

  test('an event of a viewer six seconds behind comes with the picture', () => {
    const pinned = [event(1, 10_000, { goodsId: 3 })];
    expect(screenAt(pinned, 16_000 - 6_001).pinned).toEqual([]);
    expect(screenAt(pinned, 16_000 - 6_000).pinned).toEqual([3]);
  });
});

test.each<[Parameters<typeof roomFace>[0], RoomFace]>([
  [{ state: 'live', isReplay: false, replayFrom: null, replayTo: null }, 'now'],
  [{ state: 'ready', isReplay: false, replayFrom: null, replayTo: null }, 'soon'],
  [{ state: 'ended', isReplay: true, replayFrom: 1, replayTo: 2 }, 'replay'],
  [{ state: 'ended', isReplay: true, replayFrom: 1, replayTo: null }, 'over'],
  [{ state: 'stopped', isReplay: true, replayFrom: 1, replayTo: 2 }, 'over'],
])('%j is %s', (room, face) => expect(roomFace(room)).toBe(face));

test('asking is for approved buyers while the host takes questions', () => {
  const who = { isLoggedIn: true, isApproved: true, may: true };
  const open = { face: 'now' as const, isMuted: false };
  expect(askRefusal(open, who)).toBe('');
  for (const refusal of [
    askRefusal({ ...open, face: 'soon' }, who),
    askRefusal({ ...open, isMuted: true }, who),
    askRefusal(open, { ...who, isLoggedIn: false }),
    askRefusal(open, { ...who, isApproved: false }),
    askRefusal(open, { ...who, may: false }),
  ])
    expect(refusal).not.toBe('');
});

test('words', () => {
  expect([durationText(0), durationText(65_900), durationText(3_725_000)]).toEqual([
    '00:00',
    '01:05',
    '1:02:05',
  ]);
  expect([999, 9_999, 12_345, 1_000_000].map(countText)).toEqual(['999', '9999', '1.2万', '100万']);
  expect([isLiveEventKind('pin'), isLiveEventKind('x')]).toEqual([true, false]);
});
