/** Chat: texts, recall, marks, assignment, hours, words, canned answers, answers from the help (rules 21). */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { choosePerson, isPresent, type PersonOnDuty, presenceMs } from '#lib/rules/chat/assign.ts';
import { fillCanned, findUnknownField } from '#lib/rules/chat/canned.ts';
import { cardText, lotOfCard } from '#lib/rules/chat/cards.ts';
import { meanStars, median, percent } from '#lib/rules/chat/figures.ts';
import { findHelpPart } from '#lib/rules/chat/help-answer.ts';
import {
  findClock,
  hoursText,
  isInHours,
  nextOpening,
  type ServiceHours,
  serviceMs,
} from '#lib/rules/chat/hours.ts';
import { nextMark, unreadAfter } from '#lib/rules/chat/marks.ts';
import { isTooFast } from '#lib/rules/chat/pace.ts';
import { isInRecallTime, recallMs, recallUntil } from '#lib/rules/chat/recall.ts';
import { checkWords, foldedWord } from '#lib/rules/chat/sensitive.ts';
import { talkState, talkStateText } from '#lib/rules/chat/talk.ts';
import { findTextProblem, maxMessageText, messageText, shortText } from '#lib/rules/chat/text.ts';
import { workCalendar } from '#lib/rules/terms/work-days.ts';

describe('text', () => {
  it.each([
    ['  有货吗 \r\n\r\n\r\n\r\n明天能发吗  ', '有货吗\n\n明天能发吗'],
    ['付\u200B款\u202E123\u2066', '付款123'],
    ['\u0007铃\u0000', '铃'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    [`a${'\u0301'.repeat(50)}`, `\u00e1${'\u0301'.repeat(3)}`],
    ['\u200B \u200D', ''],
  ])('%j is stored as %j', (typed, stored) => {
    expect(messageText(typed)).toBe(stored);
  });

  it('is the same after a second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const once = messageText(typed);
        expect(messageText(once)).toBe(once);
      }),
    );
  });

  it('is refused when empty, and one character beyond the limit', () => {
    expect(findTextProblem('', false)).toBe('请填写消息');
    expect(findTextProblem('', true)).toBeNull();
    expect(findTextProblem('长'.repeat(maxMessageText), false)).toBeNull();
    expect(findTextProblem('长'.repeat(maxMessageText + 1), false)).toContain('现在有2001个字');
  });

  it('is one short line in a list', () => {
    expect(shortText('一\n二', 5)).toBe('一 二');
    expect(shortText('一二三四五六', 5)).toBe('一二三四…');
  });
});

test('a message is taken back until the last moment of two minutes', () => {
  expect(isInRecallTime(1_000, 1_000 + recallMs)).toBe(true);
  expect(isInRecallTime(1_000, 1_001 + recallMs)).toBe(false);
  expect(recallUntil(0)).toBe(120_000);
});

test('the twenty-first message within the time is too fast', () => {
  expect([isTooFast(19), isTooFast(20)]).toEqual([false, true]);
});

test('marks are never lowered, and never above the last message', () => {
  expect([nextMark(5, 3, 9), nextMark(5, 7, 9), nextMark(5, 70, 9), nextMark(0, 0, 0)]).toEqual([5, 7, 9, 0]);
  expect([unreadAfter(5, 9), unreadAfter(9, 9)]).toEqual([4, 0]);
});

test('the state of a talk comes from its last inquiry', () => {
  expect(talkState(null)).toBe('new');
  expect(talkState({ staffId: null, isClosed: false })).toBe('waiting');
  expect(talkState({ staffId: 1, isClosed: false })).toBe('open');
  expect(talkState({ staffId: 1, isClosed: true })).toBe('closed');
  expect(talkStateText('waiting')).toBe('等待接入');
});

test('a lot is named by its item and number', () => {
  expect(lotOfCard('12:B:1')).toEqual({ goodsId: 12, lotNo: 'B:1' });
  expect([lotOfCard('12'), lotOfCard('x:1'), lotOfCard('12:')]).toEqual([null, null, null]);
  expect(cardText('lot')).toBe('批号');
});

describe('assignment', () => {
  const now = 1_000_000;
  const person = (id: number, more: Partial<PersonOnDuty> = {}): PersonOnDuty => ({
    id,
    isOn: true,
    seenAt: now,
    open: 0,
    assignedAt: null,
    ...more,
  });
  const choose = (people: PersonOnDuty[], except?: number) =>
    choosePerson(people, { now, most: 3, ...(except !== undefined && { except }) });

  it('is to who has the fewest, then to who has waited longest', () => {
    expect(choose([person(1, { open: 2 }), person(2, { open: 1 })])).toBe(2);
    expect(choose([person(1, { assignedAt: 50 }), person(2, { assignedAt: 40 })])).toBe(2);
    expect(choose([person(2), person(1)])).toBe(1);
  });

  it('is never to who is off, silent, full, or did not answer', () => {
    expect(choose([])).toBeNull();
    expect(choose([person(1, { isOn: false })])).toBeNull();
    expect(choose([person(1, { seenAt: now - presenceMs - 1 })])).toBeNull();
    expect(choose([person(1, { seenAt: now - presenceMs })])).toBe(1);
    expect(choose([person(1, { open: 3 })])).toBeNull();
    expect(choose([person(1)], 1)).toBeNull();
    expect(isPresent({ isOn: false, seenAt: now }, now)).toBe(false);
  });
});

