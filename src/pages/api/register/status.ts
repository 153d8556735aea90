import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getRegistration } from '#lib/server/services/registration/status.ts';

export const GET = endpoint(api.registerStatus, schemas.registerStatus, getRegistration);
