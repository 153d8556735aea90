/** What desks do with one invoice: entering it by hand, its files, taking it back (rules 19). */
import { hash } from 'node:crypto';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { InvoiceIdValues } from '#lib/contract/invoices.ts';
import type {
  DeskInvoice,
  DeskRedValues,
  EnterInvoiceValues,
  InvoiceFileValues,
} from '#lib/contract/invoices-desk.ts';
import { dayKey, findDay } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import { isDuplicate } from '../core/process/error-facts.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { openFiles } from '../ports/files/store.ts';
import { deliverAgain, deliverAt } from './delivery.ts';
import { getDeskInvoice, mayEnter } from './desk.ts';
import { isNumberTaken, putFile } from './desk-rows.ts';
import { invoiceFileAddress, isInvoiceFile, maxInvoiceFile } from './files.ts';
import { writeIssued } from './issued.ts';
import { raiseRed } from './raise-red.ts';
import { addEvent, type InvoiceRecord, lockInvoice } from './read-rows.ts';
import { putOffInvoice } from './send-rows.ts';

type Desk = Context<'staff'>;

/** The files of an invoice follow the first one within this time, ms. */
const filesWithin = 60_000;

/** Locks an invoice of the reader's. Throws 404. */
export async function holdInvoice(tx: Tx, { actor }: Desk, id: number): Promise<InvoiceRecord> {
  const row = await lockInvoice(tx, id, { merchantId: actor.merchantId });
  if (row === null) throw new AppError(404, '发票不存在');
  return row;
}

/** A number of the bureau, 20 digits, and a Shanghai day that is not to come. Throws 422. */
export function readIssued({ number, issued_on }: Omit<EnterInvoiceValues, 'id'>, now: Date) {
  const digits = number.replaceAll(' ', '');
  if (!/^\d{20}$/.test(digits)) throw fieldError('number', '数电票的发票号码为20位数字');
  const day = findDay(issued_on);
  if (day === null) throw fieldError('issued_on', '请填写开具日期，如2026-11-21');
  if (issued_on > dayKey(now.getTime())) throw fieldError('issued_on', '开具日期不能晚于今天');
  // Noon: the hour is not known.
  return { number: digits, issuedAt: new Date(Math.min(day + 12 * 3_600_000, now.getTime())) };
}

/** Throws 422 at the number where another invoice has got it at the same moment. */
export async function refuseTakenNumber(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (isDuplicate(error)) throw numberTaken();
    throw error;
  }
}

export function numberTaken(): AppError {
  return fieldError('number', '这个发票号码已登记在另一张发票上');
}

/**
 * `POST /api/desk/invoices/{id}/enter`: an invoice that was issued at the bureau's own site. The same again changes
 * nothing. Throws 404, 409 for one that a provider works on or is issued under another number, 422 for a wrong number.
 */
export async function enterInvoice(
  context: Desk,
  { id, ...input }: EnterInvoiceValues,
): Promise<DeskInvoice> {
  const { db, now } = context;
  const issued = readIssued(input, now);
  const record = recordOf(context);
  await refuseTakenNumber(
    db.transaction(async (tx) => {
      const row = await holdInvoice(tx, context, id);
      if (row.state === 'issued' && row.number === issued.number) return;
      if (row.color === 'red' || !mayEnter(row))
        throw new AppError(409, '这张发票正在由开票渠道开具或已经开出，不能手工登记');
      if (await isNumberTaken(tx, issued.number, id)) throw numberTaken();
      await writeIssued(tx, row, { ...issued, act: 'entered', actor: record.kind, actorId: record.id, now });
      // What was refunded while it waited is taken back.
      await putOffInvoice(tx, id, now);
      await writeAudit(tx, record, {
        act: 'invoice.enter',
        subject: 'invoice',
        key: id,
        before: { state: row.state },
        after: { number: issued.number },
        merchantId: row.merchantId,
        at: now,
      });
    }),
  );
  return getDeskInvoice(context, { id });
}

