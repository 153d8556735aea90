/**
 * Which goods a page draws: collected while it is made, so that a page is purged when one of them changes and no other,
 * and no page has to say it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const collected = new AsyncLocalStorage<Set<number>>();

/** Says that goods are shown with what they are now. Outside of a page it does nothing. */
export function noteShown(ids: readonly number[]): void {
  const shown = collected.getStore();
  if (shown) for (const id of ids) shown.add(id);
}

/** Runs `make` and answers with it the ids of the goods that were shown by it. */
export async function collectShown<T>(
  make: () => Promise<T>,
): Promise<[made: T, shown: ReadonlySet<number>]> {
  const shown = new Set<number>();
  return [await collected.run(shown, make), shown];
}
