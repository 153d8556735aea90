import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { importPrices } from '#lib/server/services/companies/prices.ts';

export const POST = endpoint(api.importPrices, schemas.importPrices, importPrices);
