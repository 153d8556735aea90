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

test('no text breaks out of its line, and no line is too long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const lines = calendarText('x', [{ ...one, text: `${text}\nEND:VEVENT` }], stamp).split('\r\n');
      expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
      for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      const whole = lines.join('\r\n').replaceAll('\r\n ', '');
      const kept = whole.match(/DESCRIPTION:(.*)/u)?.[1] ?? '';
      const read = kept.replaceAll(/\\(.)/gu, (_, char: string) => (char === 'n' ? '\n' : char));
      expect(read).toBe(`${text.replaceAll(/\r\n|\r/g, '\n')}\nEND:VEVENT`);
    }),
  );
});
