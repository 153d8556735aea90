/** E-invoices of the company (rules 19). All reject as `call` does. */
import { api } from '#lib/contract/api.ts';
import type {
  AskedInvoices,
  AskInvoicesInput,
  InvoiceDetail,
  InvoiceList,
  InvoiceLookup,
} from '#lib/contract/invoices.ts';
import { call } from '../api.ts';
import { markStale } from '../stale.ts';

/** Asks for invoices; the same key is one asking, however often it is sent. */
export async function askInvoices(input: AskInvoicesInput, key: string): Promise<AskedInvoices> {
  const done = await call(api.askInvoices, input, { headers: { 'Idempotency-Key': key } });
  markStale();
  return done;
}

/** The search of the list, as its page was opened. */
export interface InvoicesAsked {
  state: 'running' | 'done' | 'void';
  month: string;
  merchant?: number | undefined;
  no: string;
  page: number;
}

export function loadInvoices({ merchant, ...asked }: InvoicesAsked): Promise<InvoiceList> {
  return call(api.invoices, { ...asked, ...(merchant !== undefined && { merchant }) });
}

export function loadInvoice(id: number): Promise<InvoiceDetail> {
  return call(api.invoice, { id });
}

export async function cancelInvoice(id: number): Promise<InvoiceDetail> {
  const invoice = await call(api.cancelInvoice, { id });
  markStale();
  return invoice;
}

export async function redInvoice(id: number): Promise<InvoiceDetail> {
  const invoice = await call(api.redInvoice, { id });
  markStale();
  return invoice;
}

/** Withdraws a red form that the company raised; answers its invoice. */
export async function revokeOwnRed(id: number): Promise<InvoiceDetail> {
  const invoice = await call(api.revokeOwnRed, { id });
  markStale();
  return invoice;
}

/** Asks for another red form in place of one that ended; answers its invoice. */
export async function askOwnRedAgain(id: number): Promise<InvoiceDetail> {
  const invoice = await call(api.askOwnRedAgain, { id });
  markStale();
  return invoice;
}

export function resendInvoice(id: number): Promise<InvoiceDetail> {
  return call(api.resendInvoice, { id });
}

export function lookUpInvoice(no: string, tail: string): Promise<InvoiceLookup> {
  return call(api.invoiceLookup, { no, tail });
}
