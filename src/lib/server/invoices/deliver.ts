/** The job that delivers issued invoices to the mail and the mobile of their titles (rules 19). */
import { path } from '#lib/contract/routes.ts';
import { isTextNight } from '#lib/rules/companies/text-kinds.ts';
import {
  type DeliveryWay,
  deliverWithinMs,
  deliveryWays,
  invoiceMail,
  maxMailFiles,
  unknownDelivery,
} from '#lib/rules/invoices/delivery.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import { env } from '../core/process/env.ts';
import type { Db } from '../db/client.ts';
import { openFiles } from '../ports/files/store.ts';
import { MailRefused } from '../ports/mail/port.ts';
import { mailProvider } from '../ports/mail/providers.ts';
import type { MaybeSent } from '../ports/sms/port.ts';
import { fateOfSms, sendSms } from '../ports/sms/providers.ts';
import {
  beginAgain,
  deliveryKey,
  endDelivery,
  type Leased,
  leaseDelivery,
  listDueDeliveries,
} from './deliver-rows.ts';
import { addressOf, openWays } from './delivery.ts';
import { listFiles } from './desk-rows.ts';
import { fileName, invoiceFileAddress, invoiceFileTypes } from './files.ts';
import { addEvent } from './read-rows.ts';

const handful = 50;
const minute = 60_000;
/** Longer than all timeouts together; for a text until its provider's records are there. */
const leases = { mail: 2 * minute, sms: 10 * minute } satisfies Record<DeliveryWay, number>;

/** What became of one try. later: it may succeed, and is tried again. over, unknown: people have to do something. */
type Outcome = { is: 'sent' } | { is: 'later' | 'over' | 'unknown'; fault: string };
/** The delivery went to another process, or people asked for it anew. */
type Lost = { is: 'lost' };

/**
 * Delivers what is due; texts wait for the day. Each delivery is sent once; one that fails rests and is tried again for a
 * day. A mail whose process was killed is sent again under the same Message-ID; of a text message its provider is asked, and
 * where that cannot say, people do.
 */
export function deliverInvoices(db: Db, now: Date): Promise<RowsDone> {
  const isNight = isTextNight(now.getTime());
  const ways = openWays().filter((way) => way !== 'sms' || !isNight);
  if (ways.length === 0) return Promise.resolve({ done: 0, failed: 0 });
  const due = new Map<string, { invoiceId: number; way: DeliveryWay }>();
  return eachRow(db, {
    job: 'deliverInvoices',
    now,
    list: async () => {
      const rows = await listDueDeliveries(db, ways, now, handful);
      for (const row of rows) due.set(deliveryKey(row), row);
      return rows.map(deliveryKey);
    },
    work: async (key: string) => {
      const row = due.get(key);
      return row === undefined ? 0 : deliver(db, row, now);
    },
    atOnce: 4,
  });
}

async function deliver(db: Db, key: { invoiceId: number; way: DeliveryWay }, now: Date): Promise<number> {
  const found = await leaseDelivery(db, key, leases[key.way], now);
  if (found === null) return 0;
  const { was, leased } = found;
  const age = now.getTime() - (was.askedAt ?? was.createdAt).getTime();
  const outcome = await trySending(db, found, { isLate: age > deliverWithinMs, now });
  if (outcome.is === 'lost') return 0;
  if (outcome.is === 'sent') {
    await db.transaction(async (tx) => {
      const isEnded = await endDelivery(tx, key, leased, {
        ...{ state: 'sent', nextAt: null, fault: '', sentAt: now, tries: was.tries + 1 },
      });
      const event = { actor: 'system', actorId: 'deliverInvoices', act: 'delivered' } as const;
      if (isEnded)
        await addEvent(tx, { ...event, invoiceId: key.invoiceId, note: deliveryWays[key.way], at: now });
    });
    return 1;
  }
  const isOver = outcome.is !== 'later' || age > deliverWithinMs;
  const ended = outcome.is === 'unknown' ? 'unknown' : 'failed';
  await db.transaction((tx) =>
    endDelivery(tx, key, leased, {
      ...{ state: isOver ? ended : 'waiting', nextAt: isOver ? null : now },
      ...{ fault: outcome.fault, tries: was.tries + 1 },
    }),
  );
  // The job's own record has it rest, longer after each failure, and tells the operator.
  if (!isOver) throw new Error(`the invoice was not delivered by ${key.way}: ${outcome.fault}`);
  return 1;
}

