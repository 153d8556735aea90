/** The calls of the review desk: an application with its documents, and the decision. */

import { z } from 'zod';
import { get, post } from './call.ts';
import { maxRank, scopeList } from './companies/file-schema.ts';
import { unset } from './decode.ts';
import { flagOut, freeText, id, text, typed, upTo, whole } from './fields.ts';
import { namedStoreRow } from './stores/named-schema.ts';

const reviewPaper = z.object({
  id: z.number().int(),
  kind_text: z.string(),
  number: z.string(),
  valid_from: z.string(),
  /** Empty: without end. */
  valid_to: z.string(),
  /** It waits for a decision; the others are valid already. */
  is_new: flagOut,
  /** The one that it would replace: number and days, empty where it is the first or has the same values. */
  was: z.string(),
  /** Mismatches of its fields. */
  problems: z.array(z.string()),
  files: z.array(
    z.object({
      /** The picture, or the first page. */
      src: z.string(),
      /** The same in full resolution; empty for a document. */
      full: z.string(),
      /** The complete file, where it has more than that; empty otherwise. */
      href: z.string(),
      name: z.string(),
      rotation: z.number().int(),
    }),
  ),
  /** Common sentences for returning it. */
  reasons: z.array(z.string()),
});
export type ReviewPaper = z.infer<typeof reviewPaper>;

export const reviewFile = z.object({
  id: z.number().int(),
  /** A decision names the version that was read. */
  version: z.number().int(),
  company_id: z.number().int(),
  company: z.string(),
  kind_text: z.string(),
  handed_in_at: z.string(),
  /** It waits for a decision. */
  is_waiting: flagOut,
  state_text: z.string(),
  claimed_by: z.string(),
  is_mine: flagOut,
  /** Its data, and the former values where they differ. */
  fields: z.array(z.object({ label: z.string(), text: z.string(), was: z.string(), problem: z.string() })),
  /** Stores named during registration. */
  named_stores: z.array(namedStoreRow),
  papers: z.array(reviewPaper),
  /** Documents required for its buyer type that are missing or invalid. */
  missing: z.array(z.string()),
  scopes: z.array(
    z.object({ code: z.string(), is_asked: flagOut, is_held: flagOut, is_on: flagOut, rests_on: z.string() }),
  ),
  rank: z.number().int(),
  /** 0: none. */
  manager_id: z.number().int(),
  managers: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** Former decisions, the last first. */
  earlier: z.array(
    z.object({ id: z.number().int(), at: z.string(), state_text: z.string(), reason: z.string() }),
  ),
});
export type ReviewFile = z.infer<typeof reviewFile>;

export const reviewIdInput = z.object({ id: id('申请编号') });
export type ReviewIdInput = z.output<typeof reviewIdInput>;

export const nextReviewInput = z.object({
  /** Those that are loaded already, or were skipped. */
  skip: unset(
    upTo(200, id('申请编号'), {
      error: '申请编号不正确',
      tooMany: '跳过的申请太多，请从列表重新开始',
    }).optional(),
  ),
});
export type NextReviewInput = z.output<typeof nextReviewInput>;

const version = typed(whole('版本', 1, 2_000_000_000));

export const approveReviewInput = z.object({
  id: id('申请编号'),
  version,
  scopes: unset(scopeList.optional()),
  rank: typed(whole('会员等级', 0, maxRank)),
  manager_id: unset(typed(id('客户经理')).optional()),
});
export type ApproveReviewInput = z.output<typeof approveReviewInput>;

const paperReason = z.object({
  id: id('资质编号'),
  reason: text('退回原因', { min: 2, max: 200 }),
});

export const returnReviewInput = z.object({
  id: id('申请编号'),
  version,
  papers: unset(upTo(20, paperReason, { error: '退回原因不正确', tooMany: '退回的资质太多' }).optional()),
  /** About the whole; may be left out where a document has one. */
  reason: freeText('退回原因', 300),
});
export type ReturnReviewInput = z.output<typeof returnReviewInput>;

/** The decision. */
export const reviewDone = z.object({
  id: z.number().int(),
  company: z.string(),
  state_text: z.string(),
  /** How long it may be taken back, ms; it is carried out then. */
  withdraw_ms: z.number().int(),
});
export type ReviewDone = z.infer<typeof reviewDone>;

/** Review of what companies hand in, at the platform's desk. */
export const reviewCalls = {
  reviewFile: get('/api/desk/review/{id}', {
    who: 'platform',
    may: 'companies',
    input: reviewIdInput,
    output: reviewFile,
  }),
  nextReview: post('/api/desk/review/next', {
    who: 'platform',
    may: 'companies',
    input: nextReviewInput,
    output: z.object({ file: reviewFile.nullable() }),
  }),
  claimReview: post('/api/desk/review/{id}/claim', {
    who: 'platform',
    may: 'companies',
    input: reviewIdInput,
    output: reviewFile,
  }),
  releaseReview: post('/api/desk/review/{id}/release', {
    who: 'platform',
    may: 'companies',
    input: reviewIdInput,
    output: reviewFile,
  }),
  approveReview: post('/api/desk/review/{id}/approve', {
    who: 'platform',
    may: 'companies',
    input: approveReviewInput,
    output: reviewDone,
  }),
  returnReview: post('/api/desk/review/{id}/return', {
    who: 'platform',
    may: 'companies',
    input: returnReviewInput,
    output: reviewDone,
  }),
  withdrawReview: post('/api/desk/review/{id}/withdraw', {
    who: 'platform',
    may: 'companies',
    input: reviewIdInput,
    output: reviewFile,
  }),
};
