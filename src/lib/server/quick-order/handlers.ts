import { quickOrderCalls } from '#lib/contract/quick-order/calls.ts';
import { replenishCalls } from '#lib/contract/replenish.ts';
import { handlers } from '../core/calls/handlers.ts';
import { moveCartLines, planBestCart, setShelfLife } from './best.ts';
import { listFastBuy } from './bought.ts';
import { getPurchaseDraft, restorePurchaseDraft, savePurchaseDraft } from './draft.ts';
import { listCandidates } from './line-offers.ts';
import { matchPurchase, rememberPurchase } from './match.ts';
import { listReplenish } from './replenish.ts';

export const replenishHandlers = handlers(replenishCalls, {
  replenish: listReplenish,
});

export const quickOrderHandlers = handlers(quickOrderCalls, {
  fastBuy: listFastBuy,
  matchPurchase,
  rememberPurchase,
  listCandidates,
  purchaseDraft: getPurchaseDraft,
  savePurchaseDraft,
  restorePurchaseDraft,
  bestCart: planBestCart,
  moveCartLines,
  setShelfLife,
});
