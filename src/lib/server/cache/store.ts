/** Public pages as ready bytes, each under the tags of what it shows. */
import { LRUCache } from 'lru-cache';
import { isOutOfDate, notifyRenderings, type Rendering, type Tags } from './renderings.ts';

/** One stored answer: the bytes of one address in one encoding. */
export interface StoredPage {
  headers: Record<string, string>;
  body: Buffer;
  /** `goods:7` for each goods that it draws; `goods` where it shows which goods there are, and in which order. */
  tags: readonly string[];
  /** How long it may be answered. */
  seconds: number;
  /** How often it was answered since it was made. */
  reads: number;
}

/** Since the process began. */
export interface PageCounts {
  /** Answered from the store. */
  hits: number;
  /** Answered with the bytes of a rendering that somebody else had asked for. */
  waits: number;
  renders: number;
  purges: number;
  /** Pages and renderings that a purge put out of date: each may be rendered once more. */
  outdated: number;
}

/** Most that the store holds; what was not asked for longest goes first. */
const maxBytes = 20 * 1024 * 1024;
/** Beside the body: key, headers and the maps' own. */
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
 * While nothing is heard, what is stored goes on being answered, also beyond its time: the database is away, and a page
 * of a minute ago is better than none. Nothing new is kept; when it is heard again, all goes: a purge may be missing.
 */
export function setCacheListening(value: boolean): void {
  isListening = value;
  if (value) purgePages('all');
}

/** A stored page that is still good (any, while nothing is heard), or undefined. It becomes the last to be dropped. */
export function findPage(address: string): StoredPage | undefined {
  // What is beyond its time stays for the day when it cannot be made anew.
  const page = pages.get(address, { allowStale: !isListening, noDeleteOnStaleGet: true });
  if (page !== undefined) {
    counts.hits += 1;
    page.reads += 1;
  }
  return page;
}

/** A page that was stored, be it beyond its time, without counting it as read. */
export function findOldPage(address: string): StoredPage | undefined {
  return pages.peek(address, { allowStale: true });
}

/** Keeps a page, unless a purge of what it shows came since it was begun, or it is too large to be worth it. */
export function keepPage(address: string, page: StoredPage, rendering: Rendering): void {
  const isOld = isOutOfDate(rendering, page.tags);
  if (isOld) counts.outdated += 1;
  if (!isListening || isOld) return;
  pages.set(address, page, { ttl: page.seconds * 1000 });
}

/** Drops the pages that carry any of the tags, in this process, at once. */
export function purgePages(tags: Tags): void {
  const old = beginPurge(tags);
  if (tags === 'all') pages.clear();
  else for (const address of old) pages.delete(address);
}

/** What is being made now may be out of date when it is done. Answers the addresses of the tags. */
export function beginPurge(tags: Tags): string[] {
  notifyRenderings(tags);
  const old = tags === 'all' ? [] : [...new Set(tags.flatMap((tag) => [...(byTag.get(tag) ?? [])]))];
  counts.purges += 1;
  counts.outdated += tags === 'all' ? pages.size : old.length;
  return old;
}

/** Drops a page, unless it has been made anew: then `old` is not what is stored. */
export function dropPage(address: string, old: StoredPage | undefined): void {
  if (pages.peek(address) === old) pages.delete(address);
}

/** A page that is still good, without counting it as read. */
export function peekPage(address: string): StoredPage | undefined {
  return pages.peek(address);
}

/** It has had to wait and is made from now on: what was purged before does not touch it. */
export function renderNow(rendering: Rendering): void {
  rendering.purges.length = 0;
  counts.renders += 1;
}

export function countWait(): void {
  counts.waits += 1;
}

/** What the store holds now, for measuring. */
export function cacheSize(): { pages: number; bytes: number } {
  return { pages: pages.size, bytes: pages.calculatedSize };
}

/** What it has done since the process began, for measuring. */
export function pageCounts(): Readonly<PageCounts> {
  return counts;
}
