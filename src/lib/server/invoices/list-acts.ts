/** Acts of the list of invoices: a held up one is sent again or taken back (rules 19). */
import { AppError } from '#lib/contract/errors.ts';
import type { InvoiceAsker } from '#lib/rules/invoices/invoice-state.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { insertInvoices, listSellers, lockOrders } from './ask-rows.ts';
import { buildParts, invoicesOf, sellerOf } from './build.ts';
import { holdInvoice } from './desk-acts.ts';
import { sendVoid } from './issued.ts';
import { addEvent, changeInvoice, findShown, type InvoiceRecord, listInvoiceLines } from './read-rows.ts';
import { newInvoiceSerial } from './serials.ts';
import { findMisfit, type Misfit } from './still-open.ts';
import { mayCancel } from './wire.ts';

type Desk = Context<'staff'>;

/** Why an invoice is replaced by others, for its log. */
const replacedNotes: Record<Misfit, string> = {
  kind: '专票里有不能开专票的免税商品，拆成专票和普票另开',
  tax: '商品税率或税收分类编码有变动，按现在的另开',
  order: '订单有退款或已在别的发票里，按现在的金额另开',
};

/**
 * `POST /api/desk/invoices/{id}/retry`: sends a failed invoice again under a new serial. Where its orders or the items'
 * tax data have changed since it was asked for, or its kind must not have one of its lines, it becomes void, and new
 * invoices with the present data replace it.
 * Where nothing can be invoiced now, nothing replaces it, and the company gets a message with the reason. One that is
 * being sent already stays as it is. Throws 404, 409 for one that is issued or void.
 */
export async function retryInvoice(context: Desk, { id }: { id: number }): Promise<void> {
  const { db, now, actor } = context;
  const record = recordOf(context);
  await db.transaction(async (tx) => {
    const found = await findShown(tx, id, { merchantId: actor.merchantId });
    if (found === null) throw new AppError(404, '发票不存在');
    const lines = await listInvoiceLines(tx, id);
    // Orders are locked before their invoices.
    const orders = await lockOrders(tx, found.row.companyId, [
      ...new Set(lines.map(({ orderNo }) => orderNo)),
    ]);
    const row = await holdInvoice(tx, context, id);
    if (row.state === 'waiting' && row.attempt > 1) return;
    if (row.state !== 'failed' || row.color === 'red')
      throw new AppError(409, '只有开具失败的蓝票可以重新开具，请刷新后再看');
    const base = { invoiceId: id, actor: record.kind, actorId: record.id, at: now };
    const misfit = await findMisfit(tx, row, lines, orders);
    if (misfit === null) {
      const seller = (await listSellers(tx, [row.merchantId])).get(row.merchantId);
      await changeInvoice(tx, id, {
        state: 'waiting',
        ...{ serial: newInvoiceSerial(now), attempt: row.attempt + 1, fault: '', faultCode: '', nextAt: now },
        // What was wrong with the seller may have been put right.
        ...(seller && { seller: sellerOf(seller), provider: seller.provider }),
      });
      await addEvent(tx, { ...base, act: 'retried', note: '' });
    } else {
      await changeInvoice(tx, id, { state: 'void', nextAt: null });
      const { ready, skipped } = await buildParts(tx, orders, now);
      const rows = invoicesOf(ready, {
        ...{ title: row.title, askedBy: askerOf(record.kind), askedById: record.id, userId: row.userId },
        ...{ month: row.month, isApart: false, now },
      });
      const refusal = rows.length === 0 ? (skipped[0]?.sentence ?? '没有可以开票的金额') : null;
      await addEvent(tx, { ...base, act: 'void', note: refusal ?? replacedNotes[misfit] });
      if (refusal !== null) await sendVoid(tx, row, refusal);
      await insertInvoices(tx, rows, { actor: record.kind, actorId: record.id, note: `代替${row.serial}` });
    }
    await audit(tx, context, row, 'invoice.retry', { serial: row.serial, isSame: misfit === null });
  });
}

function askerOf(kind: string): InvoiceAsker {
  return kind === 'merchant' ? 'merchant' : 'platform';
}

/**
 * `POST /api/desk/invoices/{id}/void`: voids an invoice that was not issued; its amounts can be asked for again, and the
 * company gets a message with the reason. A repeat changes nothing. Throws 404, 409 for one that is being sent or is issued.
 */
export async function voidInvoice(
  context: Desk,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const { db, now } = context;
  const record = recordOf(context);
  await db.transaction(async (tx) => {
    const row = await holdInvoice(tx, context, id);
    if (row.state === 'void') return;
    if (!mayCancel(row)) throw new AppError(409, '已提交或已开出的发票不能作废，开出后请冲红');
    await changeInvoice(tx, id, { state: 'void', nextAt: null });
    await addEvent(tx, {
      invoiceId: id,
      actor: record.kind,
      actorId: record.id,
      act: 'void',
      note: reason,
      at: now,
    });
    await sendVoid(tx, row, reason);
    await audit(tx, context, row, 'invoice.void', { serial: row.serial });
  });
}

async function audit(
  tx: Tx,
  context: Desk,
  row: InvoiceRecord,
  act: 'invoice.retry' | 'invoice.void',
  after: Record<string, unknown>,
): Promise<void> {
  await writeAudit(tx, recordOf(context), {
    act,
    subject: 'invoice',
    key: row.id,
    before: { state: row.state },
    after,
    merchantId: row.merchantId,
    at: context.now,
  });
}
