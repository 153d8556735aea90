import { api } from '#lib/contract/api.ts';
import { payMethodsInput } from '#lib/contract/payments.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listPayMethods } from '#lib/server/services/payments/read.ts';

export const GET = endpoint(api.payMethods, payMethodsInput, listPayMethods);
