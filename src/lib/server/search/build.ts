/** Makes the index out of the tables, beside whatever else the process does. */
import type { BinaryRows } from '../db/binary-rows.ts';
import type { Db } from '../db/client.ts';
import { KnownTexts } from '../db/known-texts.ts';
import { inSlices, makePace } from '../process/pace.ts';
import { listCategories } from '../repos/categories.ts';
import { listPromotedGoods } from '../repos/goods.ts';
import { countIndexed, readIndexedGoods, readIndexedProducts, type Which } from '../repos/indexed.ts';
import { listMerchants } from '../repos/merchants.ts';
import { Catalogue } from './catalogue.ts';
import { CategoryTree } from './category-tree.ts';
import { GoodsTable } from './goods-table.ts';
import { Products } from './products.ts';

/** Rows of one answer. */
const batch = 5_000;
/** Rows between two looks at the clock. */
const stride = 16;

/** So many rows, and room for those that come before the next index. */
const withRoom = (count: number) => count + 1_000 + (count >> 5);

/**
 * Reads everything in batches, and rests between its rows, so that other requests get their turn meanwhile. `isAwaited`:
 * there is no index yet, and whoever asks for goods waits for this one.
 */
export async function buildCatalogue(db: Db, isAwaited = false): Promise<Catalogue> {
  const pace = makePace(isAwaited);
  const tree = new CategoryTree(await listCategories(db));
  const merchants = await listMerchants(db);
  const counts = await countIndexed(db);
  const products = new Products(tree, withRoom(counts.products));
  const texts = new KnownTexts();
  await eachRow(
    (which) => readIndexedProducts(db, which, texts),
    (row) => products.add(row),
    pace,
  );
  await inSlices(products.pack(), pace);
  const papersUntil = new Map(merchants.map((one) => [one.id, one.papersUntil]));
  const goods = new GoodsTable(products, withRoom(counts.goods), papersUntil);
  await eachRow(
    (which) => readIndexedGoods(db, which, texts),
    // Goods of a product that came after the products were read are told of, and taken over then.
    (row) => {
      const product = products.places.get(row.productId);
      return product === undefined || goods.add(row, product);
    },
    pace,
  );
  const catalogue = new Catalogue(products, goods, tree, merchants, await listPromotedGoods(db, new Date()));
  await inSlices(catalogue.orders.make('sale'), pace);
  return catalogue;
}

/** Takes all rows of a table, the next ones being read meanwhile. Throws when there is no room for one. */
async function eachRow<Row>(
  read: (which: Which) => Promise<BinaryRows<Row>>,
  take: (row: Row) => boolean,
  pace: ReturnType<typeof makePace>,
): Promise<void> {
  let reading = read({ after: 0, limit: batch });
  for (;;) {
    const { count, last, rows } = await reading;
    const isLast = count < batch;
    if (!isLast) reading = read({ after: last, limit: batch });
    // Whoever waits for it hears of a failure; the rows at hand may fail before.
    reading.catch(() => {});
    let at = 0;
    for (const row of rows()) {
      if (!take(row)) throw new Error('the tables grew faster than they were read');
      if (++at % stride === 0) await pace();
    }
    if (isLast) return;
  }
}
