import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { deskTalkAfterSale } from '#lib/server/services/after-sale/talk.ts';

export const POST = endpoint(api.deskTalkAfterSale, schemas.deskTalkAfterSale, deskTalkAfterSale);
