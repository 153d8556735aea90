/**
 * Measures the gain of each part of the build (docs/fast.md): a server of a build without it beside a server of the whole,
 * which render pages in turn, so that a machine that is busy with something else slows both.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildParts, env } from '#lib/server/core/process/env.ts';
import { freePort } from '#lib/server/core/process/free-port.ts';
import { ensureBuild } from '../build.ts';
import { type Bench, openBench } from './bench.ts';
import { atOnce, send } from './client.ts';
import { cpuOf, memoryOf } from './cpu.ts';
import { gainText, leastGain } from './fast-parts.ts';
import { scriptsOf } from './page-weight.ts';
import { startServer } from './start-server.ts';
import { percentile, type Row } from './table.ts';
import { loadWords } from './words.ts';

const turns = 9;

interface Served {
  origin: string;
  pid: number;
}

/** Pages by their kind, none of them twice: a stored page is not rendered. */
type Pages = Readonly<Record<string, readonly string[]>>;

/** CPU ms of a server for each page. */
async function renderCost({ origin, pid }: Served, paths: readonly string[]): Promise<number> {
  const before = cpuOf(pid);
  await atOnce(8, paths, (path) => send(origin, path));
  return ((cpuOf(pid) - before) * 1000) / paths.length;
}

/** How much more a page costs without the part: the median of some turns, the first one left out. */
async function renderGains(whole: Served, other: Served, pages: Pages, many: number) {
  const gains = new Map<string, number>();
  for (const [what, paths] of Object.entries(pages)) {
    const ratios: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const some = paths.slice(turn * many, (turn + 1) * many);
      const [first, second] = turn % 2 === 0 ? [whole, other] : [other, whole];
      const costs = new Map([[first, await renderCost(first, some)]]);
      costs.set(second, await renderCost(second, some));
      ratios.push((costs.get(other) ?? 0) / (costs.get(whole) ?? 1));
    }
    gains.set(what, percentile(ratios.slice(1), 0.5) - 1);
  }
  return gains.set('memory', memoryOf(other.pid) / memoryOf(whole.pid) - 1);
}

/** Bytes in brotli and requests of the scripts of a page. */
async function scriptCosts(browser: Bench['browser'], { origin }: Served): Promise<[number, number]> {
  const sizes = [...(await scriptsOf({ browser, origin }, '/list')).values()];
  return [sizes.reduce((sum, size) => sum + size, 0), sizes.length];
}

/** A server of a build without the part, beside that of the whole. */
async function partRow(bench: Bench, part: string, pages: Pages): Promise<Row> {
  const { WITHOUT } = env();
  WITHOUT.splice(0, WITHOUT.length, ...buildParts.filter((name) => name === part));
  await ensureBuild();
  WITHOUT.splice(0, WITHOUT.length);
  const [wholePort, port] = [await freePort(), await freePort()];
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-parts-'));
  // Two servers share a database, and no folder.
  const own = (name: string) => ({
    DATABASE_URL: bench.url,
    DATA_DIR: path.join(folder, name),
    AUTH_SECRET: 'x'.repeat(32),
  });
  const server = await startServer(port, { ...own('other'), WITHOUT: part });
  await ensureBuild();
  const ofWhole = await startServer(wholePort, own('whole'));
  try {
    const other = { origin: `http://127.0.0.1:${port}`, pid: server.pid };
    const whole = { origin: `http://127.0.0.1:${wholePort}`, pid: ofWhole.pid };
    const gains = await renderGains(whole, other, pages, bench.isQuick ? 8 : 50);
    const [bytes, requests] = await scriptCosts(bench.browser, other);
    const [wholeBytes, wholeRequests] = await scriptCosts(bench.browser, whole);
    gains
      .set('bytes of scripts', bytes / wholeBytes - 1)
      .set('requests of scripts', requests / wholeRequests - 1);
    return {
      what: `without ${part}`,
      bar: `≥ ${leastGain * 100} % on something`,
      measured: gainText(gains, gains.size),
      isMet: [...gains.values()].some((gain) => gain >= leastGain),
      isDirection: true,
    };
  } finally {
    await server.close();
    await ofWhole.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function measureBuild(isQuick: boolean): Promise<{ rows: Row[]; about: string }> {
  const bench = await openBench(isQuick);
  try {
    const words = await loadWords(bench.pool);
    const pages = {
      'list page': [...new Set(words.lists)].map((query) => `/list?${query}`),
      'page of an item': [...new Set(words.goodsIds)].map((id) => `/list/info/${id}`),
    };
    const rows: Row[] = [];
    for (const part of buildParts) rows.push(await partRow(bench, part, pages));
    return { rows, about: bench.about };
  } finally {
    await bench.close();
  }
}
