import { laterInput } from '#lib/contract/cart/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { keepForLater } from '#lib/server/services/cart/later.ts';

export const POST = endpoint(api.keepForLater, laterInput, keepForLater);
