/** E-invoices (数电票) of a company: what can be invoiced, asking, the invoices with their files, red forms (rules 19). */

import { z } from 'zod';
import { allInvoiceStates, invoiceColors, invoiceFileKinds } from '#lib/rules/invoices/invoice-state.ts';
import { invoiceKindKeys } from '#lib/rules/invoices/titles.ts';
import { get, notice, post } from './call.ts';
import { unset } from './decode.ts';
import { flag, flagOut, freeText, id, money, page, pageSize, text, upTo } from './fields.ts';
import { deliveryWire } from './invoice-delivery.ts';
import { freeMonth } from './orders/search.ts';
import { ownMoney } from './prices.ts';
import { redFormInput, redInvoiceInput, redWire } from './red-forms.ts';

/** Orders that are asked for by their numbers at once; a month may have more. */
export const maxAskedOrders = 500;

const orderNo = (label = '订单号') => text(label, { min: 1, max: 40 });
const moment = z.string();
const nullableMoment = moment.nullable();
const named = z.object({ id: z.number().int(), name: z.string() });

const searched = {
  /** Shanghai month, `2026-11`: of the payment of what can be invoiced, of the asking of an invoice. Empty: all. */
  month: freeMonth('月份'),
  merchant: unset(id('商家').optional()),
  /** Of one order. */
  no: freeText('订单号', 40),
};

export const openInvoicesInput = z.object({ ...searched, page: page(), size: pageSize(20) });
export type OpenInvoicesValues = z.output<typeof openInvoicesInput>;

/** An order of which something can be invoiced. */
export const openOrder = z.object({
  no: z.string(),
  merchant_id: z.number().int(),
  merchant: z.string(),
  created_at: moment,
  paid_at: nullableMoment,
  /** What can be invoiced now: shipped, paid, not refunded, not on an invoice yet. */
  amount: ownMoney(money),
  /** What of the order is on invoices already. */
  invoiced_amount: ownMoney(money),
  /** Why it cannot be asked for now, with the items that lack something; empty where it can. */
  fault: z.string(),
});

export const openInvoices = z.object({
  list: z.array(openOrder),
  total: z.number().int(),
  page: z.number(),
  size: z.number(),
  /** Of all that the search finds. */
  amount: ownMoney(money),
  /**
   * What one press for a month would invoice, by months of payment, the newest first: of the merchant that is searched for or
   * all, whatever the month; empty where an order is searched for.
   */
  months: z.array(z.object({ month: z.string(), orders: z.number().int(), amount: ownMoney(money) })),
  merchants: z.array(named),
});
export type OpenInvoices = z.infer<typeof openInvoices>;

export const askInvoicesInput = z
  .object({
    order_no: upTo(maxAskedOrders, orderNo(), {
      error: '请选择订单',
      tooMany: `一次最多选择${maxAskedOrders}个订单，更多的请按月份开票`,
    }).default([]),
    /** Instead of orders: all of a month of payment, of one merchant where it is named. */
    month: freeMonth('月份'),
    merchant: unset(id('商家').optional()),
    title_id: id('发票抬头'),
    /** 1: an invoice for each order; else orders of one merchant share invoices. */
    is_apart: flag('每单一张').default(0),
  })
  .refine(({ order_no, month }) => order_no.length > 0 !== (month !== ''), {
    error: '请选择订单或月份',
    path: ['order_no'],
  });
export type AskInvoicesInput = z.input<typeof askInvoicesInput>;
export type AskInvoicesValues = z.output<typeof askInvoicesInput>;

export const askedInvoices = z.object({
  invoices: z.number().int(),
  orders: z.number().int(),
  amount: ownMoney(money),
  /** Orders that were left out, with the reason; the first hundred. */
  skipped: z.array(z.object({ no: z.string(), sentence: z.string() })),
  skipped_count: z.number().int(),
});
export type AskedInvoices = z.infer<typeof askedInvoices>;

/** running: asked for and not issued, held up ones too. done: issued. void: taken back before it was issued. */
export const invoiceTabKeys = ['running', 'done', 'void'] as const;
export type InvoiceTab = (typeof invoiceTabKeys)[number];

export const invoicesInput = z.object({
  state: unset(z.enum(invoiceTabKeys, { error: '发票状态不正确' }).optional()),
  ...searched,
  page: page(),
  size: pageSize(20),
});
export type InvoicesValues = z.output<typeof invoicesInput>;

