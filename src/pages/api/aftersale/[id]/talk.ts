import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { talkAfterSale } from '#lib/server/services/after-sale/talk.ts';

export const POST = endpoint(api.talkAfterSale, schemas.talkAfterSale, talkAfterSale);
