import { describe, expect, test } from 'vitest';
import {
  answerFault,
  cutFault,
  dropFault,
  eventText,
  hideText,
  isHideable,
  isOnAir,
  itemFault,
  namesPrice,
  questionText,
  startFault,
  timesFault,
} from '#lib/rules/live/desk.ts';
import {
  allRoomStates,
  allRoomVerbs,
  hasReplay,
  isPublicRoom,
  type RoomState,
  type RoomVerb,
  roomCan,
  roomText,
  roomView,
  statesFor,
  type Viewer,
} from '#lib/rules/live/room.ts';
import {
  chaptersOf,
  liveEventKinds,
  momentOf,
  type QuestionState,
  type TimelineEvent,
} from '#lib/rules/live/timeline.ts';

describe('a room', () => {
  test.each<[RoomState, RoomVerb[]]>([
    ['draft', ['edit', 'hand_in', 'cancel']],
    ['waiting', ['pass', 'refuse', 'withdraw', 'cancel']],
    ['refused', ['edit', 'hand_in', 'cancel']],
    ['ready', ['edit', 'start', 'stop', 'rekey', 'cancel']],
    ['live', ['end', 'stop', 'rekey']],
    ['ended', ['stop', 'cut']],
    ['stopped', []],
  ])('that is %s can %j', (state, verbs) => {
    const all: RoomVerb[] = [
      'edit',
      'hand_in',
      'withdraw',
      'pass',
      'refuse',
      'start',
      'end',
      'stop',
      'rekey',
      'cut',
      'cancel',
    ];
    expect(all.filter((verb) => roomCan(state, verb)).toSorted()).toEqual(verbs.toSorted());
    for (const verb of all) expect(statesFor(verb).includes(state)).toBe(verbs.includes(verb));
    expect(roomText(state)).not.toBe('');
  });

  test.each<[RoomState, boolean, Viewer, string]>([
    ['live', false, 'visitor', 'watch'],
    ['live', true, 'visitor', 'join'],
    ['live', true, 'unapproved', 'join'],
    ['live', true, 'approved', 'watch'],
    ['ready', true, 'visitor', 'join'],
    ['ended', true, 'approved', 'watch'],
    ['draft', false, 'approved', 'none'],
    ['waiting', false, 'approved', 'none'],
    ['stopped', false, 'approved', 'none'],
  ])('%s, of prescription medicines: %s, is for a %s: %s', (state, isRx, viewer, view) => {
    expect(roomView({ state, isRx }, viewer)).toBe(view);
  });

  test('has a replay when it is over, cut and switched on', () => {
    const room = { state: 'ended' as RoomState, isReplay: true, replayFrom: 1, replayTo: 2 };
    expect(hasReplay(room)).toBe(true);
    expect(hasReplay({ ...room, isReplay: false })).toBe(false);
    expect(hasReplay({ ...room, replayTo: null })).toBe(false);
    for (const state of allRoomStates)
      expect(hasReplay({ ...room, state })).toBe(state === 'ended' && isPublicRoom(state));
  });
});

const event = (id: number, at: number, more: Partial<TimelineEvent>): TimelineEvent => ({
  id,
  at,
  kind: 'pin',
  goodsId: null,
  text: '',
  ...more,
});

describe('the timeline', () => {
  const events = [
    event(1, 0, { kind: 'start' }),
    event(2, 0, { kind: 'picture', text: 'on' }),
    event(3, 1_000, { goodsId: 7 }),
    event(5, 3_000, { kind: 'unpin', goodsId: 7 }),
    event(4, 2_000, { goodsId: 8 }),
    event(6, 3_000, { goodsId: 7 }),
    event(7, 4_000, { kind: 'notice', text: '满减' }),
    event(8, 5_000, { kind: 'notice', text: '' }),
    event(9, 6_000, { kind: 'chapter', text: '第二部分' }),
    event(10, 7_000, { kind: 'picture', text: 'off' }),
    event(11, 8_000, { kind: 'end' }),
  ];

  test.each([
    [-1, [], null, null, false],
    [1_500, [7], null, null, true],
    [2_000, [8, 7], null, null, true],
    [3_500, [7, 8], null, null, true],
    [4_500, [7, 8], '满减', null, true],
    [5_500, [7, 8], null, null, true],
    [6_000, [7, 8], null, '第二部分', true],
    [7_500, [7, 8], null, '第二部分', false],
    [9_000, [], null, '第二部分', false],
  ])('at %i shows %j, notice %s, chapter %s, picture %s', (at, pinned, notice, chapter, hasPicture) => {
    expect(momentOf(events, at)).toEqual({ pinned, notice, chapter, hasPicture });
  });

  test('gives chapters: one for each item, without the host naming them', () => {
    const pins = [event(1, 10, { goodsId: 1 }), event(2, 20, { goodsId: 2 }), event(3, 30, { goodsId: 2 })];
    expect(chaptersOf(pins, { from: 0, to: 50 }, (id) => `商品${id}`)).toEqual([
      { title: '开场', from: 0, to: 10 },
      { title: '商品1', from: 10, to: 20 },
      { title: '商品2', from: 20, to: 50 },
    ]);
    // The cut begins after the first pin: its item is still shown.
    expect(chaptersOf(pins, { from: 15, to: 18 }, (id) => `商品${id}`)).toEqual([
      { title: '商品1', from: 15, to: 18 },
    ]);
  });

  test("gives the host's own chapters where there are any", () => {
    const own = [event(1, 10, { goodsId: 1 }), event(2, 20, { kind: 'chapter', text: '感冒用药' })];
    expect(chaptersOf(own, { from: 0, to: 50 }, () => '')).toEqual([
      { title: '开场', from: 0, to: 20 },
      { title: '感冒用药', from: 20, to: 50 },
    ]);
    expect(chaptersOf([], { from: 0, to: 50 }, () => '')).toEqual([]);
  });
});

