/**
 * The picture of the demo's rooms: clips that follow each other for ever, by the clock. Every process at every moment
 * knows the same segments, so a room has a true edge without a camera and without a row.
 */
import type { Segment } from './playlist.ts';

/** A clip: pieces of exactly `segmentMs`, and its name. */
export interface ClipFacts {
  name: string;
  pieces: number;
}

/** The piece of a clip that a segment's name means; null for other names. */
export function findClipPiece(
  name: string,
  clips: readonly ClipFacts[],
): { clip: number; piece: number } | null {
  const [, clipName, nth] = /^([a-z]{1,20})-(\d{1,4})$/.exec(name) ?? [];
  const clip = clips.findIndex((one) => one.name === clipName);
  const piece = Number(nth);
  return clip !== -1 && piece < (clips[clip]?.pieces ?? 0) ? { clip, piece } : null;
}

/** Runs that are counted before the count begins anew. */
const mostRuns = 20_000;

/**
 * Segments that lie between two moments, the last one finished by `to`. Each room begins with another clip. The number of
 * a segment is its place since 1970, its run the number of clips since then, which begins anew every few days: players keep
 * an array of as many places as there were runs, and hls.js goes through all of them at each look.
 */
export function clipSegments(
  clips: readonly ClipFacts[],
  { room, from, to, pieceMs }: { room: number; from: number; to: number; pieceMs: number },
): Segment[] {
  const round = clips.reduce((sum, { pieces }) => sum + pieces, 0);
  if (round === 0) return [];
  const shift = clips.slice(0, room % clips.length).reduce((sum, { pieces }) => sum + pieces, 0);
  const segments: Segment[] = [];
  const end = Math.floor(to / pieceMs);
  for (let seq = Math.ceil(from / pieceMs); seq < end; seq++) {
    const place = seq + shift;
    let left = place % round;
    let clip = 0;
    for (const { pieces } of clips) {
      if (left < pieces) break;
      left -= pieces;
      clip++;
    }
    segments.push({
      seq,
      at: seq * pieceMs,
      ms: pieceMs,
      run: (Math.floor(place / round) * clips.length + clip) % mostRuns,
      name: `${clips[clip]?.name}-${left}`,
    });
  }
  return segments;
}
