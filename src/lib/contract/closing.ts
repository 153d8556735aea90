/** Closing one's account on the wire: its conditions, and its state. */

import { z } from 'zod';
import { get, post } from './call.ts';
import { emptyInput, flag, money } from './fields.ts';
import { ownMoney } from './prices.ts';

export const beginClosingInput = z.object({
  /** Login password: proves the person's identity. */
  password: z
    .string({ error: '请填写登录密码' })
    .min(1, { error: '请填写登录密码' })
    .max(128, { error: '登录密码最多128个字' }),
  /** 1: the consequences were read. */
  agree: flag('确认').refine((value) => value === 1, { error: '请先阅读并确认注销的后果' }),
});
export type BeginClosingValues = z.infer<typeof beginClosingInput>;

export const closingWire = z.object({
  checks: z.array(z.object({ need: z.string(), text: z.string(), is_met: z.number(), note: z.string() })),
  /** 1: every condition is met. */
  is_free: z.number(),
  /** What is lost: points, and promised rebates and cashback. */
  points: z.number(),
  promised: ownMoney(money),
  /** ISO time at which it closes; empty without a request. */
  due_at: z.string(),
  asked_at: z.string(),
  /** The requester. */
  asked_by: z.string(),
});
export type ClosingWire = z.infer<typeof closingWire>;

/** Calls of closing one's account. */
export const closingCalls = {
  closing: get('/api/user/closing', { who: 'buyer', may: 'manage', input: emptyInput, output: closingWire }),
  beginClosing: post('/api/user/closing', {
    who: 'buyer',
    may: 'manage',
    input: beginClosingInput,
    output: closingWire,
  }),
  callOffClosing: post('/api/user/closing/call-off', {
    who: 'buyer',
    may: 'manage',
    input: emptyInput,
    output: closingWire,
  }),
};
