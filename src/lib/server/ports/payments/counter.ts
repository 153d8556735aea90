/**
 * The counter of the 模拟收银台, the other side of the protocol: reads its own signed address, books what the buyer decides,
 * and calls the shop over HTTP with a signature, late, twice or never if so configured. Its books survive a restart.
 */
import { z } from 'zod';
import { findYuan } from '#lib/rules/money/money.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { eachRow, type RowsDone } from '../../core/jobs/each-row.ts';
import { log } from '../../core/process/log.ts';
import type { Db } from '../../db/client.ts';
import { noticeOf } from './counter-desk.ts';
import {
  type ChargeRow,
  findSandboxOrder,
  giveUpCharge,
  insertCharge,
  listCharges,
  listDueCharges,
  lockOpenOrder,
  markNotified,
  takeCharge,
} from './sandbox-rows.ts';
import { isSigned, signatureHeader, signBody } from './signature.ts';

/** Amounts that end in these fen always fail, whichever button is pressed (rules 5: failing amounts). */
export const failingFen = 44;

const lateDelay = 10_000;
const secondCallDelay = 1_000;
const callTimeout = 10_000;
const mostTries = 10;

/** The buttons of the counter. */
export const counterChoices = {
  pay: '支付成功',
  fail: '支付失败',
  late: '支付成功，10秒后才通知',
  twice: '支付成功，通知两次',
  silent: '支付成功，通知丢失',
} as const;
export type CounterChoice = keyof typeof counterChoices;

export function isCounterChoice(value: unknown): value is CounterChoice {
  return typeof value === 'string' && Object.hasOwn(counterChoices, value);
}

const orderFields = z.object({
  merchant: z.string(),
  pay_no: z.string(),
  amount: z.string(),
  subject: z.string(),
  expires: z.string(),
  notify_url: z.string(),
  return_url: z.string(),
  sign: z.string(),
});

/** An order as encoded in the address. */
export interface CounterOrder {
  payNo: string;
  merchant: string;
  amount: number;
  subject: string;
  notifyUrl: string;
  returnUrl: string;
}

/** Reads the order from the address: null when the signature is wrong or it has expired. */
export function readCounterOrder(values: Record<string, string>, now: Date): CounterOrder | null {
  const parsed = orderFields.safeParse(values);
  if (!parsed.success || !isSigned(parsed.data)) return null;
  const order = parsed.data;
  const amount = findYuan(order.amount);
  if (amount === null || Number(order.expires) <= now.getTime()) return null;
  return {
    payNo: order.pay_no,
    merchant: order.merchant,
    amount,
    subject: order.subject,
    notifyUrl: order.notify_url,
    returnUrl: order.return_url,
  };
}

/** The state of an order at the counter. */
export async function standingAtCounter(db: Db, payNo: string): Promise<'open' | 'paid' | 'closed'> {
  if ((await listCharges(db, payNo)).some((charge) => charge.isPaid)) return 'paid';
  return (await findSandboxOrder(db, payNo)) === 'open' ? 'open' : 'closed';
}

/**
 * Books the pressed button and calls the shop unless the call is delayed. A second press is not booked; an order that
 * was closed meanwhile takes no money.
 */
export async function decide(db: Db, order: CounterOrder, choice: CounterChoice, now: Date): Promise<void> {
  const fails = choice === 'fail' || order.amount % 100 === failingFen;
  const no = fails ? `SF${order.payNo.slice(1)}${now.getTime()}` : `SB${order.payNo.slice(1)}`;
  const isBooked = await db.transaction(
    async (tx) =>
      (await lockOpenOrder(tx, order.payNo)) &&
      insertCharge(tx, {
        no,
        payNo: order.payNo,
        merchant: order.merchant,
        amount: order.amount,
        isPaid: !fails,
        notifyUrl: order.notifyUrl,
        // A lost notify is never sent; the shop has to query.
        notifyAt:
          choice === 'silent'
            ? null
            : new Date(now.getTime() + (choice === 'late' && !fails ? lateDelay : 0)),
        notifiesLeft: choice === 'silent' ? 0 : choice === 'twice' ? 2 : 1,
        createdAt: now,
      }),
  );
  if (isBooked) await callShop(db, no, now);
}

/** Makes the calls that are due, several at once: a slow response does not delay the others. */
export async function deliverDue(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'callFromSandbox',
    now,
    atOnce: 4,
    list: () => listDueCharges(db, now, 50),
    work: async (no) => {
      await callShop(db, no, now);
      return 1;
    },
  });
}

async function callShop(db: Db, no: string, now: Date): Promise<void> {
  const charge = await takeCharge(db, no, now, new Date(now.getTime() + callTimeout * 2));
  if (!charge) return;
  const isAnswered = await post(charge);
  if (isAnswered) await markNotified(db, no, new Date(now.getTime() + secondCallDelay));
  else if (charge.tries >= mostTries) await giveUpCharge(db, no);
}

async function post(charge: ChargeRow): Promise<boolean> {
  const raw = Buffer.from(JSON.stringify(noticeOf(charge)));
  try {
    const answer = await fetch(charge.notifyUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [signatureHeader]: signBody(raw) },
      body: raw,
      signal: AbortSignal.timeout(callTimeout),
    });
    return fieldOf(await answer.json(), 'code') === 200;
  } catch (error) {
    log().warn({ err: error, payNo: charge.payNo }, 'the shop did not answer the notify');
    return false;
  }
}
