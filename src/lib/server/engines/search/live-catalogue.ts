/** The process's one index: built on first use, kept in step by bus messages with the ids of changed items. */
import { subscribe } from '../../core/bus/bus.ts';
import type { Message, StockNow } from '../../core/bus/channels.ts';
import { onShutdown } from '../../core/process/lifecycle.ts';
import { log } from '../../core/process/log.ts';
import { makePace } from '../../core/process/pace.ts';
import type { Db } from '../../db/client.ts';
import { KnownTexts } from '../../fast/known-texts.ts';
import { beforePurges, joinTags } from '../../web/cache/purges.ts';
import type { Tags } from '../../web/cache/renderings.ts';
import { purgePages } from '../../web/cache/store.ts';
import { forgetPictures } from '../pictures/pictures.ts';
import { buildCatalogue } from './build.ts';
import type { Catalogue, Reach } from './catalogue.ts';
import { readIndexedGoods, readIndexedProducts } from './indexed-rows.ts';

/** Delay of a new index, to collect further changes; also the delay of page purges after the index was updated. */
const settleMs = 150;
/**
 * Pause between single updates, and a multiple of the time that the last one took: changes of that time are applied
 * together.
 */
const restMs = 30;
const restTimes = 2;
/** The messages of one transaction arrive within this time. */
const gatherMs = 5;
const retryMs = 1_000;
/** Above this, and a small part of all items, a new index is cheaper than single rows. */
const manyRows = 5_000;
const smallPart = 1 / 64;
/** Rows applied in one step. */
const portion = 200;

interface Live {
  db: Db;
  current: Promise<Catalogue>;
  stopListening: (() => Promise<void>) | null;
  stopPreparing: () => void;
  changed: Set<number>;
  /** Stock changes during an update: the rows may have been read before. */
  stocks: StockNow[] | null;
  mustRebuild: boolean;
  /** Earliest time of the next new index: a long import takes half of the processor at most. */
  restsUntil: number;
  timer: NodeJS.Timeout | null;
  /** Earliest time of the next single update. */
  nextAt: number;
  /** Pages outdated by applied changes, and the latest time of their purge. */
  notAnnounced: Tags[];
  teller: NodeJS.Timeout | null;
  /** Applies updates one after the other. */
  work: Promise<unknown>;
  isClosed: boolean;
}

let cached: Live | undefined;

/** The catalogue's index. The first call builds it (about a second for 100,000 items, seven for 1,000,000). */
export function getCatalogue(db: Db): Promise<Catalogue> {
  if (cached === undefined) {
    const made: Live = {
      db,
      current: Promise.reject(new Error('not built')),
      stopListening: null,
      stopPreparing: () => {},
      changed: new Set(),
      stocks: [],
      mustRebuild: false,
      restsUntil: 0,
      timer: null,
      nextAt: 0,
      notAnnounced: [],
      teller: null,
      work: Promise.resolve(),
      isClosed: false,
    };
    made.current.catch(() => {});
    cached = made;
    // Subscribes first, so that no change during the build is missed.
    made.current = listen(made).then(() => build(made, true));
    made.current.catch(() => forget(made));
    onShutdown('catalogue', 'streams', () => forget(made));
  }
  return cached.current;
}

/** Ends the subscription and drops the index; the next call builds it again. */
export async function closeCatalogue(): Promise<void> {
  if (cached !== undefined) await forget(cached);
}

async function forget(made: Live): Promise<void> {
  made.isClosed = true;
  for (const timer of [made.timer, made.teller]) if (timer !== null) clearTimeout(timer);
  if (cached === made) cached = undefined;
  made.stopPreparing();
  await made.stopListening?.();
}

async function listen(made: Live): Promise<void> {
  // Pages are purged after the index that they are made from was updated.
  made.stopPreparing = beforePurges(async () => {
    await takeOverNow(made);
    return notAnnouncedOf(made);
  });
  made.stopListening = await subscribe({
    on: {
      catalogue_changed: (goods) => note(made, goods),
      stock_changed: (all) => recordStocks(made, all),
    },
    // Messages may have been lost with the connection: everything is read again.
    onGap: () => note(made, 'all'),
  });
  if (made.isClosed) await made.stopListening();
}