async function trySending(
  db: Db,
  { was, row, leased, begunAt }: Leased,
  { isLate, now }: { isLate: boolean; now: Date },
): Promise<Outcome | Lost> {
  const to = addressOf(row.title, was.way);
  if (row.state !== 'issued') return { is: 'over', fault: '发票已作废' };
  if (to === '') return { is: 'over', fault: '收件地址已删除' };
  const { SITE_URL, PORT } = env();
  const page = path('/zzfw/dzfp/[id]', { id: row.id });
  const link = new URL(page, SITE_URL ?? `http://localhost:${PORT}`).href;
  if (was.way === 'mail') return sendMail(db, { was, row }, to, link);
  const id = `invoice-${row.id}-${was.asked}-${was.tries}`;
  if (was.state === 'sending') {
    const known = await findFate({ id, phone: to, at: begunAt }, isLate);
    if (known !== null) return known;
    if (!(await beginAgain(db, was, leased, now))) return { is: 'lost' };
  }
  const by = await sendSms({ phone: to, template: 'invoice', seller: row.seller.name, link, id });
  return by === null ? { is: 'later', fault: '短信服务没有接收，系统会再试' } : { is: 'sent' };
}

/**
 * Whoever had it before may have sent it: its outcome, null where no provider had it. Throws where a provider does not
 * answer, which has the row rest and be asked about again; after a day (`isLate`) people have to say.
 */
async function findFate(sent: MaybeSent, isLate: boolean): Promise<Outcome | null> {
  try {
    const fate = await fateOfSms(sent);
    if (fate === 'none') return null;
    if (fate === 'sent') return { is: 'sent' };
    if (fate === 'failed') return { is: 'over', fault: '短信没有送达，请核对收票手机' };
  } catch (error) {
    if (!isLate) throw error;
  }
  return { is: 'unknown', fault: unknownDelivery };
}

async function sendMail(
  db: Db,
  { was, row }: Pick<Leased, 'was' | 'row'>,
  to: string,
  link: string,
): Promise<Outcome> {
  const provider = mailProvider();
  if (provider === null) return { is: 'later', fault: '邮件服务没有设置' };
  const files = await filesOf(db, row.id);
  const mail = invoiceMail({
    ...{ number: row.number ?? '', seller: row.seller.name, buyer: row.title.name },
    ...{ isRed: row.color === 'red', link, hasFiles: files.length > 0 },
  });
  try {
    await provider.send({ to, ...mail, files, id: `invoice-${row.id}-${was.asked}` });
    return { is: 'sent' };
  } catch (error) {
    if (error instanceof MailRefused)
      return { is: 'over', fault: `邮箱拒收（${error.status}），请核对收票邮箱` };
    return { is: 'later', fault: '邮件服务没有接收，系统会再试' };
  }
}

/** The files of an invoice as attachments; none where they are too large together. */
async function filesOf(db: Db, id: number) {
  const rows = await listFiles(db, [id]);
  if (rows.reduce((sum, { bytes }) => sum + bytes, 0) > maxMailFiles) return [];
  const store = await openFiles();
  const found = await Promise.all(
    rows.map(async (file) => {
      const bytes = await store.find(invoiceFileAddress(file.digest), 'stored');
      if (bytes === undefined) return [];
      const name = `${fileName(file)}.${file.kind}`;
      return [{ name, type: invoiceFileTypes[file.kind], bytes: Buffer.from(bytes) }];
    }),
  );
  return found.flat();
}
