/** Invoices at the desks (rules 19). All reject as `deskCall` does. */
import { api } from '#lib/contract/api.ts';
import type {
  DeskInvoice,
  DeskRedValues,
  SaveSellerInput,
  SellerSession,
  SellerWire,
} from '#lib/contract/invoices-desk.ts';
import { deskCall } from './session.ts';

export function loadDeskInvoice(id: number): Promise<DeskInvoice> {
  return deskCall(api.deskInvoice, { id });
}

/** Sends a held up invoice again; answers it as it is then. */
export async function retryDeskInvoice(id: number): Promise<DeskInvoice> {
  await deskCall(api.deskInvoicesRetry, { id });
  return loadDeskInvoice(id);
}

export async function voidDeskInvoice(id: number, reason: string): Promise<DeskInvoice> {
  await deskCall(api.deskInvoicesVoid, { id, reason });
  return loadDeskInvoice(id);
}

export function enterDeskInvoice(id: number, number: string, issuedOn: string): Promise<DeskInvoice> {
  return deskCall(api.enterInvoice, { id, number, issued_on: issuedOn });
}

export function addDeskInvoiceFile(
  id: number,
  kind: 'pdf' | 'ofd' | 'xml',
  file: File,
): Promise<DeskInvoice> {
  return deskCall(api.addInvoiceFile, { id, kind, file });
}

/** Sends it to the mail and the mobile of its title again. */
export function resendDeskInvoice(id: number): Promise<DeskInvoice> {
  return deskCall(api.resendDeskInvoice, { id });
}

export function redDeskInvoice(id: number, reason: DeskRedValues['reason']): Promise<DeskInvoice> {
  return deskCall(api.redDeskInvoice, { id, reason });
}

export function saveInvoiceSeller(input: SaveSellerInput): Promise<SellerWire> {
  return deskCall(api.saveInvoiceSeller, input);
}

/** The page of a provider on which the merchant agrees. */
export async function loadAgreementPage(provider: string): Promise<string> {
  const { url } = await deskCall(api.agreeInvoices, { provider });
  return url;
}

/** Asks the provider for session and quota; with `renew` for a new code. `merchantId`: of the platform's page. */
export function askSellerSession(merchantId: number | null, renew: boolean): Promise<SellerSession> {
  return deskCall(api.sellerSession, {
    ...(merchantId !== null && { merchant_id: merchantId }),
    renew: renew ? 1 : 0,
  });
}
