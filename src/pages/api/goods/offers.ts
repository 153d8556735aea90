import { api } from '#lib/contract/api.ts';
import { offersInput } from '#lib/contract/offers.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listOffers } from '#lib/server/services/offers/offers.ts';

export const GET = endpoint(api.offers, offersInput, listOffers);
