/**
 * The picture of a room as files: playlists are made for who asks and never stored; segments are fetched by the signed
 * addresses in them. A room's desk reads them with `?desk=1`: before the room is on air too, and all of it afterwards.
 */
import { LRUCache } from 'lru-cache';
import { AppError } from '#lib/contract/errors.ts';
import { captionsOf } from '#lib/rules/live/captions.ts';
import {
  mainPlaylist,
  type PlaylistKind,
  playlistOf,
  type Segment,
  windowSegments,
} from '#lib/rules/live/playlist.ts';
import { hasReplay, type RoomState } from '#lib/rules/live/room.ts';
import { actorMay, type Context, shopActor, staffActorOf } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import type { Account } from '../people/account-rows.ts';
import type { StaffAccount } from '../people/staff-rows.ts';
import type { OwnPicture, Span } from '../ports/live/port.ts';
import { filePort, livePort, recordingPort } from '../ports/live/providers.ts';
import { liveWindowMs, replayWindowMs, signedUntil, signFile } from '../ports/live/signature.ts';
import { findCaptions, findCues } from './caption-rows.ts';
import { findDeskPicture } from './picture-rows.ts';
import { findRoom } from './room-rows.ts';
import { admit } from './watch.ts';

interface PictureOf {
  id: number;
  state: RoomState;
  startedAt: Date | null;
  endedAt: Date | null;
  publishedAt: Date | null;
  isReplay: boolean;
  replayFrom: Date | null;
  replayTo: Date | null;
}

export interface AskedFile {
  roomId: number;
  file: string;
  query: URLSearchParams;
  now: Date;
  account: () => Promise<Account | null>;
  staff: () => Promise<StaffAccount | null>;
}

const playlists: Record<string, 'main' | 'captions' | PlaylistKind> = {
  'captions.vtt': 'captions',
  'index.m3u8': 'main',
  'picture.m3u8': 'picture',
  'sound.m3u8': 'sound',
  'words.m3u8': 'words',
};

const endings: Record<PlaylistKind, string> = { picture: '.ts', sound: '.sound.ts', words: '.vtt' };

/** How long a room that is over still says so in its playlist, ms; then a replay alone is left. */
const farewellMs = 60_000;

/** Answers `/live/{id}/{file}`. Throws 403 and 404, and what the file store throws. */
export async function answerLiveFile(db: Db, asked: AskedFile): Promise<Response> {
  const kind = playlists[asked.file];
  return kind === undefined ? answerSegment(asked) : answerPlaylist(db, asked, kind);
}

