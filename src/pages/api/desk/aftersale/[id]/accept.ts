import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { acceptAfterSale } from '#lib/server/services/after-sale/acts.ts';

export const POST = endpoint(api.acceptAfterSale, schemas.acceptAfterSale, acceptAfterSale);
