import { accountBookCalls } from '#lib/contract/account-book.ts';
import { handlers } from '../core/calls/handlers.ts';
import { readAccountBook } from './account-book.ts';

export const accountBookHandlers = handlers(accountBookCalls, {
  accountBook: readAccountBook,
});
