/** The clock of the picture: everything beside it is shown by this clock, not by the wall's. */
import { atom } from 'nanostores';
import { guessedDelayMs, type Screen, screenAt } from '#lib/rules/live/screen.ts';
import { serverNow } from '../../clock.ts';
import { $room } from './timeline.ts';

/** The moment (ms) that the picture shows; null before there is one. */
export const $pictureAt = atom<number | null>(null);

/**
 * What is beside the picture now; null before the timeline is known. Not `computed` of nanostores, which would be loaded
 * by every page of the shop.
 */
export const $screen = atom<Screen | null>(null);

/**
 * Moves the clock on: called by the player some times a second, in whole quarters of a second. Without a picture the wall
 * clock stands in, as far behind as most pictures are.
 */
export function moveClock(pictureAt: number | null): void {
  if (pictureAt !== null) $pictureAt.set(pictureAt);
  if ($room.get().phase === 'loading') return;
  const at = $pictureAt.get() ?? serverNow() - guessedDelayMs;
  const screen = screenAt([...$room.get().events.values()], Math.floor(at / 250) * 250);
  if (JSON.stringify(screen) !== JSON.stringify($screen.get())) $screen.set(screen);
}
