import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listCompanyPrices, setPrice } from '#lib/server/services/companies/prices.ts';

export const GET = endpoint(api.companyPrices, schemas.companyPrices, listCompanyPrices);
export const POST = endpoint(api.setPrice, schemas.setPrice, setPrice);
