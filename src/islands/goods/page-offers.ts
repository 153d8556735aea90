/** Loaded by every page with goods: their prices are asked for before any island wakes up. */
import { loadPageOffers } from '#lib/client/stores/goods/offers.ts';

void loadPageOffers();
