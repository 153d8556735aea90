/** Delayed purges: they wait for preparations, and for pages with many reads to be rendered again. */
import type { Tags } from './renderings.ts';
import { beginPurge, dropPage, peekPage, purgePages } from './store.ts';

/** Renders a stored page again; resolves when it is stored or cannot be. */
export type Remake = (address: string) => Promise<void>;

/**
 * Work before the pages are dropped, e.g. an index that they are made from; returns further tags that it found
 * outdated.
 */
export type Preparation = () => Promise<Tags>;

/** Changes within this time are purged together: a page is rendered again at most ten times a second. */
const collectMs = 100;
/** Time limit for preparations: an outdated page is worse than one rendered twice. */
const prepareMs = 400;
/** A page with this many reads is rendered again before it is dropped, so that its readers do not all wait for it. */
const muchRead = 20;
/** Time limit for rendering again: with the delays above, every change is visible within a second. */
const remakeMs = 400;

/** Tags that wait for the next purge. */
const soon = new Set<string>();
const preparations = new Set<Preparation>();
let remake: Remake | undefined;
/** Pages that are being rendered again; true when another purge of the page has arrived meanwhile. */
const remaking = new Map<string, boolean>();

/** Sets how pages with many reads are rendered again. */
export function setRemake(make: Remake): void {
  remake = make;
}

/** Runs `prepare` before each collected purge until the returned function is called. `prepare` must not reject. */
export function beforePurges(prepare: Preparation): () => void {
  preparations.add(prepare);
  return () => preparations.delete(prepare);
}

/** Whether anything in this process knows which lists a changed item touches. */
export function knowsLists(): boolean {
  return preparations.size > 0;
}

/** Purges together with everything else that arrives within 100 ms, after the preparations. */
export function purgeSoon(tags: readonly string[]): void {
  if (soon.size === 0) setTimeout(() => void purgeCollected(), collectMs).unref();
  for (const tag of tags) soon.add(tag);
}

async function purgeCollected(): Promise<void> {
  const tags = [...soon];
  soon.clear();
  const found = Promise.all([...preparations].map((prepare) => prepare())).then(joinTags);
  const late = Symbol();
  const inTime = await Promise.race([
    found,
    new Promise<typeof late>((resolve) => setTimeout(resolve, prepareMs, late).unref()),
  ]);
  replacePages(inTime === late ? tags : joinTags([tags, inTime]));
  // Pages that were rendered meanwhile show the old index.
  if (inTime === late) replacePages(joinTags([tags, await found]));
}

/** Joins the tags; `all` if one of them is `all`. */
export function joinTags(all: readonly Tags[]): Tags {
  const tags: string[] = [];
  for (const one of all) {
    if (one === 'all') return 'all';
    tags.push(...one);
  }
  return [...new Set(tags)];
}

/** Drops the pages with any of the tags; pages with many reads are dropped after they are rendered again. */
function replacePages(tags: Tags): void {
  if (tags === 'all' || remake === undefined) {
    purgePages(tags);
    return;
  }
  for (const address of beginPurge(tags)) {
    const page = peekPage(address);
    if ((page?.reads ?? 0) >= muchRead) void replacePage(address, remake);
    else dropPage(address, page);
  }
}

async function replacePage(address: string, make: Remake): Promise<void> {
  const isUnderWay = remaking.has(address);
  remaking.set(address, isUnderWay);
  if (isUnderWay) return;
  const old = peekPage(address);
  const drop = () => dropPage(address, old);
  const late = setTimeout(drop, remakeMs).unref();
  do {
    remaking.set(address, false);
    await make(address).catch(() => {});
  } while (remaking.get(address) && peekPage(address) === old);
  remaking.delete(address);
  clearTimeout(late);
  drop();
}
