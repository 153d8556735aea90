import { path } from '#lib/contract/routes.ts';

/** The page of a lot. */
export function lotAddress(row: { goods_id: number | null; lot_no: string }): string {
  return path('/desk/lots/[goods]', { goods: row.goods_id ?? 0 }, { lot_no: row.lot_no });
}

/** The rows of a table of lots. */
export function lotRowsAddress(record: number): string {
  return path('/desk/lot-rows', undefined, { import: String(record) });
}
