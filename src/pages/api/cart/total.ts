import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { countCart } from '#lib/server/services/cart/change.ts';

export const GET = endpoint(api.cartTotal, emptyInput, countCart);
