import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activityKinds } from '#lib/rules/promotions/activity-kinds.ts';
import { phaseText } from '#lib/rules/promotions/phase-text.ts';
import {
  countdown,
  countdownText,
  dayKey,
  dayOfMonth,
  findDay,
  findDayEnd,
  phaseOf,
  sessionsOfDay,
  startOfDay,
  startOfMonth,
  startOfWeek,
  toEpochMs,
  weekKey,
} from '#lib/rules/terms/activity-time.ts';
import { headOf, tailOf } from '#lib/rules/text/cut.ts';
import { withoutFormat, withoutHidden } from '#lib/rules/text/one-line.ts';
import { isEmail, isMobile, isPhone, maskPhone, normalizePhone, phoneOrText } from '#lib/rules/text/phone.ts';
import {
  bigrams,
  holdsWithSlip,
  loosenQuery,
  matchRanges,
  normalizeText,
  splitQuery,
} from '#lib/rules/text/search-text.ts';
import { pinyinRanges } from '#lib/rules/text/typed-pinyin.ts';

test('a text is cut between signs, not through one', () => {
  expect([headOf('药𠮷𠮷', 2), tailOf('𠮷𠮷药', 2), headOf('药', 2), tailOf('药', 2)]).toEqual([
    ...['药𠮷', '𠮷药', '药', '药'],
  ]);
});

describe('search text', () => {
  test.each([
    ['Ａ　ｂ', 'a b'],
    ['0.25g×24粒', '0.25g*24粒'],
    ['0.25g * 24粒', '0.25g*24粒'],
    ['  阿莫西林   胶囊 ', '阿莫西林 胶囊'],
  ])('%j is %j', (text, normal) => expect(normalizeText(text)).toBe(normal));

  test('bigrams', () => {
    expect(bigrams('阿莫西林')).toEqual(['阿莫', '莫西', '西林']);
    expect(bigrams('AMX 盐')).toEqual(['am', 'mx', '盐']);
    expect(bigrams('维C银翘片')).toEqual(['维', 'c', '银翘', '翘片']);
    expect(bigrams('  ()')).toEqual([]);
  });

  test.each([
    ['阿莫西林胶囊', '阿莫西林', true, true],
    ['阿莫西林胶囊', '阿莫西灵', true, true],
    ['阿莫西林胶囊', '阿西林胶', true, true],
    ['阿莫西林胶囊', '阿莫莫西林', true, true],
    ['阿莫西林胶囊', '莫阿西林', true, true],
    ['阿莫西林胶囊', '阿末西灵', true, false],
    ['阿莫西林胶囊', '西林胶襄', true, false],
    ['阿莫西林胶囊', '西林胶襄', false, true],
    ['阿莫西林', '阿莫西林胶囊', false, false],
  ])('%s holds %s with one slip (anchored %s): %s', (text, word, isAnchored, holds) => {
    expect(holdsWithSlip(text, word, isAnchored)).toBe(holds);
  });

  test('every bigram of a part is one of the whole', () => {
    const han = fc.string({ unit: fc.constantFrom(...'阿莫西林胶囊片'), minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(han, han, han, (before, part, after) => {
        const whole = new Set(bigrams(before + part + after));
        for (const token of bigrams(part)) expect(whole.has(token)).toBe(true);
      }),
    );
  });

  test('splitting a query', () => {
    expect(splitQuery('阿莫西林　胶囊,0.25g×24')).toEqual(['阿莫西林', '胶囊', '0.25g*24']);
    expect(splitQuery(' \0 ')).toEqual([]);
    expect(splitQuery('a '.repeat(3000))).toHaveLength(8);
    expect(splitQuery('x'.repeat(5000))[0]).toHaveLength(100);
    expect(splitQuery("'; drop table")).toEqual(["'", 'drop', 'table']);
  });

  test('ranges are in the text as it is', () => {
    const marked = (text: string, query: string) =>
      matchRanges(text, query).map(([a, b]) => text.slice(a, b));
    expect(marked('阿莫西林胶囊', '西林')).toEqual(['西林']);
    expect(marked('阿莫西林胶囊', '莫西 西林')).toEqual(['莫西林']);
    expect(marked('规格５㎎×24粒', '5mg*24')).toEqual(['５㎎×24']);
    expect(marked('AbAb', 'AB')).toEqual(['AbAb']);
    expect(marked('阿莫西林', '')).toEqual([]);
    expect(marked('', 'a')).toEqual([]);
  });

  test('ranges by pinyin', () => {
    const name = '阿莫西林胶囊';
    const syllables = ['a', 'mo', 'xi', 'lin', 'jiao', 'nang'];
    const marked = (query: string) => pinyinRanges(name, syllables, query).map(([a, b]) => name.slice(a, b));
    expect(marked('amxl')).toEqual(['阿莫西林']);
    expect(marked('AMXL jiaonang')).toEqual(['阿莫西林胶囊']);
    expect(marked('jn')).toEqual(['胶囊']);
    expect(marked('xil')).toEqual(['西林']);
    expect(marked('jn am')).toEqual(['阿莫', '胶囊']);
    expect(marked('bls')).toEqual([]);
    expect(marked('西林')).toEqual([]);
    expect(pinyinRanges('维生素C', ['wei', 'sheng', 'su'], 'wss')).toEqual([]);
  });

  test('what is pasted is loosened', () => {
    expect(loosenQuery('阿莫西林（胶囊） 0.25g X 24粒/盒')).toBe('阿莫西林 胶囊 0.25g*24粒');
    expect(loosenQuery('【珞珩】10ml×6支/ 盒')).toBe('珞珩 10ml*6支');
    expect(loosenQuery('500mg/5ml')).toBe('500mg/5ml');
    expect(loosenQuery('vitamin x')).toBe('vitamin x');
  });

  test('ranges are ordered, apart and inside, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ maxLength: 5 }), (text, query) => {
        let end = -1;
        for (const [from, to] of matchRanges(text, query)) {
          expect(from).toBeGreaterThan(end);
          expect(to).toBeLessThanOrEqual(text.length);
          end = to;
        }
      }),
    );
  });
});

