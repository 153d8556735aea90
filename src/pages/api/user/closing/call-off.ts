import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { callOffClosing } from '#lib/server/services/closing/closing.ts';

export const POST = endpoint(api.callOffClosing, schemas.callOffClosing, callOffClosing);
