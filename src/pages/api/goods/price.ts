import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getPriceTerms } from '#lib/server/services/offers/price-terms.ts';

export const GET = endpoint(api.priceTerms, schemas.priceTerms, getPriceTerms);
