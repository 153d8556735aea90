/** The shop's side of the 模拟收银台: a payment provider called over HTTP, with signatures both ways (rules 5). */
import { z } from 'zod';
import { AppError, statusOf } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { findYuan, formatYuan } from '#lib/rules/money/money.ts';
import { ownAddress } from '../../core/process/site-address.ts';
import { askCounter, sandboxMerchant } from './counter-line.ts';
import {
  counterTtl,
  type NoticeFields,
  noticeFields,
  orderAnswer,
  refundAnswer,
  standingAnswer,
} from './counter-words.ts';
import type { Asked, Notice, RemoteProvider, Standing } from './port.ts';
import { isSignedBody, signatureHeader } from './signature.ts';

/** The body of a notify. */
const noticeText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('no JSON');
      return z.NEVER;
    }
  })
  .pipe(noticeFields);

function readNotice(given: NoticeFields): Notice {
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

function standingOf(said: z.infer<typeof standingAnswer>, { since, now }: Asked): Standing {
  // A minute of grace: a button pressed in time may be booked a moment later.
  const isExpired = now.getTime() > since.getTime() + counterTtl + 60_000;
  return { notices: said.notices.map(readNotice), isOver: said.is_closed || isExpired };
}

export const sandboxProvider: RemoteProvider = {
  kind: 'remote',
  key: 'sandbox',
  name: '模拟收银台',
  describe: '演示用的第三方收银台，可模拟成功、失败、延迟、重复和丢失的通知',

  async start({ payNo, amount, subject, returnTo, now }) {
    return askCounter(
      {
        act: 'order',
        pay_no: payNo,
        amount: formatYuan(amount),
        subject,
        notify_url: `${ownAddress()}/api/pay/notify/sandbox`,
        return_url: returnTo ?? path('/cart/step4', undefined, { pay_no: payNo }),
        at: now.toISOString(),
      },
      orderAnswer,
    );
  },

  async query(asked) {
    const { payNo, now } = asked;
    const question = { act: 'query', pay_no: payNo, at: now.toISOString() } as const;
    return standingOf(await askCounter(question, standingAnswer), asked);
  },

  async close(asked) {
    return standingOf(await askCounter({ act: 'close', pay_no: asked.payNo }, standingAnswer), asked);
  },

  async refund({ refundNo, providerNo, amount }) {
    return askCounter(
      { act: 'refund', refund_no: refundNo, transaction_no: providerNo, amount: formatYuan(amount) },
      refundAnswer,
    );
  },

  async queryRefund({ refundNo }) {
    return askCounter({ act: 'query_refund', refund_no: refundNo }, refundAnswer.nullable());
  },

  async notify(raw, headers) {
    if (!isSignedBody(raw, headers.get(signatureHeader))) throw new AppError(403, '通知签名不正确');
    const given = noticeText.safeParse(Buffer.from(raw).toString());
    if (!given.success) throw new AppError(422, '通知内容不完整');
    return { notices: [readNotice(given.data)], refunds: [] };
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
