/**
 * Text that people send is read in a time that grows with its length: at its longest, whatever it holds, 10 ms of a
 * free core. Beside other work a core is slower, so the test allows more; what is not linear takes seconds.
 */
import { expect, test } from 'vitest';
import { maxKeywords } from '#lib/contract/constants.ts';
import { halfWidth } from '#lib/contract/decode.ts';
import { findMoved } from '#lib/contract/moved-paths.ts';
import { safeNext } from '#lib/contract/routes.ts';
import { findProhibited, findProhibitedSearch } from '#lib/rules/goods/prohibited.ts';
import { complaintOf, withoutNearExpiry } from '#lib/rules/names/complaints.ts';
import { makerIn } from '#lib/rules/names/makers.ts';
import { readSpec } from '#lib/rules/purchase/fit-spec.ts';
import { wordsOf } from '#lib/rules/purchase/goods-split.ts';
import { codeOf, readProduct } from '#lib/rules/purchase/product.ts';
import { purchaseSpec } from '#lib/rules/purchase/purchase-columns.ts';
import { memoryKey, readPurchaseLine } from '#lib/rules/purchase/purchase-line.ts';
import { readMeasures } from '#lib/rules/purchase/purchase-measures.ts';
import { takePrice } from '#lib/rules/purchase/purchase-price.ts';
import { isSpoken, isTalk, takeRemarks } from '#lib/rules/purchase/purchase-remarks.ts';
import { readPurchaseRows, splitPurchaseText } from '#lib/rules/purchase/purchase-split.ts';
import { findCutCodeIn } from '#lib/rules/tables/cell.ts';
import { bigrams, loosenQuery, matchRanges, normalizeText, splitQuery } from '#lib/rules/text/search-text.ts';
import { bestCpuOf, cpuOf } from '#tests/support/cpu.ts';
import { readTableOf } from '#tests/support/tables.ts';

/** Longest texts that the contracts let in: a paste, a line of it, a search, a name, an address. */
const longest = { paste: 100_000, line: 300, search: maxKeywords, name: 200, address: 8_000 };

function lineOf(raw: string) {
  return readPurchaseLine({ raw, quantity: null, unit: '' });
}

const readers: [name: string, length: number, read: (text: string) => unknown][] = [
  ['splitPurchaseText', longest.paste, splitPurchaseText],
  [
    'readPurchaseRows',
    longest.paste,
    (text) => readPurchaseRows(readTableOf([[text.slice(0, 1000), '1']], purchaseSpec)),
  ],
  ['findCutCodeIn', longest.line, findCutCodeIn],
  ['readPurchaseLine', longest.line, lineOf],
  ['memoryKey', longest.line, (text) => memoryKey(lineOf(text))],
  ['takePrice', longest.line, takePrice],
  ['takeRemarks', longest.line, takeRemarks],
  ['isSpoken', longest.line, isSpoken],
  ['isTalk', longest.line, isTalk],
  ['wordsOf', longest.line, wordsOf],
  ['makerIn', longest.line, makerIn],
  ['readMeasures', longest.line, readMeasures],
  ['complaintOf', longest.search, complaintOf],
  ['withoutNearExpiry', longest.search, withoutNearExpiry],
  ['readSpec', longest.name, (text) => readSpec(normalizeText(text), text)],
  ['codeOf', longest.name, codeOf],
  [
    'readProduct',
    longest.name,
    (name) =>
      readProduct({
        id: 1,
        name,
        maker: name,
        brand: name,
        spec: name,
        size: name,
        form: name,
        unit: name,
        approvalNo: name,
        nationalCode: name,
        barcode: name,
        casePack: 1,
        midPack: 1,
        pinyin: name,
        initials: name,
      }),
  ],
  ['normalizeText', longest.line, normalizeText],
  ['bigrams', longest.line, bigrams],
  ['splitQuery', longest.search, splitQuery],
  ['loosenQuery', longest.search, loosenQuery],
  ['matchRanges', longest.search, (text) => matchRanges(text.slice(0, longest.name), text)],
  ['findProhibitedSearch', longest.search, findProhibitedSearch],
  [
    'findProhibited',
    longest.line,
    (name) => findProhibited({ name, kind: name, category: name, approvalNo: name }),
  ],
  ['halfWidth', longest.paste, halfWidth],
  ['findMoved', longest.address, (text) => findMoved(`/${text}`)],
  ['safeNext', longest.address, (text) => safeNext(`/${text}`)],
];

/** What the patterns look for, so that a repeat of it is where they could go wrong. */
const pieces = [
  ...[
    '-',
    '—',
    '=',
    ' ',
    '\t',
    '\n',
    '.',
    '。',
    '!',
    '~',
    ',',
    '，',
    '、',
    ';',
    ':',
    '*',
    '/',
    '(',
    ')',
    '0',
    '1a',
  ],
  ...[
    'a',
    'x',
    'ab0',
    '好',
    '好的',
    '要货',
    '收到',
    '盒',
    '一',
    '一盒',
    '十',
    '件',
    '1盒',
    '1盒，',
    '械',
    '国械',
    '国械备',
  ],
  ...[
    '复方',
    '复方美',
    '右美沙芬',
    '愈创',
    '布洛芬',
    '免疫球蛋白',
    '人免疫球蛋白',
    '检测',
    '公司',
    '大输液',
    '有限',
    '/a',
  ],
  ...[
    '00000000',
    'h99990001',
    '0.5g',
    '0.25g*24粒',
    '【',
    '】-1',
    '①',
    '张三:',
    '！',
    '\u3000',
    '\u200b',
    '\u{20000}',
  ],
];

function* texts(length: number): Generator<string> {
  for (const piece of pieces) {
    const pump = piece.repeat(Math.ceil(length / piece.length)).slice(0, length - 1);
    yield pump;
    yield `${pump}x`;
    yield `${pump}\u0001`;
  }
  // A mixture that is the same on every run.
  let seed = 7;
  let mixed = '';
  while (mixed.length < length) {
    seed = (seed * 48_271) % 2_147_483_647;
    mixed += pieces[seed % pieces.length];
  }
  yield mixed.slice(0, length);
}

const allowedMs = 30;

/** One run is enough when it is quick; another sees past what was compiled or collected during it. */
function cost(work: () => unknown): number {
  const first = cpuOf(work);
  return first <= allowedMs ? first : bestCpuOf(6, work);
}

test.each(readers)(
  '%s, %i characters',
  (_, length, read) => {
    for (const text of texts(length))
      expect(
        cost(() => read(text)),
        `${JSON.stringify(text.slice(0, 12))} repeated`,
      ).toBeLessThanOrEqual(allowedMs);
  },
  60_000,
);

test('a name that every object answers to is searched like any other', () => {
  for (const word of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
    expect(findProhibitedSearch(word)).toBeNull();
  expect(findProhibitedSearch('静丙')).toBe('血液制品');
});
