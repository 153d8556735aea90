/**
 * 对公转账: the account from the environment. People enter receipts and send money back (the noun transfers).
 */
import { bankProvider } from '#lib/contract/constants.ts';
import { env } from '../../core/process/env.ts';
import type { BankProvider } from './port.ts';

/** The way to pay by transfer; null where no account is configured. */
export function findBank(): BankProvider | null {
  const { BANK_ACCOUNT_NAME: holder, BANK_ACCOUNT_NO: no, BANK_NAME: bank, BANK_CODE: code = '' } = env();
  if (!(holder && no && bank)) return null;
  return {
    kind: 'bank',
    key: bankProvider,
    name: '对公转账',
    describe: '转账后上传凭证，核款后发货，48小时内有效',
    account: { holder, no, bank, code },
  };
}
