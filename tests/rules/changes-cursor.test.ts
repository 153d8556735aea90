/** The order of a long list, and places in it. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  branchesOf,
  encodeCursor,
  isOneRange,
  type PlaceValues,
  parseSort,
  readCursor,
  type SortColumn,
  type SortKey,
  sortText,
  type Term,
} from '#lib/rules/changes/cursor.ts';
import { must } from '#lib/rules/terms/must.ts';

const key: SortColumn = { name: 'no', kind: 'text' };
const columns: SortColumn[] = [
  { name: 'paidAt', kind: 'moment', isNullable: true },
  { name: 'createdAt', kind: 'moment' },
  { name: 'amount', kind: 'whole' },
  { name: 'company', kind: 'text' },
  { name: 'day', kind: 'day', isNullable: true },
  { name: 'cold', kind: 'yes' },
];
const sortOf = (text: string) => must(parseSort(text, columns, key), text);

describe('an order', () => {
  test.each([
    ['', 'no'],
    ['paidAt', 'paidAt,no'],
    ['-paidAt', '-paidAt,-no'],
    ['-paidAt,company', '-paidAt,company,no'],
    ['amount,-day', 'amount,-day,-no'],
    ['-no', '-no'],
    ['amount,no', 'amount,no'],
    ['amount,-no', 'amount,-no'],
    // The key is unique: what is behind it never counts.
    ['no,amount', 'no'],
    ['day,cold,amount', 'day,cold,amount,no'],
  ])('%s is %s', (text, whole) => {
    expect(sortText(sortOf(text))).toBe(whole);
    expect(sortOf(whole)).toEqual(sortOf(text));
  });

  test.each([
    'stock',
    'paidAt,paidAt',
    'paidAt,-paidAt',
    '--paidAt',
    'paidAt,',
    ',',
    ' paidAt',
    'toString',
    'day,cold,amount,company',
  ])('%o is none', (text) => {
    expect(parseSort(text, columns, key)).toBeNull();
  });

  test.each([
    ['', true],
    ['createdAt', true],
    ['-createdAt', true],
    ['amount,company', true],
    ['-amount,company', false],
    // Rows without a value are last in both directions: no comparison of whole rows says that.
    ['paidAt', false],
    ['amount,day', false],
  ])('%s is one range: %s', (text, is) => {
    expect(isOneRange(sortOf(text))).toBe(is);
  });
});

describe('a cursor', () => {
  const place: [string, PlaceValues][] = [
    ['', ['20261121000123456789']],
    ['-createdAt', ['2026-11-21 09:05:07.123456+08', 'N1']],
    ['-createdAt', ['2026-11-21 09:05:07+00', 'N1']],
    ['paidAt', [null, 'N1']],
    ['paidAt', ['2026-11-21 23:59:59.1-03:30', 'N1']],
    ['amount', ['-999999999999999999', 'N1']],
    ['company', ['益民“大”药房 😀,"\\', 'N1']],
    ['day,cold', ['2026-11-21', 'true', 'N1']],
    ['day,-cold', [null, 'false', '']],
  ];

  test.each(place)('of %s holds %o', (text, values) => {
    const sort = sortOf(text);
    const cursor = encodeCursor(sort, values);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(readCursor(sort, cursor)).toEqual(values);
  });

  test.each([
    ['createdAt', [null, 'N1'], 'no value where there always is one'],
    ['createdAt', ['2026-11-21T09:05:07Z', 'N1'], 'a moment in another form'],
    ['createdAt', ['2026-02-30 09:05:07+08', 'N1'], 'a day that is none'],
    ['createdAt', ['2026-11-21 24:00:00+08', 'N1'], 'an hour that is none'],
    ['createdAt', ['2026-11-21 09:05:07.1234567+08', 'N1'], 'more than microseconds'],
    ['createdAt', ['infinity', 'N1'], 'no moment'],
    ['amount', ['1.5', 'N1'], 'no whole number'],
    ['amount', ['1234567890123456789', 'N1'], 'too long a number'],
    ['amount', ['', 'N1'], 'nothing'],
    ['day', ['2026-11-31', 'N1'], 'a day that is none'],
    ['cold', ['t', 'N1'], 'neither yes nor no'],
    ['company', ['a\0b', 'N1'], 'a NUL, which the database refuses'],
    ['company', ['\ud800', 'N1'], 'half a character'],
    ['company', ['药'.repeat(501), 'N1'], 'too long a text'],
    ['company', ['a'], 'too few values'],
    ['company', ['a', 'N1', 'b'], 'too many values'],
    ['company', ['a', null], 'no key'],
  ] as [string, PlaceValues, string][])('of %s refuses %o: %s', (text, values) => {
    const sort = sortOf(text);
    expect(() => encodeCursor(sort, values)).toThrow(RangeError);
    expect(readCursor(sort, byHand([1, sortText(sort), ...values]))).toBeNull();
  });

  it('is of its order alone', () => {
    const cursor = encodeCursor(sortOf('amount'), ['5', 'N1']);
    for (const other of ['-amount', 'amount,cold', 'company', '', 'amount,-no'])
      expect(readCursor(sortOf(other), cursor)).toBeNull();
  });

  test.each([
    ['', 'empty'],
    ['!!!!', 'no base64'],
    ['W10', 'an empty list'],
    [byHand(null), 'nothing'],
    [byHand({ 0: 1, length: 2 }), 'no list'],
    [byHand([2, 'no', 'N1']), 'another version'],
    [byHand([1, 'no', 5]), 'a number'],
    [byHand([1, 'no', ['N1']]), 'a list in it'],
    [`${byHand([1, 'no', 'N1'])}=`, 'an end that we do not write'],
    ['gICA', 'bytes that are no text'],
    ['A'.repeat(6_001), 'too long'],
  ])('%s is none: %s', (cursor) => {
    expect(readCursor(sortOf(''), cursor)).toBeNull();
  });

  it('of anything never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json().map(byText)), (cursor) => {
        expect(readCursor(sortOf('amount'), cursor)).toBeNull();
      }),
    );
  });
});

function byText(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** A cursor that somebody made by hand. */
function byHand(value: unknown): string {
  return byText(JSON.stringify(value));
}

