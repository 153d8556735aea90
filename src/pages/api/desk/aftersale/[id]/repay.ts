import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { repayAfterSale } from '#lib/server/services/after-sale/acts.ts';

export const POST = endpoint(api.repayAfterSale, schemas.repayAfterSale, repayAfterSale);