describe('hours', () => {
  const at = (text: string) => Date.parse(`${text}+08:00`);
  const hours: ServiceHours = {
    from: 510,
    to: 1080,
    calendar: workCalendar(['2026-10-01 至 2026-10-07'], ['2026-10-10']),
  };

  it.each([
    ['2026-09-30T08:29:59', false],
    ['2026-09-30T08:30:00', true],
    ['2026-09-30T17:59:59', true],
    ['2026-09-30T18:00:00', false],
    ['2026-10-01T12:00:00', false],
    ['2026-10-10T12:00:00', true],
    ['2026-10-11T12:00:00', false],
  ])('%s: %s', (moment, isOpen) => {
    expect(isInHours(at(moment), hours)).toBe(isOpen);
  });

  it('name the next opening behind a holiday', () => {
    expect(nextOpening(at('2026-09-30T18:00:00'), hours)).toBe(at('2026-10-08T08:30:00'));
    expect(nextOpening(at('2026-09-30T07:00:00'), hours)).toBe(at('2026-09-30T08:30:00'));
    expect(nextOpening(at('2026-09-30T12:00:00'), hours)).toBe(at('2026-09-30T12:00:00'));
    expect(nextOpening(0, { ...hours, to: 510 })).toBeNull();
    const never = workCalendar(['2026-01-01 至 2026-01-31', '2026-02-01 至 2026-02-28'], []);
    expect(nextOpening(at('2026-01-01T00:00:00'), { ...hours, calendar: never })).toBeNull();
  });

  it('count time of service alone', () => {
    expect(serviceMs(at('2026-09-30T17:00:00'), at('2026-10-08T09:00:00'), hours)).toBe(90 * 60_000);
    expect(serviceMs(at('2026-10-01T10:00:00'), at('2026-10-01T11:00:00'), hours)).toBe(0);
  });

  it('are written as clocks', () => {
    expect(hoursText(hours)).toBe('8:30-18:00');
    expect([findClock('8:30'), findClock('24:00'), findClock('08：05')]).toEqual([510, 1440, 485]);
    expect([findClock('24:01'), findClock('8:60'), findClock('8')]).toEqual([null, null, null]);
  });
});

describe('words', () => {
  const words = [
    { word: '加微信', action: 'mask' },
    { word: '返点', action: 'hold' },
    { word: '…', action: 'mask' },
  ] as const;

  it.each([
    ['请加微信聊', '请***聊', false],
    ['加 微-信 号', '* *-* 号', false],
    ['ＡＢ加微信', 'ＡＢ***', false],
    ['给你返 点', '给你返 点', true],
    ['正常的话', '正常的话', false],
  ])('%s', (text, shown, isHeld) => {
    expect(checkWords(text, words)).toMatchObject({ shown, isHeld });
  });

  it('are named once each, and compared in one form', () => {
    expect(checkWords('加微信，加微信，返点', words).found).toEqual(['加微信', '返点']);
    expect(foldedWord('Ｗe-Chat')).toBe('wechat');
  });
});

describe('canned answers', () => {
  const values = { 公司: '仁和药店', 订单号: '', 客服: '小王', 商家: '九州' };

  it('name what is known, and leave the rest to be typed', () => {
    expect(fillCanned('{公司}您好，我是{客服}。{订单号}已发货 {其他}', values)).toEqual({
      text: '仁和药店您好，我是小王。{订单号}已发货 {其他}',
      missing: ['订单号'],
    });
  });

  it('name no field that does not exist', () => {
    expect(findUnknownField('{公司}{电话}')).toBe('电话');
    expect(findUnknownField('{公司}')).toBeNull();
  });
});

describe('an answer from the help', () => {
  const parts = [
    { title: '药品退换货', heading: '退货条件', text: '收货后七天内可以申请退货。', href: '/help/zfps/ypth' },
    { title: '商品配送', heading: '运费', text: '满额包邮，运费按商家收取。', href: '/help/zfps/hwps' },
  ];

  it.each([
    ['请问运费怎么算', '/help/zfps/hwps'],
    ['退货条件是什么', '/help/zfps/ypth'],
  ])('%s', (question, href) => {
    expect(findHelpPart(question, parts)?.href).toBe(href);
  });

  it.each(['阿莫西林有货吗', '你好', '。', '七天'])('is none for %s', (question) => {
    expect(findHelpPart(question, parts)).toBeNull();
  });
});

test('figures of none are none', () => {
  expect([median([]), percent(0, 0), meanStars([])]).toEqual([null, null, null]);
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), percent(1, 3), meanStars([5, 4, 4])]).toEqual([
    2, 2, 33, 4.3,
  ]);
});
