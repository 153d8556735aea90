/** The desk of the 模拟收银台: answers the shop's requests. A response can get lost although the work was done. */
import type { z } from 'zod';
import { path } from '#lib/contract/routes.ts';
import { findYuan, formatYuan } from '#lib/rules/money/money.ts';
import { currentTime } from '../../core/process/clock.ts';
import { type Db, getDb } from '../../db/client.ts';
import {
  counterTtl,
  type NoticeFields,
  type Question,
  questionFields,
  type standingAnswer,
} from './counter-words.ts';
import {
  bookRefund,
  type ChargeRow,
  closeSandboxOrder,
  findSandboxOrder,
  findSandboxRefund,
  listCharges,
  openSandboxOrder,
} from './sandbox-rows.ts';
import { signAnswer, signed } from './signature.ts';

type QuestionOf<A extends Question['act']> = Extract<Question, { act: A }>;

/** Refunds whose amount ends in these fen are done, and the first response gets lost. */
export const lostAnswerFen = 46;

/** Bytes as sent, with their signature. */
export interface SignedBytes {
  raw: Uint8Array;
  signature: string;
}

/** Answers a request of the shop. Throws where the connection breaks: the caller learns nothing. */
export async function answerShop(raw: Uint8Array, signature: string): Promise<SignedBytes> {
  const said = Buffer.from(JSON.stringify(await answerTo(getDb(), raw)));
  return { raw: said, signature: signAnswer(said, signature) };
}

async function answerTo(db: Db, raw: Uint8Array): Promise<unknown> {
  const question = questionFields.parse(JSON.parse(Buffer.from(raw).toString()));
  switch (question.act) {
    case 'order':
      return takeOrder(db, question);
    case 'query':
      return standing(db, question.pay_no, new Date(question.at));
    case 'close':
      await db.transaction((tx) => closeSandboxOrder(tx, question.pay_no, currentTime()));
      return standing(db, question.pay_no);
    case 'refund':
      return refundCharge(db, question);
    case 'query_refund':
      return (await findSandboxRefund(db, question.refund_no)) ? { state: 'done' } : null;
  }
}

/** Books an order and returns the signed address of the counter. An order that is closed already is refused. */
async function takeOrder(db: Db, question: QuestionOf<'order'>): Promise<{ redirect: string }> {
  const { act: _act, nonce: _nonce, at, ...order } = question;
  if (!(await openSandboxOrder(db, order.pay_no))) throw new Error(`the order ${order.pay_no} is closed`);
  const expires = String(new Date(at).getTime() + counterTtl);
  return { redirect: path('/sandbox/pay', undefined, signed({ ...order, expires })) };
}

async function refundCharge(db: Db, question: QuestionOf<'refund'>) {
  const amount = findYuan(question.amount) ?? 0;
  const booked = await db.transaction((tx) =>
    bookRefund(tx, { no: question.refund_no, chargeNo: question.transaction_no, amount }),
  );
  if (booked === 'new' && amount % 100 === lostAnswerFen)
    throw new Error('the answer of the sandbox got lost');
  return booked === 'refused' ? { state: 'failed', reason: '可退金额不足' } : { state: 'done' };
}

/** The state of a payment; without `at` it includes delayed notices. */
async function standing(db: Db, payNo: string, at?: Date): Promise<z.infer<typeof standingAnswer>> {
  return {
    notices: await listNotices(db, payNo, at),
    is_closed: (await findSandboxOrder(db, payNo)) === 'closed',
  };
}

/** A paid attempt counts; a failure is reported only while there is none. A delayed notice is not known yet. */
async function listNotices(db: Db, payNo: string, at?: Date): Promise<NoticeFields[]> {
  const charges = (await listCharges(db, payNo)).filter((charge) => at === undefined || !isLate(charge, at));
  const paid = charges.filter((charge) => charge.isPaid);
  return (paid.length > 0 ? paid : charges.slice(0, 1)).map(noticeOf);
}

function isLate(charge: ChargeRow, at: Date): boolean {
  return charge.tries === 0 && charge.notifyAt !== null && charge.notifyAt > at;
}

/** An attempt to pay as the counter reports it. */
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
