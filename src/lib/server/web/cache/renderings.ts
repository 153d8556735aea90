import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Collects the items that a page draws while it is rendered, so that the page is purged when one of them changes. No
 * page has to list its items.
 */
const collected = new AsyncLocalStorage<Set<number>>();

/** Records that items are shown in their current state. Outside of a page it does nothing. */
export function recordShown(ids: readonly number[]): void {
  const shown = collected.getStore();
  if (shown) for (const id of ids) shown.add(id);
}

/** Runs `make` and returns its result with the ids of the items shown by it. */
export async function collectShown<T>(
  make: () => Promise<T>,
): Promise<[made: T, shown: ReadonlySet<number>]> {
  const shown = new Set<number>();
  return [await collected.run(shown, make), shown];
}

/**
 * Pages being rendered, with the purges that arrive meanwhile: a page that is outdated when it is done is not stored.
 */

/** What a purge is about. */
export type Tags = readonly string[] | 'all';

export interface Rendering {
  /** Purges since the rendering began. */
  purges: Tags[];
}

const renderings = new Set<Rendering>();

/** Call before a page is rendered, and {@link endRendering} afterwards. */
export function beginRendering(): Rendering {
  const rendering: Rendering = { purges: [] };
  renderings.add(rendering);
  return rendering;
}

export function endRendering(rendering: Rendering): void {
  renderings.delete(rendering);
}

/** Notifies all renderings in progress of a purge. */
export function notifyRenderings(tags: Tags): void {
  for (const rendering of renderings) rendering.purges.push(tags);
}

/** Whether one of the first `many` purges since a rendering began concerns any of the tags. */
export function isOutOfDate(
  { purges }: Rendering,
  tags: readonly string[],
  many: number = purges.length,
): boolean {
  return purges.slice(0, many).some((purge) => purge === 'all' || purge.some((tag) => tags.includes(tag)));
}
