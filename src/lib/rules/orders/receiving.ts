/** Receiving goods (rules 3): scans, differences, and the after-sale request for each difference. */
import { isKeyOf, keysOf } from '../terms/keys.ts';
import { barcodeForm, readGs1 } from '../text/barcodes.ts';
import { lotKey } from '../text/lot-number.ts';
import { findTraceCode, traceWords } from '../text/trace-code.ts';
import type { AfterSaleKind } from './after-sale-state.ts';

interface DifferenceRow {
  text: string;
  /** The request for the difference, and the reason as its form offers it. */
  kind: AfterSaleKind;
  reason: string;
}

/** Possible differences from what was sent, in the order of the sheet. */
export const differences = {
  short: { text: '少货', kind: 'refund_only', reason: '少发' },
  damaged: { text: '破损', kind: 'damage', reason: '运输破损' },
  wrong_lot: { text: '批号不符', kind: 'return_refund', reason: '批号或效期不符' },
  near_expiry: { text: '效期太近', kind: 'return_refund', reason: '批号或效期不符' },
  temperature: { text: '温度异常', kind: 'damage', reason: '冷链温度异常' },
} as const satisfies Record<string, DifferenceRow>;

export type Difference = keyof typeof differences;
export const differenceKeys = keysOf(differences);

/** Possible differences of an item: temperature only for a refrigerated one. */
export function differencesOf({ isCold }: { isCold: boolean }): Difference[] {
  return differenceKeys.filter((key) => isCold || key !== 'temperature');
}

/** True where a difference needs a picture: broken goods, a thermometer. */
export function needsPicture(difference: Difference): boolean {
  return differences[difference].kind === 'damage';
}

/** True for a key of the table. */
export function isDifference(key: string): key is Difference {
  return isKeyOf(differences, key);
}

/** Different pieces, of one lot of one line. */
export interface Differing {
  difference: Difference;
  pieces: number;
}

/** A buyer's findings in words: `少货2、破损1`; empty where everything is as sent. */
export function differingText(found: readonly Differing[]): string {
  return differenceKeys
    .flatMap((key) => {
      const pieces = found
        .filter(({ difference }) => difference === key)
        .reduce((sum, one) => sum + one.pieces, 0);
      return pieces > 0 ? [`${differences[key].text}${pieces}`] : [];
    })
    .join('、');
}

/** A row of a sheet for scanning: one lot of one line. */
export interface ScanRow {
  key: string;
  /** 69码 of the item; empty where unknown. */
  barcode: string;
  lotNo: string;
  /** YYYY-MM-DD; empty where unknown. */
  expiresOn: string;
  /** 追溯码 sent with it. */
  traceCodes: readonly string[];
}

/** What was checked so far. */
export interface Looked {
  /** Rows that are ticked, by key. */
  ticked: readonly string[];
  /** 追溯码 found in the parcels. */
  found: readonly string[];
}

/**
 * The result of one scanned word: `counted` a trace code of the order, `again` one that was counted before, `ticked`
 * the barcode of one open row, `many` of several (the person who holds the box reads the lot), `done` of none that is
 * open, `wrong_lot` an item of this order in a lot that was not sent, `wrong_expiry` in a sent lot with another last
 * day, `unknown` nothing of this order. A GS1 string with lot or last day ticks no row that differs in it.
 */
export type Scan =
  | 'counted'
  | 'again'
  | 'ticked'
  | 'many'
  | 'done'
  | 'wrong_lot'
  | 'wrong_expiry'
  | 'unknown';
export interface Scanned {
  word: string;
  scan: Scan;
  /** Rows that it belongs to. */
  keys: string[];
}

/** Processes scanned or pasted codes, several at once; a row whose codes are all found is ticked. */
export function takeScans(
  rows: readonly ScanRow[],
  looked: Looked,
  text: string,
): { looked: Looked; scans: Scanned[] } {
  const rowOf = new Map(rows.flatMap(({ key, traceCodes }) => traceCodes.map((code) => [code, key])));
  const found = new Set(looked.found);
  const ticked = new Set(looked.ticked);
  const missing = new Map(
    rows.map(({ key, traceCodes }) => [key, traceCodes.filter((code) => !found.has(code)).length]),
  );
  const scans = scanWords(text).map((word): Scanned => {
    const code = findTraceCode(word) ?? word;
    const key = rowOf.get(code);
    if (key !== undefined) {
      if (found.has(code)) return { word, scan: 'again', keys: [key] };
      found.add(code);
      const left = (missing.get(key) ?? 0) - 1;
      missing.set(key, left);
      if (left === 0) ticked.add(key);
      return { word, scan: 'counted', keys: [key] };
    }
    const { scan, own } = rowsOfBarcode(rows, word);
    if (scan !== null) return { word, scan, keys: own };
    const open = own.filter((one) => !ticked.has(one));
    const [only] = open;
    if (only === undefined) return { word, scan: 'done', keys: own };
    if (open.length > 1) return { word, scan: 'many', keys: open };
    ticked.add(only);
    return { word, scan: 'ticked', keys: open };
  });
  return { looked: { ticked: [...ticked], found: [...found] }, scans };
}

/** Rows that match a word's barcode, lot and last day, as far as given; otherwise why there is none. */
function rowsOfBarcode(rows: readonly ScanRow[], word: string): { scan: Scan | null; own: string[] } {
  const gs1 = readGs1(word);
  const barcode = gs1?.barcode || barcodeForm(word);
  const keysOfRows = (list: readonly ScanRow[]) => list.map(({ key }) => key);
  const goods = rows.filter((row) => row.barcode !== '' && barcodeForm(row.barcode) === barcode);
  if (goods.length === 0) return { scan: 'unknown', own: [] };
  const lot = gs1 && gs1.lotNo !== '' ? lotKey(gs1.lotNo) : '';
  const ofLot = goods.filter((row) => lot === '' || lotKey(row.lotNo) === lot);
  if (ofLot.length === 0) return { scan: 'wrong_lot', own: keysOfRows(goods) };
  const day = gs1?.expiresOn ?? '';
  const own = ofLot.filter((row) => day === '' || row.expiresOn === '' || row.expiresOn === day);
  return own.length === 0
    ? { scan: 'wrong_expiry', own: keysOfRows(ofLot) }
    : { scan: null, own: keysOfRows(own) };
}

/** The words of a scan: a line that is one code, or the parts between blanks and commas; all in half width. */
function scanWords(text: string): string[] {
  return text.split(/[\r\n]+/).flatMap((line) => {
    const whole = line.normalize('NFKC').trim();
    if (readGs1(whole) !== null) return [whole];
    return traceWords(whole).map(({ written, code }) => code ?? written);
  });
}
