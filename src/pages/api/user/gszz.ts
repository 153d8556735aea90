import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getSiteLicences } from '#lib/server/services/companies/scope.ts';

export const GET = endpoint(api.gszz, schemas.gszz, getSiteLicences);