const invoiceFields = {
  id: z.number().int(),
  color: z.enum(invoiceColors),
  kind: z.enum(invoiceKindKeys),
  kind_text: z.string(),
  state: z.enum(allInvoiceStates),
  /** For the buyer: 开票中, 已开具. */
  state_text: z.string(),
  merchant_id: z.number().int(),
  merchant: z.string(),
  title_name: z.string(),
  title_tax_no: z.string(),
  /** 20 digits; empty until it is issued. */
  number: z.string(),
  gross_amount: ownMoney(money),
  net_amount: ownMoney(money),
  tax_amount: ownMoney(money),
  /** Of the blue one: what red invoices have taken back, zero or above. */
  red_amount: ownMoney(money),
  /** The first three orders, and how many there are. */
  order_nos: z.array(z.string()),
  orders: z.number().int(),
  created_at: moment,
  issued_at: nullableMoment,
  files: z.array(z.enum(invoiceFileKinds)),
  /** The newest red form of a blue invoice. */
  red: redWire.nullable(),
  may_cancel: flagOut,
  may_red: flagOut,
  may_resend: flagOut,
};
export const invoiceRow = z.object(invoiceFields);
export type InvoiceRow = z.infer<typeof invoiceRow>;

export const invoiceList = z.object({
  list: z.array(invoiceRow),
  total: z.number().int(),
  page: z.number(),
  size: z.number(),
  /** Invoices of the search in each tab, whatever tab is asked for; running without those held up. */
  counts: z.object({
    running: z.number().int(),
    failed: z.number().int(),
    done: z.number().int(),
    void: z.number().int(),
  }),
  merchants: z.array(named),
});
export type InvoiceList = z.infer<typeof invoiceList>;

export const invoiceLineWire = z.object({
  seq: z.number().int(),
  nature: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  order_no: z.string(),
  name: z.string(),
  spec: z.string(),
  unit: z.string(),
  quantity: z.number().int().nullable(),
  /** Without tax, up to 8 decimals; empty for amounts alone. */
  unit_price: ownMoney(z.string()),
  tax_text: z.string(),
  net_amount: ownMoney(money),
  tax_amount: ownMoney(money),
  gross_amount: ownMoney(money),
});

export const invoiceDetail = z.object({
  ...invoiceFields,
  title: z.object({
    name: z.string(),
    tax_no: z.string(),
    bank: z.string(),
    bank_account: z.string(),
    address: z.string(),
    phone: z.string(),
  }),
  seller: z.object({ name: z.string(), tax_no: z.string() }),
  lines: z.array(invoiceLineWire),
  /** Where its files are delivered besides the shop. Staff read addresses in part. */
  deliveries: z.array(deliveryWire),
  /** The newest first. */
  reds: z.array(redWire),
  events: z.array(z.object({ at: moment, text: z.string(), note: z.string() })),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

export const invoiceIdInput = z.object({ id: id('发票') });
export type InvoiceIdValues = z.output<typeof invoiceIdInput>;

export const invoiceLookupInput = z.object({
  no: text('订单号', { min: 10, max: 40 }),
  /** The last 4 to 6 characters of the buyer's tax number. */
  tail: text('税号后几位', { min: 4, max: 6 }),
});
export type InvoiceLookupValues = z.output<typeof invoiceLookupInput>;

/** State and number alone: anyone with both texts may ask. */
export const invoiceLookup = z.object({
  list: z.array(z.object({ state_text: z.string(), number: z.string() })),
});
export type InvoiceLookup = z.infer<typeof invoiceLookup>;

const mine = { who: 'buyer', may: 'invoice' } as const;

const notifyInput = z.object({ provider: text('开票渠道', { min: 1, max: 20 }) });

export const invoicesCalls = {
  /** A provider tells of an invoice or a red form: a hint, what became of it is asked. */
  invoiceNotify: notice('/api/invoice/notify/{provider}', {
    who: 'all',
    input: notifyInput,
    output: z.null(),
  }),
  openInvoices: get('/api/invoice/open', {
    ...mine,
    whileFrozen: true,
    cost: 'list',
    input: openInvoicesInput,
    output: openInvoices,
  }),
  invoices: get('/api/invoice', { ...mine, whileFrozen: true, input: invoicesInput, output: invoiceList }),
  askInvoices: post('/api/invoice', {
    ...mine,
    cost: 'order',
    once: true,
    input: askInvoicesInput,
    output: askedInvoices,
  }),
  invoice: get('/api/invoice/{id}', {
    ...mine,
    whileFrozen: true,
    input: invoiceIdInput,
    output: invoiceDetail,
  }),
  cancelInvoice: post('/api/invoice/{id}/cancel', { ...mine, input: invoiceIdInput, output: invoiceDetail }),
  redInvoice: post('/api/invoice/{id}/red', { ...mine, input: redInvoiceInput, output: invoiceDetail }),
  revokeOwnRed: post('/api/invoice/red/{id}/revoke', { ...mine, input: redFormInput, output: invoiceDetail }),
  askOwnRedAgain: post('/api/invoice/red/{id}/again', {
    ...mine,
    input: redFormInput,
    output: invoiceDetail,
  }),
  resendInvoice: post('/api/invoice/{id}/resend', { ...mine, input: invoiceIdInput, output: invoiceDetail }),
  invoiceLookup: get('/api/invoice/lookup', {
    who: 'anyone',
    cost: 'link',
    input: invoiceLookupInput,
    output: invoiceLookup,
  }),
};
