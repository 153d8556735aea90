/** Codes on boxes as scanners, spreadsheets and people write them. */
import { describe, expect, test } from 'vitest';
import { barcodeForm, checkDigit, findBarcode, isBarcode, readGs1 } from '#lib/rules/text/barcodes.ts';
import { lotForm, lotKey } from '#lib/rules/text/lot-number.ts';
import { findTraceCode, traceWords } from '#lib/rules/text/trace-code.ts';

const gtin = '6901234567892';
const gs = '\u001d';
const none = { barcode: '', lotNo: '', producedOn: '', expiresOn: '', serial: '' };

describe('barcodes', () => {
  test.each([
    [gtin, gtin],
    [`0${gtin}`, gtin],
    ['012345678905', '12345678905'],
    ['0012345678905', '12345678905'],
    // A case of twelve has a number of its own.
    ['16901234567899', '16901234567899'],
    // A wrong check digit: no barcode, so nothing is dropped.
    ['06901234567893', '06901234567893'],
    ['00001', '00001'],
    ['', ''],
  ])('%s is compared as %s', (text, form) => {
    expect(barcodeForm(text)).toBe(form);
  });

  test('the check digit is right for every length', () => {
    expect(['96385074', '036000291452', gtin, `0${gtin}`].map(isBarcode)).toEqual([true, true, true, true]);
    expect([`${gtin}0`, '690123456789', '6901234567891', ''].map(isBarcode)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(checkDigit(gtin.slice(0, -1))).toBe(2);
  });

  test.each([
    [gtin, gtin],
    ['６９０１２３４５６７８９２', gtin],
    [`'${gtin}`, gtin],
    [`\u200b${gtin} `, gtin],
    [`0${gtin}`, gtin],
    [`]E0${gtin}`, gtin],
    [`(01)0${gtin}(17)261231(10)A1`, gtin],
    ['6901234567891', null],
    ['(10)A1', null],
    ['阿莫西林', null],
    ['20012345', null],
  ])('%s names the barcode %s', (word, found) => {
    expect(findBarcode(word)).toBe(found);
  });
});

describe('GS1 strings', () => {
  const all = {
    barcode: gtin,
    lotNo: 'LX01',
    producedOn: '2025-01-02',
    expiresOn: '2026-12-31',
    serial: 'S9',
  };
  test.each([
    ['brackets', `(01)0${gtin}(11)250102(17)261231(10)LX01(21)S9`, all],
    ['full width', `（０１）０${gtin}（11）250102（17）261231（10）ＬＸ０１（21）S9`, all],
    ['symbology and FNC1', `]C1010${gtin}112501021726123110LX01${gs}21S9`, all],
    ['DataMatrix', `]d2010${gtin}112501021726123110LX01${gs}21S9`, all],
    ['QR', `]Q3010${gtin}112501021726123110LX01${gs}21S9`, all],
    ['DataBar', `]e0010${gtin}112501021726123110LX01${gs}21S9`, all],
    ['FNC1 first', `${gs}010${gtin}112501021726123110LX01${gs}21S9${gs}`, all],
    ['raw', `010${gtin}1125010221S9${gs}1726123110LX01`, all],
    ['FNC1 as text', `010${gtin}1125010221S9<GS>1726123110LX01`, all],
    ['a bracket in a lot', `]d210A(1)${gs}010${gtin}`, { ...none, barcode: gtin, lotNo: 'A(1)' }],
    ['lot alone', ']C110LX01', { ...none, lotNo: 'LX01' }],
    ['content of a case', `(02)0${gtin}(37)24`, { ...none, barcode: gtin }],
    ['a serial of shipping', '(00)106141412345678908', none],
    ['national number', `]d2010${gtin}710123${gs}10LX01`, { ...none, barcode: gtin, lotNo: 'LX01' }],
    ['weight', `]C1010${gtin}310300150010LX01`, { ...none, barcode: gtin, lotNo: 'LX01' }],
    ['day 00', `(01)0${gtin}(17)280200`, { ...none, barcode: gtin, expiresOn: '2028-02-29' }],
  ])('%s', (_, text, found) => {
    expect(readGs1(text)).toEqual(found);
  });

  test.each([
    ['a wrong check digit', '(01)06901234567893(10)A1'],
    ['a month 13', `(01)0${gtin}(17)261301`],
    ['30 February', `]C1010${gtin}17260230`],
    ['a date cut off', `]C1010${gtin}1726`],
    ['a GTIN cut off', ']C101069012345'],
    ['an empty lot', `(01)0${gtin}(10)`],
    ['a lot of 21', `(01)0${gtin}(10)${'A'.repeat(21)}`],
    ['two products', `(01)0${gtin}(01)06901234567908`],
    ['letters for an AI', ']C1AB12'],
    ['text before', `品(01)0${gtin}`],
    ['a bare barcode', gtin],
    ['a trace code', '81234567890123456789'],
    ['digits that begin with 01', '0123456789'],
    ['nothing', ''],
    ['a mark alone', ']C1'],
  ])('%s is none', (_, text) => {
    expect(readGs1(text)).toBeNull();
  });
});

describe('trace codes', () => {
  const code = '81234567890123456789';
  test.each([
    [code],
    ['８１２３４５６７８９０１２３４５６７８９'],
    [`'${code}`],
    [`‘${code}`],
    [`＇${code}`],
    [`="${code}"`],
    [`"${code}"`],
    [`\t${code}\t`],
    [`\ufeff${code}\u200b`],
    [`https://www.example.com/trace?code=${code}&from=1`],
    [`HTTP://example.com/${code}`],
    [`(01)0${gtin}(21)${code}`],
  ])('%s', (word) => {
    expect(findTraceCode(word)).toBe(code);
  });

  test.each([
    [code.slice(1)],
    [`${code}0`],
    ['8.12346E+19'],
    [`https://example.com/${code}0`],
    [`https://example.com/${code}/81234567890123456780`],
    [`码${code}`],
    ['8123456789012345678O'],
    [''],
  ])('%s is none', (word) => {
    expect(findTraceCode(word)).toBeNull();
  });

  test('words are parted by blanks, commas and lines; groups of a printed code are one', () => {
    const other = '81234567890123456780';
    expect(traceWords(`${code},${other}`).map((word) => word.code)).toEqual([code, other]);
    expect(traceWords(`${code}\r\n'${other}\n\n`).map((word) => word.code)).toEqual([code, other]);
    expect(traceWords('8123 4567 8901 2345 6789 81234567 89012345 6780').map((word) => word.code)).toEqual([
      code,
      other,
    ]);
    // Two halves of ten, and groups that make more than twenty, are no code.
    expect(traceWords('8123456789 0123456789').map((word) => word.code)).toEqual([null, null]);
    expect(traceWords('8123 4567 8901 2345 67890').map((word) => word.code)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(traceWords('8123 4567').map((word) => word.written)).toEqual(['8123', '4567']);
    expect(traceWords(' \n,"')).toEqual([]);
  });
});

describe('lot numbers', () => {
  test.each([
    ['LX01', 'LX01'],
    ['ＬＸ０１', 'LX01'],
    ['LX 01', 'LX01'],
    ['　LX\u200b01 ', 'LX01'],
    ['LX–01', 'LX-01'],
    ['LX－01', 'LX-01'],
    ['lx01', 'lx01'],
    ['', ''],
  ])('%s is stored as %s', (text, form) => {
    expect(lotForm(text)).toBe(form);
  });

  test('case does not count in comparing', () => {
    expect(new Set(['LX01', 'ＬＸ０１', 'lx01', 'LX 01', ' ｌｘ０１'].map(lotKey))).toEqual(
      new Set(['LX01']),
    );
    expect(lotKey('LX1')).not.toBe(lotKey('LX01'));
  });
});
