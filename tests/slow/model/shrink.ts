/** From a story that fails to the shortest part of it that still does. */
import { type Batch, countActs, type Story } from './acts.ts';

type Fails = (story: Story) => Promise<boolean>;

export interface Shrinking {
  /** Plays at most. */
  tries: number;
  /** Ms at most. */
  patience: number;
}

/**
 * First the end of the story, as short as it will go; then delta debugging over its batches, then over the acts of
 * each. A part counts as failing when it fails in one of two plays: what happens at once is not the same each time.
 */
export async function shrink(story: Story, fails: Fails, { tries, patience }: Shrinking): Promise<Story> {
  const end = Date.now() + patience;
  let left = tries;
  const isOver = () => left <= 0 || Date.now() > end;
  async function test(part: Story): Promise<boolean> {
    for (let again = 0; again < 2 && !isOver(); again++) {
      left--;
      if (await fails(part)) return true;
    }
    return false;
  }
  let best = story;
  for (let size = 8; size < story.length && !isOver(); size *= 3) {
    const tail = story.slice(-size);
    if (!(await test(tail))) continue;
    best = tail;
    break;
  }
  best = await reduce(best, test, isOver);
  const single = best.flatMap((batch, nth) => batch.map((_, at): [number, number] => [nth, at]));
  const kept = await reduce(single, (part) => test(rebuild(best, part)), isOver);
  return rebuild(best, kept);
}

function rebuild(story: Story, kept: readonly [batch: number, act: number][]): Story {
  const batches = story.map(
    (batch, at): Batch => batch.filter((_, act) => kept.some(([b, a]) => b === at && a === act)),
  );
  return batches.filter((batch) => batch.length > 0);
}

/** Leaves parts of a list out, smaller and smaller ones, while what is left fails (ddmin). */
export async function reduce<T>(
  list: readonly T[],
  test: (part: T[]) => Promise<boolean>,
  isOver: () => boolean,
): Promise<T[]> {
  let best = [...list];
  let parts = 2;
  while (best.length > 1 && !isOver()) {
    const size = Math.ceil(best.length / parts);
    let shorter: T[] | undefined;
    for (let from = 0; from < best.length && !shorter && !isOver(); from += size) {
      const rest = [...best.slice(0, from), ...best.slice(from + size)];
      if (await test(rest)) shorter = rest;
    }
    if (!shorter && size === 1) break;
    parts = shorter ? Math.max(2, parts - 1) : Math.min(parts * 2, best.length);
    best = shorter ?? best;
  }
  return best;
}

export function describeLength(before: Story, after: Story): string {
  return `${countActs(after)} of ${countActs(before)} acts`;
}
