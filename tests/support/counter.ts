/** Both sides of the 模拟收银台 for tests: its buttons, and notifies as it sends them. */
import { formatYuan } from '#lib/rules/money/money.ts';
import type { Db } from '#lib/server/db/client.ts';
import { type CounterChoice, decide, readCounterOrder } from '#lib/server/ports/payments/counter.ts';
import { sandboxMerchant } from '#lib/server/ports/payments/counter-line.ts';
import { signatureHeader, signBody } from '#lib/server/ports/payments/signature.ts';
import { POST as notify } from '../../src/pages/api/pay/notify/[provider].ts';
import { request } from './request.ts';

/** Presses a button at the counter that a redirect leads to. */
export async function press(
  db: Db,
  redirect: string | undefined,
  choice: CounterChoice,
  now = new Date(),
): Promise<void> {
  const values = Object.fromEntries(new URL(redirect!, 'http://shop.test').searchParams);
  await decide(db, readCounterOrder(values, now)!, choice, now);
}

/** The body of a notify for a payment that was made; fen. */
export function noticeOf(payNo: string, amount: number, changes: Record<string, string> = {}): string {
  return JSON.stringify({
    merchant: sandboxMerchant,
    pay_no: payNo,
    transaction_no: `SB${payNo.slice(1)}`,
    amount: formatYuan(amount),
    status: 'paid',
    reason: '',
    ...changes,
  });
}

/** Sends a notify; it carries the signature of its own bytes unless told. */
export function sendNotice(body: string, provider = 'sandbox', signature = signBody(Buffer.from(body))) {
  return request(notify, { params: { provider }, body, headers: { [signatureHeader]: signature } });
}
