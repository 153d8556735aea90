/**
 * The interface of live pictures. Who publishes and what is watched differ; the room, its timeline and who may watch do
 * not. A room's stream key is stored as a hash and stands in no page and in no playlist.
 */
import type { Segment } from '#lib/rules/live/playlist.ts';
import type { NewSegment, Publish } from '#lib/rules/live/publish.ts';
import type { Db } from '../../db/client.ts';

/** What a port needs to know of a room. */
export interface PictureRoom {
  id: number;
  /** The last time somebody published; null before the first time. */
  publishedAt: Date | null;
}

/** A new stream key: shown once, `hash` is stored. */
export interface IngestKey {
  /** 服务器 in OBS. */
  server: string;
  /** 串流密钥 in OBS. */
  key: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  expires: Date;
}

/** A file that a playlist lists. */
export interface LiveFile {
  bytes: Uint8Array;
  type: string;
}

/** A part of the picture that a playlist asks for, ms since 1970. `to` is the present for a room on air. */
export interface Span {
  from: number;
  to: number;
}

interface Port {
  key: 'own' | 'demo' | 'remote';
  /** For desks. */
  name: string;
  /** The picture is there as soon as the room is on air: nobody publishes. */
  isByClock: boolean;
  /** A new key; null where nobody can publish here. */
  ingestKey(roomId: number, now: Date): IngestKey | null;
}

/** The address that a player opens, whatever the port: a picture from elsewhere is led to from there. */
export const playlistAddress = (roomId: number) => `/live/${roomId}/index.m3u8`;

/** Playlists and segments are the shop's own answers. */
export interface OwnPicture extends Port {
  key: 'own' | 'demo';
  hasWords: boolean;
  /** The last segments that are finished by `to` and began after `from`, at most `limit`; all of them without. */
  segments(db: Db, room: PictureRoom, span: Span, limit?: number): Promise<Segment[]>;
  /** A file of a segment; null where there is none. Throws when the file store is away. */
  file(roomId: number, name: string, kind: 'picture' | 'sound' | 'words'): Promise<LiveFile | null>;
}

/** Playlists and segments come from elsewhere (SRS, MediaMTX, a cloud); it tells us who publishes. */
export interface RemotePicture extends Port {
  key: 'remote';
  /** Where the playlist is now: the address is good for some minutes, a player that opens the room again gets another one. */
  playback(roomId: number, now: Date): string;
}

export type LivePort = OwnPicture | RemotePicture;

/** What the receiver of pictures asks the rooms; the start hands it over. */
export interface Rooms {
  /** Begins a publish, and ends the one before it; null for a key that opens no room. */
  onPublish(given: { roomId: number; keyHash: string; now: Date }): Promise<Publish | null>;
  onDone(publish: Publish, now: Date): Promise<void>;
  /** Whether the publish is the room's still. */
  isOpen(publish: Publish, now: Date): Promise<boolean>;
  /** False where the publish is not the room's any more: the segment is no part of it. */
  keep(publish: Publish, segment: NewSegment, now: Date): Promise<boolean>;
}
