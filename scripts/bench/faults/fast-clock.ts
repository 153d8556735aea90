/** The clock of one process jumps 45 minutes ahead: it is not ready, and cancels no order that still has its time. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { fillCart, place } from '../checkout.ts';
import { send } from '../client.ts';
import { deepGoods } from '../deep-goods.ts';
import type { Row } from '../table.ts';
import type { FaultBar } from './faults.ts';
import { openShop, type Shop } from './shop/shop.ts';

const minute = 60_000;
const ahead = 45 * minute;
/** The process with the lease cancels orders every 15 s; the other takes over within two rounds. */
const watchedMs = 50_000;
/** Health reads the database's clock at every asking. */
const mostMs = 3_000;

interface Health {
  ready: boolean;
  clock_off_ms?: number;
}

async function healthOf(origin: string): Promise<{ status: number; data: Health }> {
  const { status, body } = await send(origin, '/api/health');
  return { status, data: JSON.parse(body.toString()).data };
}

/** Time until the process reports that it is not ready, ms, and its last response. */
async function timeToSay(origin: string) {
  const begin = performance.now();
  for (;;) {
    const said = await healthOf(origin);
    const time = performance.now() - begin;
    if (said.status === 503 || time > 4 * mostMs) return { ...said, time };
    await pause(100);
  }
}

/** Places an order at a process; it was placed a minute ago then. */
async function placeOrder(shop: Shop, origin: string): Promise<string> {
  const goods = await deepGoods(shop, 1);
  const [job] = await fillCart({ origin }, 'demo', goods);
  if (job === undefined) throw new Error('the cart is empty');
  const answer = await place(origin, job);
  if (answer.status !== 200) throw new Error(`the order was answered ${answer.status}: ${answer.body}`);
  const { trade_no: trade } = JSON.parse(answer.body.toString()).data as { trade_no: string };
  await shop.pool.query(
    `UPDATE "order" SET created_at = created_at - interval '1 minute' WHERE trade_no = $1`,
    [trade],
  );
  return trade;
}

async function run(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-clock-'));
  const clock = path.join(folder, 'ahead');
  writeFileSync(clock, '0');
  const preload = path.resolve(import.meta.dirname, '../../../tests/slow/model/clock-preload.ts');
  const straight = path.join(folder, 'straight');
  writeFileSync(straight, '0');
  const shop = await openShop({
    processes: 2,
    env: { NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` },
    envOf: (at) => ({ MODEL_CLOCK: at === 0 ? straight : clock }),
  });
  try {
    const [own = '', fast = ''] = shop.origins;
    const trade = await placeOrder(shop, own);
    writeFileSync(clock, String(ahead));
    const said = await timeToSay(fast);
    const off = said.data.clock_off_ms ?? 0;
    const beside = await healthOf(own);
    // Only the fast one is left to look for orders whose time is over.
    await shop.kill(0);
    await pause(watchedMs);
    const { rows } = await shop.pool.query<{ status: string }>(
      'SELECT status FROM "order" WHERE trade_no = $1',
      [trade],
    );
    const { rows: runs } = await shop.pool.query<{ ran: boolean }>(
      `SELECT clock_timestamp() - done_at < interval '40 seconds' AS ran FROM job_lease WHERE job = 'cancelOverdue'`,
    );
    return [
      {
        what: 'clock of one of two processes 45 minutes fast: its health',
        bar: `503 with clock_off_ms within ${mostMs} ms, the other ready`,
        measured: `${said.status}, ${off} ms off after ${said.time.toFixed(0)} ms, the other ${beside.status}`,
        isMet:
          said.status === 503 &&
          said.time <= mostMs &&
          Math.abs(off - ahead) < 2_000 &&
          beside.status === 200,
      },
      {
        what: 'order of a minute ago, the fast process alone looks for overdue ones',
        bar: 'waits for its payment, the job has run',
        measured: `${rows.map(({ status }) => status).join()} after ${watchedMs / 1000} s, job ${runs[0]?.ran === true ? 'has run' : 'has not run'}`,
        isMet: rows.length > 0 && rows.every(({ status }) => status === 'to_pay') && runs[0]?.ran === true,
      },
    ];
  } finally {
    await shop.close();
    rmSync(folder, { recursive: true });
  }
}

export const bar: FaultBar = { name: 'fast-clock', run };
