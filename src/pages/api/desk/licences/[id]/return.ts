import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { returnLicence } from '#lib/server/services/licences/renew.ts';

export const POST = endpoint(api.returnLicence, schemas.returnLicence, returnLicence);
