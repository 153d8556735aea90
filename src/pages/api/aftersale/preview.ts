import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { previewAfterSale } from '#lib/server/services/after-sale/ask.ts';

export const POST = endpoint(api.previewAfterSale, schemas.previewAfterSale, previewAfterSale);
