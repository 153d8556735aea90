import { offersInput } from '#lib/contract/offers/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listOffers } from '#lib/server/services/offers/offers.ts';

export const GET = endpoint(api.offers, offersInput, listOffers);
