/** Publishers of live rooms: keys, takeovers, what a stranger may send, and picture servers elsewhere. */
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { cutInput } from '#lib/contract/live/console-schema.ts';
import { secondKey } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '#lib/server/core/context.ts';
import { completeEnv, StartupError } from '#lib/server/core/process/env.ts';
import { stopPhase } from '#lib/server/core/process/lifecycle.ts';
import { cutRoom } from '#lib/server/live/desk-cut.ts';
import { getDeskRoom } from '#lib/server/live/desk-read.ts';
import { endSilentPublishes, roomsOf } from '#lib/server/live/publishes.ts';
import { getRoom } from '#lib/server/live/room.ts';
import { readLine } from '#lib/server/ports/live/ffmpeg.ts';
import { openIngest } from '#lib/server/ports/live/ingest.ts';
import { livePort } from '#lib/server/ports/live/providers.ts';
import { RtmpError, readAmf, writeAmf } from '#lib/server/ports/live/rtmp/amf.ts';
import { ChunkReader, type Message, types, writeMessage } from '#lib/server/ports/live/rtmp/chunks.ts';
import { flvTag, mediaKind } from '#lib/server/ports/live/rtmp/flv.ts';
import { RtmpSession } from '#lib/server/ports/live/rtmp/session.ts';
import { hashKey, newKey, roomOfKey } from '#lib/server/ports/live/stream-key.ts';
import { receivePictures } from '#lib/server/start/live.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askLive, giveKey, makeRoom } from '#tests/support/live-picture.ts';
import { callHandler } from '#tests/support/request.ts';
import { POST as notify } from '../../src/pages/api/live/notify/[provider].ts';

const { db, pool } = await testDatabase();
const rooms = roomsOf(db);
const at = (ms = 0) => new Date(Date.now() + ms);
const begin = (roomId: number, key: string, now = at()) =>
  rooms.onPublish({ roomId, keyHash: hashKey(key), now });
const piece = (n: number, own: object = {}) => ({
  ...{ at: at(n * 2_000), ms: 2_000, name: `${'0'.repeat(16)}-${n}`, bytes: 9, isFirst: n === 0 },
  ...own,
});
const events = async (id: number) =>
  (await pool.query(`select text from live_event where room_id = $1 order by id`, [id])).rows.map(
    ({ text }) => text,
  );

const hello = Buffer.concat([Buffer.of(3), Buffer.alloc(1536, 1), Buffer.alloc(1536, 2)]);
const command = (...values: Parameters<typeof writeAmf>) =>
  writeMessage(3, { type: types.command, streamId: 1, body: writeAmf(...values) }, 128);

describe('a stream key', () => {
  it('opens its own room while that is announced or on air, for thirty days', async () => {
    const { id, key } = await makeRoom(pool, { state: 'ready' });
    const other = await makeRoom(pool);
    expect(roomOfKey(key)).toBe(id);
    expect(await begin(id, key)).not.toBeNull();
    expect(await begin(other.id, key)).toBeNull();
    expect(await begin(id, newKey(id).key)).toBeNull();
    expect(await begin(id, key, at(31 * 86_400_000))).toBeNull();
    const renewed = await giveKey(pool, id);
    expect(await begin(id, key)).toBeNull();
    expect(await begin(id, renewed)).not.toBeNull();
    for (const state of ['stopped', 'draft']) {
      await pool.query('update live_room set state = $2 where id = $1', [id, state]);
      expect.soft(await begin(id, renewed), state).toBeNull();
    }
  });

  it.each(['', '7', '7-short', `7-${'a'.repeat(25)}`, `0-${'a'.repeat(24)}`, `../7-${'a'.repeat(24)}`])(
    '%j names no room',
    (key) => expect(roomOfKey(key)).toBeNull(),
  );
});

