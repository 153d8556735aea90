import { goodsId } from '#lib/contract/goods/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getPriceTerms } from '#lib/server/services/offers/price-terms.ts';

export const GET = endpoint(api.priceTerms, goodsId, getPriceTerms);
