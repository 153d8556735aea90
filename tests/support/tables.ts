/** Tables of tests, read as those of files are. */
import { type ReadColumns, readColumns } from '#lib/rules/tables/columns.ts';
import type { TableSpec } from '#lib/rules/tables/spec.ts';

export function readTableOf(
  rows: readonly (readonly string[])[],
  spec: TableSpec,
  chosen: readonly string[] | null = null,
  merged: readonly string[] = [],
): ReadColumns {
  return readColumns({ rows, merged: new Set(merged) }, spec, chosen);
}