/**
 * `POST /api/desk/invoices/{id}/file`: PDF, OFD or XML of an issued invoice, stored by its hash. A repeat changes nothing.
 * Throws 404, 409 for one that is not issued, 422 for a file of another kind.
 */
export async function addInvoiceFile(
  context: Desk,
  { id, kind, file }: InvoiceFileValues,
): Promise<DeskInvoice> {
  const { db, now } = context;
  const bytes = Buffer.from(file.bytes);
  if (bytes.byteLength > maxInvoiceFile) throw fieldError('file', '发票文件最大5 MB，请重新选择');
  if (!isInvoiceFile(kind, bytes))
    throw fieldError('file', `这不是${kind.toUpperCase()}文件，请从电子税务局下载后上传`);
  const digest = hash('sha256', bytes, 'hex');
  const { row: before } = must(await readForFile(context, id), 'an invoice that was found');
  if (before.state !== 'issued') throw new AppError(409, '发票还没有开出，请先登记发票号码');
  // The bytes are there before the row names them.
  await (await openFiles()).put(invoiceFileAddress(digest), 'stored', bytes);
  const record = recordOf(context);
  await db.transaction(async (tx) => {
    const row = await holdInvoice(tx, context, id);
    if (!(await putFile(tx, { invoiceId: id, kind, digest, bytes: bytes.byteLength }))) return;
    // Files are uploaded one by one: one mail has them all.
    await deliverAt(tx, row, new Date(now.getTime() + filesWithin));
    await addEvent(tx, {
      ...{ invoiceId: id, actor: record.kind, actorId: record.id, act: 'stored' },
      note: kind.toUpperCase(),
      at: now,
    });
    await writeAudit(tx, record, {
      act: 'invoice.file',
      subject: 'invoice',
      key: id,
      before: null,
      after: { kind, digest },
      merchantId: row.merchantId,
      at: now,
    });
  });
  return getDeskInvoice(context, { id });
}

function readForFile(context: Desk, id: number): Promise<{ row: InvoiceRecord }> {
  return context.db.transaction(async (tx) => ({ row: await holdInvoice(tx, context, id) }));
}

/**
 * `POST /api/desk/invoices/{id}/red`: all that is left of it. Throws 404, 409 for one that is not issued, has an open
 * form, or is taken back already.
 */
export async function redDeskInvoice(context: Desk, { id, reason }: DeskRedValues): Promise<DeskInvoice> {
  const { db, now } = context;
  const record = recordOf(context);
  await db.transaction(async (tx) => {
    const blue = await holdInvoice(tx, context, id);
    const raised = { reason, wishes: null, refundNo: null, actor: record.kind, actorId: record.id, now };
    const form = await raiseRed(tx, blue, raised);
    await writeAudit(tx, record, {
      act: 'invoice.red',
      subject: 'invoice',
      key: id,
      before: null,
      after: { form, number: blue.number },
      merchantId: blue.merchantId,
      at: now,
    });
  });
  return getDeskInvoice(context, { id });
}

/**
 * `POST /api/desk/invoices/{id}/resend`: to the mail and the mobile of its title. Throws 404, 409 for one that is not
 * issued, 422 where there is no address that it can be sent to, 429 within a minute of the last time and after the tenth.
 */
export async function resendDeskInvoice(context: Desk, { id }: InvoiceIdValues): Promise<DeskInvoice> {
  const { db, now } = context;
  const record = recordOf(context);
  await db.transaction(async (tx) => {
    const row = await holdInvoice(tx, context, id);
    const ways = await deliverAgain(tx, row, now);
    if (ways.length === 0) throw new AppError(422, '抬头没有可用的收票邮箱和手机，请提醒买家在网站下载');
    await writeAudit(tx, record, {
      act: 'invoice.resend',
      subject: 'invoice',
      key: id,
      before: null,
      after: { ways },
      merchantId: row.merchantId,
      at: now,
    });
  });
  return getDeskInvoice(context, { id });
}
