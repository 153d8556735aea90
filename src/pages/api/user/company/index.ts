import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { changeCompany, getCompanyChange } from '#lib/server/services/companies/change.ts';

export const GET = endpoint(api.companyChange, schemas.companyChange, getCompanyChange);
export const POST = endpoint(api.changeCompany, schemas.changeCompany, changeCompany);
