import { createHash } from 'node:crypto';
import { findProhibited, prohibitedMessage } from '#lib/rules/goods/prohibited.ts';
import type { KnownProduct } from '#lib/server/engines/import/import-rows.ts';
import { rowHash } from './product-values.ts';
import type { PlacedRow } from './read-file.ts';
import type { RowResult } from './report.ts';
import { type CatalogueRow, checkRow } from './row.ts';

/** A row to write: `id` of the product it matched, null for a new one; `sku` as the database knows it. */
export type Publication = {
  row: CatalogueRow;
  sku: string;
  id: number | null;
  isChanged: boolean;
  /** Names of the pictures that the product has. */
  pictures: readonly string[];
  /** The new pictures; null leaves the known ones. */
  newPictures: readonly string[] | null;
};

/** The identity of a product: approval number, spec, grade and maker; the name where there is no number. */
function identity(p: Pick<KnownProduct, 'approvalNo' | 'name' | 'spec' | 'maker' | 'size'>): string {
  const first = p.approvalNo === '' ? `-${p.name}` : p.approvalNo;
  return [first, p.spec, p.size, p.maker].join('\u0000');
}

/** Products by sku and by what they are. */
export class Matcher {
  private readonly bySku = new Map<string, KnownProduct>();
  private readonly byIdentity = new Map<string, KnownProduct>();

  constructor(products: KnownProduct[]) {
    for (const product of products) {
      this.bySku.set(product.sku, product);
      this.byIdentity.set(identity(product), product);
    }
  }

  find(row: CatalogueRow): KnownProduct | undefined {
    return this.bySku.get(row.sku) ?? this.byIdentity.get(identity(row));
  }
}

/** A code for a row without one; the same thing always gets the same. */
function skuFor(row: CatalogueRow): string {
  return `N${createHash('sha256').update(identity(row)).digest('hex').slice(0, 10).toUpperCase()}`;
}

export type Plan = { publications: Publication[]; results: RowResult[] };

/**
 * Check, match and gate: decides for every row whether it is published. `merchants` are the existing codes. Pure; the
 * results are in the order of the rows, published ones with their resulting state.
 */
export function planImport(rows: PlacedRow[], matcher: Matcher, merchants: ReadonlySet<string>): Plan {
  const publications: Publication[] = [];
  const firstAt = new Map<string, number>();
  const results = rows.map(({ at, raw }): RowResult => {
    const base = { at, sku: raw.sku, name: raw.name };
    const refuse = (...reasons: string[]): RowResult => ({ ...base, outcome: '拒绝', reasons });
    const checked = checkRow(raw);
    if ('reasons' in checked) return refuse(...checked.reasons);
    const { row } = checked;
    if (row.merchant !== '' && !merchants.has(row.merchant)) return refuse(`商家编码“${row.merchant}”不存在`);
    const found = matcher.find(row);
    const sku = found?.sku ?? (row.sku || skuFor(row));
    for (const key of [sku, identity(row)]) {
      const earlier = firstAt.get(key);
      if (earlier !== undefined) return refuse(`与第 ${earlier} 行是同一商品`);
    }
    const category = findProhibited({
      name: row.name,
      kind: row.kind,
      category: `${row.category1} ${row.category2}`,
      approvalNo: row.approvalNo,
    });
    if (category) return refuse(`禁售清单：${category}，${prohibitedMessage}`);
    firstAt.set(sku, at).set(identity(row), at);
    const isChanged = found?.rowHash !== rowHash({ ...row, sku });
    publications.push({
      row: { ...row, sku },
      sku,
      id: found?.id ?? null,
      isChanged,
      pictures: found?.pictures ?? [],
      newPictures: null,
    });
    return { ...base, sku, outcome: !found ? '新增' : isChanged ? '更新' : '无变化', reasons: [] };
  });
  return { publications, results };
}
