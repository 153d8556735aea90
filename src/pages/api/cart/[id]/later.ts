import { api } from '#lib/contract/api.ts';
import { laterInput } from '#lib/contract/cart.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { keepForLater } from '#lib/server/services/cart/later.ts';

export const POST = endpoint(api.keepForLater, laterInput, keepForLater);
