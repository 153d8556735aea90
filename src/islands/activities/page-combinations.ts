/** Loaded by the page of combinations: their prices come for all sets by one call. */
import { loadCombinations } from '#lib/client/stores/activities/activities.ts';

void loadCombinations();
