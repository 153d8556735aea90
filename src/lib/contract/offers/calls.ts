/** Calls of offers. */
import { get } from '../call.ts';
import type { offersSchemas } from './schema.ts';

type Schemas = typeof offersSchemas;

export const offersCalls = {
  offers: get<Schemas['offers']>('/api/goods/offers', 'all'),
  priceTerms: get<Schemas['priceTerms']>('/api/goods/price', 'all'),
};
