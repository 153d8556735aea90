/** From a buyer's input (a text, a file, corrected rows) to the entries of a purchase list. */
import type { MatchValues } from '#lib/contract/quick-order/calls.ts';
import type { TableMapping } from '#lib/contract/tables.ts';
import { purchaseSpec } from '#lib/rules/purchase/purchase-columns.ts';
import {
  type PurchaseEntry,
  pastedTable,
  readPurchaseRows,
  splitPurchaseText,
} from '#lib/rules/purchase/purchase-split.ts';
import type { Context } from '../core/context.ts';
import { mapTable, type OwnTable, readUpload } from '../engines/tables/read-mapped.ts';

export interface Wanted {
  entry: PurchaseEntry;
  /** The product that a person chose. */
  productId: number | undefined;
}

/**
 * The entries, and the reading of a table's columns; null where there were none. While something has to be chosen there
 * are no entries. Throws as `readUpload` does.
 */
export async function readEntries(
  context: Context<'buyer'>,
  { text = '', file, rows, columns }: MatchValues,
): Promise<{ wanted: Wanted[]; table: TableMapping | null }> {
  if (rows !== undefined)
    return {
      wanted: rows.map((row) => ({
        entry: { raw: row.text, quantity: row.number ?? null, unit: '' },
        productId: row.product_id,
      })),
      table: null,
    };
  if (file !== undefined) return ofTable(await readUpload(context, file, { spec: purchaseSpec, columns }));
  const pasted = pastedTable(text);
  if (pasted === null) return { wanted: unchosen(splitPurchaseText(text)), table: null };
  return ofTable(
    await mapTable(context, { rows: pasted, merged: new Set() }, { spec: purchaseSpec, columns }),
  );
}

function ofTable(table: OwnTable): { wanted: Wanted[]; table: TableMapping } {
  return { wanted: unchosen(readPurchaseRows(table)), table: table.mapping };
}

function unchosen(entries: readonly PurchaseEntry[]): Wanted[] {
  return entries.map((entry) => ({ entry, productId: undefined }));
}
