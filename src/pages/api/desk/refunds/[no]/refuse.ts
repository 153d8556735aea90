import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { refuseDiversion } from '#lib/server/services/refunds/divert.ts';

export const POST = endpoint(api.refuseDiversion, schemas.refuseDiversion, refuseDiversion);
