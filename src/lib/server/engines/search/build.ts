/** Builds the index from the tables, next to other work of the process. */

import { listCategories, listMerchants, listPromotedGoods } from '../../catalogue/rows.ts';
import { currentTime } from '../../core/process/clock.ts';
import { inSlices, makePace } from '../../core/process/pace.ts';
import type { Db } from '../../db/client.ts';
import type { BinaryRows } from '../../fast/binary-rows.ts';
import { KnownTexts } from '../../fast/known-texts.ts';
import { Catalogue } from './catalogue.ts';
import { CategoryTree } from './category-tree.ts';
import { GoodsTable } from './goods-table.ts';
import { countIndexed, readIndexedGoods, readIndexedProducts, type Which } from './indexed-rows.ts';
import { Products } from './products.ts';

/** Rows per query. */
const batch = 2_500;
/** Rows between two checks of the clock. */
const stride = 16;

/** Capacity for `count` rows and for rows added before the next index: with little room a new index is built sooner. */
const withRoom = (count: number) => count + 256 + (count >> 5);

/**
 * Reads everything in batches, and pauses between rows, so that other requests are served meanwhile. `isAwaited`: there
 * is no index yet, and callers wait for this one.
 */
export async function buildCatalogue(db: Db, isAwaited = false): Promise<Catalogue> {
  const pace = makePace(isAwaited);
  const texts = new KnownTexts();
  // The database reads the next rows while the current ones are added; the first batches of all tables are read at
  // once.
  const productRows = new Batches((which) => readIndexedProducts(db, which, texts));
  const goodsRows = new Batches((which) => readIndexedGoods(db, which, texts));
  productRows.begin();
  const tree = new CategoryTree(await listCategories(db));
  const merchants = await listMerchants(db);
  const counts = await countIndexed(db);
  const promoted = await listPromotedGoods(db, currentTime());
  const products = new Products(tree, withRoom(counts.products));
  await productRows.each(
    (row) => products.add(row),
    pace,
    () => goodsRows.begin(),
  );
  await inSlices(products.pack(), pace);
  const papersUntil = new Map(merchants.map((one) => [one.id, one.papersUntil]));
  const goods = new GoodsTable(products, withRoom(counts.goods), papersUntil);
  await goodsRows.each(
    // Items of a product that was added after the products were read are announced, and added then.
    (row) => {
      const product = products.places.get(row.productId);
      return product === undefined || goods.add(row, product);
    },
    pace,
  );
  const catalogue = new Catalogue(products, goods, tree, merchants, promoted);
  await inSlices(catalogue.orders.make('sale'), pace);
  return catalogue;
}

/** All rows of a table in batches, with the next one read ahead. */
class Batches<Row> {
  private readonly read: (which: Which) => Promise<BinaryRows<Row>>;
  private reading: Promise<BinaryRows<Row>> | null = null;

  constructor(read: (which: Which) => Promise<BinaryRows<Row>>) {
    this.read = read;
  }

  /** Reads the first batch. */
  begin(): void {
    this.readAfter(0);
  }

  private readAfter(after: number): Promise<BinaryRows<Row>> {
    const reading = this.read({ after, limit: batch });
    // The awaiting caller gets the failure; earlier steps may fail, too.
    reading.catch(() => {});
    this.reading = reading;
    return reading;
  }

  /** Takes all rows; signals when reading must stop. Throws when there is no room for a row. */
  async each(
    take: (row: Row) => boolean,
    pace: ReturnType<typeof makePace>,
    onRead: () => void = () => {},
  ): Promise<void> {
    for (let isLast = false; !isLast; ) {
      const { count, last, rows } = await (this.reading ?? this.readAfter(0));
      isLast = count < batch;
      if (isLast) onRead();
      else this.readAfter(last);
      let at = 0;
      for (const row of rows()) {
        if (!take(row)) throw new Error('the tables grew faster than they were read');
        if (++at % stride === 0) await pace();
      }
    }
  }
}
