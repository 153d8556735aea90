/**
 * The process's one index: built on first use, kept in step by the bus, which tells of which goods the rows are to be
 * taken over.
 */
import { subscribe } from '../bus/bus.ts';
import type { Message, StockNow } from '../bus/channels.ts';
import { beforePurges } from '../cache/purges.ts';
import type { Tags } from '../cache/renderings.ts';
import { purgePages } from '../cache/store.ts';
import type { Db } from '../db/client.ts';
import { forgetPictures } from '../pictures/pictures.ts';
import { onShutdown } from '../process/lifecycle.ts';
import { log } from '../process/log.ts';
import { makePace } from '../process/pace.ts';
import { listCategories } from '../repos/categories.ts';
import {
  type IndexedGoods,
  listIndexedGoods,
  listIndexedGoodsOf,
  listIndexedProducts,
  listPromotedGoods,
} from '../repos/goods.ts';
import { listMerchants } from '../repos/merchants.ts';
import { Catalogue } from './catalogue.ts';
import { Products } from './products.ts';

/** Changes that come within this time are taken over together. */
const settleMs = 150;
const retryMs = 1_000;
const batch = 1_000;
/** Above this a new index is cheaper than single rows. */
const manyRows = 5_000;

interface Kept {
  db: Db;
  current: Promise<Catalogue>;
  stopListening: (() => Promise<void>) | null;
  stopPreparing: () => void;
  changed: Set<number>;
  /** Stocks that changed while rows are taken over: they may have been read before. */
  stocks: StockNow[] | null;
  mustRebuild: boolean;
  /** No new index is built before: an import that goes on for long takes half of the processor at most. */
  restsUntil: number;
  timer: NodeJS.Timeout | null;
  /** Takes changes over one after the other. */
  work: Promise<unknown>;
  isClosed: boolean;
}

let kept: Kept | undefined;

/** The catalogue's index. The first call builds it (about a second for 100,000 goods). */
export function getCatalogue(db: Db): Promise<Catalogue> {
  if (kept === undefined) {
    const made: Kept = {
      db,
      current: Promise.reject(new Error('not built')),
      stopListening: null,
      stopPreparing: () => {},
      changed: new Set(),
      stocks: [],
      mustRebuild: false,
      restsUntil: 0,
      timer: null,
      work: Promise.resolve(),
      isClosed: false,
    };
    made.current.catch(() => {});
    kept = made;
    // Listening comes first, so that nothing that changes while the index is built is missed.
    made.current = listen(made).then(() => build(made));
    made.current.catch(() => forget(made));
    onShutdown('catalogue', 'streams', () => forget(made));
  }
  return kept.current;
}

/** Ends listening and drops the index; the next question builds it anew. */
export async function closeCatalogue(): Promise<void> {
  if (kept !== undefined) await forget(kept);
}

async function forget(made: Kept): Promise<void> {
  made.isClosed = true;
  if (made.timer !== null) clearTimeout(made.timer);
  if (kept === made) kept = undefined;
  made.stopPreparing();
  await made.stopListening?.();
}

/** Reads everything in batches, and rests between its rows, so that other requests get their turn meanwhile. */
export async function buildCatalogue(db: Db): Promise<Catalogue> {
  const pace = makePace();
  const categories = await listCategories(db);
  const products = new Products(categories);
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows = await listIndexedProducts(db, after, batch);
    for (const row of rows) {
      products.add(row);
      await pace();
    }
    after = rows.length < batch ? undefined : rows.at(-1)?.id;
  }
  const goods: IndexedGoods[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows = await listIndexedGoods(db, after, batch);
    // Goods of a product that came after the products were read wait for the next index.
    for (const row of rows) if (products.places.has(row.productId)) goods.push(row);
    after = rows.length < batch ? undefined : rows.at(-1)?.id;
  }
  return new Catalogue(
    products,
    goods,
    categories,
    await listMerchants(db),
    await listPromotedGoods(db, new Date()),
  );
}

async function listen(made: Kept): Promise<void> {
  // Pages are purged after the index that they are made from has followed.
  made.stopPreparing = beforePurges(() => takeOverNow(made));
  made.stopListening = await subscribe({
    on: {
      catalogue_changed: (goods) => note(made, goods),
      stock_changed: (all) => noteStocks(made, all),
    },
    // Messages may have been lost with the connection: everything is read again.
    onGap: () => note(made, 'all'),
  });
  if (made.isClosed) await made.stopListening();
}

/** Takes rows over, with the stocks of the moment when that is done. */
async function refresh(made: Kept, catalogue: Catalogue, ids: readonly number[]) {
  made.stocks = [];
  const reach = catalogue.refresh(await listIndexedGoodsOf(made.db, ids));
  catalogue.changeStocks(made.stocks);
  made.stocks = null;
  return reach;
}

/** A new index with the stocks of the moment when it is complete. */
async function build(made: Kept): Promise<Catalogue> {
  made.stocks = [];
  const catalogue = await buildCatalogue(made.db);
  catalogue.changeStocks(made.stocks);
  made.stocks = null;
  return catalogue;
}

function noteStocks(made: Kept, all: Message<'stock_changed'>): void {
  if (all === 'all') {
    note(made, 'all');
    return;
  }
  made.stocks?.push(...all);
  // The first index is being built as long as there is none: what is noted above is taken over then.
  made.current.then(
    (catalogue) => catalogue.changeStocks(all),
    () => {},
  );
}

function note(made: Kept, goods: Message<'catalogue_changed'>): void {
  if (goods === 'all') made.mustRebuild = true;
  else for (const id of goods) made.changed.add(id);
  made.timer ??= setTimeout(() => void takeOverNow(made).then(purgePages), settleMs).unref();
}

/** Takes over what has been heard, after what is under way; answers the pages that it puts out of date. */
function takeOverNow(made: Kept): Promise<Tags> {
  if (made.timer !== null) clearTimeout(made.timer);
  made.timer = null;
  const work = made.work.then(() => takeOver(made));
  made.work = work;
  return work;
}

async function takeOver(made: Kept): Promise<Tags> {
  const ids = [...made.changed];
  if (made.isClosed || (ids.length === 0 && !made.mustRebuild)) return [];
  made.mustRebuild ||= ids.length > manyRows;
  const rest = made.mustRebuild ? made.restsUntil - Date.now() : 0;
  if (rest > 0) {
    made.timer ??= setTimeout(() => void takeOverNow(made).then(purgePages), rest).unref();
    return [];
  }
  const { mustRebuild } = made;
  made.changed.clear();
  made.mustRebuild = false;
  try {
    const catalogue = await made.current;
    const reach = mustRebuild ? 'all' : await refresh(made, catalogue, ids);
    // The old index answers until the new one is complete.
    if (reach === 'all') {
      const begun = Date.now();
      made.current = Promise.resolve(await build(made));
      made.restsUntil = Date.now() + (Date.now() - begun);
      forgetPictures();
      return 'all';
    }
    return [...ids.map((id) => `goods:${id}`), ...(reach === 'lists' ? ['goods'] : [])];
  } catch (error) {
    if (made.isClosed) return [];
    log().warn({ err: error }, 'catalogue index is behind');
    made.mustRebuild = true;
    setTimeout(() => note(made, 'all'), retryMs).unref();
    return [];
  }
}
