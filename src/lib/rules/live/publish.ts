/** Who sends the picture of a room, and what becomes of it. */

/** A publish that a room has accepted. It is named by the moment at which it began: another one takes the room over. */
export interface Publish {
  roomId: number;
  /** SHA-256 of the stream key that it came with. */
  keyHash: string;
  at: Date;
}

/** A finished segment, stored already. */
export interface NewSegment {
  at: Date;
  /** Duration, ms. */
  ms: number;
  name: string;
  bytes: number;
  /** The first one of its publish, or behind a gap. */
  isFirst: boolean;
}
