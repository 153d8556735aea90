/** Applying for controlled goods (控销, rules 1 and 8). */

import { z } from 'zod';
import { get, post } from './call.ts';
import { unset } from './decode.ts';
import { freeText, id, page, pageSize } from './fields.ts';

export const applyInput = z.object({
  goods_id: id('商品'),
  /** Information for the merchant's decision. */
  note: freeText('申请说明', 200),
});
export type ApplyValues = z.infer<typeof applyInput>;

export const applicationsInput = z.object({
  /** Only the application for this goods. */
  goods_id: unset(id('商品').optional()),
  page: page(),
  size: pageSize(20),
});
export type ApplicationsValues = z.infer<typeof applicationsInput>;

export const application = z.object({
  goods_id: z.number(),
  name: z.string(),
  ypgg: z.string(),
  sccj: z.string(),
  /** The merchant's short name. */
  sjly: z.string(),
  /** applied, granted, refused, withdrawn, ended. */
  status: z.string(),
  /** 审核中, 已通过, 未通过, 已撤回, 已到期. */
  status_text: z.string(),
  note: z.string(),
  /** Why it was refused or withdrawn; else empty. */
  reason: z.string(),
  /** Its last day; empty: without end. */
  valid_to: z.string(),
  created_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
});
export type Application = z.infer<typeof application>;

/** The newest first. */
export const applications = z.object({ list: z.array(application), total: z.number().int() });
export type Applications = z.infer<typeof applications>;

export const controlledCalls = {
  controlledApplications: get('/api/controlled', {
    who: 'buyer',
    input: applicationsInput,
    output: applications,
  }),
  applyForControlled: post('/api/controlled/apply', {
    who: 'buyer',
    may: 'order',
    input: applyInput,
    output: application,
  }),
};
