/**
 * The call table, once for both sides: the calls of every noun. Every row has its file under src/pages/api and back
 * (tests/arch).
 */
import { accountsCalls } from '../accounts/calls.ts';
import { activitiesCalls } from '../activities/calls.ts';
import { addressesCalls } from '../addresses/calls.ts';
import { adsCalls } from '../ads/calls.ts';
import { alertsCalls } from '../alerts/calls.ts';
import { auditCalls } from '../audit/calls.ts';
import { cartCalls } from '../cart/calls.ts';
import { checkoutCalls } from '../checkout/calls.ts';
import { companiesCalls } from '../companies/calls.ts';
import { controlledCalls } from '../controlled/calls.ts';
import { couponsCalls } from '../coupons/calls.ts';
import { eventsCalls } from '../events/calls.ts';
import { favoritesCalls } from '../favorites/calls.ts';
import { goodsCalls } from '../goods/calls.ts';
import { merchantsCalls } from '../merchants/calls.ts';
import { messagesCalls } from '../messages/calls.ts';
import { offersCalls } from '../offers/calls.ts';
import { ordersCalls } from '../orders/calls.ts';
import { paymentsCalls } from '../payments/calls.ts';
import { quickOrderCalls } from '../quick-order/calls.ts';
import { replenishCalls } from '../replenish/calls.ts';
import { sessionsCalls } from '../sessions/calls.ts';
import { shellCalls } from '../shell/calls.ts';
import { staffCalls } from '../staff/calls.ts';
import { templatesCalls } from '../templates/calls.ts';
import { walletCalls } from '../wallet/calls.ts';
import { wantedCalls } from '../wanted/calls.ts';

export const api = {
  ...shellCalls,
  ...adsCalls,
  ...accountsCalls,
  ...sessionsCalls,
  ...offersCalls,
  ...goodsCalls,
  ...merchantsCalls,
  ...cartCalls,
  ...checkoutCalls,
  ...activitiesCalls,
  ...quickOrderCalls,
  ...templatesCalls,
  ...replenishCalls,
  ...addressesCalls,
  ...ordersCalls,
  ...paymentsCalls,
  ...walletCalls,
  ...couponsCalls,
  ...controlledCalls,
  ...wantedCalls,
  ...favoritesCalls,
  ...messagesCalls,
  ...alertsCalls,
  ...eventsCalls,
  ...staffCalls,
  ...auditCalls,
  ...companiesCalls,
};
