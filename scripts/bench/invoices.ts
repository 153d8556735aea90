/**
 * `npm run bench -- --only invoices`: a month of 2,000 orders asked for by one press, an invoice each order, and issued by
 * the counterpart of 诺诺 with all files; and the list of what can be invoiced of a company with 5,000 orders.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { goodsPlain } from '#demo/seed/known.ts';
import { askInvoicesInput, invoicesInput, openInvoicesInput } from '#lib/contract/invoices.ts';
import { monthOf } from '#lib/rules/orders/statements.ts';
import { startOfMonth } from '#lib/rules/terms/activity-time.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { connect, type Db } from '#lib/server/db/client.ts';
import { invoiceFile, invoiceTitle } from '#lib/server/db/schema.ts';
import { askInvoices } from '#lib/server/invoices/ask.ts';
import { followInvoices } from '#lib/server/invoices/follow.ts';
import { invoiceJobs } from '#lib/server/invoices/jobs.ts';
import { listOpenInvoices } from '#lib/server/invoices/open.ts';
import { listInvoices } from '#lib/server/invoices/read.ts';
import { sendInvoices } from '#lib/server/invoices/send.ts';
import { openNuonuoProvider } from '#tests/counterparts/nuonuo-provider.ts';
import { makeNuonuoSeller, makeTaxed } from '#tests/support/invoices.ts';
import { writeManyOrders } from '#tests/support/many-orders.ts';
import { contextOf, makeBuyers, makeGoods } from '#tests/support/orders.ts';
import { copyTemplate, openTestCluster } from '#tests/support/test-cluster.ts';
import { count, latencyRow, type Row } from './table.ts';

const bars = { minutes: 5, listMs: 100 } as const;
const linesOf = 3;
const day = 86_400_000;

type Context = ReturnType<typeof contextOf>;

/** Runs a job at its interval until all is done. */
async function repeat(name: string, run: (now: Date) => Promise<unknown>, isDone: () => boolean) {
  const every = invoiceJobs.find((job) => job.name === name)?.every ?? 0;
  while (!isDone()) {
    const begun = performance.now();
    await run(new Date());
    await pause(Math.max(0, every - (performance.now() - begun)));
  }
}

/** Sends and follows until every invoice has its number and its files; answers seconds until the first of both is whole. */
async function issueAll(db: Db, context: Context, all: number): Promise<{ issued: number; filed: number }> {
  const begun = performance.now();
  const since = () => (performance.now() - begun) / 1000;
  const filesBefore = await db.$count(invoiceFile);
  let [issued, filed] = [0, 0];
  const watch = async () => {
    while (filed === 0) {
      const { counts } = await listInvoices(context, invoicesInput.parse({}));
      if (issued === 0 && counts.done === all) issued = since();
      console.error(`已开出 ${counts.done} / ${all}，${since().toFixed(0)} 秒`);
      if (issued > 0 && (await db.$count(invoiceFile)) === filesBefore + 3 * all) filed = since();
      await pause(1_000);
    }
  };
  await Promise.all([
    repeat(
      'sendInvoices',
      (now) => sendInvoices(db, now),
      () => issued > 0,
    ),
    repeat(
      'followInvoices',
      (now) => followInvoices(db, now),
      () => filed > 0,
    ),
    watch(),
  ]);
  return { issued, filed };
}

