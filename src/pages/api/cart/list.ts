import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listCart } from '#lib/server/services/cart/list.ts';

export const GET = endpoint(api.cartList, schemas.cartList, listCart);
