import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { appealAfterSale } from '#lib/server/services/after-sale/acts.ts';

export const POST = endpoint(api.appealAfterSale, schemas.appealAfterSale, appealAfterSale);
