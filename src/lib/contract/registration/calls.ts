/** Registration: an account by phone, then the company, then its documents (rules 2). */

import { z } from 'zod';
import { maxPersonName } from '#lib/rules/companies/person-name.ts';
import { buyerTypes, scopeCodes } from '#lib/rules/companies/qualification.ts';
import { maxStores, registrationForms } from '#lib/rules/companies/registration.ts';
import { maxStoreText } from '#lib/rules/companies/store-table.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { normalizeCreditCode } from '#lib/rules/text/credit-code.ts';
import { agreement, password, phoneProof } from '../accounts/password-schema.ts';
import { get, post, stream } from '../call.ts';
import { draftPhone, emptyInput, flag, freeText, typed, upTo, whole } from '../fields.ts';
import { columnKeys, tableMapping } from '../tables.ts';
import { upload } from '../uploads.ts';

const form = z.enum(registrationForms, { error: '注册方式不正确' }).default('single');

export const registerAccountInput = z.object({
  /** The person's name for colleagues and the desk; may be given later. */
  name: freeText('联系人姓名', maxPersonName),
  ...phoneProof,
  password: password('密码'),
  form,
  /** 1: binds the WeChat account that this browser has scanned with. */
  wechat: flag('绑定微信').default(0),
  agreement,
});
/** The browser's input. */
export type AccountTexts = Omit<z.input<typeof registerAccountInput>, 'puzzle'>;
export type RegisterAccountInput = z.output<typeof registerAccountInput>;

/** Why the WeChat account was not bound, in the data of a refusal: the account is not created either. */
export interface WechatTrouble {
  /** The scan is too old, or the WeChat account belongs to another account. */
  wechat: 'over' | 'taken';
}

const regionCode = z
  .string({ error: '请选择所在地区' })
  .regex(/^(\d{6,9})?$/, { error: '请选择所在地区' })
  .default('');
const creditCode = freeText('统一社会信用代码', 40).transform(normalizeCreditCode);

/** A store of a head office, as far as described. */
const storeInput = z.object({
  /** The resulting company; 0 before. */
  id: whole('门店编号', 0, 2_147_483_647).default(0),
  name: freeText('门店名称', 60),
  credit_code: creditCode,
  region_code: regionCode,
});

export const storeTableInput = z.object({
  /** A table, or cells that were pasted. */
  file: upload('请选择门店表（CSV或XLSX）').optional(),
  text: freeText('粘贴的内容', maxStoreText),
  columns: columnKeys,
});
/** The browser's input: its file is a Blob. */
export type StoreTableInput = Partial<z.input<typeof storeTableInput>>;
export type StoreTableValues = z.output<typeof storeTableInput>;

const storeTableRow = z.object({
  /** Row number in the spreadsheet, from 1. */
  row: z.number().int(),
  name: z.string(),
  credit_code: z.string(),
  /** Empty where no single district was found. */
  region_code: z.string(),
  /** The district in words, or what was written of it. */
  region: z.string(),
  /** mend: the form can hold it, and it has to be mended there. wrong: the form cannot hold it. */
  state: z.enum(['ready', 'mend', 'wrong']),
  /** The form's field of the fault; empty for none. */
  field: z.enum(['', 'name', 'credit_code', 'region_code']),
  /** The fault; empty for none. */
  sentence: z.string(),
});
export type StoreTableRow = z.infer<typeof storeTableRow>;

const storeTableChecked = z.object({ list: z.array(storeTableRow), table: tableMapping });
export type StoreTableChecked = z.infer<typeof storeTableChecked>;

/** Missing fields are empty: a draft may be incomplete. */
export const registerCompanyInput = z.object({
  /** The version that was read: two devices do not overwrite each other. */
  version: typed(whole('版本', 1, 2_147_483_647)),
  /** 1: only saved, not checked. */
  is_draft: flag('草稿').default(0),
  name: freeText('企业名称', 60),
  credit_code: creditCode,
  buyer_type: z.enum(['', ...keysOf(buyerTypes)], { error: '请选择企业类型' }).default(''),
  region_code: regionCode,
  receiver: freeText('收货人', 30),
  phone: draftPhone('收货电话'),
  detail: freeText('详细地址', 100),
  scopes: upTo(scopeCodes.length, z.enum(scopeCodes, { error: '经营范围不正确' }), {
    error: '请选择经营范围',
    tooMany: '经营范围不正确',
  }).default([]),
  stores: upTo(maxStores, storeInput, {
    error: '门店填写有误',
    tooMany: `一次最多登记${maxStores}家门店`,
  }).default([]),
});
/** The browser's input. */
export type CompanyTexts = z.input<typeof registerCompanyInput>;
export type RegisterCompanyInput = z.output<typeof registerCompanyInput>;

const companyWire = z.object({
  name: z.string(),
  credit_code: z.string(),
  /** Empty: not chosen yet. */
  buyer_type: z.string(),
  province: z.string(),
  city: z.string(),
  district: z.string(),
  region_code: z.string(),
  receiver: z.string(),
  phone: z.string(),
  detail: z.string(),
  scopes: z.array(z.string()),
});
export type CompanyWire = z.infer<typeof companyWire>;

const storeWire = z.object({
  id: z.number(),
  name: z.string(),
  credit_code: z.string(),
  region_code: z.string(),
});
export type StoreWire = z.infer<typeof storeWire>;

/** The state of a registration. */
export const registerStatus = z.object({
  form: z.enum(registrationForms),
  /** 1 account, 2 company, 3 documents, 4 submitted. */
  step: z.number(),
  /** The page of the step. */
  page: z.string(),
  /** The company's state; empty for a visitor. */
  state: z.string(),
  state_text: z.string(),
  /** Why it was returned; empty when it was not. */
  reason: z.string(),
  version: z.number(),
  handed_in_at: z.string().nullable(),
  company: companyWire,
  stores: z.array(storeWire),
  /** What prevents the submission, with the page where it is filled in. */
  lacks: z.array(z.object({ at: z.string(), text: z.string(), page: z.string() })),
  /** Returned documents, each with its reason. */
  returned: z.array(z.object({ kind: z.string(), name: z.string(), reason: z.string(), page: z.string() })),
});
export type RegisterStatus = z.infer<typeof registerStatus>;

export const registrationCalls = {
  registerAccount: post('/api/register/step1', {
    who: 'anyone',
    input: registerAccountInput,
    output: z.object({ page: z.string() }),
  }),
  registerCompany: post('/api/register/step2', {
    who: 'buyer',
    may: 'manage',
    input: registerCompanyInput,
    output: registerStatus,
  }),
  /** Saves nothing: which stores of a table could be named. */
  checkStoreTable: post('/api/register/stores', {
    who: 'buyer',
    may: 'manage',
    cost: 'upload',
    input: storeTableInput,
    output: storeTableChecked,
  }),
  /** A workbook to be filled in. */
  storeTemplate: stream('/api/register/stores/template', {
    who: 'buyer',
    may: 'manage',
    input: emptyInput,
    output: z.never(),
  }),
  registerStatus: get('/api/register/status', { who: 'all', input: emptyInput, output: registerStatus }),
};

/** An empty form. */
export const emptyCompany: CompanyWire = {
  name: '',
  credit_code: '',
  buyer_type: '',
  province: '',
  city: '',
  district: '',
  region_code: '',
  receiver: '',
  phone: '',
  detail: '',
  scopes: [],
};
