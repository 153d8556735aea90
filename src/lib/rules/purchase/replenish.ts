/** What a buyer runs out of, by their own rhythm: frequency, quantity, and last purchase. */

export type Purchase = {
  /** Number of the Shanghai day. */
  day: number;
  pieces: number;
};

export type Rhythm = {
  /** Days from one purchase to the next, usually. */
  every: number;
  /** Pieces of a purchase, usually. */
  usual: number;
  /** Days since the last one. */
  since: number;
  /** 1 on the day it is due, 2 when a whole purchase was left out. */
  score: number;
};

/** Days of purchase that make a rhythm: two could be chance. */
const leastTimes = 3;
/** Due a little before the day: goods take a while to come. */
const dueFrom = 0.9;
/** A buyer who left out this many purchases has stopped buying it. */
export const stoppedAfter = 4;

/** The rhythm of one drug and spec; null for too few purchases. Purchases of one day are one. */
export function findRhythm(purchases: readonly Purchase[], today: number): Rhythm | null {
  const byDay = new Map<number, number>();
  for (const { day, pieces } of purchases) byDay.set(day, (byDay.get(day) ?? 0) + pieces);
  const days = [...byDay.keys()].sort((a, b) => a - b);
  const last = days.at(-1);
  if (last === undefined || days.length < leastTimes) return null;
  // The middle one: a purchase left out, or one for a whole season, is no rhythm.
  const every = Math.round(middleOf(days.slice(1).map((day, at) => day - (days[at] ?? day))));
  const since = today - last;
  return { every, usual: Math.round(middleOf([...byDay.values()])), since, score: since / every };
}

/** True when it is time to buy again, and it was not given up. */
export function isRunningOut({ score }: Rhythm): boolean {
  return score >= dueFrom && score <= stoppedAfter;
}

/** 平均每14天买20盒，已16天未买. */
export function rhythmText({ every, usual, since }: Rhythm, unit: string): string {
  return `平均每${every}天买${usual}${unit}，${since === 0 ? '今天刚买过' : `已${since}天未买`}`;
}

function middleOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? upper)) / 2;
}
