/**
 * The call table, once for both sides: the calls of every noun. Every row has its file under src/pages/api and back
 * (tests/arch).
 */

import { accountBookCalls } from '../account-book/calls.ts';
import { accountsCalls } from '../accounts/calls.ts';
import { activitiesCalls } from '../activities/calls.ts';
import { addressesCalls } from '../addresses/calls.ts';
import { adsCalls } from '../ads/calls.ts';
import { afterSaleCalls } from '../after-sale/calls.ts';
import { alertsCalls } from '../alerts/calls.ts';
import { approvalsCalls } from '../approvals/calls.ts';
import { auditCalls } from '../audit/calls.ts';
import { billsCalls } from '../bills/calls.ts';
import { cartCalls } from '../cart/calls.ts';
import { checkoutCalls } from '../checkout/calls.ts';
import { closingCalls } from '../closing/calls.ts';
import { companiesCalls } from '../companies/calls.ts';
import { contactCalls } from '../contact/calls.ts';
import { controlledCalls } from '../controlled/calls.ts';
import { countersignCalls } from '../countersign/calls.ts';
import { couponsCalls } from '../coupons/calls.ts';
import { eventsCalls } from '../events/calls.ts';
import { favoritesCalls } from '../favorites/calls.ts';
import { feedbackCalls } from '../feedback/calls.ts';
import { filesCalls } from '../files/calls.ts';
import { goodsCalls } from '../goods/calls.ts';
import { jobsCalls } from '../jobs/calls.ts';
import { licencesCalls } from '../licences/calls.ts';
import { lotsCalls } from '../lots/calls.ts';
import { membersCalls } from '../members/calls.ts';
import { merchantsCalls } from '../merchants/calls.ts';
import { messagesCalls } from '../messages/calls.ts';
import { noticesCalls } from '../notices/calls.ts';
import { offersCalls } from '../offers/calls.ts';
import { onboardingCalls } from '../onboarding/calls.ts';
import { ordersCalls } from '../orders/calls.ts';
import { ownDataCalls } from '../own-data/calls.ts';
import { ownerChangesCalls } from '../owner-changes/calls.ts';
import { papersCalls } from '../papers/calls.ts';
import { passkeysCalls } from '../passkeys/calls.ts';
import { paymentsCalls } from '../payments/calls.ts';
import { quickOrderCalls } from '../quick-order/calls.ts';
import { receivingCalls } from '../receiving/calls.ts';
import { refundsCalls } from '../refunds/calls.ts';
import { registrationCalls } from '../registration/calls.ts';
import { replenishCalls } from '../replenish/calls.ts';
import { reviewCalls } from '../review/calls.ts';
import { sessionsCalls } from '../sessions/calls.ts';
import { shellCalls } from '../shell/calls.ts';
import { shippingCalls } from '../shipping/calls.ts';
import { staffCalls } from '../staff/calls.ts';
import { stopsCalls } from '../stops/calls.ts';
import { storesCalls } from '../stores/calls.ts';
import { templatesCalls } from '../templates/calls.ts';
import { trackingCalls } from '../tracking/calls.ts';
import { transfersCalls } from '../transfers/calls.ts';
import { walletCalls } from '../wallet/calls.ts';
import { wantedCalls } from '../wanted/calls.ts';
import { wechatCalls } from '../wechat/calls.ts';

export const api = {
  ...shellCalls,
  ...adsCalls,
  ...accountsCalls,
  ...sessionsCalls,
  ...passkeysCalls,
  ...filesCalls,
  ...papersCalls,
  ...registrationCalls,
  ...wechatCalls,
  ...membersCalls,
  ...storesCalls,
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
  ...receivingCalls,
  ...shippingCalls,
  ...licencesCalls,
  ...contactCalls,
  ...stopsCalls,
  ...lotsCalls,
  ...onboardingCalls,
  ...approvalsCalls,
  ...paymentsCalls,
  ...countersignCalls,
  ...transfersCalls,
  ...refundsCalls,
  ...jobsCalls,
  ...accountBookCalls,
  ...billsCalls,
  ...trackingCalls,
  ...walletCalls,
  ...couponsCalls,
  ...controlledCalls,
  ...wantedCalls,
  ...feedbackCalls,
  ...afterSaleCalls,
  ...closingCalls,
  ...ownDataCalls,
  ...ownerChangesCalls,
  ...favoritesCalls,
  ...messagesCalls,
  ...alertsCalls,
  ...eventsCalls,
  ...noticesCalls,
  ...staffCalls,
  ...auditCalls,
  ...companiesCalls,
  ...reviewCalls,
};
