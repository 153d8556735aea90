import { payInput } from '#lib/contract/payments/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { startPayment } from '#lib/server/services/payments/pay.ts';

export const POST = endpoint(api.pay, payInput, startPayment);
