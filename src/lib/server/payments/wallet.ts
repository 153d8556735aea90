/** Paying with the balance: our own books, moved in the same transaction as the orders. */
import { AppError } from '#lib/contract/errors.ts';
import { formatYuan } from '#lib/rules/money.ts';
import { enterMoney, findWallet } from '../repos/wallet.ts';
import type { Provider } from './provider.ts';

export const walletProvider: Provider = {
  key: 'balance',
  name: '余额支付',
  describe: '使用企业账户余额，立即到账',
  isInstant: true,

  async create({ companyId, payNo, amount, subject }, tx) {
    const entry = { companyId, useType: 'pay', amount: -amount, ref: payNo, note: subject } as const;
    // A trade that costs nothing leaves no entry.
    if (amount > 0 && (await enterMoney(tx, entry)) === null) {
      const { balance } = await findWallet(tx, companyId);
      throw new AppError(
        422,
        `余额不足，还差¥${formatYuan(Math.max(amount - balance, 0))}，请充值或换用其他支付方式`,
        { errors: { provider: ['余额不足，请充值或换用其他支付方式'] } },
      );
    }
    return { providerNo: payNo };
  },

  parseNotify() {
    throw new AppError(404, '该支付方式没有通知');
  },

  async query() {
    return null;
  },

  async refund({ companyId, amount, refundNo, reason }, tx) {
    await enterMoney(tx, { companyId, useType: 'refund', amount, ref: refundNo, note: reason });
  },
};