async function measure(
  db: Db,
  pool: Parameters<typeof writeManyOrders>[0],
  isQuick: boolean,
): Promise<Row[]> {
  const [inMonth, before] = isQuick ? [200, 300] : [2_000, 3_000];
  const provider = await openNuonuoProvider();
  completeEnv(provider.env);
  try {
    const goodsIds: number[] = [];
    for (let at = 0; at < linesOf; at++) goodsIds.push(await makeGoods(db, goodsPlain, 1_000_000));
    let merchantId = 0;
    for (const id of goodsIds) merchantId = await makeTaxed(db, id);
    await makeNuonuoSeller(db, merchantId, provider.taxNo);
    const [buyer] = await makeBuyers(db, 1);
    if (buyer === undefined) throw new Error('no buyer');
    const { companyId, userId } = buyer;
    const written = { companyId, userId, merchantId, goodsIds };
    // The orders of last month come first, then those of the year before it.
    const month = startOfMonth(startOfMonth(Date.now()) - day);
    const [lately, long] = [Math.floor((25 * day) / inMonth), Math.floor((300 * day) / before)];
    await writeManyOrders(pool, {
      ...written,
      prefix: 'BM',
      count: inMonth,
      since: new Date(month),
      every: lately,
    });
    const since = new Date(month - 301 * day);
    await writeManyOrders(pool, { ...written, prefix: 'BO', count: before, since, every: long });
    await pool.query('vacuum analyze');
    const context = contextOf(db, buyer);
    const durations: number[] = [];
    for (let at = 0; at < 20; at++) {
      const begun = performance.now();
      const open = await listOpenInvoices(context, openInvoicesInput.parse({}));
      durations.push(performance.now() - begun);
      if (open.total !== inMonth + before) throw new Error(`${open.total} orders are open`);
    }
    const [title] = await db
      .insert(invoiceTitle)
      .values({ companyId, kind: 'ordinary', name: '竞购药房', taxNo: provider.taxNo })
      .returning({ id: invoiceTitle.id });
    const press = { month: monthOf(month), is_apart: 1, title_id: title?.id ?? 0 };
    const begun = performance.now();
    const asked = await askInvoices({ ...context, key: randomUUID() }, askInvoicesInput.parse(press));
    const pressed = (performance.now() - begun) / 1000;
    if (asked.invoices !== inMonth) throw new Error(`${asked.invoices} invoices were asked for`);
    const { issued, filed } = await issueAll(db, context, inMonth);
    const numbers = new Set([...provider.invoices.values()].map(({ number }) => number));
    const minutes = filed / 60;
    return [
      latencyRow(
        `what can be invoiced, ${count(inMonth + before)} orders of a company`,
        durations,
        bars.listMs,
      ),
      {
        what: `press: a month of ${count(inMonth)} orders, an invoice each`,
        bar: '',
        measured: `${pressed.toFixed(1)} s`,
      },
      {
        what: `these invoices by the counterpart, with numbers, then with files`,
        bar: `≤ ${bars.minutes} min`,
        measured: `${(issued / 60).toFixed(1)}, ${minutes.toFixed(1)} min`,
        isMet: minutes <= bars.minutes,
      },
      {
        what: 'requests to issue, and numbers',
        bar: `${count(inMonth)}, ${count(inMonth)}`,
        measured: `${count(provider.count('requestBillingNew'))}, ${count(numbers.size)}`,
        isMet: provider.count('requestBillingNew') === inMonth && numbers.size === inMonth,
      },
    ];
  } finally {
    provider.close();
  }
}

export async function measureInvoices(isQuick: boolean): Promise<{ rows: Row[]; about: string }> {
  const cluster = await openTestCluster();
  const folder = mkdtempSync(path.join(tmpdir(), 'yaopi-bench-'));
  try {
    const url = await copyTemplate(cluster, 'demo', 'invoices');
    completeEnv({
      ...{ DATABASE_URL: url, DEMO: '1', LOG_LEVEL: 'fatal', DATA_DIR: folder },
      AUTH_SECRET: 'a secret for measuring, thirty-two',
    });
    const { db, pool } = connect(url);
    // Thousands of orders are written by one statement.
    const writer = connect(url, { max: 1, statementTimeout: 0 });
    try {
      const about = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`;
      return { rows: await measure(db, writer.pool, isQuick), about };
    } finally {
      await Promise.all([pool.end(), writer.pool.end()]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await cluster.close();
  }
}
