/**
 * Public pages as ready bytes, each under the tags of what it shows. The store hangs on globalThis, like the lifecycle:
 * the built app carries its own copy of this module and must reach the store that the server in front of it answers
 * from.
 */
import { LRUCache } from 'lru-cache';

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

/** What a purge is about. */
export type Tags = readonly string[] | 'all';

/** A page that is being made, with the purges that came since it was begun. */
export interface Rendering {
  purges: Tags[];
}

/** Makes a page of the store anew; resolves when it is kept, or cannot be. */
export type Remake = (address: string) => Promise<void>;

/** Work before the pages go, e.g. an index that they are made from; answers what else it has found out of date. */
export type Preparation = () => Promise<Tags>;

interface Store {
  pages: LRUCache<string, StoredPage>;
  /** Addresses of the pages of a tag. */
  byTag: Map<string, Set<string>>;
  renderings: Set<Rendering>;
  /** False while purges of other processes could be missed: nothing is stored then. */
  isListening: boolean;
  /** Tags that wait for the next purge. */
  soon: Set<string>;
  timer: NodeJS.Timeout | undefined;
  preparations: Set<Preparation>;
  remake: Remake | undefined;
  /** Pages that are being made anew; true when another purge of them has come meanwhile. */
  remaking: Map<string, boolean>;
  /** Since the process began. */
  counts: PageCounts;
}

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
const maxBytes = 64 * 1024 * 1024;
/** Beside the body: key, headers and the maps' own. */
const overhead = 1_024;
/** Changes that come within this time are purged together: a page is made anew ten times a second at most. */
const collectMs = 100;
/** What prepares a purge gets this long; a page that is out of date is worse than one made twice. */
const prepareMs = 400;
/** A page that was read as often as this is made anew before it goes, so that its readers do not all wait for it. */
const muchRead = 20;
/** It goes after this long all the same: with what comes before, nothing is shown a second after it has changed. */
const remakeMs = 400;
const key = Symbol.for('yaopi.page-cache');

function store(): Store {
  const holder = globalThis as { [key]?: Store };
  holder[key] ??= open();
  return holder[key];
}

function open(): Store {
  const byTag = new Map<string, Set<string>>();
  const pages = new LRUCache<string, StoredPage>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 16,
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
  return {
    pages,
    byTag,
    renderings: new Set(),
    isListening: false,
    soon: new Set(),
    timer: undefined,
    preparations: new Set(),
    remake: undefined,
    remaking: new Map(),
    counts: { hits: 0, waits: 0, renders: 0, purges: 0, outdated: 0 },
  };
}

/**
 * While nothing is heard, what is stored goes on being answered, also beyond its time: the database is away, and a page
 * of a minute ago is better than none. Nothing new is kept; when it is heard again, all goes: a purge may be missing.
 */
export function setCacheListening(isListening: boolean): void {
  store().isListening = isListening;
  if (isListening) purgePages('all');
}

/** A stored page that is still good (any, while nothing is heard), or undefined. It becomes the last to be dropped. */
export function findPage(address: string): StoredPage | undefined {
  const { pages, counts, isListening } = store();
  // What is beyond its time stays for the day when it cannot be made anew.
  const page = pages.get(address, { allowStale: !isListening, noDeleteOnStaleGet: true });
  if (page !== undefined) {
    counts.hits += 1;
    page.reads += 1;
  }
  return page;
}

/** A page that was stored, be it beyond its time: for when making it anew failed. */
export function findOldPage(address: string): StoredPage | undefined {
  return store().pages.peek(address, { allowStale: true });
}

/** Call before a page is made, and {@link endRendering} when it is. */
export function beginRendering(): Rendering {
  const rendering: Rendering = { purges: [] };
  store().renderings.add(rendering);
  return rendering;
}

/** It has had to wait and is made from now on: what was purged before does not touch it. */
export function renderNow(rendering: Rendering): void {
  rendering.purges.length = 0;
  store().counts.renders += 1;
}

export function endRendering(rendering: Rendering): void {
  store().renderings.delete(rendering);
}

export function countWait(): void {
  store().counts.waits += 1;
}

/** Whether one of the first `many` purges since a rendering began was about any of the tags. */
export function isOutOfDate(
  { purges }: Rendering,
  tags: readonly string[],
  many: number = purges.length,
): boolean {
  return purges.slice(0, many).some((purge) => purge === 'all' || purge.some((tag) => tags.includes(tag)));
}

