import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getLicenceCase } from '#lib/server/services/licences/desk.ts';

export const GET = endpoint(api.licenceCase, schemas.licenceCase, getLicenceCase);
