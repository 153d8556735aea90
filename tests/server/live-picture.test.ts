/** The picture of live rooms by its addresses: who gets a playlist, and that a segment needs an address from one. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { roomsOf } from '#lib/server/live/publishes.ts';
import { openFiles } from '#lib/server/ports/files/store.ts';
import { segmentAddress } from '#lib/server/ports/live/packager.ts';
import { signFile } from '#lib/server/ports/live/signature.ts';
import { soundOf } from '#lib/server/ports/live/sound.ts';
import { hashKey } from '#lib/server/ports/live/stream-key.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { askLive, makeRoom, readPlaylist } from '#tests/support/live-picture.ts';
import { loginAs } from '#tests/support/request.ts';
import { busy, until } from '#tests/support/server-process.ts';

const { db, pool } = await testDatabase();

const status = async (id: number | string, file: string, as?: Parameters<typeof askLive>[2]) =>
  (await askLive(id, file, as)).status;

async function listed(id: number, file = 'picture.m3u8', as?: Parameters<typeof askLive>[2]) {
  const answer = await askLive(id, file, as);
  expect(answer.status).toBe(200);
  return readPlaylist(await answer.text());
}

describe('the demo’s picture', () => {
  it('has a true edge on the first minute: a main playlist, captions, sound, and segments by signed address', async () => {
    const { id } = await makeRoom(pool);
    const main = await askLive(id, 'index.m3u8');
    expect(Object.fromEntries(main.headers)).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': 'no-store',
    });
    expect(await main.text()).toContain('URI="words.m3u8"');
    const all = await listed(id);
    expect(all).toHaveLength(12);
    const { at, ms } = all.at(-1)!;
    expect(Date.now() - (at + ms)).toBeLessThan(busy * 4_000);
    const last = all.at(-1)!;
    const segment = await askLive(id, last.address);
    const bytes = Buffer.from(await segment.arrayBuffer());
    expect([segment.status, segment.headers.get('content-type'), bytes[0], bytes.byteLength % 188]).toEqual([
      ...[200, 'video/mp2t', 0x47, 0],
    ]);
    expect(segment.headers.get('cache-control')).toMatch(/^private, max-age=(6|7|8|9|10|11)\d\d, immutable$/);
    // The edge may have moved on since: the same segment is looked up by its number.
    const sameIn = async (file: string) => (await listed(id, file)).find(({ seq }) => seq === last.seq)!;
    const words = await sameIn('words.m3u8');
    expect(words.at).toBe(last.at);
    const text = await (await askLive(id, words.address)).text();
    expect(text).toMatch(/^WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:\d{5,6},LOCAL:00:00:00.000\n/);
    const sound = await sameIn('sound.m3u8');
    const alone = Buffer.from(await (await askLive(id, sound.address)).arrayBuffer());
    expect(alone.equals(soundOf(bytes))).toBe(true);
    expect(alone.byteLength).toBeLessThan(bytes.byteLength);
    expect(soundOf(alone).equals(alone)).toBe(true);
  });

  it('is looked up anew too while a clock that was set back catches up', async () => {
    const { id } = await makeRoom(pool);
    expect(await status(id, 'picture.m3u8')).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    try {
      await pool.query(`update live_room set state = 'stopped', ended_at = now() where id = $1`, [id]);
      await until('it is gone', async () => (await status(id, 'picture.m3u8')) === 404);
    } finally {
      vi.useRealTimers();
    }
  });

  it('begins with the room, ends with it, and its replay is the part that was cut', async () => {
    const { id } = await makeRoom(pool, { startedAt: `now() - interval '7 seconds'` });
    expect((await listed(id)).length).toBeLessThanOrEqual(5);
    await pool.query(`update live_room set state = 'ended', ended_at = now() where id = $1`, [id]);
    // A room is looked up at most five times a second.
    await until('its end is known', async () =>
      (await (await askLive(id, 'picture.m3u8')).text()).endsWith('#EXT-X-ENDLIST\n'),
    );
    await pool.query(
      `update live_room set started_at = now() - interval '3 hours', ended_at = now() - interval '1 hour' where id = $1`,
      [id],
    );
    await until('it is gone', async () => (await status(id, 'picture.m3u8')) === 404);
    const { rows } = await pool.query(
      `update live_room set is_replay = true, replay_from = now() - interval '2 hours',
         replay_to = now() - interval '110 minutes' where id = $1 returning replay_from, replay_to`,
      [id],
    );
    await until('its replay is there', async () => (await status(id, 'picture.m3u8')) === 200);
    const replay = await listed(id);
    const [from, to] = [rows[0].replay_from.getTime(), rows[0].replay_to.getTime()];
    expect(replay).toHaveLength(300 - (from % 2_000 === 0 ? 0 : 1) + 0);
    expect(replay[0]!.at - from).toBeLessThan(2_000);
    expect(to - replay.at(-1)!.at).toBeLessThan(busy * 4_000);
    expect(await status(id, replay[7]!.address)).toBe(200);
  });
});

describe('a stranger', () => {
  it('gets no segment: without, with a wrong, a foreign and an old signature', async () => {
    const [{ id }, other] = [await makeRoom(pool), await makeRoom(pool)];
    const [first] = await listed(id);
    const [file, query = ''] = first!.address.split('?');
    const signed = new URLSearchParams(query);
    const changed = (own: Record<string, string>) =>
      `${file}?${new URLSearchParams({ e: '', s: '', ...Object.fromEntries(signed), ...own })}`;
    const later = (Number.parseInt(signed.get('e')!, 36) + 600_000).toString(36);
    const old = signFile(id, file!, new Date(Date.now() - 25 * 60_000));
    const tries = [
      ...[file!, changed({ s: 'x' }), changed({ s: '' }), changed({ e: later }), `${file}?${old}`],
      // Which segment is at the edge depends on the clock.
      `${file === 'goods-1.ts' ? 'goods-2.ts' : 'goods-1.ts'}?${query}`,
      `${file!.replace('.ts', '.sound.ts')}?${query}`,
      `..%2Fclips.json?${query}`,
    ];
    for (const one of tries) expect.soft(await status(id, one), one).toBe(403);
    expect(await status(other.id, first!.address)).toBe(403);
    expect(await status(id, `nothing-1.ts?${signFile(id, 'nothing-1.ts', new Date())}`)).toBe(404);
    for (const one of ['0', 'x', '99999999', `${id}.0`])
      expect.soft(await status(one, 'index.m3u8'), one).toBe(404);
  });

  it('gets no playlist of a room with prescription medicines; an approved buyer does', async () => {
    const { id } = await makeRoom(pool, { isRx: true });
    const [pending, approved] = [await loginAs('pending'), await loginAs('demo')];
    for (const file of ['index.m3u8', 'picture.m3u8', 'sound.m3u8', 'words.m3u8']) {
      expect.soft(await status(id, file), file).toBe(403);
      expect.soft(await status(id, file, { cookie: pending }), file).toBe(403);
      expect.soft(await status(id, file, { cookie: approved }), file).toBe(200);
    }
  });

  it.each(['draft', 'waiting', 'ready', 'stopped'] as const)(
    'gets nothing of a room that is %s',
    async (state) => {
      const { id } = await makeRoom(pool, { state });
      expect(await status(id, 'picture.m3u8', { as: 'demo' })).toBe(404);
    },
  );
});

describe('a desk', () => {
  let own: Person;
  let other: Person;
  let platform: Person;
  beforeAll(async () => {
    own = await person(db, 'picture.own', 'service', 1);
    other = await person(db, 'picture.other', 'admin', 2);
    platform = await person(db, 'picture.platform', 'admin');
  });

  it('sees its own room before it is on air, and all of it afterwards; another merchant’s sees nothing', async () => {
    const { id } = await makeRoom(pool, { state: 'ready' });
    const desk = 'picture.m3u8?desk=1';
    expect(await listed(id, desk, { cookie: own.cookie })).toHaveLength(12);
    expect(await status(id, desk, { cookie: platform.cookie })).toBe(200);
    expect(await status(id, desk, { cookie: other.cookie })).toBe(404);
    expect(await status(id, desk, { as: 'demo' })).toBe(404);
    await pool.query(
      `update live_room set state = 'ended', started_at = now() - interval '1 hour', ended_at = now() - interval '30 minutes' where id = $1`,
      [id],
    );
    const all = await listed(id, desk, { cookie: own.cookie });
    expect(all.length).toBeGreaterThan(895);
    expect(await (await askLive(id, 'index.m3u8?desk=1', { cookie: own.cookie })).text()).toContain(
      'picture.m3u8?desk=1',
    );
  });
});

describe('a room whose host has published', () => {
  it('lists what was stored, and holds no key anywhere', async () => {
    const { id, key } = await makeRoom(pool);
    const rooms = roomsOf(db);
    const now = () => new Date();
    const publish = (await rooms.onPublish({ roomId: id, keyHash: hashKey(key), now: now() }))!;
    expect(await status(id, 'picture.m3u8')).toBe(404);
    const bytes = Buffer.alloc(188, 0x47);
    for (const n of [0, 1]) {
      const name = `0123456789abcdef-${n}`;
      await (await openFiles()).put(segmentAddress(id), `${name}.ts`, bytes);
      const at = new Date(Date.now() - 4_000 + n * 2_000);
      await rooms.keep(publish, { at, ms: 2_000, name, bytes: 188, isFirst: n === 0 }, now());
    }
    const room = await makeRoom(pool);
    await until('the edge is read again', async () => (await status(id, 'picture.m3u8')) === 200);
    const all = await listed(id);
    expect(all.map(({ seq }) => seq)).toEqual([1, 2]);
    const segment = await askLive(id, all[1]!.address);
    expect(Buffer.from(await segment.arrayBuffer()).equals(bytes)).toBe(true);
    expect(await status(room.id, all[1]!.address)).toBe(403);
    expect(await status(id, 'words.m3u8')).toBe(404);
    const texts = await Promise.all(
      ['index.m3u8', 'picture.m3u8', 'sound.m3u8'].map(async (file) => (await askLive(id, file)).text()),
    );
    for (const secret of [key, hashKey(key)]) expect(texts.join('\n')).not.toContain(secret);
  });
});
