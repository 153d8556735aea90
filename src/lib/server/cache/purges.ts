/** Purges that wait for what prepares them, and for pages that are read a lot to be made anew. */
import type { Tags } from './renderings.ts';
import { beginPurge, dropPage, peekPage, purgePages } from './store.ts';

/** Makes a page of the store anew; resolves when it is kept, or cannot be. */
export type Remake = (address: string) => Promise<void>;

/** Work before the pages go, e.g. an index that they are made from; answers what else it has found out of date. */
export type Preparation = () => Promise<Tags>;

/** Changes that come within this time are purged together: a page is made anew ten times a second at most. */
const collectMs = 100;
/** What prepares a purge gets this long; a page that is out of date is worse than one made twice. */
const prepareMs = 400;
/** A page that was read as often as this is made anew before it goes, so that its readers do not all wait for it. */
const muchRead = 20;
/** It goes after this long all the same: with what comes before, nothing is shown a second after it has changed. */
const remakeMs = 400;

/** Tags that wait for the next purge. */
const soon = new Set<string>();
const preparations = new Set<Preparation>();
let remake: Remake | undefined;
/** Pages that are being made anew; true when another purge of them has come meanwhile. */
const remaking = new Map<string, boolean>();

/** Says how pages that are read a lot are made anew. */
export function setRemake(make: Remake): void {
  remake = make;
}

/** Has `prepare` run before each purge that was collected; what is answered ends that. It must not reject. */
export function beforePurges(prepare: Preparation): () => void {
  preparations.add(prepare);
  return () => preparations.delete(prepare);
}

/** Whether anything in this process says which lists a changed goods touches. */
export function knowsLists(): boolean {
  return preparations.size > 0;
}

/** Purges with everything else that comes within a tenth of a second, after what prepares it. */
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
  // Pages that were made meanwhile are of the old index.
  if (inTime === late) replacePages(joinTags([tags, await found]));
}

/** All of them; `all` where one of them is. */
export function joinTags(all: readonly Tags[]): Tags {
  const tags: string[] = [];
  for (const one of all) {
    if (one === 'all') return 'all';
    tags.push(...one);
  }
  return [...new Set(tags)];
}

/** Drops the pages that carry any of the tags; those that are read a lot when they have been made anew. */
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
