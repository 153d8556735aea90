import { fork } from 'node:child_process';
import { once } from 'node:events';
import { goodsPlain } from '#demo/seed/known.ts';
import { freePort } from '#lib/server/core/process/free-port.ts';
import type { Bench } from './bench.ts';
import { send } from './client.ts';
import { load } from './load.ts';
import { count, kb, type Row } from './table.ts';

const headers = { 'accept-encoding': 'br' };

/** Starts a plain node:http server that answers everything with the same bytes. */
async function startBare(body: Buffer): Promise<{ origin: string; stop(): void }> {
  const port = await freePort();
  const child = fork(new URL('./bare-server.ts', import.meta.url), [String(port), body.toString('base64')]);
  await once(child, 'message');
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

/** Public pages a second at 32 connections, compared with node:http with the same bytes on the same machine. */
export async function cachedPages({ origin, isQuick }: Bench): Promise<Row[]> {
  const seconds = isQuick ? 1 : 5;
  const rows: Row[] = [];
  for (const path of ['/', '/list', `/list/info/${goodsPlain}`]) {
    const { body } = await send(origin, path, { headers });
    const bare = await startBare(body);
    try {
      const requests = [{ path, headers }];
      await load(origin, requests, 1);
      const ours = (await load(origin, requests, seconds)).perSecond;
      await load(bare.origin, requests, 1);
      const possible = (await load(bare.origin, requests, seconds)).perSecond;
      rows.push({
        what: `public page ${path} (${kb(body.byteLength)}), 32 connections`,
        bar: '≥ half of bare node:http',
        measured: `${count(ours)} a second, bare ${count(possible)}: ${Math.round((ours / possible) * 100)}%`,
        isMet: ours >= possible / 2,
      });
    } finally {
      bare.stop();
    }
  }
  return rows;
}
