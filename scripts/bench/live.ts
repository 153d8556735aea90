/**
 * `npm run bench -- --only live`: 2,000 viewers of a room ask one process for its timeline every 3 s and say every 20 s
 * that they are there, while the host pins an item every 2 s; and how many answers a second the process gives at most.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { goodsPlain } from '#demo/seed/known.ts';
import { beatMs } from '#lib/rules/live/room.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { connect, type Db } from '#lib/server/db/client.ts';
import { addEvent, makeRoom } from '#tests/support/live.ts';
import { liveApp } from '#tests/support/live-app.ts';
import { makeProject, type ServerProcess, startReady } from '#tests/support/server-process.ts';
import { copyTemplate, openTestCluster } from '#tests/support/test-cluster.ts';
import { load } from './load.ts';
import { highestMemory } from './memory.ts';
import { count, latencyRow, type Row } from './table.ts';

const bars = { ms: 200 } as const;
const viewers = 2_000;
const lookMs = 3_000;
const pinMs = 2_000;

/** Connections of a proxy: viewers share them. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

async function ask(address: string, options: RequestOptions = {}, body?: string): Promise<string> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(address, { ...options, agent }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
  const said = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`${address}: ${answer.statusCode} ${said.slice(0, 200)}`);
  return said;
}

class Viewer {
  private after = '';
  private readonly room: string;
  private readonly name: string;

  constructor(origin: string, roomId: number, nth: number) {
    this.room = `${origin}/api/live/${roomId}`;
    this.name = `viewer-of-the-bench-${nth}`;
  }

  async look(): Promise<void> {
    const { data } = JSON.parse(await ask(`${this.room}/timeline?after=${this.after}`));
    this.after = data.after;
  }

  async beat(): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    await ask(`${this.room}/beat`, { method: 'POST', headers }, JSON.stringify({ visitor: this.name }));
  }
}

interface Watching {
  /** Time from the moment at which a look was due to its answer, ms. One figure a look. */
  durations: number[];
  /** Looks answered a second. */
  perSecond: number;
  megabytes: number;
}

/** All viewers at their pace, whatever the process takes for an answer. */
async function watch(db: Db, server: ServerProcess, roomId: number, seconds: number): Promise<Watching> {
  const people = Array.from({ length: viewers }, (_, nth) => new Viewer(server.url, roomId, nth));
  const durations: number[] = [];
  const sent: Promise<void>[] = [];
  const begun = performance.now();
  const end = seconds * 1_000;
  let isOn = true;
  const memory = highestMemory(server.child.pid ?? 0, () => isOn);
  const timed = async (due: number, look: () => Promise<void>) => {
    await look();
    durations.push(performance.now() - begun - due);
  };
  let [looks, beats, pins] = [0, 0, 0];
  for (let now = 0; now < end; now = performance.now() - begun) {
    for (; (looks * lookMs) / viewers <= now; looks++) {
      const viewer = people[looks % viewers];
      if (viewer) sent.push(timed((looks * lookMs) / viewers, () => viewer.look()));
    }
    for (; (beats * beatMs) / viewers <= now; beats++)
      sent.push(people[beats % viewers]?.beat() ?? Promise.resolve());
    for (; pins * pinMs <= now; pins++) await addEvent(db, roomId, { goodsId: goodsPlain });
    await pause(2);
  }
  await Promise.all(sent);
  const perSecond = durations.length / ((performance.now() - begun) / 1_000);
  isOn = false;
  return { durations, perSecond, megabytes: await memory };
}

async function rowsOf(db: Db, server: ServerProcess, isQuick: boolean): Promise<Row[]> {
  const roomId = await makeRoom(db);
  const seconds = isQuick ? 6 : 30;
  const before = await highestMemory(server.child.pid ?? 0);
  const { durations, perSecond, megabytes } = await watch(db, server, roomId, seconds);
  const { data } = JSON.parse(await ask(`${server.url}/api/live/${roomId}/timeline`));
  const at = (file: string) => load(server.url, [{ path: file }], isQuick ? 2 : 10);
  const timeline = await at(`/api/live/${roomId}/timeline?after=${data.after}`);
  const playlist = await at(`/live/${roomId}/picture.m3u8`);
  const wanted = (viewers * 1_000) / lookMs;
  return [
    {
      what: `${count(viewers)} viewers, a look every 3 s, a sign every 20 s: looks answered a second`,
      bar: `≥ ${count(wanted * 0.99)}`,
      measured: count(perSecond),
      isMet: perSecond >= wanted * 0.99,
    },
    latencyRow('a look among them, from when it was due', durations, bars.ms),
    {
      what: 'memory of the process more than before them, at most',
      bar: '',
      measured: `${(megabytes - before).toFixed(0)} MB (${before.toFixed(0)} before)`,
    },
    { what: 'looks a second at most, 32 connections', bar: '', measured: count(timeline.perSecond) },
    { what: 'playlists a second at most, 32 connections', bar: '', measured: count(playlist.perSecond) },
  ];
}

export async function measureLive(isQuick: boolean): Promise<{ rows: Row[]; about: string }> {
  const cluster = await openTestCluster();
  const folder = mkdtempSync(path.join(tmpdir(), 'yaopi-bench-'));
  const project = makeProject(liveApp);
  let server: ServerProcess | undefined;
  try {
    const url = await copyTemplate(cluster, 'demo', 'live');
    const env = { AUTH_SECRET: 'a secret for measuring, thirty-two', DATABASE_URL: url, DEMO: '1' };
    completeEnv({ ...env, LOG_LEVEL: 'fatal', DATA_DIR: folder });
    const { db, pool } = connect(url);
    try {
      server = await startReady(project, { ...env, LIMIT_SCALE: '1000' }, 60_000);
      const rows = await rowsOf(db, server, isQuick);
      return { rows, about: `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}` };
    } finally {
      await pool.end();
    }
  } finally {
    agent.destroy();
    server?.child.kill('SIGKILL');
    await server?.ended;
    rmSync(path.dirname(project), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
    await cluster.close();
  }
}
