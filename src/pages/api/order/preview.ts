import { previewInput } from '#lib/contract/checkout/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { previewOrder } from '#lib/server/services/checkout/checkout.ts';

export const POST = endpoint(api.previewOrder, previewInput, previewOrder);
