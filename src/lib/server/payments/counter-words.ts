/** What the shop and the 模拟收银台 say to each other: the words of its protocol, for both sides. */
import { z } from 'zod';

/** How long the address to the counter works, ms. */
export const counterTtl = 30 * 60_000;

/** One try to pay, told by a notify or when asked. Amounts are yuan with two decimals. */
export const noticeFields = z.object({
  merchant: z.string(),
  pay_no: z.string(),
  transaction_no: z.string(),
  amount: z.string(),
  status: z.enum(['paid', 'failed']),
  reason: z.string(),
});
export type NoticeFields = z.infer<typeof noticeFields>;

/** Where the counter takes questions. */
export const gatewayPath = '/sandbox/gateway';

/** Who asks, and a word that makes each question another one. */
const asker = { merchant: z.string(), nonce: z.string() };

/** What the shop asks the counter. `at`: the moment of the question, ISO 8601. Amounts are yuan with two decimals. */
export const questionFields = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('order'),
    ...asker,
    pay_no: z.string(),
    amount: z.string(),
    subject: z.string(),
    notify_url: z.string(),
    return_url: z.string(),
    at: z.iso.datetime(),
  }),
  z.object({ act: z.literal('query'), ...asker, pay_no: z.string(), at: z.iso.datetime() }),
  z.object({ act: z.literal('close'), ...asker, pay_no: z.string() }),
  z.object({
    act: z.literal('refund'),
    ...asker,
    refund_no: z.string(),
    transaction_no: z.string(),
    amount: z.string(),
  }),
  z.object({ act: z.literal('query_refund'), ...asker, refund_no: z.string() }),
]);
export type Question = z.infer<typeof questionFields>;
type Unasked<Q> = Q extends unknown ? Omit<Q, keyof typeof asker> : never;
/** A question before it is known who asks it. */
export type Asking = Unasked<Question>;

/** Where the browser pays. */
export const orderAnswer = z.object({ redirect: z.string() });

/** How a payment stands. is_closed: nobody can pay it any more. */
export const standingAnswer = z.object({ notices: z.array(noticeFields), is_closed: z.boolean() });

export const refundAnswer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('done') }),
  z.object({ state: z.literal('open') }),
  z.object({ state: z.literal('failed'), reason: z.string() }),
]);
