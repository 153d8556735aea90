import type { PreviewReceiptInput, ReceivingSheet } from '#lib/contract/receiving.ts';
import { isOutOfRange, rangeText, readTemperature } from '#lib/rules/orders/cold-chain.ts';
import { type Difference, differenceKeys, type ScanRow } from '#lib/rules/orders/receiving.ts';

export type SheetRow = ReceivingSheet['rows'][number];

/** Different pieces, by row and kind of difference. */
export type Pieces = Readonly<Record<string, Partial<Record<Difference, number>>>>;

export const rowKey = ({ line_id: id, lot_no: lot }: SheetRow) => `${id} ${lot}`;

export function scanRowOf(row: SheetRow): ScanRow {
  return {
    key: rowKey(row),
    barcode: row.barcode,
    lotNo: row.lot_no,
    expiresOn: row.expires_on,
    traceCodes: row.trace_codes,
  };
}

/** The differences in the form for the call. */
export function sentDifferences(
  rows: readonly SheetRow[],
  pieces: Pieces,
): NonNullable<Exclude<PreviewReceiptInput['differences'], string>> {
  return rows.flatMap((row) =>
    differenceKeys.flatMap((difference) => {
      const number = pieces[rowKey(row)]?.[difference] ?? 0;
      return number > 0 ? [{ line_id: row.line_id, lot_no: row.lot_no, difference, number }] : [];
    }),
  );
}

/** Temperatures as they are typed, by tracking number. */
export type Typed = Readonly<Record<string, string>>;

/** Rows of a parcel that are out of their range at this temperature; gifts are not reported. */
function warmRows(rows: readonly SheetRow[], trackingNo: string, text: string): SheetRow[] {
  const degrees = readTemperature(text);
  if (degrees === null) return [];
  return rows.filter(
    ({ range, tracking_nos: nos, is_gift: isGift, most }) =>
      range !== null && isGift === 0 && most > 0 && nos.includes(trackingNo) && isOutOfRange(degrees, range),
  );
}

/** Sentences about parcels that arrived too warm or too cold, by tracking number. */
export function warmSentences(rows: readonly SheetRow[], typed: Typed): Record<string, string> {
  return Object.fromEntries(
    Object.entries(typed).map(([no, text]) => {
      const warm = warmRows(rows, no, text);
      const ranges = [...new Set(warm.flatMap(({ range }) => (range === null ? [] : [rangeText(range)])))];
      const names = [...new Set(warm.map(({ name }) => name))].join('、');
      return [no, warm.length === 0 ? '' : `超出${ranges.join('、')}，已为${names}登记温度异常，请上传照片`];
    }),
  );
}

/** The different pieces after a parcel's temperature was entered: everything out of its range differs in it. */
export function piecesByTemperature(rows: readonly SheetRow[], pieces: Pieces, typed: Typed): Pieces {
  const warm = new Set(Object.entries(typed).flatMap(([no, text]) => warmRows(rows, no, text).map(rowKey)));
  return Object.fromEntries(
    rows.map((row) => {
      const { temperature: _, ...own } = pieces[rowKey(row)] ?? {};
      const others = differenceKeys.reduce(
        (sum, key) => sum + (key === 'temperature' ? 0 : (own[key] ?? 0)),
        0,
      );
      return [
        rowKey(row),
        warm.has(rowKey(row)) ? { ...own, temperature: Math.max(0, row.most - others) } : own,
      ];
    }),
  );
}
