/**
 * 找人代付: a link by which anyone who has it may pay a trade. It says which company asks for how much, and nothing of the
 * lines, the orders or the people (rules 5).
 */

import { z } from 'zod';
import { del, get, post, stream } from '../call.ts';
import { drawnQr, freeText, money, text } from '../fields.ts';
import { openMoney } from '../prices.ts';

export const payLinkInput = z.object({ trade_no: text('交易编号', { min: 1, max: 100 }) });

/** The link of a trade in the form for its buyer. */
export const payLink = z.object({
  /** The complete address; empty without a valid one. */
  url: z.string(),
  /** Its QR code; null without one. */
  qr: drawnQr.nullable(),
  /** ISO time at which it ends; empty without one. */
  until: z.string(),
});
export type PayLink = z.infer<typeof payLink>;

export const linkTokenInput = z.object({ token: z.string().max(200) });

/** `pay_no`: the payment that this visitor began; its receipt is shown to whoever knows its number alone. */
export const readLinkInput = linkTokenInput.extend({ pay_no: freeText('支付单号', 100) });

export const payByLinkInput = linkTokenInput.extend({
  provider: z.string({ error: '请选择支付方式' }).min(1, { error: '请选择支付方式' }).max(20),
});

const linkState = z.enum(['open', 'paid', 'cancelled', 'expired', 'elsewhere', 'revoked', 'unknown']);

/** The view of a link's visitor. All fields except the state are empty where it is over. */
export const linkedTrade = z.object({
  state: linkState,
  /** The company that asks for the money. */
  company: z.string(),
  merchants: z.array(z.string()),
  amount: openMoney(money),
  until: z.string(),
  /** The server's clock, ISO 8601. */
  asked_at: z.string(),
  methods: z.array(z.object({ provider: z.string(), name: z.string(), describe: z.string() })),
  /** An incomplete payment that was begun here; `qr`: null where it is paid otherwise than by scanning. */
  /** Of the visitor's own payment once it has paid the trade; null otherwise, and for all other visitors. */
  receipt: z
    .object({
      pay_no: z.string(),
      company: z.string(),
      merchants: z.array(z.string()),
      amount: openMoney(money),
      provider_text: z.string(),
      paid_at: z.string(),
    })
    .nullable(),
  waiting: z.object({ provider_text: z.string(), qr: drawnQr.nullable(), qr_until: z.string() }).nullable(),
});
export type LinkedTrade = z.infer<typeof linkedTrade>;

/** `redirect`: where the browser goes to pay; left out where a phone scans. */
export const begunByLink = z.object({ pay_no: z.string(), redirect: z.string().optional() });

export const payLinkCalls = {
  makePayLink: post('/api/pay/link', { who: 'buyer', may: 'pay', input: payLinkInput, output: payLink }),
  revokePayLink: del('/api/pay/link', { who: 'buyer', may: 'pay', input: payLinkInput, output: payLink }),
  linkedTrade: get('/api/pay/link/{token}', {
    who: 'anyone',
    cost: 'link',
    isExempt: true,
    input: readLinkInput,
    output: linkedTrade,
  }),
  payByLink: post('/api/pay/link/{token}', {
    who: 'anyone',
    cost: 'link',
    input: payByLinkInput,
    output: begunByLink,
  }),
  /** Sends `order` when the link's content has changed, without details. */
  linkEvents: stream('/api/pay/link/{token}/events', {
    who: 'anyone',
    cost: 'link',
    input: linkTokenInput,
    output: z.never(),
  }),
};
