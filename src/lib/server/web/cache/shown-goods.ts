/**
 * Collects the items that a page draws while it is rendered, so that the page is purged when one of them changes. No
 * page has to list its items.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

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
