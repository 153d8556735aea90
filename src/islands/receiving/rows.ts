import type { PreviewReceiptInput, ReceivingSheet } from '#lib/contract/receiving/schema.ts';
import { type Difference, differenceKeys, type ScanRow } from '#lib/rules/orders/receiving.ts';

export type SheetRow = ReceivingSheet['rows'][number];

/** Pieces that differ, by row and sort of difference. */
export type Pieces = Readonly<Record<string, Partial<Record<Difference, number>>>>;

export const rowKey = ({ line_id: id, lot_no: lot }: SheetRow) => `${id} ${lot}`;

export function scanRowOf(row: SheetRow): ScanRow {
  return { key: rowKey(row), barcode: row.barcode, traceCodes: row.trace_codes };
}

/** The differences as they are sent. */
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
