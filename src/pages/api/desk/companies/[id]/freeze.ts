import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { freezeCompany } from '#lib/server/services/companies/freeze.ts';

export const POST = endpoint(api.freezeCompany, schemas.freezeCompany, freezeCompany);