describe('a publish', () => {
  it('that another one has replaced adds nothing, ends nothing, and hears it', async () => {
    const { id, key } = await makeRoom(pool);
    const first = (await begin(id, key))!;
    expect(await rooms.keep(first, piece(0), at())).toBe(true);
    const second = (await begin(id, key))!;
    expect(await rooms.isOpen(first, at())).toBe(false);
    expect(await rooms.keep(first, piece(1), at())).toBe(false);
    await rooms.onDone(first, at());
    expect(await events(id)).toEqual(['on', 'on']);
    expect(await rooms.keep(second, piece(2, { isFirst: true }), at())).toBe(true);
    await rooms.onDone(second, at());
    await rooms.onDone(second, at());
    expect(await events(id)).toEqual(['on', 'on', 'off']);
  });

  it('of a room that ends adds nothing more', async () => {
    const { id, key } = await makeRoom(pool);
    const publish = (await begin(id, key))!;
    await pool.query(`update live_room set state = 'ended', ended_at = now() where id = $1`, [id]);
    expect([await rooms.isOpen(publish, at()), await rooms.keep(publish, piece(0), at())]).toEqual([
      false,
      false,
    ]);
  });

  it('numbers its segments without a gap and never goes back in time, also when many come at once', async () => {
    const { id, key } = await makeRoom(pool);
    const publish = (await begin(id, key))!;
    const same = at();
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        rooms.keep(publish, piece(n, { at: same, isFirst: n === 4 }), at()),
      ),
    );
    const { rows } = await pool.query(
      'select seq, at, ms from live_segment where room_id = $1 order by seq',
      [id],
    );
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const [n, row] of rows.entries())
      if (n > 0) expect(row.at.getTime()).toBeGreaterThanOrEqual(rows[n - 1].at.getTime() + rows[n - 1].ms);
  });

  it('whose process was killed is ended by the job, once; one with a late segment is back', async () => {
    const { id, key } = await makeRoom(pool);
    const publish = (await begin(id, key))!;
    await rooms.keep(publish, piece(0), at());
    await endSilentPublishes(db, at(10_000));
    expect(await events(id)).toEqual(['on']);
    await Promise.all([endSilentPublishes(db, at(60_000)), endSilentPublishes(db, at(60_000))]);
    expect(await events(id)).toEqual(['on', 'off']);
    expect(await rooms.keep(publish, piece(1), at())).toBe(true);
    expect(await events(id)).toEqual(['on', 'off', 'on']);
  });
});

describe('a connection', () => {
  const media = (first: number, time = 0) =>
    writeMessage(4, { type: types.video, streamId: 1, time, body: Buffer.of(first, 1, 0, 0, 0, 9) }, 128);

  function session() {
    const said: Buffer[] = [];
    const heard: Message[] = [];
    const asked: string[] = [];
    const one = new RtmpSession({
      write: (bytes) => said.push(bytes),
      onPublish: (app, name) => asked.push(`${app}/${name}`),
      onMedia: (message) => heard.push(message),
      onEnd: () => asked.push('end'),
    });
    return { one, heard, asked, text: () => Buffer.concat(said).toString('latin1') };
  }

  it('is read in whatever pieces it arrives, and media only after its key was accepted', () => {
    const { one, heard, asked, text } = session();
    const bytes = Buffer.concat([
      hello,
      command('connect', 1, { app: 'live/', tcUrl: 'no address' }),
      command('createStream', 2, null),
      command('publish', 3, null, `${'7-key'}?x=1`, 'live'),
      media(0x17, 40),
    ]);
    for (let from = 0; from < bytes.byteLength; from += 7) one.add(bytes.subarray(from, from + 7));
    expect([asked, heard.length]).toEqual([['live/7-key'], 0]);
    one.accept();
    expect(
      heard.map(({ time, body }) => [time, mediaKind({ type: types.video, time, streamId: 1, body })]),
    ).toEqual([[40, 'key frame']]);
    expect(text()).toContain('NetStream.Publish.Start');
    one.add(command('deleteStream', 4, null, 1));
    expect(asked.at(-1)).toBe('end');
  });

  it('that is refused hears why, and nothing that it sends is read', () => {
    const { one, heard, text } = session();
    one.add(Buffer.concat([hello, command('connect', 1, { app: 'live' }), command('publish', 3, null, 'x')]));
    one.refuse();
    one.accept();
    one.add(media(0x17));
    expect([heard.length, text().includes('NetStream.Publish.BadName')]).toEqual([0, true]);
  });

  it.each([
    ['no RTMP', Buffer.alloc(1537, 0x47)],
    [
      'playing',
      Buffer.concat([hello, command('connect', 1, { app: 'live' }), command('play', 2, null, 'x')]),
    ],
    [
      'a command that is none',
      Buffer.concat([
        hello,
        writeMessage(3, { type: types.command, streamId: 0, body: Buffer.of(2, 255, 255) }),
      ]),
    ],
    ['a connection to nothing', Buffer.concat([hello, command('connect', 1, 7)])],
    [
      'a long message before the key',
      Buffer.concat([
        hello,
        writeMessage(3, { type: types.command, streamId: 0, body: Buffer.alloc(20_000) }),
      ]),
    ],
    ['a chunk without a header', Buffer.concat([hello, Buffer.of(0xc5)])],
    [
      'a chunk size of nothing',
      Buffer.concat([hello, writeMessage(2, { type: types.chunkSize, streamId: 0, body: Buffer.alloc(4) })]),
    ],
    [
      'many chunk streams',
      Buffer.concat([
        hello,
        ...Array.from({ length: 40 }, (_, n) =>
          writeMessage(8 + n, { type: types.data, streamId: 0, body: Buffer.of(1) }),
        ),
      ]),
    ],
  ])('with %s ends by an error of the protocol', (_, bytes) => {
    expect(() => session().one.add(bytes)).toThrow(RtmpError);
  });

  it('survives ten thousand random messages without any other error', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
      return seed >> 8;
    };
    for (let n = 0; n < 10_000; n++) {
      const noise = Buffer.from(Array.from({ length: 1 + (random() % 60) }, random));
      try {
        session().one.add(Buffer.concat([hello, noise]));
        readAmf(noise);
      } catch (error) {
        expect(error).toBeInstanceOf(RtmpError);
      }
    }
  });

  it('keeps the time of chunks with long timestamps and without headers', () => {
    const long = { type: types.video, streamId: 1, body: Buffer.alloc(300, 9) };
    const head = writeMessage(4, { ...long, time: 0xffffff }, 128);
    const stamp = Buffer.from('01000000', 'hex');
    // The long timestamp follows the header of every chunk.
    const bytes = Buffer.concat([
      ...[head.subarray(0, 12), stamp, head.subarray(12, 140), head.subarray(140, 141), stamp],
      ...[head.subarray(141, 269), head.subarray(269, 270), stamp, head.subarray(270)],
    ]);
    const reader = new ChunkReader(10_000);
    reader.add(bytes);
    const message = reader.next();
    expect([message?.time, message?.body.equals(long.body)]).toEqual([0x01000000, true]);
    expect(flvTag(message!, message!.time).subarray(4, 8)).toEqual(Buffer.of(0, 0, 0, 1));
  });

  it('with another codec is told by name', () => {
    const of = (type: number, ...body: number[]) =>
      mediaKind({ type, time: 0, streamId: 1, body: Buffer.from(body) });
    expect(() => of(types.video, 0x90, 0x68, 0x76, 0x63, 0x31, 0)).toThrow('not H.264');
    expect(() => of(types.audio, 0x2f, 0)).toThrow('not AAC');
    expect([of(types.audio, 0xaf, 0), of(types.audio, 0xaf, 1), of(types.video, 0x27, 1, 0, 0, 0)]).toEqual([
      ...['sound head', 'sound', 'frame'],
    ]);
  });
});

