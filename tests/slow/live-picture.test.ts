/** A live room with a real encoder and a real ffmpeg: what is sent is seen, once, whatever breaks. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { completeEnv, env } from '#lib/server/core/process/env.ts';
import { freePort } from '#lib/server/core/process/free-port.ts';
import { stopPhase } from '#lib/server/core/process/lifecycle.ts';
import { roomsOf } from '#lib/server/live/publishes.ts';
import { findFfmpeg } from '#lib/server/ports/live/ffmpeg.ts';
import { openIngest } from '#lib/server/ports/live/ingest.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  askLive,
  endPublishers,
  giveKey,
  type Listed,
  makeRoom,
  publishTo,
  readPlaylist,
} from '#tests/support/live-picture.ts';
import { busy, isAlive, until } from '#tests/support/server-process.ts';

const { db, pool, url } = await testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-'));
// Not the demo's: its clips stand in for an encoder that has not come yet.
completeEnv({ DATA_DIR: folder, FILES_TO: path.join(folder, 'files'), DEMO: '0' });
const version = await findFfmpeg();

const servers: ChildProcess[] = [];
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL');
  endPublishers();
  await stopPhase('streams');
  rmSync(folder, { recursive: true, force: true });
});

/** Everything that a viewer was shown, by its number; a number that means something else later is an error. */
class Viewer {
  readonly seen = new Map<number, Listed & { name: string }>();
  private readonly id: number;

  constructor(id: number) {
    this.id = id;
  }

  async look(): Promise<number> {
    const answer = await askLive(this.id, 'picture.m3u8');
    if (answer.status !== 200) return this.seen.size;
    for (const listed of readPlaylist(await answer.text())) {
      const name = listed.address.split('?')[0] ?? '';
      const known = this.seen.get(listed.seq);
      if (known !== undefined) expect([name, listed.at]).toEqual([known.name, known.at]);
      else this.seen.set(listed.seq, { ...listed, name });
    }
    return this.seen.size;
  }

  get all() {
    return [...this.seen.values()].toSorted((a, b) => a.seq - b.seq);
  }

  until(count: number): Promise<void> {
    return until(`${count} segments are seen`, async () => (await this.look()) >= count);
  }
}

