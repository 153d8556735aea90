/** Applying for controlled goods (控销, rules 1 and 8). */

import { z } from 'zod';
import { get, post } from './call.ts';
import { unset } from './decode.ts';
import { deskPage, flagOut, freeText, id, listOf, page, pageSize, text } from './fields.ts';

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
  /** applied, granted, refused. */
  status: z.string(),
  /** 审核中, 已通过, 未通过. */
  status_text: z.string(),
  note: z.string(),
  /** Why it was refused; else empty. */
  reason: z.string(),
  created_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
});
export type Application = z.infer<typeof application>;

/** The newest first. */
export const applications = z.object({ list: z.array(application), total: z.number().int() });
export type Applications = z.infer<typeof applications>;

export const deskGrantsInput = z.object({
  company: freeText('企业名称', 100),
  /** applied, granted, refused; empty for all. */
  status: freeText('状态', 20),
  ...deskPage(),
});
export type DeskGrantsValues = z.output<typeof deskGrantsInput>;

export const grantRow = z.object({
  id: z.number().int(),
  company_id: z.number().int(),
  company: z.string(),
  goods_id: z.number().int(),
  name: z.string(),
  ypgg: z.string(),
  sjly: z.string(),
  note: z.string(),
  status_text: z.string(),
  reason: z.string(),
  /** It waits for a decision. */
  may_decide: flagOut,
  /** Time of the application: a decision names the one that was read. */
  created_at: z.iso.datetime(),
});
export type GrantRow = z.infer<typeof grantRow>;

/** A page of them, the oldest first. */
export const grantList = listOf(grantRow);
export type GrantList = z.infer<typeof grantList>;

const seen = z.iso.datetime({ error: '申请时间不正确' });
export const approveGrantInput = z.object({ id: id('申请编号'), created_at: seen });
export type ApproveGrantInput = z.output<typeof approveGrantInput>;
export const refuseGrantInput = z.object({
  id: id('申请编号'),
  created_at: seen,
  /** The company reads it. */
  reason: text('驳回原因', { min: 2, max: 200 }),
});
export type RefuseGrantInput = z.output<typeof refuseGrantInput>;

export const controlledCalls = {
  controlledApplications: get('/api/controlled', {
    who: 'buyer',
    input: applicationsInput,
    output: applications,
  }),
  deskGrants: get('/api/desk/grants', {
    who: 'platform',
    may: 'requests',
    input: deskGrantsInput,
    output: grantList,
  }),
  approveGrant: post('/api/desk/grants/{id}/approve', {
    who: 'platform',
    may: 'requests',
    input: approveGrantInput,
    output: grantRow,
  }),
  refuseGrant: post('/api/desk/grants/{id}/refuse', {
    who: 'platform',
    may: 'requests',
    input: refuseGrantInput,
    output: grantRow,
  }),
  applyForControlled: post('/api/controlled/apply', {
    who: 'buyer',
    may: 'order',
    input: applyInput,
    output: application,
  }),
};
