/** Calls of payments. */
import { get, need, post, signed } from '../call.ts';
import type { paymentsSchemas } from './schema.ts';

type Schemas = typeof paymentsSchemas;

export const paymentsCalls = {
  payMethods: need('pay', get<Schemas['payMethods'], 'buyer'>('/api/pay/methods', 'buyer')),
  pay: post<Schemas['pay']>('/api/pay', 'buyer', 'pay'),
  payment: get<Schemas['payment'], 'buyer'>('/api/pay/{no}', 'buyer'),
  payPassword: need('pay', get<Schemas['payPassword'], 'buyer'>('/api/user/pay-password', 'buyer')),
  setPayPassword: post<Schemas['setPayPassword']>('/api/user/pay-password', 'buyer', 'pay'),
  payNotify: signed(post<Schemas['payNotify'], 'all'>('/api/pay/notify/{provider}', 'all')),
};
