import { api } from '#lib/contract/api.ts';
import { payNoInput } from '#lib/contract/payments.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { getPayment } from '#lib/server/services/payments/read.ts';

export const GET = endpoint(api.payment, payNoInput, getPayment);
