/** Topping up the balance on the wire (rules 5). */

import { z } from 'zod';
import { get, post } from '../call.ts';
import { drawnQr, money, text, yuan } from '../fields.ts';
import { payOutput } from '../payments/calls.ts';
import { ownMoney } from '../prices.ts';

export const topUpInput = z.object({
  /** Yuan. */
  amount: yuan('充值金额'),
  provider: text('充值方式', { min: 1, max: 20 }),
});
export type TopUpValues = z.infer<typeof topUpInput>;
export type TopUpInput = z.input<typeof topUpInput>;

export const topUpNoInput = z.object({ no: text('支付单号', { min: 1, max: 100 }) });

export const topUpWire = z.object({
  pay_no: z.string(),
  status: z.enum(['pending', 'paid', 'failed', 'closed', 'refunded']),
  status_text: z.string(),
  /** 1: its money may still come. */
  is_open: z.number(),
  provider: z.string(),
  provider_text: z.string(),
  amount: ownMoney(money),
  /** Why it failed or was given back; empty otherwise. */
  reason: z.string(),
  created_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  /** Its QR code; null where there is none, or it has expired. */
  qr: drawnQr.nullable(),
});
export type TopUp = z.infer<typeof topUpWire>;

/** A way by which money comes. */
export interface TopUpWay {
  provider: string;
  name: string;
  describe: string;
}

export const topUpCalls = {
  startTopUp: post('/api/user/top-up', { who: 'buyer', may: 'wallet', input: topUpInput, output: payOutput }),
  topUp: get('/api/user/top-up/{no}', {
    who: 'buyer',
    may: 'wallet',
    input: topUpNoInput,
    output: topUpWire,
  }),
};
