/** The shop's own picture: encoders send it to this shop, and every process answers it from rows and the file store. */
import { LRUCache } from 'lru-cache';
import { keyLifeMs } from '#lib/rules/live/room.ts';
import { env } from '../../core/process/env.ts';
import { siteAddress } from '../../core/process/site-address.ts';
import { openFiles } from '../files/store.ts';
import { rtmpApp } from './ingest.ts';
import { segmentAddress } from './packager.ts';
import type { OwnPicture } from './port.ts';
import { listSegments } from './segment-rows.ts';
import { soundOf } from './sound.ts';
import { newKey } from './stream-key.ts';

/** Segments that many viewers ask for at once are read once. */
const recent = new LRUCache<string, Buffer>({
  maxSize: 48 * 1024 * 1024,
  sizeCalculation: (bytes) => Math.max(1, bytes.byteLength),
});
const reading = new Map<string, Promise<Buffer | undefined>>();

async function segmentBytes(roomId: number, name: string): Promise<Buffer | undefined> {
  const key = `${roomId}/${name}`;
  const known = recent.get(key);
  if (known !== undefined) return known;
  const begun = reading.get(key) ?? readSegment(roomId, name).finally(() => reading.delete(key));
  reading.set(key, begun);
  const bytes = await begun;
  if (bytes !== undefined) recent.set(key, bytes);
  return bytes;
}

async function readSegment(roomId: number, name: string): Promise<Buffer | undefined> {
  return (await openFiles()).find(segmentAddress(roomId), `${name}.ts`);
}

/** Where encoders send to, as a host enters it; null where nothing listens. */
export function rtmpAddress(): string | null {
  const { LIVE_RTMP_PORT: port, LIVE_RTMP_URL: url } = env();
  if (url !== undefined) return url;
  if (port === undefined) return null;
  return `rtmp://${new URL(siteAddress()).hostname}:${port}/${rtmpApp}`;
}

export const ownPicture: OwnPicture = {
  key: 'own',
  name: '本商城接收推流',
  isByClock: false,
  hasWords: false,
  ingestKey(roomId, now) {
    const server = rtmpAddress();
    if (server === null) return null;
    return { server, ...newKey(roomId), expires: new Date(now.getTime() + keyLifeMs) };
  },
  segments: (db, { id }, span, limit) => listSegments(db, id, { ...span, limit }),
  async file(roomId, name, kind) {
    if (kind === 'words') return null;
    const bytes = await segmentBytes(roomId, name);
    if (bytes === undefined) return null;
    return { bytes: kind === 'sound' ? soundOf(bytes) : bytes, type: 'video/mp2t' };
  },
};
