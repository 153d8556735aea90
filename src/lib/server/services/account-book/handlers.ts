import { accountBookCalls } from '#lib/contract/account-book.ts';
import { handlers } from '../../calls/handlers.ts';
import { readAccountBook } from './read.ts';

export const accountBookHandlers = handlers(accountBookCalls, {
  accountBook: readAccountBook,
});
