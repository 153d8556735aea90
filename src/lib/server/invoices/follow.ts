/** Follows issued invoices: fetches their files, and raises the red forms that refunds make due (rules 19). */
import { askAfter } from '#lib/rules/invoices/ask-pace.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { findInvoicePort } from '../ports/invoices/providers.ts';
import { deliverAt } from './delivery.ts';
import { isInvoiceFile, storeInvoiceFile } from './files.ts';
import { addEvent, type InvoiceRecord } from './read-rows.ts';
import { raiseDue } from './red-due.ts';
import { endFollowing, findIssuing, leaseToFollow, listFileKinds, listToFollow } from './send-rows.ts';

const atOnce = 50;
const lease = 2 * 60_000;
/** A file that the provider does not have by then is asked for no more, ms after it issued the invoice. */
const longestWait = 3 * 24 * 3_600_000;

/** A mail waits for all files for so long, ms after the invoice. */
const longestHold = 10 * 60_000;

/** Follows what is due. */
export function followInvoices(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'followInvoices',
    now,
    list: () => listToFollow(db, now, atOnce),
    work: (id: number) => followInvoice(db, id, now),
    atOnce: 4,
  });
}

async function followInvoice(db: Db, id: number, now: Date): Promise<number> {
  const leased = new Date(now.getTime() + lease);
  const row = await leaseToFollow(db, id, leased, now);
  if (row === null) return 0;
  // Money first: a provider that has no files holds up no red form.
  if (row.color === 'blue') await raiseDue(db, id, now);
  const { isEntered, at } = await findIssuing(db, row);
  const age = now.getTime() - at.getTime();
  // A provider knows nothing of what a person entered.
  const isWhole = isEntered || age > longestWait || (await fetchFiles(db, row, now));
  // A file that is late holds up no mail for longer than this.
  if (isWhole || age > longestHold) await deliverAt(db, row, now);
  const next = isWhole ? null : new Date(now.getTime() + askAfter(Math.max(0, age)));
  await endFollowing(db, id, { leased, next });
  return 1;
}

/** Fetches the files that are not there yet; answers whether all are. Bytes are stored before the row names them. */
async function fetchFiles(db: Db, row: InvoiceRecord, now: Date): Promise<boolean> {
  const port = findInvoicePort(row.provider);
  if (port === undefined || port.capabilities.byHand) return true;
  const known = new Set(await listFileKinds(db, row.id));
  if (port.capabilities.files.every((kind) => known.has(kind))) return true;
  const seller = { ...row.seller, merchantId: row.merchantId };
  const found = await port.files({ seller, serial: row.serial, now });
  const fresh = found.filter(
    ({ kind, bytes }) => !known.has(kind) && isInvoiceFile(kind, Buffer.from(bytes)),
  );
  for (const file of fresh) {
    await storeInvoiceFile(db, row.id, file);
    known.add(file.kind);
  }
  if (fresh.length > 0) {
    const note = fresh.map(({ kind }) => kind.toUpperCase()).join('、');
    const event = { actor: 'system', actorId: 'followInvoices', act: 'stored' } as const;
    await db.transaction((tx) => addEvent(tx, { ...event, invoiceId: row.id, note, at: now }));
  }
  return port.capabilities.files.every((kind) => known.has(kind));
}
