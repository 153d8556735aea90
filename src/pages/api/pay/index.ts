import { api } from '#lib/contract/api.ts';
import { payInput } from '#lib/contract/payments.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { startPayment } from '#lib/server/services/payments/pay.ts';

export const POST = endpoint(api.pay, payInput, startPayment);
