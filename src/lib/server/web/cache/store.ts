/** Public pages as bytes, each with the tags of its content. */
import { LRUCache } from 'lru-cache';
import { isOutOfDate, notifyRenderings, type Rendering, type Tags } from './renderings.ts';

/** One stored response: the bytes of one address in one encoding. */
export interface StoredPage {
  headers: Record<string, string>;
  body: Buffer;
  /** `goods:7` for each item on the page; `goods` where the page depends on which items exist and in which order. */
  tags: readonly string[];
  /** How long it may be served. */
  seconds: number;
  /** Reads since it was rendered. */
  reads: number;
}

/** Counts since the process started. */
export interface PageCounts {
  /** Served from the store. */
  hits: number;
  /** Served with the bytes of a rendering that another request had started. */
  waits: number;
  renders: number;
  purges: number;
  /** Pages and renderings that a purge made outdated: each may be rendered once more. */
  outdated: number;
}

/** Capacity of the store; the least recently used page is dropped first. */
const maxBytes = 20 * 1024 * 1024;
/** Bytes besides the body: key, headers and the maps' own. */
const overhead = 1_024;

/** Addresses of the pages of a tag. */
const byTag = new Map<string, Set<string>>();
const counts: PageCounts = { hits: 0, waits: 0, renders: 0, purges: 0, outdated: 0 };
/** False while purges of other processes could be missed: nothing is stored then. */
let isListening = false;

const pages = new LRUCache<string, StoredPage>({
  maxSize: maxBytes,
  maxEntrySize: maxBytes / 8,
  sizeCalculation: ({ body }) => body.byteLength + overhead,
  onInsert: ({ tags }, address) => {
    for (const tag of tags) byTag.set(tag, (byTag.get(tag) ?? new Set()).add(address));
  },
  dispose: ({ tags }, address) => {
    for (const tag of tags) {
      const addresses = byTag.get(tag);
      addresses?.delete(address);
      if (addresses?.size === 0) byTag.delete(tag);
    }
  },
});

/**
 * Without announcements, stored pages are still served, even beyond their time: the database is down, and a page of a
 * minute ago is better than none. Nothing new is stored. Everything is dropped when announcements resume, because a
 * purge may be missing.
 */
export function setCacheListening(value: boolean): void {
  isListening = value;
  if (value) purgePages('all');
}

/**
 * A stored page that is still valid (any page while there are no announcements), or undefined. It becomes the most
 * recently used.
 */
export function findPage(address: string): StoredPage | undefined {
  // An expired page stays for the time when it cannot be rendered again.
  const page = pages.get(address, { allowStale: !isListening, noDeleteOnStaleGet: true });
  if (page !== undefined) {
    counts.hits += 1;
    page.reads += 1;
  }
  return page;
}

/** A stored page, even an expired one; does not count as a read. */
export function findOldPage(address: string): StoredPage | undefined {
  return pages.peek(address, { allowStale: true });
}

/** Stores a page, unless its content was purged since the rendering began or it is too large to be worth it. */
export function storePage(address: string, page: StoredPage, rendering: Rendering): void {
  const isOld = isOutOfDate(rendering, page.tags);
  if (isOld) counts.outdated += 1;
  if (!isListening || isOld) return;
  pages.set(address, page, { ttl: page.seconds * 1000 });
}

/** Drops the pages with any of the tags, in this process, at once. */
export function purgePages(tags: Tags): void {
  const old = beginPurge(tags);
  if (tags === 'all') pages.clear();
  else for (const address of old) pages.delete(address);
}

/** Marks renderings in progress as possibly outdated. Returns the addresses of pages with the tags. */
export function beginPurge(tags: Tags): string[] {
  notifyRenderings(tags);
  const old = tags === 'all' ? [] : [...new Set(tags.flatMap((tag) => [...(byTag.get(tag) ?? [])]))];
  counts.purges += 1;
  counts.outdated += tags === 'all' ? pages.size : old.length;
  return old;
}

/** Drops a page, unless it was rendered again: then `old` is not the stored page. */
export function dropPage(address: string, old: StoredPage | undefined): void {
  if (pages.peek(address) === old) pages.delete(address);
}

/** A valid page; does not count as a read. */
export function peekPage(address: string): StoredPage | undefined {
  return pages.peek(address);
}

/** A rendering that had to wait starts now: earlier purges do not concern it. */
export function renderNow(rendering: Rendering): void {
  rendering.purges.length = 0;
  counts.renders += 1;
}

export function countWait(): void {
  counts.waits += 1;
}

/** Current size of the store, for metrics. */
export function cacheSize(): { pages: number; bytes: number } {
  return { pages: pages.size, bytes: pages.calculatedSize };
}

/** Counts since the process started, for metrics. */
export function pageCounts(): Readonly<PageCounts> {
  return counts;
}
