/** Refunds on their way back, at the platform's desk. */
import { get, need, post, sure } from '../call.ts';
import type { refundsSchemas } from './schema.ts';

type Schemas = typeof refundsSchemas;

export const refundsCalls = {
  deskRefunds: need('payments', get<Schemas['deskRefunds'], 'platform'>('/api/desk/refunds', 'platform')),
  askRefund: post<Schemas['askRefund'], 'platform'>('/api/desk/refunds/{no}/ask', 'platform', 'payments'),
  divertRefund: sure(
    post<Schemas['divertRefund'], 'platform'>('/api/desk/refunds/{no}/divert', 'platform', 'payments'),
  ),
  passDiversion: sure(
    post<Schemas['passDiversion'], 'platform'>('/api/desk/refunds/{no}/pass', 'platform', 'payments'),
  ),
  refuseDiversion: post<Schemas['refuseDiversion'], 'platform'>(
    '/api/desk/refunds/{no}/refuse',
    'platform',
    'payments',
  ),
  settleTwice: sure(
    post<Schemas['settleTwice'], 'platform'>('/api/desk/refunds/{no}/settle', 'platform', 'payments'),
  ),
};
