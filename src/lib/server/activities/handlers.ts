import { activitiesCalls } from '#lib/contract/activities.ts';
import { handlers } from '../core/calls/handlers.ts';
import { listCashbacks } from './cashback.ts';
import { addCombination, listCombinations } from './combination.ts';
import { listFlashGoods, listFlashSessions } from './flash.ts';
import { listActivityGoods } from './goods.ts';
import { listGroupBuys } from './group-buy.ts';
import { getActivityInfo } from './info.ts';
import { joinGroupBuy } from './join.ts';
import { getNextHint } from './next-hint.ts';
import { listActivityTabs } from './tabs.ts';

export const activitiesHandlers = handlers(activitiesCalls, {
  addCombination,
  nextHint: getNextHint,
  activityTabs: listActivityTabs,
  activityInfo: getActivityInfo,
  activityGoods: listActivityGoods,
  flashSessions: listFlashSessions,
  flashGoods: listFlashGoods,
  groupBuys: listGroupBuys,
  joinGroupBuy,
  combinations: listCombinations,
  cashbacks: listCashbacks,
});
