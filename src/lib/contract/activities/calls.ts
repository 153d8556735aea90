/** Calls of activities. */
import { dear, get, post } from '../call.ts';
import type { activitiesSchemas } from './schema.ts';

type Schemas = typeof activitiesSchemas;

export const activitiesCalls = {
  addCombination: post<Schemas['addCombination']>('/api/cart/combination', 'buyer', 'order'),
  nextHint: dear('quote', post<Schemas['nextHint']>('/api/cart/next-hint', 'buyer', 'read')),
  activityTabs: get<Schemas['activityTabs'], 'anyone'>('/api/activity/tap', 'anyone', true),
  activityInfo: get<Schemas['activityInfo']>('/api/activity/info', 'all'),
  activityGoods: get<Schemas['activityGoods']>('/api/goods/activities', 'all'),
  flashSessions: get<Schemas['flashSessions'], 'anyone'>('/api/spike/index', 'anyone', true),
  flashGoods: get<Schemas['flashGoods']>('/api/miaosha/goods', 'all', true),
  groupBuys: get<Schemas['groupBuys']>('/api/group-buy', 'all'),
  joinGroupBuy: post<Schemas['joinGroupBuy']>('/api/group-buy/{id}/join', 'buyer', 'order'),
  combinations: get<Schemas['combinations']>('/api/combination', 'all'),
  cashbacks: get<Schemas['cashbacks']>('/api/cashback', 'all'),
};
