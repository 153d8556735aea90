/**
 * kill -9 of a process that runs the jobs of invoices while they go to the provider: before a token is there, before the request is read, after the
 * work, and with the answer in hand. The next process asks about each serial and sends again only what the provider has not:
 * one serial, one number.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { invoiceEvent, invoiceFile } from '#lib/server/db/schema.ts';
import { openNuonuo } from '#tests/counterparts/nuonuo.ts';
import { testDatabase } from '#tests/support/database.ts';
import { holdRows } from '#tests/support/held-row.ts';
import { askedInvoice, invoiceOf, makeNuonuoSeller, makeTaxed } from '#tests/support/invoices.ts';
import { makeGoods, payFreely } from '#tests/support/orders.ts';
import { until } from '#tests/support/server-process.ts';

const { url, db, pool } = await testDatabase();
await payFreely(db);
const provider = await openNuonuo();
completeEnv(provider.env);
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
await makeNuonuoSeller(db, await makeTaxed(db, goodsId), provider.taxNo);

const root = path.resolve(import.meta.dirname, '../..');
/** Sends and follows invoices until it is killed. */
const program = `
import { setTimeout as pause } from 'node:timers/promises';
import { getDb } from '${root}/src/lib/server/db/client.ts';
import { followInvoices } from '${root}/src/lib/server/invoices/follow.ts';
import { sendInvoices } from '${root}/src/lib/server/invoices/send.ts';
for (;;) {
  await sendInvoices(getDb(), new Date());
  await followInvoices(getDb(), new Date());
  await pause(200);
}
`;
const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-invoices-'));
let running: ChildProcess | undefined;

/** Starts a process whose clock is so far ahead, ms. */
function start(ahead: number): void {
  writeFileSync(path.join(folder, 'clock'), String(ahead));
  const preload = pathToFileURL(path.join(root, 'tests/slow/model/clock-preload.ts')).href;
  const env = {
    ...{ PATH: process.env.PATH, DATABASE_URL: url, DEMO: '1', LOG_LEVEL: 'silent', DATA_DIR: folder },
    ...{ MODEL_CLOCK: path.join(folder, 'clock'), AUTH_SECRET: 'x'.repeat(32) },
    ...provider.env,
  };
  const flags = [`--import=${preload}`, '--input-type=module', '--eval', program];
  running = spawn(process.execPath, flags, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function kill(): Promise<void> {
  if (running === undefined) return;
  const ended = once(running, 'close');
  running.kill('SIGKILL');
  await ended;
  running = undefined;
}
afterAll(async () => {
  await kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Longer than a row is leased, ms: another process takes it over. */
const leaseOver = 150_000;

test('each serial has one number, wherever the process was killed', { timeout: 240_000 }, async () => {
  const asked = async () => (await askedInvoice(db, goodsId, 10)).id;
  const serialOf = async (id: number) => (await invoiceOf(db, id)).serial;
  const [unread, done, answered] = [await asked(), await asked(), await asked()];
  const ids = [unread, done, answered];
  const serials = await Promise.all(ids.map(serialOf));
  const stateOf = async (id: number) => (await invoiceOf(db, id)).state;

  // No request left the process: it waits for its token.
  provider.tokens.trouble = 'silent';
  start(0);
  await until('a token is asked for', () => provider.tokens.asked.length > 0);
  await until('all are marked', async () =>
    (await Promise.all(ids.map(stateOf))).every((at) => at === 'sent'),
  );
  await kill();
  expect([provider.asked, provider.invoices.size]).toEqual([[], 0]);
  provider.tokens.trouble = 'none';

  provider.withheld.set(serials[0]!, 'silent').set(serials[1]!, 'held').set(serials[2]!, 'held');
  start(leaseOver);
  await until('all three are asked for', () => provider.waiting.size === 3);
  const letGo = await holdRows(
    pool,
    { query: 'select 1 from invoice where id::text = any($1) for update', nos: [String(answered)] },
    () => provider.letGo(serials[2]!),
  );
  await kill();
  await letGo();
  expect(await Promise.all(ids.map(stateOf))).toEqual(['sent', 'sent', 'sent']);
  expect(serials.map((serial) => provider.invoices.has(serial))).toEqual([false, true, true]);

  // Never sent at all: it waits while no process runs.
  const waiting = await asked();
  serials.push(await serialOf(waiting));
  ids.push(waiting);
  start(2 * leaseOver);
  await until('all are issued', async () => {
    const states = await Promise.all(ids.map(stateOf));
    return states.every((state) => state === 'issued');
  });
  await until('their files are here', async () => {
    const files = await db.$count(invoiceFile, inArray(invoiceFile.invoiceId, ids));
    return files === 3 * ids.length;
  });
  const rows = await Promise.all(ids.map((id) => invoiceOf(db, id)));
  expect(rows.map(({ serial, number, attempt }) => [serial, number, attempt])).toEqual(
    serials.map((serial) => [serial, provider.invoices.get(serial)!.number, 1]),
  );
  expect([provider.invoices.size, new Set(rows.map(({ number }) => number)).size]).toEqual([4, 4]);
  // Read once each; handed in again where no process had an answer and the provider knew nothing.
  expect([provider.count('requestBillingNew'), provider.forged]).toEqual([4, 0]);
  const sent = await Promise.all(
    ids.map((id) =>
      db.$count(invoiceEvent, and(eq(invoiceEvent.invoiceId, id), eq(invoiceEvent.act, 'sent'))),
    ),
  );
  expect(sent).toEqual([3, 2, 2, 1]);
});
