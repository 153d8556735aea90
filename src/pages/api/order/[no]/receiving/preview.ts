import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { previewReceipt } from '#lib/server/services/receiving/receive.ts';

export const POST = endpoint(api.previewReceipt, schemas.previewReceipt, previewReceipt);
