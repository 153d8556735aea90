/** Tables of docs/measured.md are replaced by `npm run bench -- --write`; the text between them is left as it is. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { measuredFile, ownTables, shopTables, withTable } from '../../scripts/bench/measured.ts';
import { tableOf } from '../../scripts/bench/table.ts';

const document = `# Measured

By hand.

<!-- bench:cart -->

old cart

<!-- end of bench:cart -->

More by hand.

<!-- bench:json -->
<!-- end of bench:json -->

The end.
`;

const table = tableOf(
  [
    { what: 'edit a line', bar: '≤ 80 ms', measured: '46 ms for $1 | $&', isMet: true },
    { what: 'orders', bar: '≥ 350 a second', measured: '254', isMet: false, isDirection: true },
    { what: 'a line', bar: '0', measured: '1', isMet: false },
    { what: 'whole cart', bar: '', measured: '63 ms' },
  ],
  '2 × EPYC; commit abc1234',
);

it('writes rows in columns', () => {
  expect(table).toBe(`2 × EPYC; commit abc1234

| what        | bar              | measured           | ok |
| ----------- | ---------------- | ------------------ | -- |
| edit a line | ≤ 80 ms          | 46 ms for $1 \\| $& | ✓  |
| orders      | → ≥ 350 a second | 254                | →  |
| a line      | 0                | 1                  | ✗  |
| whole cart  |                  | 63 ms              |    |`);
});

it('replaces the table of a name alone, and the same again', () => {
  const written = withTable(document, 'cart', table);
  expect(written).toBe(document.replace('old cart', () => table));
  expect(withTable(written, 'cart', table)).toBe(written);
});

it('fills a place that is empty yet', () => {
  const written = withTable(document, 'json', table);
  expect(written).toBe(
    document.replace('<!-- bench:json -->\n', () => `<!-- bench:json -->\n\n${table}\n\n`),
  );
});

it.each(['# Measured\n', '<!-- bench:cart -->\n', '<!-- end of bench:cart -->\n<!-- bench:cart -->\n'])(
  'refuses a document without the place: %j',
  (text) => {
    expect(() => withTable(text, 'cart', table)).toThrow('不知道把表写在哪里');
  },
);

it.each([...shopTables, ...ownTables, 'faults' as const])('has a place for %s', (name) => {
  expect(withTable(readFileSync(measuredFile, 'utf8'), name, table)).toContain(table);
});