/** The processes of ffmpeg that this process has started to cut segments. */
function cuttersOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        return (
          status.includes(`PPid:\t${pid}\n`) &&
          readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('segment_list')
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function eventsOf(id: number): Promise<string[]> {
  const { rows } = await pool.query(`select text from live_event where room_id = $1 order by id`, [id]);
  return rows.map(({ text }) => text);
}

if (version === null) {
  test('ffmpeg is not on this machine (apt install ffmpeg): the picture with a real encoder is not tried', () => {
    console.warn('tests/slow/live-picture.test.ts tried nothing: there is no ffmpeg');
    expect(version).toBeNull();
  });
} else {
  describe('a room with an encoder', async () => {
    const port = await openIngest(roomsOf(db), { port: 0, host: '127.0.0.1' });
    const address = (key: string) => `rtmp://127.0.0.1:${port}/live/${key}`;

    test('an encoder that drops for ten seconds is seen soon after it is back, and nothing twice', async () => {
      const { id, key } = await makeRoom(pool);
      const viewer = new Viewer(id);
      const first = publishTo(address(key));
      await viewer.until(3);
      first.kill('SIGKILL');
      const dropped = Date.now();
      await until('the drop is told', async () => (await eventsOf(id)).at(-1) === 'off');
      await until('ten seconds are over', () => Date.now() - dropped > 10_000);
      await viewer.look();
      const before = viewer.seen.size;
      const back = Date.now();
      publishTo(address(key));
      await viewer.until(before + 1);
      // 8 s on a machine of its own.
      expect(Date.now() - back).toBeLessThan(busy * 8_000);
      await viewer.until(before + 3);
      const { all } = viewer;
      expect(all.map(({ seq }) => seq)).toEqual(all.map((_, n) => n + 1));
      for (const [n, one] of all.entries()) {
        const next = all[n + 1];
        if (next !== undefined) expect(next.at).toBeGreaterThanOrEqual(one.at + one.ms);
      }
      expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
      const cut = all[before];
      expect(all.filter(({ isCut }) => isCut)).toEqual([cut]);
      // The clock of the picture is the clock: the gap is in it.
      expect(cut!.at).toBeGreaterThanOrEqual(back - 500);
      expect(cut!.at - all[before - 1]!.at).toBeGreaterThan(9_000);
      expect(await eventsOf(id)).toEqual(['on', 'off', 'on']);
      const bytes = Buffer.from(await (await askLive(id, cut!.address)).arrayBuffer());
      expect([bytes[0], bytes.byteLength % 188]).toEqual([0x47, 0]);
    }, 150_000);

    test('a second encoder with the key takes over from a line that hangs', async () => {
      const { id, key } = await makeRoom(pool);
      const viewer = new Viewer(id);
      const hanging = publishTo(address(key));
      await viewer.until(2);
      hanging.kill('SIGSTOP');
      publishTo(address(key));
      const before = viewer.seen.size;
      await viewer.until(before + 2);
      // That of the first room, and one of this room.
      await until('only they cut', () => cuttersOf(process.pid).length === 2);
      const { all } = viewer;
      expect(all.map(({ seq }) => seq)).toEqual(all.map((_, n) => n + 1));
    }, 120_000);

    test('a wrong key, the key of another room and a renewed key are refused, and cut no ffmpeg', async () => {
      const { id, key } = await makeRoom(pool);
      const other = await makeRoom(pool, { state: 'ended' });
      const ends = (given: string) =>
        new Promise((resolve) => publishTo(address(given)).once('close', (code) => resolve(code !== 0)));
      const before = cuttersOf(process.pid).length;
      const wrong = `${id}-${'a'.repeat(24)}`;
      expect(await Promise.all([ends(wrong), ends(other.key), ends('7'), ends(`${key}x`)])).toEqual([
        ...[true, true, true, true],
      ]);
      const child = publishTo(address(key));
      await new Viewer(id).until(1);
      await giveKey(pool, id);
      await new Promise((resolve) => child.once('close', resolve));
      // The connection ends first: ffmpeg and the row of the end follow it.
      await until('the end is told', async () => (await eventsOf(id)).at(-1) === 'off');
      expect(await eventsOf(id)).toEqual(['on', 'off']);
      await until('no other ffmpeg cuts', () => cuttersOf(process.pid).length === before);
    }, 120_000);

    test('ffmpeg of a room that is stopped ends; one that dies begins again', async () => {
      const before = cuttersOf(process.pid);
      const { id, key } = await makeRoom(pool);
      const viewer = new Viewer(id);
      const child = publishTo(address(key));
      await viewer.until(1);
      const [cutter] = cuttersOf(process.pid).filter((pid) => !before.includes(pid));
      process.kill(cutter!, 'SIGKILL');
      await viewer.until(viewer.seen.size + 2);
      expect(viewer.all.filter(({ isCut }) => isCut).length).toBe(1);
      await pool.query(`update live_room set state = 'stopped' where id = $1`, [id]);
      await new Promise((resolve) => child.once('close', resolve));
      await until('ffmpeg is gone', () => cuttersOf(process.pid).every((pid) => before.includes(pid)));
      expect((await askLive(id, 'picture.m3u8')).status).toBe(404);
    }, 120_000);
  });

  test('kill -9 of the process leaves no ffmpeg and no picture that is said to be there', async () => {
    const { id, key } = await makeRoom(pool);
    const port = await freePort();
    const at = (file: string) =>
      JSON.stringify(pathToFileURL(path.resolve(import.meta.dirname, '../../src/lib/server', file)).href);
    const server = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { connect } from ${at('db/client.ts')};
         import { roomsOf } from ${at('live/publishes.ts')};
         import { openIngest } from ${at('ports/live/ingest.ts')};
         await openIngest(roomsOf(connect(${JSON.stringify(url)}).db), { port: ${port}, host: '127.0.0.1' });
         console.log('open');`,
      ],
      { env: { ...process.env, ...settings(), DATABASE_URL: url }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    servers.push(server);
    await new Promise((resolve) => server.stdout.once('data', resolve));
    publishTo(`rtmp://127.0.0.1:${port}/live/${key}`);
    await new Viewer(id).until(1);
    const [cutter] = cuttersOf(server.pid!);
    expect(isAlive(cutter!)).toBe(true);
    server.kill('SIGKILL');
    await until('ffmpeg has ended with its process', () => !existsSync(`/proc/${cutter}`));
    const { endSilentPublishes } = await import('#lib/server/live/publishes.ts');
    await endSilentPublishes(db, new Date(Date.now() + 60_000));
    expect(await eventsOf(id)).toEqual(['on', 'off']);
  }, 120_000);
}

function settings(): Record<string, string> {
  return {
    DATA_DIR: folder,
    FILES_TO: path.join(folder, 'files'),
    DEMO: '1',
    AUTH_SECRET: env().AUTH_SECRET ?? '',
  };
}
