/** Stream keys of rooms: made once, shown once, known by their hash. */
import { createHash, randomBytes } from 'node:crypto';

/** The hash of a key, as `live_room.key_hash` has it. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** A new key of a room, and its hash. */
export function newKey(roomId: number): { key: string; hash: string } {
  const key = `${roomId}-${randomBytes(18).toString('base64url')}`;
  return { key, hash: hashKey(key) };
}

/** The room that a key names; null for what is no key. Whether it is the room's own says the hash. */
export function roomOfKey(key: string): number | null {
  const [, id] = /^([1-9]\d{0,8})-[\w-]{24}$/.exec(key) ?? [];
  return id === undefined ? null : Number(id);
}
