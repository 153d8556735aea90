/** Brands: the list, the number of their items on the shelf, and their best-known ones. */
import type { Brand } from '#lib/contract/brands.ts';
import { brandLogoPath } from '#lib/contract/goods/pictures.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { findBrand, listBrands as listRows } from '../catalogue/rows.ts';
import type { Context } from '../core/context.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';

type Caller = Pick<Context, 'db'>;

/** Brands a page. */
export const brandsPerPage = 30;
const shownMakers = 2;
const shownFields = 3;

interface Tally {
  count: number;
  makers: Map<string, number>;
  fields: Map<string, number>;
}

export interface BrandList {
  list: Brand[];
  total: number;
  pages: number;
}

/** A page of brands with items on the shelf, those with most items first. */
export async function listBrands({ db }: Caller, page: number): Promise<BrandList> {
  const [rows, catalogue] = await Promise.all([listRows(db), getCatalogue(db)]);
  const tallies = tally(catalogue);
  const sold = rows
    .flatMap((row) => {
      const found = tallies.get(row.name);
      return found === undefined ? [] : [{ row, found }];
    })
    .sort((a, b) => b.found.count - a.found.count || a.row.id - b.row.id);
  const from = (page - 1) * brandsPerPage;
  return {
    list: sold.slice(from, from + brandsPerPage).map(({ row, found }) => toBrand(row, found)),
    total: sold.length,
    pages: Math.max(1, Math.ceil(sold.length / brandsPerPage)),
  };
}

/** One brand, or null for an unknown id. A brand without items on the shelf is answered too. */
export async function getBrand({ db }: Caller, id: string): Promise<Brand | null> {
  if (!/^[1-9]\d{0,8}$/.test(id)) return null;
  const row = await findBrand(db, Number(id));
  if (row === null) return null;
  const found = tally(await getCatalogue(db)).get(row.name);
  return toBrand(row, found ?? { count: 0, makers: new Map(), fields: new Map() });
}

/** Items on the shelf by brand, in one pass over the catalogue. */
function tally({ goods, products, tree }: Catalogue): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  const today = shanghaiDay(Date.now());
  for (let place = 0; place < goods.count; place++) {
    if (!goods.isOffered(place, today)) continue;
    const product = goods.productAt(place);
    const name = products.brandOf(product);
    if (name === '') continue;
    let entry = tallies.get(name);
    if (entry === undefined) {
      entry = { count: 0, makers: new Map(), fields: new Map() };
      tallies.set(name, entry);
    }
    entry.count += 1;
    add(entry.makers, products.makerOf(product));
    const path = tree.path(products.categoryOf(product));
    add(entry.fields, (path[1] ?? path[0])?.name ?? '');
  }
  return tallies;
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function toBrand({ id, name }: { id: number; name: string }, { count, makers, fields }: Tally): Brand {
  return {
    id,
    name,
    image: brandLogoPath(id),
    goodsCount: count,
    makers: commonest(makers, shownMakers),
    fields: commonest(fields, shownFields),
  };
}

function commonest(counts: Map<string, number>, limit: number): string[] {
  return [...counts]
    .filter(([name]) => name !== '')
    .sort((a, b) => b[1] - a[1])
    .slice(0, limit)
    .map(([name]) => name);
}
