/** Payment providers' bills at the platform's desk. */
import { get, need, post, sure } from '../call.ts';
import type { billsSchemas } from './schema.ts';

type Schemas = typeof billsSchemas;

export const billsCalls = {
  deskBills: need('payments', get<Schemas['deskBills'], 'platform'>('/api/desk/bills', 'platform')),
  settleDifference: sure(
    post<Schemas['settleDifference'], 'platform'>('/api/desk/bills/{id}/settle', 'platform', 'payments'),
  ),
};
