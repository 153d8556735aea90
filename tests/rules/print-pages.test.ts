/** Sheets of printed papers: every row on one of them, in order, none beyond its room. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesOf, sheetsOf, textWidth } from '#lib/rules/orders/print-pages.ts';

it.each<[string, number]>([
  ['', 0],
  ['阿莫西林', 8],
  ['0.25*24粒', 9.75],
  ['WM', 3.6],
])('“%s” is %i half signs wide', (text, width) => {
  expect(textWidth(text)).toBe(width);
});

it.each<[string, number, number]>([
  ['', 10, 1],
  ['阿莫西林胶囊', 12, 1],
  ['阿莫西林胶囊剂', 12, 2],
  // A word that has no room begins the next line, a longer one fills lines.
  ['阿莫 capsules', 10, 2],
  ['AB20260101-0023X7', 11, 2],
  ['批号AB20260101-0023X7', 11, 3],
  // A closing bracket does not begin a line.
  ['阿莫西林（胶囊）', 14, 2],
])('“%s” in %i takes %i lines', (text, column, lines) => {
  expect(linesOf(text, column)).toBe(lines);
});

it.each<[string, number[], number[][]]>([
  ['nothing is one empty sheet', [], [[]]],
  ['what goes exactly there', [4, 6], [[4, 6]]],
  ['one more begins the next', [4, 6, 1], [[4, 6], [1]]],
  ['too high for any stands alone', [1, 12, 1], [[1], [12], [1]]],
])('%s', (_name, heights, sheets) => {
  expect(sheetsOf(heights, { room: 10, heightOf: (height) => height })).toEqual(sheets);
});

it('loses no row and keeps their order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 12 })), (heights) => {
      const sheets = sheetsOf(heights, { room: 10, heightOf: (height) => height });
      expect(sheets.flat()).toEqual(heights);
      for (const sheet of sheets)
        expect(sheet.length <= 1 || sheet.reduce((sum, height) => sum + height, 0) <= 10).toBe(true);
    }),
  );
});
