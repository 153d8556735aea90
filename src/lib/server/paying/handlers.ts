import { paymentsCalls } from '#lib/contract/payments/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { handInVoucher } from '../transfers/voucher.ts';
import { payByLink, readLinkedTrade } from './by-link.ts';
import { makePayLink, revokePayLink } from './links.ts';
import { startPayment } from './pay.ts';
import { getPayPassword, setPayPassword } from './pay-password.ts';
import { getPayment, listPayMethods } from './read.ts';

export const paymentsHandlers = handlers(paymentsCalls, {
  makePayLink,
  revokePayLink,
  linkedTrade: readLinkedTrade,
  payByLink,
  payMethods: listPayMethods,
  pay: startPayment,
  payment: getPayment,
  voucher: handInVoucher,
  payPassword: getPayPassword,
  setPayPassword,
});
