import { applyInput } from '#lib/contract/controlled/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { applyForControlled } from '#lib/server/services/merchants/controlled.ts';

export const POST = endpoint(api.applyForControlled, applyInput, applyForControlled);
