/** A calendar of whole days as text (RFC 5545), for calendar programs that look at an address. */

export interface CalendarDay {
  /** The same day has the same id, so that a program moves it instead of adding another. */
  uid: string;
  /** 2027-01-20. */
  day: string;
  title: string;
  text: string;
  url: string;
  /** Days before at which the program reminds. */
  alarms: readonly number[];
}

/** The whole calendar; `stamp` is when it was made. */
export function calendarText(name: string, days: readonly CalendarDay[], stamp: Date): string {
  const moment = `${stamp.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//yaopi//papers//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'X-PUBLISHED-TTL:PT12H',
    ...days.flatMap(({ uid, day, title, text, url, alarms }) => [
      'BEGIN:VEVENT',
      `UID:${escaped(uid)}`,
      `DTSTAMP:${moment}`,
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      `SUMMARY:${escaped(title)}`,
      `DESCRIPTION:${escaped(text)}`,
      `URL:${url}`,
      'TRANSP:TRANSPARENT',
      ...alarms.flatMap((before) => [
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        `DESCRIPTION:${escaped(title)}`,
        `TRIGGER:-P${before}D`,
        'END:VALARM',
      ]),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** RFC 5545, 3.3.11: TEXT has no control characters; every line end, Unicode's own too, is one `\\n`. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|[\r\n\u0085\u2028\u2029]/g, '\\n')
    .replaceAll(/(?!\t)\p{Cc}/gu, '');
}

const maxOctets = 75;
const encoder = new TextEncoder();

/** A line of at most 75 octets; a continuation begins with a space. No character is split. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const char of line) {
    const size = encoder.encode(char).length;
    if (octets + size > maxOctets) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += char;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
