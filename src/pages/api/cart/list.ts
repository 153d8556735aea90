import { api } from '#lib/contract/api.ts';
import { cartListInput } from '#lib/contract/cart.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listCart } from '#lib/server/services/cart/list.ts';

export const GET = endpoint(api.cartList, cartListInput, listCart);
