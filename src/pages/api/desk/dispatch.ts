import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { checkDispatch } from '#lib/server/services/shipping/dispatch.ts';

export const POST = endpoint(api.checkDispatch, schemas.checkDispatch, checkDispatch);
