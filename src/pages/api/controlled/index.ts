import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listOwnApplications } from '#lib/server/services/merchants/controlled.ts';

export const GET = endpoint(api.controlledApplications, schemas.controlledApplications, listOwnApplications);
