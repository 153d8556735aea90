import { readFileSync } from 'node:fs';
import { mapValues } from '#lib/rules/terms/keys.ts';
import { sourceFile } from '#lib/server/core/process/source-file.ts';
import { columns, extraColumns } from '#lib/server/engines/import/columns.ts';
import { type CatalogueRow, checkRow } from '#lib/server/engines/import/row.ts';
import { parseYuan } from '#lib/server/engines/import/values.ts';
import { readCsv } from '#lib/server/engines/tables/csv.ts';

/** The rows of one of the demo's files by column. */
export function readData(file: string): Record<string, string>[] {
  const [head = [], ...rows] = readCsv(readFileSync(sourceFile(`#demo/seed/data/${file}`), 'utf8'));
  return rows
    .filter((row) => row.length > 1)
    .map((row) => Object.fromEntries(head.map((column, at) => [column, row[at] ?? ''])));
}

/** Yuan of our own data files in fen; throws on anything else. */
export function fenOf(yuan: string): number {
  const fen = parseYuan(yuan);
  if (fen === undefined) throw new Error(`not an amount: ${yuan}`);
  return fen;
}

/** The rows of merchants.csv by column. */
export function readMerchants(): Record<string, string>[] {
  return readData('merchants.csv');
}

/** The rows of catalogue.csv, held to the same check as an import. */
export function readCatalogue(): CatalogueRow[] {
  return readData('catalogue.csv').map((fields) => {
    const checked = checkRow(mapValues({ ...columns, ...extraColumns }, (_, column) => fields[column] ?? ''));
    if ('reasons' in checked) throw new Error(`${fields.sku}: ${checked.reasons.join('; ')}`);
    return checked.row;
  });
}

/** One row of the category tree; ids count in the order of appearance: kinds 1…, first level 101…, second 1001…. */
export type CategoryRow = {
  id: number;
  parentId: number | null;
  kind: string;
  name: string;
  level: number;
  sort: number;
};

/** Key of a category in {@link CategoryTree.byPath}. */
export function categoryPath(...names: string[]): string {
  return names.join('\u0000');
}

/** Builds the tree kind → category1 → category2 from rows. */
export function categoryTree(rows: Pick<CatalogueRow, 'kind' | 'category1' | 'category2'>[]) {
  const byPath = new Map<string, CategoryRow>();
  const kinds = { level: 1, base: 0, count: 0 };
  const firsts = { level: 2, base: 100, count: 0 };
  const seconds = { level: 3, base: 1000, count: 0 };
  const add = (tier: typeof kinds, above: string[], name: string, parentId: number | null): number => {
    const path = categoryPath(...above, name);
    const found = byPath.get(path);
    if (found) return found.id;
    tier.count += 1;
    const id = tier.base + tier.count;
    const [kind = name] = above;
    byPath.set(path, { id, parentId, kind, name, level: tier.level, sort: tier.count });
    return id;
  };
  for (const { kind, category1, category2 } of rows) {
    const top = add(kinds, [], kind, null);
    const middle = add(firsts, [kind], category1, top);
    add(seconds, [kind, category1], category2, middle);
  }
  return byPath;
}
