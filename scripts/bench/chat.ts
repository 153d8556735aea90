/**
 * `npm run bench -- --only chat`: what 2,000 open streams of chat cost a process, and how soon a message that one process
 * takes is known at a reader of another.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { merchantHouse } from '#demo/seed/known.ts';
import { openTalk } from '#lib/server/chat/talks.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { connect, type Db } from '#lib/server/db/client.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { addressOf, chatApp, say } from '#tests/support/chat-app.ts';
import { contextOf, makeBuyers } from '#tests/support/orders.ts';
import { makeProject, type ServerProcess, startReady } from '#tests/support/server-process.ts';
import { copyTemplate, openTestCluster } from '#tests/support/test-cluster.ts';
import { highestMemory } from './memory.ts';
import { count, latencyRow, type Row } from './table.ts';

const bars = { megabytes: 150, ms: 200 } as const;
/** Streams of one person. */
const each = 5;
/** Apart, ms: twenty people write, none faster than a person may. */
const pace = 60;

/** Opens a stream; `hear` gets its text. Resolves when it has said where it is. */
function openStream(address: string, hear: (text: string) => void): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(address, { agent: false }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`no stream: ${answer.statusCode}`));
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        if (text.includes('event: chat_here')) resolve(answer);
        hear(text);
      });
      answer.on('error', () => undefined);
    });
    request.on('error', reject);
  });
}

async function streams(server: ServerProcess, buyers: readonly Account[]): Promise<Row> {
  const pid = server.child.pid ?? 0;
  const before = await highestMemory(pid);
  const open: IncomingMessage[] = [];
  for (let nth = 0; nth < each; nth++)
    for (const { userId: user } of buyers)
      open.push(await openStream(addressOf(server.url, '/api/events', { user }), () => {}));
  const after = await highestMemory(pid);
  for (const one of open) one.destroy();
  return {
    what: `${count(open.length)} open streams of a process: memory more than without them`,
    bar: `≤ ${bars.megabytes} MB`,
    measured: `${(after - before).toFixed(0)} MB (${before.toFixed(0)} before)`,
    isMet: after - before <= bars.megabytes,
  };
}

/** Messages that the first process takes, and the moment at which a stream of the second one names each. */
async function heard(db: Db, [one, other]: ServerProcess[], people: readonly Account[], messages: number) {
  const talks = await Promise.all(
    people.map(async (buyer) => (await openTalk(contextOf(db, buyer), { merchant_id: merchantHouse })).id),
  );
  const seen = new Map<string, number>();
  const open = await Promise.all(
    people.map(({ userId: user }) =>
      openStream(addressOf(other?.url ?? '', '/api/events', { user }), (text) => {
        for (const [, data = ''] of text.matchAll(/^event: chat\ndata: (.*)$/gm)) {
          const { talk, what, seq } = JSON.parse(data);
          const key = `${talk} ${seq}`;
          if (what === 'message' && !seen.has(key)) seen.set(key, performance.now());
        }
      }),
    ),
  );
  const durations: number[] = [];
  for (let nth = 0; nth < messages; nth++) {
    const at = nth % people.length;
    const [{ userId: user } = { userId: '' }, talk = 0] = [people[at], talks[at]];
    const begun = performance.now();
    const seq = await say(() => one?.url ?? '', { user }, talk, `bench-chat-${nth}`, `第${nth}条`);
    const key = `${talk} ${seq}`;
    while (!seen.has(key)) await pause(1);
    durations.push((seen.get(key) ?? 0) - begun);
    await pause(pace);
  }
  for (const stream of open) stream.destroy();
  return latencyRow('a message sent at one process, named by a stream of another', durations, bars.ms);
}

export async function measureChat(isQuick: boolean): Promise<{ rows: Row[]; about: string }> {
  const cluster = await openTestCluster();
  const folder = mkdtempSync(path.join(tmpdir(), 'yaopi-bench-'));
  const project = makeProject(chatApp);
  const servers: ServerProcess[] = [];
  try {
    const url = await copyTemplate(cluster, 'demo', 'chat');
    const secret = { AUTH_SECRET: 'a secret for measuring, thirty-two' };
    completeEnv({ ...secret, DATABASE_URL: url, DEMO: '1', LOG_LEVEL: 'fatal', DATA_DIR: folder });
    const { db, pool } = connect(url);
    try {
      const buyers = await makeBuyers(db, isQuick ? 40 : 400);
      for (let nth = 0; nth < 2; nth++)
        servers.push(
          await startReady(project, { ...secret, DATABASE_URL: url, DEMO: '1', LIMIT_SCALE: '1000' }, 60_000),
        );
      const soon = await heard(db, servers, buyers.slice(0, 20), isQuick ? 40 : 300);
      const memory = await streams(servers[0]!, buyers);
      const about = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`;
      return { rows: [memory, soon], about };
    } finally {
      await pool.end();
    }
  } finally {
    for (const { child } of servers) child.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
    rmSync(path.dirname(project), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
    await cluster.close();
  }
}
