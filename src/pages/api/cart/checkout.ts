import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { previewOrder } from '#lib/server/services/checkout/checkout.ts';

export const POST = endpoint(api.checkoutCart, schemas.checkoutCart, previewOrder);
