/** Receiving: what a scan ticks, and that every difference can be asked for. */
import { describe, expect, test } from 'vitest';
import { findAskFault, kindsAt } from '#lib/rules/orders/after-sale.ts';
import { canAfterSaleMove } from '#lib/rules/orders/after-sale-state.ts';
import {
  differenceKeys,
  differences,
  differingText,
  isDifference,
  type ScanRow,
  takeScans,
} from '#lib/rules/orders/receiving.ts';

const code = (n: number) => `8${String(n).padStart(19, '0')}`;
const rows: ScanRow[] = [
  { key: 'a', barcode: '6901', lotNo: 'LX01', expiresOn: '2027-12-31', traceCodes: [code(1), code(2)] },
  { key: 'b', barcode: '6902', lotNo: 'B1', expiresOn: '', traceCodes: [] },
  { key: 'c', barcode: '6902', lotNo: 'C1', expiresOn: '', traceCodes: [] },
  { key: 'd', barcode: '', lotNo: 'D1', expiresOn: '', traceCodes: [] },
];
const nothing = { ticked: [], found: [] };

describe('scanning', () => {
  test('a row is ticked by the last of its codes', () => {
    const first = takeScans(rows, nothing, code(1));
    expect(first).toEqual({
      looked: { ticked: [], found: [code(1)] },
      scans: [{ word: code(1), scan: 'counted', keys: ['a'] }],
    });
    const second = takeScans(rows, first.looked, `${code(1)}\r\n${code(2)}`);
    expect(second.looked.ticked).toEqual(['a']);
    expect(second.scans.map(({ scan }) => scan)).toEqual(['again', 'counted']);
  });

  test.each([
    ['6901', 'ticked', ['a']],
    ['６９０１', 'ticked', ['a']],
    // Two lots of one goods: nobody but who holds the box knows which it is.
    ['6902', 'many', ['b', 'c']],
    ['6903', 'unknown', []],
    [code(9), 'unknown', []],
  ])('%s is %s', (word, scan, keys) => {
    const { looked, scans } = takeScans(rows, nothing, word);
    expect(scans).toEqual([{ word: word.normalize('NFKC'), scan, keys }]);
    expect(looked.ticked).toEqual(scan === 'ticked' ? keys : []);
  });

  test('the barcode of the last open lot ticks it, after that there is none', () => {
    const { looked, scans } = takeScans(rows, { ticked: ['b'], found: [] }, '6902，6902');
    expect(scans.map(({ scan }) => scan)).toEqual(['ticked', 'done']);
    expect(looked.ticked).toEqual(['b', 'c']);
  });

  test('nothing scanned changes nothing, and a row without a barcode is met by no word', () => {
    expect(takeScans(rows, nothing, ' \n,')).toEqual({ looked: nothing, scans: [] });
    expect(takeScans(rows, nothing, '""').scans).toEqual([]);
  });

  test('ten thousand codes are read while somebody waits', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => code(n));
    const { looked } = takeScans(
      [{ key: 'a', barcode: '', lotNo: 'A1', expiresOn: '', traceCodes: many }],
      nothing,
      many.join('\n'),
    );
    expect(looked.found).toHaveLength(10_000);
    expect(looked.ticked).toEqual(['a']);
  });
});

describe('scanning GS1 strings', () => {
  const gtin = '6901234567892';
  const sent: ScanRow[] = [
    { key: 'a', barcode: gtin, lotNo: 'LX01', expiresOn: '2027-12-31', traceCodes: [] },
    { key: 'b', barcode: `0${gtin}`, lotNo: 'LX02', expiresOn: '2028-01-31', traceCodes: [code(7)] },
  ];

  test.each([
    [`0${gtin}`, 'many', ['a', 'b']],
    [`(01)0${gtin}(17)271231(10)LX01`, 'ticked', ['a']],
    [`（01）0${gtin}（17）271231（10）lx01`, 'ticked', ['a']],
    [`]C1010${gtin}1728013110LX02\u001d21abc`, 'ticked', ['b']],
    [`]d2010${gtin}17280100`, 'ticked', ['b']],
    [`(01)0${gtin}(10)LX03`, 'wrong_lot', ['a', 'b']],
    [`(01)0${gtin}(17)290131(10)LX02`, 'wrong_expiry', ['b']],
    [`(01)06901234567908(10)LX01`, 'unknown', []],
    [`https://example.com/c?code=${code(7)}`, 'counted', ['b']],
    [`'${code(7)}`, 'counted', ['b']],
    ['8000 0000 0000 0000 0007', 'counted', ['b']],
    [`(01)0${gtin}(21)${code(7)}`, 'counted', ['b']],
  ])('%s is %s', (word, scan, keys) => {
    const { looked, scans } = takeScans(sent, nothing, word);
    expect(scans.map((one) => [one.scan, one.keys])).toEqual([[scan, keys]]);
    expect(looked.ticked).toEqual(scan === 'ticked' || scan === 'counted' ? keys : []);
  });
});

describe('differences', () => {
  test.each(differenceKeys)('%s can be asked for as after-sale of what was received', (key) => {
    const { kind, reason } = differences[key];
    const needsPicture = kindsAt('received').find((one) => one.kind === kind)?.needsPicture;
    expect(findAskFault('received', { kind, reasons: [reason], pictures: needsPicture ? 1 : 0 })).toBeNull();
  });

  test('nothing that is missing has to travel back', () => {
    expect(canAfterSaleMove(differences.short.kind, 'reviewing', 'to_return')).toBe(false);
  });

  test('they are said in words, in the order of the sheet', () => {
    expect(differingText([])).toBe('');
    expect(
      differingText([
        { difference: 'damaged', pieces: 1 },
        { difference: 'short', pieces: 2 },
        { difference: 'damaged', pieces: 3 },
      ]),
    ).toBe('少货2、破损4');
    expect([isDifference('short'), isDifference('constructor')]).toEqual([true, false]);
  });
});