describe('phones', () => {
  test.each([
    ['13800000021', true, true],
    ['19900000000', true, true],
    ['12800000021', false, false],
    ['1380000002', false, false],
    ['138000000211', false, false],
    ['0571-88886666', false, true],
    ['057188886666', false, true],
    ['021-66668888-801', false, true],
    ['88886666', false, false],
    ['', false, false],
  ])('%s: mobile %s, phone %s', (text, mobile, phone) => {
    expect(isMobile(text)).toBe(mobile);
    expect(isPhone(text)).toBe(phone);
  });

  test('masking, mail, normal form', () => {
    expect(maskPhone('13812340021')).toBe('138****0021');
    expect(maskPhone('0571-88886666')).toBe('0571****6666');
    expect(maskPhone('123')).toBe('****');
    expect(isEmail('a.b@c.com')).toBe(true);
    expect(isEmail('a@b')).toBe(false);
    expect(isEmail('a b@c.com')).toBe(false);
    expect(isEmail('a@b..com')).toBe(false);
  });

  test.each([
    ['+86 138 0000 0021', '13800000021'],
    ['１３８００００００２１', '13800000021'],
    ['138-0000-0021', '13800000021'],
    ['138 0000 0021', '13800000021'],
    ['138.0000.0021', '13800000021'],
    ['8613800000021', '13800000021'],
    ['008613800000021', '13800000021'],
    ['0086-138-0000-0021', '13800000021'],
    ['＋８６－１３８００００００２１', '13800000021'],
    ['(+86)13800000021', '13800000021'],
    ['\u202a+8613800000021\u202c', '13800000021'],
    ['tel:13800000021', '13800000021'],
    ['(027)85551234', '027-85551234'],
    ['（０２７）８５５５－１２３４', '027-85551234'],
    ['027 8555 1234', '027-85551234'],
    ['02785551234', '027-85551234'],
    ['+86 27 8555 1234', '027-85551234'],
    ['0086-027-85551234', '027-85551234'],
    ['0571-88886666-801', '0571-88886666-801'],
    ['0571 8888 6666 转 801', '0571-88886666-801'],
    ['0571-8888666-1', '0571-8888666-1'],
    ['0571-8888-666', '0571-8888666'],
    ['021-66668888', '021-66668888'],
    // What is no number stays to be refused.
    ['12800000021', '12800000021'],
    ['88886666', '88886666'],
    ['861380000002', '861380000002'],
    ['13800000021-12', '13800000021-12'],
    ['', ''],
  ])('%s is stored as %s, and stays so', (typed, stored) => {
    expect(normalizePhone(typed)).toBe(stored);
    expect(normalizePhone(stored)).toBe(stored);
  });

  test('a log-in name that is no phone stays as it is', () => {
    expect(phoneOrText('139 0099 0001')).toBe('13900990001');
    expect(phoneOrText('demo')).toBe('demo');
    expect(phoneOrText('0571-88886666 ')).toBe('0571-88886666 ');
  });

  test('signs that nobody sees are taken out, line ends stay', () => {
    expect(withoutHidden('张\u200b三\u202e\u0007\n二\t行\u3164\ufeff')).toBe('张三\n二\t行');
    expect(withoutFormat('A\u001dB\u2060')).toBe('A\u001dB');
    expect(withoutHidden('葛\u{e0100}')).toBe('葛\u{e0100}');
  });
});

