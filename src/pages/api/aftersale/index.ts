import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { askAfterSale } from '#lib/server/services/after-sale/ask.ts';
import { listMyCases } from '#lib/server/services/after-sale/read.ts';

export const GET = endpoint(api.afterSales, schemas.afterSales, listMyCases);
export const POST = endpoint(api.askAfterSale, schemas.askAfterSale, askAfterSale);
