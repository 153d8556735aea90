/** The protocol between the shop and the 模拟收银台, for both sides. */
import { z } from 'zod';

/** How long the address of the counter is valid, ms. */
export const counterTtl = 30 * 60_000;

/** One attempt to pay, reported by a notify or a query. Amounts are yuan with two decimals. */
export const noticeFields = z.object({
  merchant: z.string(),
  pay_no: z.string(),
  transaction_no: z.string(),
  amount: z.string(),
  status: z.enum(['paid', 'failed']),
  reason: z.string(),
});
export type NoticeFields = z.infer<typeof noticeFields>;

/** Path of the counter's gateway. */
export const gatewayPath = '/sandbox/gateway';

/** The caller, and a nonce that makes each request different. */
const signature = { merchant: z.string(), nonce: z.string() };

/** The shop's requests. `at`: time of the request, ISO 8601. Amounts are yuan with two decimals. */
export const questionFields = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('order'),
    ...signature,
    pay_no: z.string(),
    amount: z.string(),
    subject: z.string(),
    notify_url: z.string(),
    return_url: z.string(),
    at: z.iso.datetime(),
  }),
  z.object({ act: z.literal('query'), ...signature, pay_no: z.string(), at: z.iso.datetime() }),
  z.object({ act: z.literal('close'), ...signature, pay_no: z.string() }),
  z.object({
    act: z.literal('refund'),
    ...signature,
    refund_no: z.string(),
    transaction_no: z.string(),
    amount: z.string(),
  }),
  z.object({ act: z.literal('query_refund'), ...signature, refund_no: z.string() }),
]);
export type Question = z.infer<typeof questionFields>;
type Unasked<Q> = Q extends unknown ? Omit<Q, keyof typeof signature> : never;
/** A request before its caller is added. */
export type Asking = Unasked<Question>;

/** The address at which the browser pays. */
export const orderAnswer = z.object({ redirect: z.string() });

/** The state of a payment. is_closed: it can no longer be paid. */
export const standingAnswer = z.object({ notices: z.array(noticeFields), is_closed: z.boolean() });

export const refundAnswer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('done') }),
  z.object({ state: z.literal('open') }),
  z.object({ state: z.literal('failed'), reason: z.string() }),
]);
