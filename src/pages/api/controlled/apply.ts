import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { applyForControlled } from '#lib/server/services/merchants/controlled.ts';

export const POST = endpoint(api.applyForControlled, schemas.applyForControlled, applyForControlled);
