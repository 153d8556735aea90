import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { orderTemplate, previewTemplate } from '#lib/server/services/templates/order.ts';

export const GET = endpoint(api.previewTemplate, schemas.previewTemplate, previewTemplate);
export const POST = endpoint(api.orderTemplate, schemas.orderTemplate, orderTemplate);
