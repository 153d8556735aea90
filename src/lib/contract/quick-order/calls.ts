/** Calls of 快捷采购. */
import { dear, get, post } from '../call.ts';
import type { quickOrderSchemas } from './schema.ts';

type Schemas = typeof quickOrderSchemas;

export const quickOrderCalls = {
  fastBuy: dear('quote', get<Schemas['fastBuy'], 'buyer'>('/api/user/fast-buy', 'buyer')),
  matchPurchase: dear('match', post<Schemas['matchPurchase']>('/api/quick-order/match', 'buyer', 'order')),
  rememberPurchase: post<Schemas['rememberPurchase']>('/api/quick-order/remember', 'buyer', 'order'),
  listCandidates: dear(
    'quote',
    post<Schemas['listCandidates']>('/api/quick-order/candidates', 'buyer', 'order'),
  ),
  purchaseDraft: dear('quote', get<Schemas['purchaseDraft'], 'buyer'>('/api/quick-order/draft', 'buyer')),
  savePurchaseDraft: post<Schemas['savePurchaseDraft']>('/api/quick-order/draft', 'buyer', 'order'),
  restorePurchaseDraft: post<Schemas['restorePurchaseDraft']>(
    '/api/quick-order/draft/restore',
    'buyer',
    'order',
  ),
  bestCart: dear('match', post<Schemas['bestCart']>('/api/quick-order/best', 'buyer', 'order')),
  moveCartLines: post<Schemas['moveCartLines']>('/api/quick-order/apply', 'buyer', 'order'),
  setShelfLife: post<Schemas['setShelfLife']>('/api/quick-order/shelf-life', 'buyer', 'order'),
};
