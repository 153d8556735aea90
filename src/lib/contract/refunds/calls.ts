/** Refunds on their way back, at the platform's desk. */
import { get, need, post } from '../call.ts';
import type { refundsSchemas } from './schema.ts';

type Schemas = typeof refundsSchemas;

export const refundsCalls = {
  deskRefunds: need('payments', get<Schemas['deskRefunds'], 'platform'>('/api/desk/refunds', 'platform')),
  askRefund: post<Schemas['askRefund'], 'platform'>('/api/desk/refunds/{no}/ask', 'platform', 'payments'),
  divertRefund: post<Schemas['divertRefund'], 'platform'>(
    '/api/desk/refunds/{no}/divert',
    'platform',
    'payments',
  ),
  passDiversion: post<Schemas['passDiversion'], 'platform'>(
    '/api/desk/refunds/{no}/pass',
    'platform',
    'payments',
  ),
  refuseDiversion: post<Schemas['refuseDiversion'], 'platform'>(
    '/api/desk/refunds/{no}/refuse',
    'platform',
    'payments',
  ),
  settleTwice: post<Schemas['settleTwice'], 'platform'>(
    '/api/desk/refunds/{no}/settle',
    'platform',
    'payments',
  ),
};
