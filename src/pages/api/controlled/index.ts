import { api } from '#lib/contract/api.ts';
import { applicationsInput } from '#lib/contract/controlled.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listOwnApplications } from '#lib/server/services/controlled.ts';

export const GET = endpoint(api.controlledApplications, applicationsInput, listOwnApplications);
