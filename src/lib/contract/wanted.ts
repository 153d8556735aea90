/** 品种求购 on the wire (rules 15: `/api/user/buy`). */

import { z } from 'zod';
import { get, post } from './call.ts';
import { unset } from './decode.ts';
import {
  flagOut,
  freeText,
  id,
  money,
  page,
  pageSize,
  phone,
  quantity,
  text,
  typed,
  yuan,
} from './fields.ts';
import { ownMoney } from './prices.ts';

/** Most unanswered requests of a company. */
export const maxOpenWanted = 50;

export const wantedInput = z.object({
  name: text('药品名称', { min: 1, max: 60 }),
  ypgg: freeText('规格', 60),
  sccj: freeText('生产厂家', 60),
  quantity: typed(quantity('求购数量')),
  bzdw: freeText('单位', 10),
  /** Yuan a piece that the buyer would pay. */
  price: unset(yuan('期望单价').optional()),
  phone: phone(),
  note: freeText('补充说明', 300),
  /** Created by the form: submitting a form twice gives one request. Without it equal requests of a day are one. */
  token: freeText('表单编号', 64),
});
export type WantedValues = z.infer<typeof wantedInput>;

export const wantedListInput = z.object({ page: page(), size: pageSize(10) });
export type WantedListValues = z.infer<typeof wantedListInput>;
export const wantedIdInput = z.object({ id: id('求购') });

export const wantedWire = z.object({
  id: z.number(),
  name: z.string(),
  ypgg: z.string(),
  sccj: z.string(),
  number: z.number().int(),
  bzdw: z.string(),
  /** Yuan a piece that the buyer would pay; empty if not stated. */
  price: ownMoney(z.union([money, z.literal('')])),
  phone: z.string(),
  note: z.string(),
  /** open, found, missing, withdrawn. */
  status: z.string(),
  status_text: z.string(),
  status_note: z.string(),
  /** The platform's reply. */
  reply: z.string(),
  /** The item that was found; null without one. */
  goods_id: z.number().nullable(),
  /** The requester: a member of the company. */
  user: z.string(),
  may_withdraw: flagOut,
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
});
export type WantedWire = z.infer<typeof wantedWire>;

/** The newest first. */
export const wantedList = z.object({
  list: z.array(wantedWire),
  total: z.number().int(),
  page: z.number(),
  size: z.number(),
});
export type WantedList = z.infer<typeof wantedList>;

/** Calls of 品种求购. */
export const wantedCalls = {
  wantedList: get('/api/user/buy', { who: 'buyer', input: wantedListInput, output: wantedList }),
  askFor: post('/api/user/buy', { who: 'buyer', may: 'order', input: wantedInput, output: wantedWire }),
  wanted: get('/api/user/buy/{id}', { who: 'buyer', input: wantedIdInput, output: wantedWire }),
  withdrawWanted: post('/api/user/buy/{id}/withdraw', {
    who: 'buyer',
    may: 'order',
    input: wantedIdInput,
    output: wantedWire,
  }),
};
