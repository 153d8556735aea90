/** 发票抬头 of a company: kept by its owner and 财务 (rules 19). */
import { z } from 'zod';
import { type InvoiceKind, invoiceKindKeys, titleLengths } from '../rules/invoices/titles.ts';
import { get, post } from './call.ts';
import { halfWidth, reads } from './decode.ts';
import { draftPhone, emptyInput, flag, flagOut, freeText, id, listOf, text, whole } from './fields.ts';

/** Most titles of a company. */
export const maxTitles = 20;

const kinds: readonly [InvoiceKind, ...InvoiceKind[]] = ['ordinary', ...invoiceKindKeys];

export const titleWire = z.object({
  id: z.number().int(),
  kind: z.enum(kinds),
  kind_text: z.string(),
  name: z.string(),
  tax_no: z.string(),
  bank: z.string(),
  bank_account: z.string(),
  address: z.string(),
  phone: z.string(),
  mail: z.string(),
  mobile: z.string(),
  is_default: flagOut,
  /** Sent with a change: where another person has changed the title since, it is refused. */
  version: z.number().int(),
});
export type TitleWire = z.infer<typeof titleWire>;

export const titleList = listOf(titleWire);
export type TitleList = z.infer<typeof titleList>;

const lengths = titleLengths;
/** A number that people write in full width or with blanks around it. */
const digits = (label: string, max: number) => reads(freeText(label, max), halfWidth);

const titleFields = {
  kind: z.enum(kinds, { error: '请选择发票种类' }),
  name: text('抬头名称', { min: 1, max: lengths.name }),
  tax_no: reads(text('纳税人识别号', { min: 1, max: 40 }), halfWidth),
  bank: freeText('开户行', lengths.bank),
  bank_account: digits('银行账号', lengths.bankAccount),
  address: freeText('注册地址', lengths.address),
  phone: draftPhone('注册电话'),
  mail: digits('收票邮箱', lengths.mail),
  mobile: draftPhone('收票手机'),
  is_default: flag('默认抬头').default(0),
};

export const addTitleInput = z.object(titleFields);
export const changeTitleInput = z.object({
  id: id('发票抬头'),
  version: whole('版本', 1, 2_147_483_647),
  ...titleFields,
});
export const titleIdInput = z.object({ id: id('发票抬头') });
export type TitleFields = z.output<typeof addTitleInput>;
export type ChangeTitleValues = z.output<typeof changeTitleInput>;

export const invoiceTitleCalls = {
  titles: get('/api/invoice/title', { who: 'buyer', may: 'invoice', input: emptyInput, output: titleList }),
  addTitle: post('/api/invoice/title', {
    who: 'buyer',
    may: 'invoice',
    input: addTitleInput,
    output: titleWire,
  }),
  changeTitle: post('/api/invoice/title/{id}', {
    who: 'buyer',
    may: 'invoice',
    input: changeTitleInput,
    output: titleWire,
  }),
  makeDefaultTitle: post('/api/invoice/title/{id}/default', {
    who: 'buyer',
    may: 'invoice',
    input: titleIdInput,
    output: titleWire,
  }),
  removeTitle: post('/api/invoice/title/{id}/remove', {
    who: 'buyer',
    may: 'invoice',
    input: titleIdInput,
    output: titleList,
  }),
};
