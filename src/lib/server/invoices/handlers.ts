import { invoicesCalls } from '#lib/contract/invoices.ts';
import { invoicesDeskCalls } from '#lib/contract/invoices-desk.ts';
import { handlers } from '../core/calls/handlers.ts';
import { agreeInvoices } from './agree.ts';
import { askInvoices } from './ask.ts';
import { getDeskInvoice } from './desk.ts';
import { addInvoiceFile, enterInvoice, redDeskInvoice, resendDeskInvoice } from './desk-acts.ts';
import { lookUpInvoice } from './lookup.ts';
import { listOpenInvoices } from './open.ts';
import { askOwnRedAgain, revokeOwnRed } from './own-red-acts.ts';
import { cancelInvoice, getInvoice, listInvoices, resendInvoice } from './read.ts';
import { redInvoice } from './red.ts';
import { getInvoiceSeller, saveInvoiceSeller } from './sellers.ts';
import { readSellerSession } from './session.ts';

export const invoicesHandlers = handlers(invoicesCalls, {
  openInvoices: listOpenInvoices,
  invoices: listInvoices,
  askInvoices,
  invoice: getInvoice,
  cancelInvoice,
  redInvoice,
  revokeOwnRed,
  askOwnRedAgain,
  resendInvoice,
  invoiceLookup: lookUpInvoice,
});

export const invoicesDeskHandlers = handlers(invoicesDeskCalls, {
  deskInvoice: getDeskInvoice,
  enterInvoice,
  addInvoiceFile,
  redDeskInvoice,
  resendDeskInvoice,
  invoiceSeller: getInvoiceSeller,
  saveInvoiceSeller,
  sellerSession: readSellerSession,
  agreeInvoices,
});
