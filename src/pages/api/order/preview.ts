import { api } from '#lib/contract/api.ts';
import { previewInput } from '#lib/contract/checkout.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { previewOrder } from '#lib/server/services/checkout.ts';

export const POST = endpoint(api.previewOrder, previewInput, previewOrder);