describe('the port of encoders', () => {
  afterAll(() => stopPhase('streams'));

  it('is not opened without a setting, and a shop that has one says that ffmpeg is missing', async () => {
    await receivePictures(db);
    completeEnv({ LIVE_RTMP_PORT: '0', FFMPEG_PATH: '/nowhere/ffmpeg' });
    await expect(receivePictures(db)).rejects.toThrow(/找不到 ffmpeg（\/nowhere\/ffmpeg）/);
    await expect(receivePictures(db)).rejects.toThrow(StartupError);
  });

  it('ends the connections of strangers alone, and waits where another process has it', async () => {
    const host = '127.0.0.1';
    const port = (await openIngest(rooms, { port: 0, host }))!;
    expect(await openIngest(rooms, { port, host })).toBeNull();
    const { id } = await makeRoom(pool);
    const send = (bytes: Buffer) =>
      new Promise<string>((resolve) => {
        let said = '';
        const socket = connect(port, host, () => socket.write(bytes));
        socket.on('data', (more) => {
          said += more.toString('latin1');
        });
        socket.on('error', () => {}).on('close', () => resolve(said));
      });
    const ask = (app: string, key: string) =>
      send(Buffer.concat([hello, command('connect', 1, { app }), command('publish', 3, null, key)]));
    expect(await send(Buffer.alloc(1537, 0x47))).toBe('');
    expect(await ask('live', newKey(id).key)).toContain('NetStream.Publish.BadName');
    expect(await ask('other', newKey(id).key)).toContain('NetStream.Publish.BadName');
    expect(await events(id)).toEqual([]);
  });
});

describe('the list of ffmpeg', () => {
  it.each([
    ['000003.ts,6.080000,8.080000', { file: '000003.ts', from: 6.08, to: 8.08 }],
    ['../3.ts,6.0,8.0', null],
    ['000003.ts,8.0,8.0', null],
    ['', null],
  ])('%j', (line, segment) => expect(readLine(line)).toEqual(segment));
});

