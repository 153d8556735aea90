import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listOffers } from '#lib/server/services/offers/offers.ts';

export const GET = endpoint(api.offers, schemas.offers, listOffers);
