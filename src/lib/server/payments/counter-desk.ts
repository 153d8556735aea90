/**
 * The desk of the 模拟收银台: what it answers when the shop asks. Signed bytes come in and go out, as they would over a
 * line, and an answer can get lost on the way although the work was done.
 */
import { findYuan, formatYuan } from '#lib/rules/money.ts';
import { type Db, getDb } from '../db/client.ts';
import { bookRefund, type ChargeRow, findSandboxRefund, listCharges } from '../repos/sandbox.ts';
import { type NoticeFields, questionFields } from './counter-words.ts';
import { isSignedBody, signBody } from './signature.ts';

/** Refunds whose amount ends in these fen are done, and the first answer gets lost. */
export const lostAnswerFen = 46;

/** Bytes as they travel, with their signature. */
export interface SignedBytes {
  raw: Uint8Array;
  signature: string;
}

/** Answers a question of the shop. Throws where the line breaks: whoever asked learns nothing. */
export async function answerShop(raw: Uint8Array, signature: string): Promise<SignedBytes> {
  if (!isSignedBody(raw, signature)) throw new Error('the sandbox does not know who asks');
  const said = Buffer.from(JSON.stringify(await answerTo(getDb(), raw)));
  return { raw: said, signature: signBody(said) };
}

async function answerTo(db: Db, raw: Uint8Array): Promise<unknown> {
  const question = questionFields.parse(JSON.parse(Buffer.from(raw).toString()));
  if (question.act === 'query')
    return { notices: await listNotices(db, question.pay_no, new Date(question.at)) };
  if (question.act === 'query_refund')
    return (await findSandboxRefund(db, question.refund_no)) ? { state: 'done' } : null;
  const amount = findYuan(question.amount) ?? 0;
  const booked = await db.transaction((tx) =>
    bookRefund(tx, { no: question.refund_no, chargeNo: question.transaction_no, amount }),
  );
  if (booked === 'new' && amount % 100 === lostAnswerFen)
    throw new Error('the answer of the sandbox got lost');
  return booked === 'refused' ? { state: 'failed', reason: '可退金额不足' } : { state: 'done' };
}

/** What was taken counts; a failure is told only while nothing was. One that shall be told late is not known yet. */
async function listNotices(db: Db, payNo: string, at: Date): Promise<NoticeFields[]> {
  const charges = (await listCharges(db, payNo)).filter((charge) => !isLate(charge, at));
  const paid = charges.filter((charge) => charge.isPaid);
  return (paid.length > 0 ? paid : charges.slice(0, 1)).map(noticeOf);
}

function isLate(charge: ChargeRow, at: Date): boolean {
  return charge.tries === 0 && charge.notifyAt !== null && charge.notifyAt > at;
}

/** A try to pay as the counter tells it. */
export function noticeOf(charge: ChargeRow): NoticeFields {
  return {
    merchant: charge.merchant,
    pay_no: charge.payNo,
    transaction_no: charge.no,
    amount: formatYuan(charge.amount),
    status: charge.isPaid ? 'paid' : 'failed',
    reason: charge.isPaid ? '' : '收银台：支付未成功',
  };
}
