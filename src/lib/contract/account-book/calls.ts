/** A merchant's own account, at its desk. */
import { get, need } from '../call.ts';
import type { accountBookSchemas } from './schema.ts';

type Schemas = typeof accountBookSchemas;

export const accountBookCalls = {
  accountBook: need('books', get<Schemas['accountBook'], 'merchant'>('/api/desk/account-book', 'merchant')),
};
