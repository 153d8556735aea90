/** The shop's side of the 模拟收银台: a signed address to its counter, signed bodies in both directions (rules 5). */
import { z } from 'zod';
import { AppError, statusOf } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { findYuan, formatYuan } from '#lib/rules/money.ts';
import { env } from '../env.ts';
import { answerShop } from './counter-desk.ts';
import { counterTtl, noticeFields } from './counter-words.ts';
import type { Notice, RefundAnswer, RemoteProvider } from './port.ts';
import { isSignedBody, signatureHeader, signBody, signed } from './signature.ts';

/** Our number at the counter. */
export const sandboxMerchant = 'YAOPI-DEMO';

/** Where this process listens, for whoever stands on the same machine. */
function ownAddress(): string {
  const { HOST, PORT } = env();
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}`;
}

/** The body of a notify. */
const noticeText = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('no JSON');
      return z.NEVER;
    }
  })
  .pipe(noticeFields);

const standing = z.object({ notices: z.array(noticeFields) });
const refundAnswer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('done') }),
  z.object({ state: z.literal('open') }),
  z.object({ state: z.literal('failed'), reason: z.string() }),
]);

/** Asks the counter. Throws where its answer got lost or is not its own. */
async function ask<T>(question: Record<string, string>, schema: z.ZodType<T>): Promise<T> {
  const raw = Buffer.from(JSON.stringify({ merchant: sandboxMerchant, ...question }));
  const answer = await answerShop(raw, signBody(raw));
  if (!isSignedBody(answer.raw, answer.signature))
    throw new Error('the answer of the sandbox is not its own');
  return schema.parse(JSON.parse(Buffer.from(answer.raw).toString()));
}

function readNotice(given: z.infer<typeof noticeFields>): Notice {
  if (given.merchant !== sandboxMerchant) throw new AppError(403, '通知的商户不正确');
  const amount = findYuan(given.amount);
  if (amount === null || given.transaction_no === '') throw new AppError(422, '通知内容不完整');
  return {
    payNo: given.pay_no,
    providerNo: given.transaction_no,
    amount,
    outcome: given.status,
    reason: given.reason,
  };
}

export const sandboxProvider: RemoteProvider = {
  kind: 'remote',
  key: 'sandbox',
  name: '模拟收银台',
  describe: '演示用的第三方收银台，可模拟成功、失败、延迟、重复和丢失的通知',

  async start({ payNo, amount, subject, now }) {
    const order = signed({
      merchant: sandboxMerchant,
      pay_no: payNo,
      amount: formatYuan(amount),
      subject,
      expires: String(now.getTime() + counterTtl),
      notify_url: `${ownAddress()}/api/pay/notify/sandbox`,
      return_url: path('/cart/step4', undefined, { pay_no: payNo }),
    });
    return { redirect: path('/sandbox/pay', undefined, order) };
  },

  async query({ payNo, since, now }) {
    // A minute of grace: what was pressed in time may be booked a moment later.
    const isClosed = now.getTime() > since.getTime() + counterTtl + 60_000;
    const { notices } = await ask({ act: 'query', pay_no: payNo, at: now.toISOString() }, standing);
    return { notices: notices.map(readNotice), isOver: isClosed };
  },

  async refund({ refundNo, providerNo, amount }) {
    const question = {
      act: 'refund',
      refund_no: refundNo,
      transaction_no: providerNo,
      amount: formatYuan(amount),
    };
    return ask<RefundAnswer>(question, refundAnswer);
  },

  async queryRefund({ refundNo }) {
    return ask<RefundAnswer | null>({ act: 'query_refund', refund_no: refundNo }, refundAnswer.nullable());
  },

  async notify(raw, headers) {
    if (!isSignedBody(raw, headers.get(signatureHeader))) throw new AppError(403, '通知签名不正确');
    const given = noticeText.safeParse(Buffer.from(raw).toString());
    if (!given.success) throw new AppError(422, '通知内容不完整');
    return [readNotice(given.data)];
  },

  acknowledge(refusal) {
    const code = refusal?.code ?? 200;
    return {
      status: statusOf(code),
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify({ code, message: refusal?.message ?? 'ok', data: null }),
    };
  },
};
