import type Hls from 'hls.js';

/** What is read of hls.js. */
type Played = Pick<Hls, 'levels' | 'currentLevel'>;

/** The time of the video (s) at a moment (ms): the clock jumps where the publisher was away. Null while unknown. */
export function timeAt(hls: Played | undefined, at: number): number | null {
  const fragments = hls?.levels[Math.max(0, hls.currentLevel)]?.details?.fragments ?? [];
  let time: number | null = null;
  for (const { programDateTime, start, duration } of fragments) {
    if (programDateTime === null) continue;
    if (programDateTime > at && time !== null) break;
    time = start + Math.min(duration, Math.max(0, (at - programDateTime) / 1000));
  }
  return time;
}
