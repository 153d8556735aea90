/** Stores of a head office by a table: which of its rows the form takes. */
import { api } from '#lib/contract/api.ts';
import type {
  StoreTableChecked,
  StoreTableInput,
  StoreTableRow,
  StoreWire,
} from '#lib/contract/registration/calls.ts';
import { maxStores } from '#lib/rules/companies/registration.ts';
import { normalizeCreditCode } from '#lib/rules/text/credit-code.ts';
import { call } from '../../api.ts';

/** Reads a table of stores, or cells that were pasted; nothing is saved. Rejects as `call` does. */
export function checkStoreTable(input: StoreTableInput): Promise<StoreTableChecked> {
  return call(api.checkStoreTable, input);
}

/** A row beside the form. there: the form has this store. full: the form has no room for it. */
export interface PlacedRow extends Omit<StoreTableRow, 'state'> {
  state: StoreTableRow['state'] | 'there' | 'full';
}

interface Asked {
  rows: readonly StoreTableRow[];
  /** The form's stores. */
  stores: readonly StoreWire[];
  /** The head office's own code, as it stands in the form. */
  headCode: string;
  /** Rows with a fault are taken too, to be mended in the form. */
  takesMend: boolean;
}

export interface PlacedStores {
  rows: PlacedRow[];
  /** Rows that the form takes. */
  taken: number;
  /** The form's stores with the taken ones behind; wholly blank ones are left out. */
  stores: StoreWire[];
  /** Faults of the taken ones, by the form's fields. */
  errors: Record<string, string>;
}

/** Puts rows behind the form's stores: each store once, and no more than the form holds. */
export function placeStores({ rows, stores, headCode, takesMend }: Asked): PlacedStores {
  const placed = stores.filter(({ id, ...texts }) => id !== 0 || Object.values(texts).some(Boolean));
  const before = placed.length;
  const errors: Record<string, string> = {};
  const shown = rows.map((row): PlacedRow => {
    if (row.state === 'wrong') return row;
    const at = stores.findIndex((store) => isSame(store, row));
    if (at >= 0) return { ...row, state: 'there', sentence: `已在清单里（门店${at + 1}）` };
    const own = besideHead(row, headCode);
    if (own.state === 'mend' && !takesMend) return own;
    if (placed.length >= maxStores) return { ...own, state: 'full', sentence: `清单最多${maxStores}家` };
    if (own.field !== '') errors[`stores.${placed.length}.${own.field}`] = own.sentence;
    placed.push({
      id: 0,
      name: row.name,
      credit_code: row.credit_code,
      region_code: row.region_code,
    });
    return own;
  });
  return { rows: shown, taken: placed.length - before, stores: placed, errors };
}

/** A store is known by its code; a row whose code is at fault, by its name. */
function isSame(store: StoreWire, row: StoreTableRow): boolean {
  if (row.credit_code !== '' && normalizeCreditCode(store.credit_code) === row.credit_code)
    return row.field !== 'credit_code' || store.name === row.name;
  return row.field === 'credit_code' && row.name !== '' && store.name === row.name;
}

function besideHead(row: StoreTableRow, headCode: string): StoreTableRow {
  if (row.credit_code === '' || row.credit_code !== normalizeCreditCode(headCode)) return row;
  return {
    ...row,
    state: 'mend',
    field: 'credit_code',
    sentence: '这是总部的代码，每家门店有自己的代码',
  };
}
