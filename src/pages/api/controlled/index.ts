import { applicationsInput } from '#lib/contract/controlled/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listOwnApplications } from '#lib/server/services/merchants/controlled.ts';

export const GET = endpoint(api.controlledApplications, applicationsInput, listOwnApplications);