/** Applies rows, with the stocks at the time of completion. Pauses between portions. */
async function refresh(made: Live, catalogue: Catalogue, ids: readonly number[]): Promise<Reach> {
  const pace = makePace();
  const texts = new KnownTexts();
  let reach: Reach = 'goods';
  made.stocks = [];
  for (let from = 0; from < ids.length && reach !== 'none'; from += portion) {
    const part = ids.slice(from, from + portion);
    const offers = [...(await readIndexedGoods(made.db, { ids: part }, texts)).rows()];
    const productIds = [...new Set(offers.map((row) => row.productId))];
    const products = [...(await readIndexedProducts(made.db, { ids: productIds }, texts)).rows()];
    reach = farther(reach, catalogue.refresh(offers, products));
    await pace();
  }
  catalogue.changeStocks(made.stocks);
  made.stocks = null;
  return reach;
}

const byReach = ['goods', 'lists', 'everything', 'none'] as const;

function farther(one: Reach, other: Reach): Reach {
  return byReach.indexOf(one) > byReach.indexOf(other) ? one : other;
}

/** Builds a new index with the stocks at the time of completion. */
async function build(made: Live, isAwaited: boolean): Promise<Catalogue> {
  made.stocks = [];
  const catalogue = await buildCatalogue(made.db, isAwaited);
  catalogue.changeStocks(made.stocks);
  made.stocks = null;
  return catalogue;
}

function recordStocks(made: Live, all: Message<'stock_changed'>): void {
  if (all === 'all') {
    note(made, 'all');
    return;
  }
  made.stocks?.push(...all);
  // Without an index the first one is still being built: the ids noted above are applied then.
  made.current.then(
    (catalogue) => catalogue.changeStocks(all),
    () => {},
  );
}

function note(made: Live, goods: Message<'catalogue_changed'>): void {
  if (goods === 'all') made.mustRebuild = true;
  else for (const id of goods) made.changed.add(id);
  const rest = made.mustRebuild ? settleMs : made.nextAt - Date.now();
  made.timer ??= setTimeout(() => void takeOverNow(made), Math.max(gatherMs, rest)).unref();
}

/**
 * Purges pages shortly after the index was updated. By then processes that receive the change itself have requested
 * them, and render pages with many reads again before they are dropped.
 */
function announce(made: Live, tags: Tags, withinMs: number): void {
  made.notAnnounced.push(tags);
  made.teller ??= setTimeout(() => purgePages(notAnnouncedOf(made)), withinMs).unref();
}

function notAnnouncedOf(made: Live): Tags {
  if (made.teller !== null) clearTimeout(made.teller);
  made.teller = null;
  return joinTags(made.notAnnounced.splice(0));
}

/** Applies the received changes, after the update in progress. */
function takeOverNow(made: Live): Promise<void> {
  if (made.timer !== null) clearTimeout(made.timer);
  made.timer = null;
  const work = made.work.then(() => takeOver(made));
  made.work = work;
  return work;
}

async function takeOver(made: Live): Promise<void> {
  const ids = [...made.changed];
  if (made.isClosed || (ids.length === 0 && !made.mustRebuild)) return;
  const rest = made.mustRebuild ? made.restsUntil - Date.now() : 0;
  if (rest > 0) {
    made.timer ??= setTimeout(() => void takeOverNow(made), rest).unref();
    return;
  }
  const { mustRebuild } = made;
  const begun = Date.now();
  made.changed.clear();
  made.mustRebuild = false;
  try {
    const catalogue = await made.current;
    const isMuch = mustRebuild || ids.length > Math.max(manyRows, catalogue.goods.count * smallPart);
    const reach = isMuch ? 'none' : await refresh(made, catalogue, ids);
    if (reach === 'none') await buildAnew(made);
    else announce(made, tagsOf(reach, ids), settleMs);
    if (reach === 'everything') forgetPictures();
  } catch (error) {
    if (made.isClosed) return;
    log().warn({ err: error }, 'catalogue index is behind');
    made.mustRebuild = true;
    setTimeout(() => note(made, 'all'), retryMs).unref();
  } finally {
    const now = Date.now();
    made.nextAt = now + Math.max(restMs, restTimes * (now - begun));
  }
}

/** The old index is used until the new one is complete. */
async function buildAnew(made: Live): Promise<void> {
  const begun = Date.now();
  made.current = Promise.resolve(await build(made, false));
  made.restsUntil = Date.now() + (Date.now() - begun);
  forgetPictures();
  announce(made, 'all', 0);
}

/** The pages that changed items make outdated. */
function tagsOf(reach: Reach, ids: readonly number[]): Tags {
  if (reach === 'everything') return 'all';
  return [...ids.map((id) => `goods:${id}`), ...(reach === 'lists' ? ['goods'] : [])];
}
