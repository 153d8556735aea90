/** 意见反馈 on the wire (rules 15: `/api/user/feedback`). */

import { z } from 'zod';
import { feedbackKinds } from '#lib/rules/companies/feedback-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { get, post } from '../call.ts';
import { freeText, id, page, pageSize, phone, text, upTo } from '../fields.ts';
import { fileWire, uploadInput } from '../files.ts';
import { maxFeedbackPictures } from './limits.ts';

/** Most unanswered feedback of a company. */
export const maxOpenFeedback = 20;

export const feedbackInput = z.object({
  kind: z.enum(keysOf(feedbackKinds), { error: '请选择反馈类型' }),
  text: text('反馈内容', { min: 5, max: 1000 }),
  order_no: freeText('订单号', 40),
  phone: phone(),
  /** Ids of the company's files, in order. */
  pictures: upTo(maxFeedbackPictures, id('图片'), {
    error: '图片不正确',
    tooMany: `最多上传${maxFeedbackPictures}张图片`,
  }).default([]),
  /** Created by the form: submitting a form twice gives one. Without it equal ones of a person and day are one. */
  token: freeText('表单编号', 64),
});
export type FeedbackValues = z.infer<typeof feedbackInput>;
export type FeedbackInput = z.input<typeof feedbackInput>;

export const feedbackListInput = z.object({ page: page(), size: pageSize(10) });
export type FeedbackListValues = z.infer<typeof feedbackListInput>;

export const feedbackWire = z.object({
  id: z.number(),
  kind: z.string(),
  kind_text: z.string(),
  text: z.string(),
  order_no: z.string(),
  phone: z.string(),
  /** open, answered. */
  status: z.string(),
  status_text: z.string(),
  /** The platform's answer; empty before. */
  answer: z.string(),
  answered_at: z.iso.datetime().nullable(),
  /** The author: a member of the company. */
  user: z.string(),
  created_at: z.iso.datetime(),
  pictures: z.array(fileWire),
});
export type FeedbackWire = z.infer<typeof feedbackWire>;

/** The newest first. */
export const feedbackList = z.object({
  list: z.array(feedbackWire),
  total: z.number().int(),
  page: z.number(),
  size: z.number(),
});
export type FeedbackList = z.infer<typeof feedbackList>;

/** Calls of 意见反馈. Also for people of a frozen company: they have most to ask. */
export const feedbackCalls = {
  feedbackList: get('/api/user/feedback', {
    who: 'buyer',
    whileFrozen: true,
    input: feedbackListInput,
    output: feedbackList,
  }),
  sendFeedback: post('/api/user/feedback', {
    who: 'buyer',
    may: 'read',
    whileFrozen: true,
    input: feedbackInput,
    output: feedbackWire,
  }),
  feedbackPicture: post('/api/user/feedback/picture', {
    who: 'buyer',
    may: 'read',
    whileFrozen: true,
    cost: 'upload',
    input: uploadInput,
    output: fileWire,
  }),
};
