/** Loaded by the page of group-buys: how far each is, and the server's time. */
import { loadGroupBuys } from '#lib/client/stores/activities/activities.ts';

void loadGroupBuys();
