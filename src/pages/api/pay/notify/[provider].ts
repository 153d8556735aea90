import { api } from '#lib/contract/api.ts';
import { notifyInput } from '#lib/contract/payments.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { receiveNotify } from '#lib/server/services/payments/notify.ts';

export const POST = endpoint(api.payNotify, notifyInput, receiveNotify);
