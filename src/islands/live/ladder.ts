/**
 * What is tried when a picture fails for good: mend the decoder, load again, sound alone, and at last the poster with a
 * sentence. Pure. A picture that ran well for a while begins at the top.
 */

/** media: the decoder refuses; network: nothing comes; other: the player itself. */
export type Fault = 'media' | 'network' | 'other';
export type Step = 'recover' | 'reload' | 'sound' | 'poster';

export interface Ladder {
  recovered: number;
  reloaded: number;
  isSound: boolean;
  /** The last fault, ms. */
  at: number;
}

export const topOfLadder: Ladder = { recovered: 0, reloaded: 0, isSound: false, at: 0 };

const mostRecovered = 2;
const mostReloaded = 3;
/** Without a fault for so long all is well, ms. */
const wellMs = 60_000;

/** The next step, and the ladder after it. */
export function climbDown(ladder: Ladder, fault: Fault, now: number): { step: Step; ladder: Ladder } {
  const isFresh = now - ladder.at > wellMs;
  const from = isFresh ? { ...topOfLadder, isSound: ladder.isSound } : ladder;
  if (fault === 'media' && from.recovered < mostRecovered)
    return { step: 'recover', ladder: { ...from, recovered: from.recovered + 1, at: now } };
  if (from.reloaded < mostReloaded)
    return { step: 'reload', ladder: { ...from, reloaded: from.reloaded + 1, at: now } };
  if (!from.isSound)
    return { step: 'sound', ladder: { recovered: 0, reloaded: mostReloaded - 1, isSound: true, at: now } };
  return { step: 'poster', ladder: { ...from, at: now } };
}

/** Wait before the nth reload, ms. */
export function reloadAfter(nth: number): number {
  return 1_000 * 2 ** Math.max(0, nth - 1);
}