describe('rows behind a place', () => {
  /** Rows as the database holds them; every value has one letter, so that texts compare as it does. */
  type Row = Record<'a' | 'b' | 'no', string | null>;
  const own: SortColumn[] = [
    { name: 'a', kind: 'text', isNullable: true },
    { name: 'b', kind: 'text' },
  ];
  const rowsOf = fc
    .array(
      fc.record({
        a: fc.constantFrom(null, 'x', 'y', 'z'),
        b: fc.constantFrom('x', 'y'),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((rows): Row[] => rows.map((row, at) => ({ ...row, no: String.fromCharCode(97 + at) })));
  const orders = fc.constantFrom(
    '',
    '-no',
    'a',
    '-a',
    'b',
    '-b',
    'a,b',
    'a,-b',
    '-a,b',
    '-a,-b',
    'b,-a',
    '-b,a',
    'a,-no',
  );

  const cellOf = (row: Row, name: string) => (name === 'a' ? row.a : name === 'b' ? row.b : row.no);

  function compare(sort: readonly SortKey[], one: Row, other: Row): number {
    for (const { name, isDescending } of sort) {
      const [a, b] = [cellOf(one, name), cellOf(other, name)];
      if (a === b) continue;
      if (a === null) return 1;
      if (b === null) return -1;
      return (a < b ? -1 : 1) * (isDescending ? -1 : 1);
    }
    return 0;
  }

  function fitsTerm(row: Row, { column, is, value }: Term): boolean {
    const own = cellOf(row, column);
    if (is === 'null') return own === null;
    if (is === 'not null') return own !== null;
    // As in SQL: what has no value compares with nothing.
    if (own === null || value === null) return false;
    return is === '=' ? own === value : is === '<' ? own < value : own > value;
  }

  it('are those that follow in the whole order, each in one branch, and before it those that precede', () => {
    fc.assert(
      fc.property(rowsOf, orders, fc.nat(), (rows, text, nth) => {
        const sort = must(parseSort(text, own, key), text);
        const whole = rows.toSorted((one, other) => compare(sort, one, other));
        const at = nth % whole.length;
        const row = must(whole[at], 'a row');
        const values = must(
          readCursor(
            sort,
            encodeCursor(
              sort,
              sort.map(({ name }) => cellOf(row, name)),
            ),
          ),
          'the place',
        );
        for (const [way, wanted] of [
          ['after', whole.slice(at + 1)],
          ['before', whole.slice(0, at)],
        ] as const) {
          const branches = branchesOf(sort, values, way);
          const found = whole.filter((one) =>
            branches.some((terms) => terms.every((term) => fitsTerm(one, term))),
          );
          expect(found).toEqual(wanted);
          for (const one of found)
            expect(branches.filter((terms) => terms.every((term) => fitsTerm(one, term)))).toHaveLength(1);
        }
        // Branch by branch behind a place is the order itself.
        const inTurn = branchesOf(sort, values, 'after').flatMap((terms) =>
          whole.filter((one) => terms.every((term) => fitsTerm(one, term))),
        );
        expect(inTurn).toEqual(whole.slice(at + 1));
      }),
      { numRuns: 2_000 },
    );
  });

  it('of an order with a moment that may be missing', () => {
    const sort = sortOf('paidAt');
    const paid = '2026-11-21 09:05:07.123456+08';
    expect(branchesOf(sort, [paid, 'N1'], 'after')).toEqual([
      [
        { column: 'paidAt', is: '=', value: paid },
        { column: 'no', is: '>', value: 'N1' },
      ],
      [{ column: 'paidAt', is: '>', value: paid }],
      [{ column: 'paidAt', is: 'null', value: null }],
    ]);
    expect(branchesOf(sort, [null, 'N1'], 'after')).toEqual([
      [
        { column: 'paidAt', is: 'null', value: null },
        { column: 'no', is: '>', value: 'N1' },
      ],
    ]);
  });
});