/** Keeps a page, unless a purge of what it shows came since it was begun, or it is too large to be worth it. */
export function keepPage(address: string, page: StoredPage, rendering: Rendering): void {
  const { pages, isListening, counts } = store();
  const isOld = isOutOfDate(rendering, page.tags);
  if (isOld) counts.outdated += 1;
  if (!isListening || isOld) return;
  pages.set(address, page, { ttl: page.seconds * 1000 });
}

/** Drops the pages that carry any of the tags, in this process, at once. */
export function purgePages(tags: Tags): void {
  const { pages } = store();
  const old = beginPurge(tags);
  if (tags === 'all') pages.clear();
  else for (const address of old) pages.delete(address);
}

/** Drops the pages that carry any of the tags; those that are read a lot when they have been made anew. */
function replacePages(tags: Tags): void {
  const { pages, remake } = store();
  if (tags === 'all' || remake === undefined) {
    purgePages(tags);
    return;
  }
  for (const address of beginPurge(tags)) {
    const isMuchRead = (pages.peek(address)?.reads ?? 0) >= muchRead;
    if (isMuchRead) void replacePage(address, remake);
    else pages.delete(address);
  }
}

/** What is being made now may be out of date when it is done. Answers the addresses of the tags. */
function beginPurge(tags: Tags): string[] {
  const { pages, byTag, renderings, counts } = store();
  for (const rendering of renderings) rendering.purges.push(tags);
  const old = tags === 'all' ? [] : [...new Set(tags.flatMap((tag) => [...(byTag.get(tag) ?? [])]))];
  counts.purges += 1;
  counts.outdated += tags === 'all' ? pages.size : old.length;
  return old;
}

async function replacePage(address: string, remake: Remake): Promise<void> {
  const { pages, remaking } = store();
  const isUnderWay = remaking.has(address);
  remaking.set(address, isUnderWay);
  if (isUnderWay) return;
  const old = pages.peek(address);
  const drop = () => {
    if (pages.peek(address) === old) pages.delete(address);
  };
  const timer = setTimeout(drop, remakeMs).unref();
  do {
    remaking.set(address, false);
    await remake(address).catch(() => {});
  } while (remaking.get(address) && pages.peek(address) === old);
  remaking.delete(address);
  clearTimeout(timer);
  drop();
}

/** Says how pages that are read a lot are made anew. */
export function setRemake(remake: Remake): void {
  store().remake = remake;
}

/** Purges with everything else that comes within a tenth of a second, after what prepares it. */
export function purgeSoon(tags: readonly string[]): void {
  const held = store();
  for (const tag of tags) held.soon.add(tag);
  held.timer ??= setTimeout(() => void purgeCollected(), collectMs).unref();
}

async function purgeCollected(): Promise<void> {
  const held = store();
  const tags = [...held.soon];
  held.soon.clear();
  held.timer = undefined;
  const found = Promise.all([...held.preparations].map((prepare) => prepare())).then(joinTags);
  const late = Symbol();
  const inTime = await Promise.race([
    found,
    new Promise<typeof late>((resolve) => setTimeout(resolve, prepareMs, late).unref()),
  ]);
  replacePages(inTime === late ? tags : joinTags([tags, inTime]));
  // Pages that were made meanwhile are of the old index.
  if (inTime === late) replacePages(joinTags([tags, await found]));
}

function joinTags(all: readonly Tags[]): Tags {
  const tags: string[] = [];
  for (const one of all) {
    if (one === 'all') return 'all';
    tags.push(...one);
  }
  return [...new Set(tags)];
}

/** Has `prepare` run before each purge that was collected; what is answered ends that. It must not reject. */
export function beforePurges(prepare: Preparation): () => void {
  const { preparations } = store();
  preparations.add(prepare);
  return () => preparations.delete(prepare);
}

/** Whether anything in this process says which lists a changed goods touches. */
export function knowsLists(): boolean {
  return store().preparations.size > 0;
}

/** What the store holds now, for measuring. */
export function cacheSize(): { pages: number; bytes: number } {
  const { pages } = store();
  return { pages: pages.size, bytes: pages.calculatedSize };
}

/** What it has done since the process began, for measuring. */
export function pageCounts(): Readonly<PageCounts> {
  return store().counts;
}