describe('a picture server elsewhere', () => {
  const token = 'a-token-of-the-picture-server';
  const tell = async (provider: string, body: object, given = token) => {
    const path = `/api/live/notify/${provider}?token=${given}`;
    const options = {
      path,
      params: { provider },
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    };
    const answer = await callHandler(notify, options);
    return [answer.status, await answer.json()];
  };

  it('asks for the key, for viewers, and tells the end; nothing without its token', async () => {
    expect((await tell('srs', {}))[0]).toBe(404);
    completeEnv({
      LIVE_RTMP_URL: 'rtmp://live.example.com/live',
      LIVE_PLAYBACK_URL: 'https://live.example.com/live/{room}.m3u8',
      LIVE_NOTICE_TOKEN: token,
    });
    const { id } = await makeRoom(pool);
    const port = livePort({ publishedAt: null });
    if (port.key !== 'remote') throw new Error(`the picture is ${port.key}`);
    const made = port.ingestKey(id, at())!;
    await pool.query('update live_room set key_hash = $2, key_made_at = now() where id = $1', [
      id,
      made.hash,
    ]);
    const [stream, param] = made.key.split('?');
    const publish = { action: 'on_publish', app: 'live', stream, param: `?${param}` };
    expect((await tell('srs', publish, 'another-token-of-somebody'))[0]).toBe(403);
    expect((await tell('srs', { ...publish, param: '?key=7' }))[0]).toBe(403);
    expect(await events(id)).toEqual([]);
    expect(await tell('srs', publish)).toEqual([200, { code: 0 }]);
    expect(await tell('srs', { ...publish, action: 'on_unpublish' })).toEqual([200, { code: 0 }]);
    expect(await events(id)).toEqual(['on', 'off']);
    const asked = {
      action: 'publish',
      path: `live/${id}`,
      query: param,
      protocol: 'rtmp',
      user: '',
      password: '',
    };
    expect((await tell('mediamtx', asked))[0]).toBe(200);
    expect((await tell('mediamtx', { ...asked, action: 'unpublish' }))[0]).toBe(200);
    const address = new URL(port.playback(id, at()));
    expect([address.origin + address.pathname, address.search.includes('key')]).toEqual([
      ...[`https://live.example.com/live/${id}.m3u8`, false],
    ]);
    const led = await askLive(id, 'index.m3u8');
    expect([led.status, led.headers.get('location')?.split('?')[0]]).toEqual([
      302,
      `https://live.example.com/live/${id}.m3u8`,
    ]);
    expect((await askLive(id, 'picture.m3u8')).status).toBe(404);
    // The server's address ends after some minutes: a player that opens the room's again is led to a new one.
    const shop: Context<'all'> = {
      ...{ db, now: at(), requestId: 'test' },
      actor: { kind: 'visitor', account: null },
    };
    expect((await getRoom(shop, { id })).playlist).toBe(`/live/${id}/index.m3u8`);
    expect(port.playback(id, at(20 * 60_000))).not.toBe(port.playback(id, at()));
    const play = { action: 'read', path: `live/${id}`, query: address.search.slice(1) };
    expect((await tell('mediamtx', play))[0]).toBe(200);
    expect((await tell('mediamtx', { ...play, path: 'live/1' }))[0]).toBe(403);
    expect((await tell('mediamtx', { ...play, query: '' }))[0]).toBe(403);
    expect((await tell('srs', { action: 'on_play', stream: 'x' }))[0]).toBe(422);
  });

  it('has no recording: no replay is shown, what this shop received before is played still', async () => {
    const desk: Context<'merchant'> = {
      ...{ db, now: new Date(), requestId: 'test' },
      actor: { kind: 'merchant', name: 'x', merchantId: 1 },
    };
    const { id } = await makeRoom(pool, { startedAt: `now() - interval '1 hour'` });
    await pool.query(
      `update live_room set state = 'ended', ended_at = now(), published_at = started_at where id = $1`,
      [id],
    );
    const room = await getDeskRoom(desk, { id });
    expect([room.replay_fault, room.playback]).toEqual([
      '画面由外部直播服务播出，本商城没有录像，不能展示回放',
      '',
    ]);
    const [from, to] = [room.started_at, room.ended_at].map((iso) => secondKey(Date.parse(iso)));
    const cut = cutInput.parse({ id, revision: 1, is_replay: 1, from, to });
    await expect(cutRoom(desk, cut)).rejects.toMatchObject({ code: 409, message: room.replay_fault });
    await pool.query(
      `insert into live_segment (room_id, seq, at, ms, run, name, bytes)
       values ($1, 1, now() - interval '30 minutes', 2000, 1, '0123456789abcdef-1', 9)`,
      [id],
    );
    expect(await cutRoom(desk, cut)).toMatchObject({
      ...{ is_replay: 1, replay_fault: '', playback: `/live/${id}/index.m3u8?desk=1` },
    });
    const main = await askLive(id, 'index.m3u8');
    expect([main.status, (await main.text()).includes('picture.m3u8')]).toEqual([200, true]);
    expect(await (await askLive(id, 'picture.m3u8')).text()).toContain('0123456789abcdef-1.ts');
    const shop: Context<'all'> = { ...desk, actor: { kind: 'visitor', account: null } };
    expect(await getRoom(shop, { id })).toMatchObject({ playlist: `/live/${id}/index.m3u8`, face: 'replay' });
  });
});
