/** A company takes back an invoice with a wrong title: all of it; then it can be asked for anew (rules 19). */
import { AppError } from '#lib/contract/errors.ts';
import type { InvoiceDetail } from '#lib/contract/invoices.ts';
import type { RedInvoiceValues } from '#lib/contract/red-forms.ts';
import type { Context } from '../core/context.ts';
import { raiseRed } from './raise-red.ts';
import { getInvoice } from './read.ts';
import { lockInvoice } from './read-rows.ts';

/**
 * `POST /api/invoice/{id}/red`. Throws 404, 409 for one that is not issued, has an open form, or is taken back already.
 */
export async function redInvoice(
  context: Context<'buyer'>,
  { id, reason }: RedInvoiceValues,
): Promise<InvoiceDetail> {
  const { db, actor, now } = context;
  const { companyId, userId } = actor.account;
  await db.transaction(async (tx) => {
    const blue = await lockInvoice(tx, id, { companyId });
    if (blue === null) throw new AppError(404, '发票不存在');
    await raiseRed(tx, blue, { reason, wishes: null, refundNo: null, actor: 'buyer', actorId: userId, now });
  });
  return getInvoice(context, { id });
}
