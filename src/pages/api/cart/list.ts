import { cartListInput } from '#lib/contract/cart/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listCart } from '#lib/server/services/cart/list.ts';

export const GET = endpoint(api.cartList, cartListInput, listCart);