describe('words of a room', () => {
  test.each([
    ['只要9.9元', true],
    ['￥12', true],
    ['一律八折', true],
    ['三十元一盒', true],
    ['现在3块', true],
    ['１２元', true],
    ['只要12 \n 元', true],
    ['药店常备，冬季热销', false],
    ['每盒12片，一日3次', false],
    ['打开包装后两年', false],
    ['2027元旦、元宵照常发货', false],
    ['每盒含12元素，10元胡止痛片', false],
    ['只要12元，元旦有效', true],
  ])('%s names a price: %s', (text, names) => {
    expect(namesPrice(text)).toBe(names);
  });
});

describe('what a desk may do with a room', () => {
  const now = 1_000_000_000_000;
  const hour = 3_600_000;
  test('its times', () => {
    expect(timesFault({ startsAt: now, endsAt: now }, now)?.field).toBe('end_time');
    expect(timesFault({ startsAt: now, endsAt: now + 12 * hour }, now)).toBeNull();
    expect(timesFault({ startsAt: now, endsAt: now + 12 * hour + 1 }, now)?.field).toBe('end_time');
    expect(timesFault({ startsAt: now - hour, endsAt: now }, now)?.field).toBe('end_time');
  });
  test('its start, from an hour before its time to its end', () => {
    const times = { startsAt: now + hour, endsAt: now + 2 * hour };
    expect(startFault(times, now - 1)).toContain('最早可在');
    expect(startFault(times, now)).toBeNull();
    expect(startFault(times, now + 2 * hour - 1)).toBeNull();
    expect(startFault(times, now + 2 * hour)).toContain('时间已过');
  });
  test('its goods', () => {
    expect(itemFault({ isOnShelf: true, isStopped: false })).toBeNull();
    expect(itemFault({ isOnShelf: false, isStopped: false })).toBe('已下架');
    expect(itemFault({ isOnShelf: true, isStopped: true })).toBe('平台已暂停销售');
  });
  test('its coupons, within the budget', () => {
    const drop = { value: 1000, threshold: 10_000, quantity: 10 };
    expect(dropFault(drop, 10_000)).toBeNull();
    expect(dropFault(drop, 9_999)?.field).toBe('quantity');
    expect(dropFault(drop, 0)?.text).toContain('用完');
    expect(dropFault({ ...drop, value: 0 }, 10_000)?.field).toBe('value');
    expect(dropFault({ ...drop, value: 500_001, threshold: 600_000 }, 1e9)?.field).toBe('value');
    expect(dropFault({ ...drop, threshold: 999 }, 10_000)?.field).toBe('threshold');
  });
  test('its replay, within its time on air', () => {
    const air = { startedAt: now, endedAt: now + hour };
    expect(cutFault({ from: now, to: now + hour }, air)).toBeNull();
    expect(cutFault({ from: now - 1, to: now + hour }, air)?.field).toBe('from');
    expect(cutFault({ from: now, to: now + hour + 1 }, air)?.field).toBe('to');
    expect(cutFault({ from: now + 1, to: now + 1 }, air)?.field).toBe('to');
  });
});

describe('the console', () => {
  test('works while the room is on air alone', () => {
    expect(allRoomStates.filter(isOnAir)).toEqual(['live']);
  });
  test.each<[QuestionState, string | null]>([
    ['waiting', null],
    ['shown', null],
    ['answered', '这个问题已经回答过'],
    ['hidden', '这个问题已隐藏'],
  ])('answers a question that is %s: %s', (state, fault) => {
    expect(answerFault(state)).toBe(fault);
    expect(questionText(state)).not.toBe('');
  });
  test('takes back texts of people, not what the room did', () => {
    expect(isHideable({ kind: 'notice', text: '' })).toBe(false);
    expect(isHideable({ kind: 'answer', text: '' })).toBe(true);
    expect([hideText('question'), hideText('answer'), hideText('notice')]).toEqual([
      '隐藏提问',
      '撤回回答',
      '隐藏',
    ]);
    expect(liveEventKinds.filter((kind) => !isHideable({ kind, text: '好' }))).toEqual([
      'start',
      'end',
      'picture',
      'pin',
      'unpin',
      'drop',
      'mute',
    ]);
    for (const kind of liveEventKinds) expect(eventText(kind)).not.toBe('');
  });
  test('has verbs of both sides, each of one', () => {
    expect(new Set(allRoomVerbs).size).toBe(allRoomVerbs.length);
  });
});
