import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CalendarDay, calendarText } from '#lib/rules/text/calendar.ts';

const stamp = new Date('2026-11-23T04:05:06.789Z');
const one: CalendarDay = {
  uid: 'a@b',
  day: '2027-01-20',
  title: '药品经营许可证到期',
  text: '',
  url: 'https://shop.test/zhzx/zzzj',
  alarms: [60, 7],
};

test('a day is whole, with its alarms', () => {
  const lines = calendarText('证件', [one], stamp).split('\r\n');
  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  expect(lines.at(-1)).toBe('');
  expect(lines).toContain('DTSTAMP:20261123T040506Z');
  expect(lines).toContain('DTSTART;VALUE=DATE:20270120');
  expect(lines.filter((line) => line.startsWith('TRIGGER'))).toEqual(['TRIGGER:-P60D', 'TRIGGER:-P7D']);
});

test('an empty one is whole too', () => {
  expect(calendarText('证件', [], stamp)).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nEND:VCALENDAR\r\n$/);
});

test.each([
  ['a\r\nb\rc\nd', 'a\\nb\\nc\\nd'],
  ['a\u2028b\u2029c\u0085d', 'a\\nb\\nc\\nd'],
  ['a\u0000b\u001Bc\u007Fd\te', 'abcd\te'],
  ['a\\b;c,d', 'a\\\\b\\;c\\,d'],
])('%j is written as %j', (text, written) => {
  expect(calendarText('x', [{ ...one, text }], stamp).split('\r\n')).toContain(`DESCRIPTION:${written}`);
});

test('no text breaks out of its line, and no line is too long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const broken = `${text}\nEND:VEVENT`;
      const lines = calendarText('x', [{ ...one, text: broken }], stamp).split('\r\n');
      expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
      for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      const whole = lines.join('\r\n').replaceAll('\r\n ', '');
      const kept = whole.match(/DESCRIPTION:(.*)/u)?.[1] ?? '';
      const read = kept.replaceAll(/\\(.)/gu, (_, char: string) => (char === 'n' ? '\n' : char));
      const plain = broken
        .replaceAll(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
        .replaceAll(/(?![\n\t])\p{Cc}/gu, '');
      expect(read).toBe(plain);
    }),
  );
});
