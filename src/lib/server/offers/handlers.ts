import { offersCalls } from '#lib/contract/offers/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { listOffers } from './offers.ts';
import { getPriceTerms } from './price-terms.ts';

export const offersHandlers = handlers(offersCalls, {
  offers: listOffers,
  priceTerms: getPriceTerms,
});