async function answerSegment({ roomId, file, query, now }: AskedFile): Promise<Response> {
  const until = signedUntil(roomId, file, query, now);
  if (until === null) throw new AppError(403, '片段地址无效或已过期');
  const [, name = '', ending = ''] = /^([\w-]{1,60})(\.ts|\.sound\.ts|\.vtt)$/.exec(file) ?? [];
  const kind = ending === '.vtt' ? 'words' : ending === '.ts' ? 'picture' : 'sound';
  const found = name === '' ? null : await filePort(name)?.file(roomId, name, kind);
  if (!found) throw new AppError(404, '片段不存在');
  return new Response(new Uint8Array(found.bytes), {
    headers: {
      'Content-Type': found.type,
      'Content-Length': String(found.bytes.byteLength),
      'Cache-Control': `private, max-age=${Math.floor((until - now.getTime()) / 1000)}, immutable`,
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

async function answerPlaylist(
  db: Db,
  asked: AskedFile,
  kind: 'main' | 'captions' | PlaylistKind,
): Promise<Response> {
  const { now, query } = asked;
  const isDesk = query.has('desk');
  const room = isDesk ? await findForDesk(db, asked) : await findForViewer(db, asked);
  const shown = isDesk ? spanForDesk(room, now) : spanForViewer(room, now);
  if (shown === null) throw noPicture();
  const port = shown.end === 'replay' ? recordingPort(room) : livePort(room);
  if (port.key === 'remote') {
    if (kind !== 'main' || shown.end !== null) throw noPicture();
    return elsewhere(port.playback(room.id, now));
  }
  if (kind === 'words' && !port.hasWords) throw noPicture();
  const isReplay = shown.end === 'replay';
  if (kind === 'captions') {
    const found = isReplay ? await findCues(db, room.id) : null;
    if (found === null || room.startedAt === null) throw noPicture();
    const segments = await segmentsOf(db, port, room, shown);
    return captions(captionsOf(found.cues, segments, room.startedAt.getTime()));
  }
  if (kind === 'main')
    return playlist(
      mainPlaylist({
        hasWords: port.hasWords && !(isReplay && (await findCaptions(db, room.id))),
        query: isDesk ? '?desk=1' : '',
      }),
    );
  const segments = await segmentsOf(db, port, room, shown);
  if (segments.length === 0) throw noPicture();
  const windowMs = shown.end === 'replay' ? replayWindowMs : liveWindowMs;
  const addressOf = ({ name }: Segment) => {
    const file = `${name}${endings[kind]}`;
    return `${file}?${signFile(room.id, file, now, windowMs)}`;
  };
  return playlist(playlistOf(segments, { end: shown.end, addressOf }));
}

const noPicture = () => new AppError(404, '暂时没有画面');

function playlist(text: string): Response {
  return new Response(text, {
    headers: { 'Content-Type': 'application/vnd.apple.mpegurl', 'Cache-Control': 'no-store' },
  });
}

function captions(text: string): Response {
  return new Response(text, {
    headers: {
      'Content-Type': 'text/vtt; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** A picture from elsewhere has its own playlist; whoever may watch is led to it. */
function elsewhere(address: string): Response {
  return new Response(null, { status: 302, headers: { Location: address, 'Cache-Control': 'no-store' } });
}

async function findForViewer(db: Db, { roomId, account }: AskedFile): Promise<PictureOf> {
  const actor: Context<'all'>['actor'] = shopActor(await account());
  return admit(await roomLately(db, roomId), actor);
}

interface Looked {
  /** By the process's own clock, which nobody sets back. */
  at: number;
  room: ReturnType<typeof findRoom>;
}

/** Rooms that were looked up lately: each viewer asks for a playlist every two seconds. */
const looked = new LRUCache<number, Looked>({ max: 200 });
/** So long after its end a room may still be answered, ms. */
const lookedMs = 200;

function roomLately(db: Db, id: number): Looked['room'] {
  const known = looked.get(id);
  const at = performance.now();
  if (known !== undefined && at - known.at < lookedMs) return known.room;
  const room = findRoom(db, id);
  room.catch(() => looked.delete(id));
  looked.set(id, { at, room });
  return room;
}

async function findForDesk(db: Db, { roomId, staff }: AskedFile): Promise<PictureOf> {
  const person = await staff();
  const isLive = person !== null && actorMay(staffActorOf(person), 'live');
  const room = isLive ? await findDeskPicture(db, roomId, person.merchantId) : null;
  if (room === null) throw new AppError(404, '直播间不存在或已下架');
  return room;
}

interface Shown extends Span {
  end: 'replay' | 'over' | null;
}

/** From where to where a viewer sees; null where there is nothing to see. */
function spanForViewer(room: PictureOf, now: Date): Shown | null {
  const from = room.startedAt?.getTime() ?? 0;
  if (room.state === 'live') return { from, to: now.getTime(), end: null };
  const { replayFrom, replayTo, endedAt } = room;
  const [first, last] = [replayFrom?.getTime() ?? null, replayTo?.getTime() ?? null];
  if (hasReplay({ ...room, replayFrom: first, replayTo: last }) && first !== null && last !== null)
    return { from: first, to: last, end: 'replay' };
  const isJustOver =
    room.state === 'ended' && endedAt !== null && now.getTime() - endedAt.getTime() < farewellMs;
  return isJustOver ? { from, to: endedAt.getTime(), end: 'over' } : null;
}

/** The preview before the room is on air, then what viewers see, and everything when it is over. */
function spanForDesk(room: PictureOf, now: Date): Shown {
  const from = room.startedAt?.getTime() ?? 0;
  if (room.startedAt === null || room.state === 'live') return { from, to: now.getTime(), end: null };
  return { from, to: room.endedAt?.getTime() ?? now.getTime(), end: 'replay' };
}

interface Edge {
  at: number;
  segments: Promise<Segment[]>;
}

/** The edge of rooms on air: all viewers of half a second read it once. */
const edges = new Map<number, Edge>();
const edgeMs = 500;

function segmentsOf(db: Db, port: OwnPicture, room: PictureOf, shown: Shown): Promise<Segment[]> {
  if (shown.end === 'replay') return port.segments(db, room, shown);
  if (shown.end === 'over' || room.startedAt === null) return port.segments(db, room, shown, windowSegments);
  const at = performance.now();
  const known = edges.get(room.id);
  if (known !== undefined && at - known.at < edgeMs) return known.segments;
  for (const [id, one] of edges) if (at - one.at >= edgeMs) edges.delete(id);
  const segments = port.segments(db, room, shown, windowSegments);
  segments.catch(() => edges.delete(room.id));
  edges.set(room.id, { at, segments });
  return segments;
}
