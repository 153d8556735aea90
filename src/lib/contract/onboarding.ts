/** 首营资料 at the desks: what merchants hand in of themselves, of their goods and of the goods' makers. */

import { z } from 'zod';
import { onboardingKindKeys } from '../rules/companies/onboarding.ts';
import { onboardingStates } from '../rules/companies/onboarding-state.ts';
import { keysOf } from '../rules/terms/keys.ts';
import { post } from './call.ts';
import { flagOut, freeDay, freeText, id, whole } from './fields.ts';
import { upload } from './uploads.ts';

const count = z.number().int();

/** Which sheet: the goods', or with 0 the merchant's own. */
const sheetGoods = () => whole('商品编号', 0, 2_147_483_647).default(0);

const tally = {
  /** Number of required kinds, and of the valid ones among them. */
  needed: count,
  held: count,
  expired: count,
  /** They end within 30 days, and within 90. */
  month: count,
  quarter: count,
  /** Number of documents that buyers requested. */
  asked: count,
};

/** Merchants with the state of their own documents; only on a page of the platform. */
export const onboardingMerchantRow = z.object({
  id: count,
  name: z.string(),
  full_name: z.string(),
  ...tally,
});
export type OnboardingMerchantRow = z.infer<typeof onboardingMerchantRow>;

const page = z.object({ name: z.string(), url: z.string() });

const paper = {
  kind_text: z.string(),
  number: z.string(),
  /** 长期, or empty where such a document has no end. */
  valid_to: z.string(),
  files: z.array(page),
  uploaded_by: z.string(),
  uploaded_at: z.string(),
};

export const onboardingRow = z.object({
  ...paper,
  kind: z.enum(onboardingKindKeys),
  hint: z.string(),
  of: z.enum(['merchant', 'maker', 'goods']),
  is_required: flagOut,
  validity: z.enum(['needed', 'optional', 'none']),
  /** Id of the valid document; 0 without one. */
  id: count,
  /** Negative when the last day has passed; null where there is none. */
  days_left: count.nullable(),
  state: z.enum(keysOf(onboardingStates)),
  /** Companies that wait for it. */
  asked: count,
});
export type OnboardingRow = z.infer<typeof onboardingRow>;

/** All documents of a merchant itself, or of an item with those of its maker. */
export const onboardingSheet = z.object({
  merchant: z.string(),
  /** 0: the merchant's own. */
  goods_id: count,
  name: z.string(),
  spec: z.string(),
  maker: z.string(),
  rows: z.array(onboardingRow),
  /** Replaced or removed ones, the last first; the last 50. */
  past: z.array(
    z.object({ ...paper, id: count, end_text: z.string(), ended_by: z.string(), ended_at: z.string() }),
  ),
});
export type OnboardingSheet = z.infer<typeof onboardingSheet>;

export const uploadOnboardingInput = z.object({
  goods: sheetGoods(),
  kind: z.enum(onboardingKindKeys, { error: '请选择资料' }),
  number: freeText('编号', 100),
  valid_to: freeDay('有效期至'),
  /** The document that was read; 0: none. A concurrent change answers 409. */
  replaces: whole('原资料', 0, 2_147_483_647),
  file: upload('请选择文件'),
});
export type UploadOnboardingInput = z.input<typeof uploadOnboardingInput>;
export type UploadOnboardingValues = z.output<typeof uploadOnboardingInput>;

export const onboardingPageInput = z.object({
  id: id('资料'),
  goods: sheetGoods(),
  file: upload('请选择文件'),
});
export type OnboardingPageInput = z.input<typeof onboardingPageInput>;
export type OnboardingPageValues = z.output<typeof onboardingPageInput>;

export const removeOnboardingInput = z.object({ id: id('资料'), goods: sheetGoods() });
export type RemoveOnboardingInput = z.input<typeof removeOnboardingInput>;
export type RemoveOnboardingValues = z.output<typeof removeOnboardingInput>;

/** 首营资料 at the desks. */
export const onboardingCalls = {
  uploadOnboarding: post('/api/desk/onboarding', {
    who: 'merchant',
    may: 'onboarding',
    cost: 'upload',
    input: uploadOnboardingInput,
    output: onboardingSheet,
  }),
  addOnboardingPage: post('/api/desk/onboarding/{id}/page', {
    who: 'merchant',
    may: 'onboarding',
    cost: 'upload',
    input: onboardingPageInput,
    output: onboardingSheet,
  }),
  removeOnboarding: post('/api/desk/onboarding/{id}/remove', {
    who: 'merchant',
    may: 'onboarding',
    input: removeOnboardingInput,
    output: onboardingSheet,
  }),
};
