/** A merchant's own account. Rejects as `deskCall` does. */
import type { AccountBook, AccountBookValues } from '#lib/contract/account-book.ts';
import { api } from '#lib/contract/api.ts';
import { deskCall } from './session.ts';

export function loadAccountBook(input: AccountBookValues): Promise<AccountBook> {
  return deskCall(api.accountBook, input);
}
