/**
 * Sends waiting invoices and asks about those on their way (rules 19). A row is marked as sent before the call, and the
 * call is outside of any transaction: a process that ends in between, or an answer that gets lost, leaves a sent row,
 * which is asked about under its serial and sent again under it only where the provider has nothing.
 */
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import type { InvoicePort, IssueAnswer, IssueRequest, PortAsked } from '../ports/invoices/port.ts';
import { findInvoicePort } from '../ports/invoices/providers.ts';
import { NoAnswer } from '../ports/payments/port.ts';
import { applyAnswer } from './apply.ts';
import { changeInvoice, type InvoiceRecord, listInvoiceLines } from './read-rows.ts';
import {
  addSent,
  isLoggedOut,
  type Leased,
  leaseInvoice,
  listDueInvoices,
  lockDueInvoice,
  putOffInvoice,
} from './send-rows.ts';

const atOnce = 100;
/** Another process takes a row over that was not answered by then, ms: longer than all calls for it. */
const lease = 2 * 60_000;
/** Calls without an answer in one run after which a provider is left alone, and for how long, ms. */
const patience = 5;
const restFor = 60_000;
/** Until a provider that is not set, or a merchant that is not authorised, is looked at again, ms. */
const setUpAfter = 30 * 60_000;

/** Calls without an answer by provider, in one run. */
type Silent = Map<string, number>;

/** Sends and asks what is due. */
export async function sendInvoices(db: Db, now: Date): Promise<RowsDone> {
  const silent: Silent = new Map();
  return eachRow(db, {
    job: 'sendInvoices',
    now,
    list: () => listDueInvoices(db, now, atOnce),
    work: (id: number) => sendInvoice(db, id, now, silent),
    atOnce: 4,
  });
}

/** Sends or asks about one; answers how many were done. */
export async function sendInvoice(
  db: Db,
  id: number,
  now: Date,
  silent: Silent = new Map(),
): Promise<number> {
  const later = (ms: number) => new Date(now.getTime() + ms);
  const taken = await db.transaction(async (tx) => {
    const row = await lockDueInvoice(tx, id, now);
    if (row === null) return null;
    const port = findInvoicePort(row.provider);
    const lack =
      port === undefined
        ? '开票渠道没有设置，请联系平台'
        : await port.missing(tx, { ...row.seller, merchantId: row.merchantId });
    if (port === undefined || lack !== null) {
      await changeInvoice(tx, id, { fault: lack ?? '', nextAt: later(setUpAfter) });
      return null;
    }
    if ((silent.get(port.key) ?? 0) >= patience) {
      await putOffInvoice(tx, id, later(restFor));
      return null;
    }
    if (
      row.state === 'waiting' &&
      port.capabilities.session &&
      (await isLoggedOut(tx, row.merchantId, now))
    ) {
      await changeInvoice(tx, id, {
        fault: '开票员未登录电子税务局，请到发票设置扫码登录',
        nextAt: later(setUpAfter),
      });
      return null;
    }
    return { port, ...(await leaseInvoice(tx, row, later(lease), now)) };
  });
  if (taken === null) return 0;
  const { port, row } = taken;
  if (port.capabilities.byHand) {
    await applyAnswer(db, row, { state: 'running' }, now);
    await putOffInvoice(db, id, null);
    return 1;
  }
  try {
    await applyAnswer(db, row, await askPort(db, port, taken, now), now);
  } catch (error) {
    if (error instanceof NoAnswer) silent.set(port.key, (silent.get(port.key) ?? 0) + 1);
    throw error;
  }
  return 1;
}

/** The call for an invoice in its state. */
async function askPort(db: Db, port: InvoicePort, { row, was }: Leased, now: Date): Promise<IssueAnswer> {
  const { serial } = row;
  const asked: PortAsked = { seller: { ...row.seller, merchantId: row.merchantId }, serial, now };
  const issue = async () => port.issue(await requestOf(db, asked, row, port));
  if (was === 'waiting') return issue();
  const found = await port.query(asked);
  if (found.state === 'unknown') {
    // It never arrived: from here on it is asked about as one that was sent now.
    await db.transaction((tx) => addSent(tx, row, now));
    return issue();
  }
  if (found.state !== 'unsealed' || was !== 'unsealed') return found;
  // Told before: now the seal is asked for once more.
  return (await port.reseal(asked)) ? port.query(asked) : found;
}

async function requestOf(
  db: Db,
  asked: PortAsked,
  row: InvoiceRecord,
  port: InvoicePort,
): Promise<IssueRequest> {
  const lines = await listInvoiceLines(db, row.id);
  const nos = [...new Set(lines.map(({ orderNo }) => orderNo))];
  const remark = `订单号：${nos.join('、')}`;
  const longest = port.capabilities.remark;
  return {
    ...asked,
    buyer: row.title,
    kind: row.kind,
    lines,
    remark: remark.length > longest ? `订单号：${nos[0] ?? ''}等${nos.length}个订单` : remark,
  };
}
