/** Paying with the balance: our own books, changed in the same transaction as the orders. */
import { balanceProvider } from '#lib/contract/constants.ts';
import { fieldError } from '#lib/contract/errors.ts';
import type { InstantProvider } from './port.ts';
import { postEntry } from './wallet-rows.ts';

export const walletProvider: InstantProvider = {
  kind: 'instant',
  key: balanceProvider,
  name: '余额支付',
  describe: '使用企业账户余额，立即到账',

  async take({ companyId, payNo, amount, subject }, tx) {
    const entry = { companyId, useType: 'pay', amount: -amount, ref: payNo, note: subject } as const;
    // A trade that costs nothing creates no entry. A caller who may not see the wallet learns that the balance is too
    // low, not by how much.
    if (amount > 0 && (await postEntry(tx, entry)) === null)
      throw fieldError('provider', '余额不足，请充值或换用其他支付方式');
    return payNo;
  },

  async refund({ companyId, amount, refundNo, reason }, tx) {
    await postEntry(tx, { companyId, useType: 'refund', amount, ref: refundNo, note: reason });
  },
};
