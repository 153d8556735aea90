import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listCompanies } from '#lib/server/services/companies/companies.ts';
import { openAtDesk } from '#lib/server/services/companies/open-account.ts';

export const POST = endpoint(api.openCompany, schemas.openCompany, openAtDesk);
export const GET = endpoint(api.deskCompanies, schemas.deskCompanies, listCompanies);
