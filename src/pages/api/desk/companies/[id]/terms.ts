import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { setCompanyTerms } from '#lib/server/services/companies/terms.ts';

export const POST = endpoint(api.setCompanyTerms, schemas.setCompanyTerms, setCompanyTerms);
