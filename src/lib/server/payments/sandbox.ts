/** The shop's side of the 模拟收银台: a signed address to its counter, signed calls back (rules 5). */
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { findYuan, formatYuan } from '#lib/rules/money.ts';
import { getDb } from '../db/client.ts';
import { env } from '../env.ts';
import { insertSandboxRefund } from '../repos/sandbox.ts';
import { findCounterResult } from './counter.ts';
import type { Provider } from './provider.ts';
import { isSigned, signed } from './signature.ts';

/** Our number at the counter. */
export const sandboxMerchant = 'YAOPI-DEMO';

/** How long the address to the counter works. */
const counterTtl = 30 * 60_000;

/** Where this process listens, for whoever stands on the same machine. */
function ownAddress(): string {
  const { HOST, PORT } = env();
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}`;
}

const notifyFields = ['merchant', 'pay_no', 'transaction_no', 'amount', 'status', 'reason', 'sign'] as const;

export const sandboxProvider: Provider = {
  key: 'sandbox',
  name: '模拟收银台',
  describe: '演示用的第三方收银台，可模拟成功、失败、延迟和重复通知',
  isInstant: false,

  async create({ payNo, amount, subject, now }) {
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

  parseNotify(values) {
    const given = Object.fromEntries(
      notifyFields.map((name) => [name, typeof values[name] === 'string' ? values[name] : '']),
    ) as Record<(typeof notifyFields)[number], string>;
    if (!isSigned(given)) throw new AppError(403, '通知签名不正确');
    if (given.merchant !== sandboxMerchant) throw new AppError(403, '通知的商户不正确');
    const amount = findYuan(given.amount);
    if (amount === null || given.transaction_no === '') throw new AppError(422, '通知内容不完整');
    return {
      payNo: given.pay_no,
      providerNo: given.transaction_no,
      amount,
      outcome: given.status === 'paid' ? 'paid' : 'failed',
      reason: given.reason,
    };
  },

  query(payNo) {
    return findCounterResult(getDb(), payNo, new Date());
  },

  async refund({ refundNo, providerNo, amount }, tx) {
    if (!(await insertSandboxRefund(tx, { no: refundNo, chargeNo: providerNo, amount })))
      throw new Error(`the sandbox refused to give back ${amount} of ${providerNo}`);
  },
};
