/** Signing in, and the month that shows it (rules 6). */

import { z } from 'zod';
import { get, post } from './call.ts';
import { unset } from './decode.ts';
import { day, emptyInput, flagOut } from './fields.ts';

export const signInInput = z.object({
  /** YYYY-MM; without one the month of today. */
  month: unset(
    z
      .string({ error: '月份不正确' })
      .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: '月份须写成2026-01的样子' })
      .optional(),
  ),
});
export type SignInValues = z.output<typeof signInInput>;

export const makeUpInput = z.object({ day: day('补签的日子') });
export type MakeUpValues = z.output<typeof makeUpInput>;

export const signInOutput = z.object({
  /** The day of the database's clock in Shanghai. */
  today: z.string(),
  month: z.string(),
  /** The signed days of the month. */
  days: z.array(z.object({ day: z.string(), is_made_up: flagOut, points: z.number().int() })),
  is_signed: flagOut,
  /** Days in a row. */
  streak: z.number().int(),
  /** The next bonus: its days in a row, and the days until then. */
  next: z.object({ days: z.number().int(), left: z.number().int(), points: z.number().int() }),
  /** Points of a day, and of each bonus with its cards for a missed day. */
  daily: z.number().int(),
  bonuses: z.array(z.object({ days: z.number().int(), points: z.number().int(), cards: z.number().int() })),
  /** Cards for missed days that are left. */
  cards: z.number().int(),
  /** The first day that can be made up. */
  since: z.string(),
});
export type SignInOutput = z.infer<typeof signInOutput>;

/** The state after an act; `got` are the points of the signed day, the same for a repeat. */
export const signedOutput = signInOutput.extend({
  got: z.number().int(),
  got_bonuses: z.array(z.number().int()),
});
export type SignedOutput = z.infer<typeof signedOutput>;

export const signInCalls = {
  signIn: get('/api/sign', { who: 'buyer', input: signInInput, output: signInOutput }),
  sign: post('/api/sign', { who: 'buyer', may: 'read', input: emptyInput, output: signedOutput }),
  makeUp: post('/api/sign/makeup', { who: 'buyer', may: 'read', input: makeUpInput, output: signedOutput }),
};
