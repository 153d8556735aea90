/** Calls of payments. */
import { dear, del, get, need, post, signed, stream } from '../call.ts';
import type { paymentsSchemas } from './schema.ts';

type Schemas = typeof paymentsSchemas;

export const paymentsCalls = {
  payMethods: need('pay', get<Schemas['payMethods'], 'buyer'>('/api/pay/methods', 'buyer')),
  pay: post<Schemas['pay']>('/api/pay', 'buyer', 'pay'),
  payment: get<Schemas['payment'], 'buyer'>('/api/pay/{no}', 'buyer'),
  voucher: dear('upload', post<Schemas['voucher']>('/api/pay/{no}/voucher', 'buyer', 'pay')),
  payPassword: need('pay', get<Schemas['payPassword'], 'buyer'>('/api/user/pay-password', 'buyer')),
  setPayPassword: post<Schemas['setPayPassword']>('/api/user/pay-password', 'buyer', 'pay'),
  makePayLink: post<Schemas['makePayLink']>('/api/pay/link', 'buyer', 'pay'),
  revokePayLink: del<Schemas['revokePayLink']>('/api/pay/link', 'buyer', 'pay'),
  linkedTrade: dear('link', get<Schemas['linkedTrade'], 'anyone'>('/api/pay/link/{token}', 'anyone', true)),
  payByLink: dear('link', post<Schemas['payByLink'], 'anyone'>('/api/pay/link/{token}', 'anyone')),
  linkEvents: stream(
    dear('link', get<Schemas['linkEvents'], 'anyone'>('/api/pay/link/{token}/events', 'anyone')),
  ),
  deskPayments: need('receipts', get<Schemas['deskPayments'], 'platform'>('/api/desk/payments', 'platform')),
  payNotify: signed(post<Schemas['payNotify'], 'all'>('/api/pay/notify/{provider}', 'all')),
};
