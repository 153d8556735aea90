/** 找人代付: a link that whoever has it may pay a trade by, and that tells nothing of its lines or its buyer (rules 5). */
import { z } from 'zod';
import { drawnQr, money, text } from '../fields.ts';
import { openMoney } from '../prices.ts';

export const payLinkInput = z.object({ trade_no: text('交易编号', { min: 1, max: 100 }) });

/** The link of a trade as its buyer has it. */
export const payLink = z.object({
  /** The whole address; empty where there is none, or no more. */
  url: z.string(),
  /** What a phone scans to open it; null where there is none. */
  qr: drawnQr.nullable(),
  /** ISO moment at which it ends; empty where there is none. */
  until: z.string(),
});
export type PayLink = z.infer<typeof payLink>;

export const linkTokenInput = z.object({ token: z.string().max(200) });

export const payByLinkInput = linkTokenInput.extend({
  provider: z.string({ error: '请选择支付方式' }).min(1, { error: '请选择支付方式' }).max(20),
});

const linkState = z.enum(['open', 'paid', 'cancelled', 'expired', 'elsewhere', 'revoked', 'unknown']);

/** What whoever opens a link sees. All but the state is empty where it is over. */
export const linkedTrade = z.object({
  state: linkState,
  merchants: z.array(z.string()),
  amount: openMoney(money),
  until: z.string(),
  /** The server's clock, ISO 8601. */
  asked_at: z.string(),
  methods: z.array(z.object({ provider: z.string(), name: z.string(), describe: z.string() })),
  /** A payment that was begun here and is not through; `qr`: null where it is paid elsewhere than by scanning. */
  waiting: z.object({ provider_text: z.string(), qr: drawnQr.nullable(), qr_until: z.string() }).nullable(),
});
export type LinkedTrade = z.infer<typeof linkedTrade>;

/** `redirect`: where the browser goes to pay; left out where a phone scans. */
export const begunByLink = z.object({ redirect: z.string().optional() });

/** What each call takes and answers. */
export const payLinkSchemas = {
  makePayLink: { input: payLinkInput, output: payLink },
  revokePayLink: { input: payLinkInput, output: payLink },
  linkedTrade: { input: linkTokenInput, output: linkedTrade },
  /** Tells `order` where what the link shows has changed, and nothing of it. */
  linkEvents: { input: linkTokenInput, output: z.never() },
  payByLink: { input: payByLinkInput, output: begunByLink },
};
