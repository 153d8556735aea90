/**
 * Public pages as ready bytes. The store hangs on globalThis, like the lifecycle: the built app carries its own copy of
 * this module and must reach the store that the server in front of it answers from.
 */

/** One stored answer: the bytes of one address in one encoding. */
export interface StoredPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  tags: readonly string[];
  /** Epoch milliseconds after which it is not answered any more. */
  until: number;
}

interface Store {
  pages: Map<string, StoredPage>;
  bytes: number;
  /** Rises with every purge: an answer that was begun before is not stored. */
  generation: number;
  /** False while purges of other processes could be missed: nothing is stored or answered then. */
  isListening: boolean;
}

/** Most that the store holds; what was not asked for longest goes first. */
const maxBytes = 64 * 1024 * 1024;
/** Beside the body: key, headers and the map's own. */
const overhead = 1_024;
const key = Symbol.for('yaopi.page-cache');

function store(): Store {
  const holder = globalThis as { [key]?: Store };
  holder[key] ??= { pages: new Map(), bytes: 0, generation: 0, isListening: false };
  return holder[key];
}

/** Counts purges; compare before and after rendering. */
export function cacheGeneration(): number {
  return store().generation;
}

export function setCacheListening(isListening: boolean): void {
  store().isListening = isListening;
  if (!isListening) purgePages('all');
}

export function isCacheListening(): boolean {
  return store().isListening;
}

/** A stored page that is still good, or undefined. It becomes the last to be dropped. */
export function findPage(address: string, now: number): StoredPage | undefined {
  const { pages } = store();
  const page = pages.get(address);
  if (page === undefined) return undefined;
  if (page.until <= now) {
    drop(address);
    return undefined;
  }
  pages.delete(address);
  pages.set(address, page);
  return page;
}

/** Keeps a page, unless a purge came since `begun` or it is too large to be worth it. */
export function keepPage(address: string, page: StoredPage, begun: number): void {
  const held = store();
  if (held.generation !== begun || !held.isListening || page.body.byteLength > maxBytes / 16) return;
  drop(address);
  held.pages.set(address, page);
  held.bytes += page.body.byteLength + overhead;
  for (const oldest of held.pages.keys()) {
    if (held.bytes <= maxBytes) break;
    drop(oldest);
  }
}

/** Drops the pages that carry any of the tags, in this process. */
export function purgePages(tags: readonly string[] | 'all'): void {
  const held = store();
  held.generation += 1;
  for (const [address, page] of held.pages) {
    if (tags === 'all' || page.tags.some((tag) => tags.includes(tag))) drop(address);
  }
}

/** What the store holds now, for measuring. */
export function cacheSize(): { pages: number; bytes: number } {
  return { pages: store().pages.size, bytes: store().bytes };
}

function drop(address: string): void {
  const held = store();
  const page = held.pages.get(address);
  if (page === undefined) return;
  held.pages.delete(address);
  held.bytes -= page.body.byteLength + overhead;
}
