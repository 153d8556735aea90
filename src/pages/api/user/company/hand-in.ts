import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { handInChange } from '#lib/server/services/companies/change.ts';

export const POST = endpoint(api.handInChange, schemas.handInChange, handInChange);
