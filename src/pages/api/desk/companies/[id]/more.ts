import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listMore } from '#lib/server/services/companies/company-lists.ts';

export const GET = endpoint(api.companyMore, schemas.companyMore, listMore);
