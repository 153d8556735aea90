import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { fillCart } from '#lib/server/services/cart/fill.ts';

export const POST = endpoint(api.fillCart, schemas.fillCart, fillCart);
