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

/** What the shop asks the counter. `at`: the moment of the question, ISO 8601. */
export const questionFields = z.discriminatedUnion('act', [
  z.object({ act: z.literal('query'), merchant: z.string(), pay_no: z.string(), at: z.iso.datetime() }),
  z.object({
    act: z.literal('refund'),
    merchant: z.string(),
    refund_no: z.string(),
    transaction_no: z.string(),
    amount: z.string(),
  }),
  z.object({ act: z.literal('query_refund'), merchant: z.string(), refund_no: z.string() }),
]);
