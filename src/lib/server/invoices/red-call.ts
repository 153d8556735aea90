/** Calls providers about red forms; what one refuses is a sentence (rules 19). */
import { AppError } from '#lib/contract/errors.ts';
import { log } from '../core/process/log.ts';
import { type InvoicePort, PortRefusal } from '../ports/invoices/port.ts';
import { findInvoicePort } from '../ports/invoices/providers.ts';
import type { InvoiceRecord, RedFormRow } from './read-rows.ts';

export interface FoundForm {
  form: RedFormRow;
  blue: InvoiceRecord;
}

/**
 * Calls the provider of a form, outside transactions. Throws 409 where it refuses, does not answer, or the invoice is
 * issued by hand: `byHand` is the sentence then.
 */
export async function callPort<T>(
  { form, blue }: FoundForm,
  act: (port: InvoicePort) => Promise<T>,
  byHand: string,
): Promise<T> {
  const port = findInvoicePort(blue.provider);
  if (port === undefined || port.capabilities.byHand) throw new AppError(409, byHand);
  try {
    return await act(port);
  } catch (error) {
    if (error instanceof PortRefusal) throw new AppError(409, `开票渠道答复：${error.message}`);
    log().warn({ err: error, form: form.id }, 'the provider of invoices did not answer about a red form');
    throw new AppError(409, '开票渠道没有答复，请稍后查询结果');
  }
}
