/** Invoices at the desks: one with its case, entering by hand, taking back, and merchants as sellers (rules 19). */

import { z } from 'zod';
import { invoiceFileKinds, invoiceFormKeys } from '#lib/rules/invoices/invoice-state.ts';
import { redReasonKeys } from '#lib/rules/invoices/red-state.ts';
import { get, post } from './call.ts';
import { unset } from './decode.ts';
import {
  day,
  draftPhone,
  drawnQr,
  flag,
  flagOut,
  freeText,
  id,
  money,
  text,
  typed,
  whole,
  yuan,
} from './fields.ts';
import { invoiceDetail, invoiceIdInput } from './invoices.ts';
import { ownMoney } from './prices.ts';
import { upload } from './uploads.ts';

export const deskInvoice = invoiceDetail.extend({
  serial: z.string(),
  attempt: z.number().int(),
  /** The desk's word for the state, and what happens next. */
  desk_state: z.string(),
  hint: z.string(),
  fault: z.string(),
  fault_code: z.string(),
  provider: z.string(),
  company: z.string(),
  company_id: z.number().int(),
  /** Who asked: 买家, 发货后自动. */
  asked_by: z.string(),
  next_at: z.string().nullable(),
  /** The blue invoice of a red one; 0 for a blue one. */
  blue_id: z.number().int(),
  /** What the reader may do now: retry, void, enter, files, resend, red. */
  actions: z.array(z.enum(['retry', 'void', 'enter', 'files', 'resend', 'red'])),
});
export type DeskInvoice = z.infer<typeof deskInvoice>;

export const enterInvoiceInput = invoiceIdInput.extend({
  number: text('发票号码', { min: 1, max: 30 }),
  issued_on: day('开具日期'),
});
export type EnterInvoiceValues = z.output<typeof enterInvoiceInput>;

export const invoiceFileInput = invoiceIdInput.extend({
  kind: z.enum(invoiceFileKinds, { error: '请选择文件种类' }),
  file: upload('请选择发票文件'),
});
export type InvoiceFileValues = z.output<typeof invoiceFileInput>;

export const deskRedInput = invoiceIdInput.extend({
  reason: z.enum(redReasonKeys, { error: '请选择冲红原因' }),
});
export type DeskRedValues = z.output<typeof deskRedInput>;

export const sellerWire = z.object({
  merchant_id: z.number().int(),
  merchant: z.string(),
  /** 0: nothing was saved yet, the values are suggestions from the merchant's file. */
  version: z.number().int(),
  name: z.string(),
  tax_no: z.string(),
  bank: z.string(),
  bank_account: z.string(),
  address: z.string(),
  phone: z.string(),
  drawer: z.string(),
  provider: z.string(),
  form: z.enum(invoiceFormKeys),
  auto_issue: flagOut,
  quota_alarm: ownMoney(money),
  /** The providers of this shop, and why this seller cannot use one; empty where it can. */
  providers: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      missing: z.string(),
      /** 1: the merchant agrees on the provider's own page. */
      agrees: flagOut,
    }),
  ),
  has_session: flagOut,
  has_quota: flagOut,
  session_until: z.string().nullable(),
  session_checked_at: z.string().nullable(),
  /** Null while unknown. */
  quota_total: ownMoney(money).nullable(),
  quota_used: ownMoney(money).nullable(),
  quota_left: ownMoney(money).nullable(),
  quota_checked_at: z.string().nullable(),
  /** 1: less is left than the alarm. */
  is_quota_low: flagOut,
  /** Items that are sold and have no tax data today. */
  lacking: z.number().int(),
  failed: z.number().int(),
});
export type SellerWire = z.infer<typeof sellerWire>;

/** Of the merchant itself where it is left out, which the platform may not. */
const merchantId = unset(id('商家').optional());

export const sellerInput = z.object({ merchant_id: merchantId });
export type SellerValues = z.output<typeof sellerInput>;

export const saveSellerInput = z.object({
  merchant_id: merchantId,
  version: typed(whole('版本', 0, 1_000_000)).default(0),
  name: text('开票名称', { min: 2, max: 100 }),
  tax_no: text('纳税人识别号', { min: 1, max: 30 }),
  bank: freeText('开户行', 60),
  bank_account: freeText('银行账号', 40),
  address: freeText('地址', 80),
  phone: draftPhone('电话'),
  drawer: freeText('开票人', 20),
  provider: text('开票渠道', { min: 1, max: 30 }),
  form: z.enum(invoiceFormKeys, { error: '请选择折扣写法' }),
  auto_issue: flag('发货后自动开票').default(0),
  quota_alarm: yuan('额度提醒').default('0.00'),
});
export type SaveSellerInput = z.input<typeof saveSellerInput>;
export type SaveSellerValues = z.output<typeof saveSellerInput>;

export const sellerSessionInput = z.object({
  merchant_id: merchantId,
  /** 1: a new code is asked for. */
  renew: flag('刷新').default(0),
});
export type SellerSessionValues = z.output<typeof sellerSessionInput>;

export const sellerSession = z.object({
  /** open: logged in. login, verify: the code is to be scanned. */
  state: z.enum(['open', 'login', 'verify']),
  until: z.string().nullable(),
  text: z.string(),
  qr: drawnQr.nullable(),
  /** The code as a picture where the provider sends one; empty otherwise. */
  picture: z.string(),
  seller: sellerWire,
});
export type SellerSession = z.infer<typeof sellerSession>;

export const sellerAgreementInput = z.object({ provider: text('开票渠道', { min: 1, max: 30 }) });
export type SellerAgreementValues = z.output<typeof sellerAgreementInput>;

/** What a provider sends the browser back with. */
export const agreedInput = z.object({
  code: freeText('授权码', 256),
  taxnum: freeText('税号', 30),
  state: freeText('授权编号', 100),
});
export type AgreedValues = z.output<typeof agreedInput>;

const write = { who: 'staff', may: 'invoices' } as const;

export const invoicesDeskCalls = {
  // Orders lead to it, so whoever sees orders reads it.
  deskInvoice: get('/api/desk/invoices/{id}', {
    who: 'staff',
    may: 'sales',
    input: invoiceIdInput,
    output: deskInvoice,
  }),
  enterInvoice: post('/api/desk/invoices/{id}/enter', {
    ...write,
    input: enterInvoiceInput,
    output: deskInvoice,
  }),
  addInvoiceFile: post('/api/desk/invoices/{id}/file', {
    ...write,
    cost: 'upload',
    input: invoiceFileInput,
    output: deskInvoice,
  }),
  redDeskInvoice: post('/api/desk/invoices/{id}/red', { ...write, input: deskRedInput, output: deskInvoice }),
  /** To the mail and the mobile of its title. */
  resendDeskInvoice: post('/api/desk/invoices/{id}/resend', {
    ...write,
    input: invoiceIdInput,
    output: deskInvoice,
  }),
  invoiceSeller: get('/api/desk/seller', { ...write, input: sellerInput, output: sellerWire }),
  saveInvoiceSeller: post('/api/desk/seller', {
    ...write,
    input: saveSellerInput,
    output: sellerWire,
  }),
  /** Asks the provider for the drawer's session at the tax bureau, and for the quota. */
  sellerSession: post('/api/desk/seller/session', {
    ...write,
    cost: 'link',
    input: sellerSessionInput,
    output: sellerSession,
  }),
  /** The page of the provider on which the merchant agrees. */
  agreeInvoices: post('/api/desk/seller/agree', {
    who: 'merchant',
    may: 'invoices',
    cost: 'link',
    input: sellerAgreementInput,
    output: z.object({ url: z.string() }),
  }),
};
