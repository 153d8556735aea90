import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { addToCart } from '#lib/server/services/cart/add.ts';

export const POST = endpoint(api.addToCart, schemas.addToCart, addToCart);
