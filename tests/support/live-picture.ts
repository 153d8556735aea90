/** Rooms with a picture, and who watches and publishes. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { APIContext } from 'astro';
import type pg from 'pg';
import type { LoginName } from '#demo/seed/known.ts';
import type { RoomState } from '#lib/rules/live/room.ts';
import { staffReader } from '#lib/server/core/sessions/desk-session.ts';
import { accountReader } from '#lib/server/core/sessions/session.ts';
import { ffmpegPath } from '#lib/server/ports/live/ffmpeg.ts';
import { newKey } from '#lib/server/ports/live/stream-key.ts';
import { loginAs } from '#tests/support/request.ts';
import { GET } from '../../src/pages/live/[id]/[file].ts';

interface RoomFacts {
  state?: RoomState;
  isRx?: boolean;
  merchantId?: number;
  /** SQL of the moment at which it went on air. */
  startedAt?: string;
}

let made = 0;

/** A room with a stream key, on air unless said otherwise. */
export async function makeRoom(pool: pg.Pool, facts: RoomFacts = {}): Promise<{ id: number; key: string }> {
  const { state = 'live', isRx = false, merchantId = 1, startedAt = `now() - interval '1 minute'` } = facts;
  const began = state === 'live' || state === 'ended' ? startedAt : 'null';
  const ended = state === 'ended' ? 'now()' : 'null';
  made += 1;
  const { rows } = await pool.query(
    `insert into live_room (merchant_id, title, host_name, sealed_host_id, host_id_tail, is_rx, state, starts_at, ends_at,
       started_at, ended_at, token)
     values ($1, '冬季用药', '何一', 'x', '001X', $2, $3, now(), now() + interval '1 hour', ${began}, ${ended}, $4)
     returning id`,
    [merchantId, isRx, state, `picture-${made}`],
  );
  const { id } = rows[0];
  return { id, key: await giveKey(pool, id) };
}

/** Gives a room a new stream key. */
export async function giveKey(pool: pg.Pool, id: number): Promise<string> {
  const { key, hash } = newKey(id);
  await pool.query('update live_room set key_hash = $2, key_made_at = now() where id = $1', [id, hash]);
  return key;
}

interface Asked {
  as?: LoginName;
  cookie?: string;
}

/** The shop's answer to a file of a room; `file` may have a query. */
export async function askLive(
  id: number | string,
  file: string,
  { as, cookie }: Asked = {},
): Promise<Response> {
  const url = new URL(`http://shop.test/live/${id}/${file}`);
  const given = as === undefined ? cookie : await loginAs(as);
  const request = new Request(url, { headers: given === undefined ? {} : { cookie: given } });
  const locals = {
    ...{ requestId: 'test', clientAddress: '127.0.0.1' },
    ...{ account: accountReader(request), staff: staffReader(request.headers) },
  };
  const params = { id: String(id), file: url.pathname.split('/').at(-1) };
  return (await GET({ params, request, url, locals } as unknown as APIContext)) as Response;
}

export interface Listed {
  seq: number;
  at: number;
  ms: number;
  address: string;
  /** A discontinuity stands before it. */
  isCut: boolean;
}

/** The segments of a playlist, with their numbers. */
export function readPlaylist(text: string): Listed[] {
  let seq = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1]);
  let [at, ms, isCut] = [Number.NaN, Number.NaN, false];
  const listed: Listed[] = [];
  for (const line of text.trim().split('\n')) {
    if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) at = Date.parse(line.slice(25));
    else if (line.startsWith('#EXTINF:')) ms = Math.round(Number.parseFloat(line.slice(8)) * 1000);
    else if (line === '#EXT-X-DISCONTINUITY') isCut = true;
    else if (!line.startsWith('#')) {
      listed.push({ seq, at, ms, address: line, isCut });
      seq += 1;
      isCut = false;
    }
  }
  return listed;
}

const publishers: ChildProcess[] = [];

/** An encoder with a moving picture and a tone, at the pace of the clock, with a key frame a second. */
export function publishTo(address: string): ChildProcess {
  const child = spawn(
    ffmpegPath(),
    [
      ...['-hide_banner', '-loglevel', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25'],
      ...['-re', '-f', 'lavfi', '-i', 'sine=440', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25'],
      ...['-c:a', 'aac', '-f', 'flv', address],
    ],
    { stdio: 'ignore' },
  );
  publishers.push(child);
  return child;
}

/** Ends the encoders that are left. */
export function endPublishers(): void {
  for (const child of publishers) child.kill('SIGKILL');
}
