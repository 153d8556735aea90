/** Closing one's account on the wire: its conditions, and where it stands. */
import { z } from 'zod';
import { emptyInput, flag, money } from '../fields.ts';
import { ownMoney } from '../prices.ts';

export const beginClosingInput = z.object({
  /** Of the login: it says that it is they. */
  password: z
    .string({ error: '请填写登录密码' })
    .min(1, { error: '请填写登录密码' })
    .max(128, { error: '登录密码最多128个字' }),
  /** 1: what is given up by it was read. */
  agree: flag('确认').refine((value) => value === 1, { error: '请先阅读并确认注销的后果' }),
});
export type BeginClosingValues = z.infer<typeof beginClosingInput>;
export type BeginClosingInput = z.input<typeof beginClosingInput>;

export const closingWire = z.object({
  checks: z.array(z.object({ need: z.string(), text: z.string(), is_met: z.number(), note: z.string() })),
  /** 1: every condition is met. */
  is_free: z.number(),
  /** What is given up: points, and rebates and cashback that are promised. */
  points: z.number(),
  promised: ownMoney(money),
  /** ISO moment at which it closes; empty where nobody has asked. */
  due_at: z.string(),
  asked_at: z.string(),
  /** Who asked. */
  asked_by: z.string(),
});
export type ClosingWire = z.infer<typeof closingWire>;

/** What each call takes and answers. */
export const closingSchemas = {
  closing: { input: emptyInput, output: closingWire },
  beginClosing: { input: beginClosingInput, output: closingWire },
  callOffClosing: { input: emptyInput, output: closingWire },
};