describe('time in Shanghai', () => {
  // 2026-11-22 is a Sunday; 16:00 UTC is midnight in Shanghai.
  const lastMoment = Date.UTC(2026, 10, 22, 15, 59, 59, 999);

  test('days and weeks', () => {
    expect(dayKey(lastMoment)).toBe('2026-11-22');
    expect(dayKey(lastMoment + 1)).toBe('2026-11-23');
    expect(startOfDay(lastMoment + 1)).toBe(lastMoment + 1);
    expect(weekKey(lastMoment)).toBe('2026-11-16');
    expect(weekKey(lastMoment + 1)).toBe('2026-11-23');
    expect(startOfWeek(lastMoment + 1)).toBe(lastMoment + 1);
    expect(dayOfMonth(lastMoment)).toBe(22);
    expect(findDay('2026-11-23')).toBe(lastMoment + 1);
    expect(findDayEnd('2026-11-22')).toBe(lastMoment);
    for (const wrong of ['2026-02-30', '2026-13-01', '26-1-1', 'abc']) expect(findDay(wrong)).toBeNull();
  });

  test('sessions cover the day without a gap', () => {
    const sessions = sessionsOfDay(lastMoment);
    expect(sessions[0]!.startsAt).toBe(startOfDay(lastMoment));
    expect(sessions.at(-1)!.endsAt).toBe(lastMoment + 1);
    for (let i = 1; i < sessions.length; i++) expect(sessions[i]!.startsAt).toBe(sessions[i - 1]!.endsAt);
    expect(sessions.map((one) => phaseOf(one, lastMoment))).toEqual([
      ...Array(sessions.length - 1).fill('ended'),
      'running',
    ]);
    expect(phaseOf(sessions[0]!, sessions[0]!.startsAt - 1)).toBe('upcoming');
    expect(sessionsOfDay(lastMoment, [9])[0]!.label).toBe('09:00');
  });

  test('a phase in words: 抢购 is for flash sales alone', () => {
    expect(activityKinds.map((kind) => phaseText('running', kind))).toEqual([
      '抢购中',
      '特价中',
      '拼团中',
      '组合购进行中',
      '满减进行中',
      '满赠进行中',
      '换购进行中',
      '返现进行中',
    ]);
    for (const kind of activityKinds) {
      expect(phaseText('upcoming', kind)).toBe('即将开始');
      expect(phaseText('ended', kind)).toBe('已结束');
    }
  });

  test('countdowns', () => {
    expect(countdownText(3_723_000)).toBe('01:02:03');
    expect(countdownText(86_400_000 + 1)).toBe('24:00:01');
    expect(countdownText(2 * 86_400_000)).toBe('48:00:00');
    expect(countdownText(2 * 86_400_000 + 1)).toBe('2天 00:00:01');
    expect(countdownText((718 * 3600 + 55 * 60 + 16) * 1000)).toBe('29天 22:55:16');
    expect(countdown(-5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  });

  test('ten digits are seconds', () => {
    expect(toEpochMs(1_795_233_600)).toBe(1_795_233_600_000);
    expect(toEpochMs(1_795_233_600_000)).toBe(1_795_233_600_000);
  });
});

test('visible ASCII and the plain Han characters have the form that Unicode gives them', () => {
  const all = Array.from({ length: 0xa000 - 0x21 }, (_, at) => String.fromCharCode(at + 0x21));
  const isPlain = (char: string) => (char >= '!' && char <= '~') || (char >= '\u4e00' && char <= '\u9fff');
  const plain = all.filter(isPlain);
  expect(plain).toHaveLength(94 + 20_992);
  for (const char of plain) expect(normalizeText(char)).toBe(char.normalize('NFKC').toLowerCase());
});

test.each([
  ['2026-11-30T15:59:59.999Z', '2026-10-31T16:00:00.000Z'],
  ['2026-11-30T16:00:00.000Z', '2026-11-30T16:00:00.000Z'],
  ['2027-01-15T00:00:00.000Z', '2026-12-31T16:00:00.000Z'],
])('the Shanghai month of %s begins at %s', (now, start) => {
  expect(new Date(startOfMonth(Date.parse(now))).toISOString()).toBe(start);
});
