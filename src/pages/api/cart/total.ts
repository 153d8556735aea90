import { api } from '#lib/contract/api.ts';
import { emptyInput } from '#lib/contract/fields.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { countCart } from '#lib/server/services/cart/change.ts';

export const GET = endpoint(api.cartTotal, emptyInput, countCart);
