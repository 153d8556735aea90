/**
 * A picture from elsewhere: SRS, MediaMTX or a cloud receives the encoder and serves the playlist. It asks us who may
 * publish and who may watch, and tells when a publish is over (docs/providers/live.md).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#lib/contract/errors.ts';
import { keyLifeMs } from '#lib/rules/live/room.ts';
import { env } from '../../core/process/env.ts';
import type { Acknowledgement } from '../payments/port.ts';
import type { RemotePicture } from './port.ts';
import { liveWindowMs } from './signature.ts';
import { newKey } from './stream-key.ts';

function playSignature(roomId: number, until: string): string {
  return createHmac('sha256', env().LIVE_NOTICE_TOKEN ?? '')
    .update(`play ${roomId} ${until}`)
    .digest('base64url')
    .slice(0, 22);
}

/** True for the query that `playback` gave out, as long as it is good. */
function mayPlay(roomId: number, query: URLSearchParams, now: Date): boolean {
  const until = query.get('e') ?? '';
  const given = Buffer.from(query.get('s') ?? '');
  const right = Buffer.from(playSignature(roomId, until));
  return (
    /^[0-9a-z]{6,10}$/.test(until) &&
    given.byteLength === right.byteLength &&
    timingSafeEqual(given, right) &&
    Number.parseInt(until, 36) > now.getTime()
  );
}

export const remotePicture: RemotePicture = {
  key: 'remote',
  name: '外部直播服务',
  isByClock: false,
  ingestKey(roomId, now) {
    const { key, hash } = newKey(roomId);
    // The name of the stream stands in playlists: the key is a parameter beside it.
    return {
      ...{ server: env().LIVE_RTMP_URL ?? '', key: `${roomId}?key=${key}`, hash },
      expires: new Date(now.getTime() + keyLifeMs),
    };
  },
  playback(roomId, now) {
    const until = ((Math.floor(now.getTime() / liveWindowMs) + 2) * liveWindowMs).toString(36);
    const address = new URL((env().LIVE_PLAYBACK_URL ?? '').replaceAll('{room}', String(roomId)));
    address.searchParams.set('e', until);
    address.searchParams.set('s', playSignature(roomId, until));
    return address.href;
  },
};

/** What a picture server asks or tells. `key` is the encoder's; empty at the end of a publish. */
export type PictureNotice =
  | { act: 'publish' | 'done'; roomId: number; key: string }
  | { act: 'play'; roomId: number; isAllowed: boolean }
  | { act: 'other' };

const srs = z.object({
  action: z.string(),
  app: z.string().default(''),
  stream: z.string(),
  param: z.string().default(''),
});

const mediaMtx = z.object({
  action: z.string(),
  path: z.string().default(''),
  query: z.string().default(''),
});

const acts: Record<string, 'publish' | 'done' | 'play'> = {
  on_publish: 'publish',
  on_unpublish: 'done',
  on_play: 'play',
  publish: 'publish',
  unpublish: 'done',
  read: 'play',
  playback: 'play',
};

/** Reads a notice of SRS (HTTP callback) or MediaMTX (authHTTPAddress, runOnNotReady). Throws 403 and 422. */
function readPictureNotice(raw: Uint8Array, token: string | null, now: Date): PictureNotice {
  const right = Buffer.from(env().LIVE_NOTICE_TOKEN ?? '');
  const given = Buffer.from(token ?? '');
  if (right.byteLength === 0 || given.byteLength !== right.byteLength || !timingSafeEqual(given, right))
    throw new AppError(403, '直播通知的 token 不正确');
  let body: unknown;
  try {
    body = JSON.parse(Buffer.from(raw).toString('utf8'));
  } catch {
    throw new AppError(422, '直播通知不是 JSON');
  }
  const told = srs.safeParse(body);
  const asked = mediaMtx.safeParse(body);
  if (!told.success && !asked.success) throw new AppError(422, '直播通知缺少 action 或 stream');
  const { action, stream, param } = told.success
    ? told.data
    : {
        action: asked.data?.action ?? '',
        stream: (asked.data?.path ?? '').split('/').at(-1) ?? '',
        param: asked.data?.query ?? '',
      };
  const act = acts[action];
  if (act === undefined) return { act: 'other' };
  if (!/^[1-9]\d{0,8}$/.test(stream)) throw new AppError(422, '直播通知里没有直播间编号');
  const query = new URLSearchParams(param);
  const roomId = Number(stream);
  if (act === 'play') return { act, roomId, isAllowed: mayPlay(roomId, query, now) };
  return { act, roomId, key: query.get('key') ?? '' };
}

/** SRS wants a code of zero and MediaMTX a status of 2xx; anything else refuses. */
function wordPictureNotice(refusal: AppError | null): Acknowledgement {
  return {
    status: refusal === null ? 200 : refusal.code === 422 ? 422 : 403,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify({ code: refusal === null ? 0 : 1 }),
  };
}

/** The picture server, by either name; undefined where none is set. */
export function findPictureServer(key: string) {
  if (env().LIVE_PLAYBACK_URL === undefined || !['srs', 'mediamtx'].includes(key)) return undefined;
  return {
    key,
    notify: (raw: Uint8Array, query: URLSearchParams, now: Date) =>
      readPictureNotice(raw, query.get('token'), now),
    acknowledge: wordPictureNotice,
  };
}
